"""What people say at a table, and whom they would rather not read."""

import re
import unicodedata
from collections.abc import Iterable
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names.validation import INVISIBLE
from accounts.people.audience import blockers_of
from games.models import Game, Message, Mute, Seat
from games.queries.seats import read_seats
from games.queries.table import TableSeat
from games.services import announce
from games.services.changes import check_key, lock_row
from games.services.notify import alerts
from games.services.refusals import NotAllowed, Refused, TooFast
from hsweb.limits.rates import Limit

# Regular expressions know no categories: these are the marks that are put above, below and through letters.
MARK = "[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]"
MANY_MARKS = re.compile(f"({MARK}{{3}}){MARK}+")
CALL = re.compile(r"(?<!\w)@")
WORD_GOES_ON = re.compile(r"\w")
MOST_TYPED = 10
"""Characters typed for each that is kept: beyond that nobody looks whether they can be seen."""

TALK = Limit("talk", 5, 10)


@transaction.atomic
def say(*, user: User, game_id: str, text: str, key: str) -> Message:
    """Say something at one's own table. The same key again says nothing new."""
    game = lock_row(game_id)
    if not Seat.objects.filter(game=game, user=user).exists():
        raise NotAllowed(_("Only those who sit at the table can talk here."), "not_seated")
    if user.is_muted:
        raise NotAllowed(_("You may not write here for now: those who look after this site have muted you."), "muted")
    check_key(key)
    earlier = Message.objects.filter(game=game, author=user, key=key).first()
    if earlier is not None:
        return earlier
    text = _checked(text)
    if not TALK.consume(user.pk):
        raise TooFast(_("That was a lot at once. Wait a few seconds, then go on."), limit=TALK)
    message = Message.objects.create(game=game, author=user, text=text, key=key)
    called = mentioned_in(text, read_seats(game.id), user)
    deaf = blockers_of(user, called) if called else ()
    alerts.alert_mention(message, [person for person in called if person.pk not in deaf])
    transaction.on_commit(partial(announce.announce_chat, game.id))
    return message


def mentioned_in(text: str, seats: Iterable[TableSeat], author: User) -> list[User]:
    """The others at the table whose name, as it is called here, or username follows an @."""
    heard = text.casefold()
    called = {
        seat.user_id
        for seat in seats
        if any(name and _is_called(name.casefold(), heard) for name in (seat.name, seat.username))
    }
    return list(User.objects.filter(pk__in=called).exclude(pk=author.pk).order_by("pk")) if called else []


def _is_called(name: str, text: str) -> bool:
    after = (call.end() for call in CALL.finditer(text))
    return any(text.startswith(name, at) and not WORD_GOES_ON.match(text, at + len(name)) for at in after)


def mute(*, listener: User, game_id: str, seat_number: int, muted: bool) -> None:
    """Stop, or start again, reading what somebody at the table says."""
    game = Game.objects.get(pk=game_id)
    other = game.seats.filter(number=seat_number, user__isnull=False).exclude(user=listener).first()
    if other is None or other.user is None:
        raise Refused(_("There is nobody to mute on that seat."))
    if muted:
        Mute.objects.get_or_create(listener=listener, muted=other.user)
    else:
        Mute.objects.filter(listener=listener, muted=other.user).delete()


def one_visible_line(text: str) -> str:
    """The text without line breaks, without characters that cannot be seen, and without towers of marks."""
    visible = "".join(" " if unicodedata.category(letter)[0] == "C" else letter for letter in text)
    return " ".join(MANY_MARKS.sub(r"\1", INVISIBLE.sub(" ", visible)).split())


def _checked(text: str) -> str:
    words = one_visible_line(text) if len(text) <= MOST_TYPED * Message.LONGEST else text
    if not words:
        raise Refused(_("Write something first."))
    if len(words) > Message.LONGEST:
        raise Refused(_("That is too long. A message has at most %(most)d characters.") % {"most": Message.LONGEST})
    return words
