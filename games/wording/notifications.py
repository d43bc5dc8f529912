"""What people are told wherever they are, in sentences, and what the group chat of a table is told."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.notifications import kinds
from games.models import Alert, Game, Message, Seat, Webhook
from games.wording.games import game_called
from games.wording.tables import clock_phrase, joined_names, sentence_for_player

MOST_LISTED = 6
MARKDOWN = re.compile(r"([\\*_~`|>\[\]()#@:-])")


@dataclass(frozen=True, slots=True)
class Letter:
    """One message. `tag` is what a later one replaces where messages pile up."""

    kind: str
    title: str
    body: str
    url: str
    tag: str


def turn(game: Game, seats: Sequence[Seat], own: Seat) -> Letter:
    return _about(game, kinds.TURN, _("Your turn"), f"{_your_turn(seats, own)} {_until(game)}".strip())


def reminder(game: Game, seats: Sequence[Seat], own: Seat) -> Letter:
    body = f"{_your_turn(seats, own)} {_until(game)}".strip()
    return _about(game, kinds.REMINDER, _("Your time is running out"), body)


def digest(games: Sequence[tuple[Game, Sequence[Seat], Seat]], kind: str) -> Letter:
    """One message about all games that wait for somebody, the most urgent first."""
    lines = [f"{_your_turn(seats, own)} {_until(game)}".strip() for game, seats, own in games[:MOST_LISTED]]
    if len(games) > MOST_LISTED:
        lines.append(_("And %(others)d more.") % {"others": len(games) - MOST_LISTED})
    title = ngettext("%(count)d game waits for you", "%(count)d games wait for you", len(games))
    return Letter(kind, title % {"count": len(games)}, "\n".join(lines), address("games:mine"), "turns")


def started(game: Game, seats: Sequence[Seat], own: Seat) -> Letter:
    facts = {"others": joined_names(_others(seats, own)), "game": game_called(game.slug)}
    return _about(game, kinds.STARTED, _("A game has begun"), _("You play %(game)s against %(others)s.") % facts)


def ended(game: Game, seats: Sequence[Seat], own: Seat) -> Letter:
    return _about(game, kinds.ENDED, _("A game is over"), f"{sentence_for_player(game, seats, own.user_id or 0)}.")


def hello() -> Letter:
    """What messages look like, for somebody who wants to know."""
    body = _("This is how you will hear of your games.")
    return Letter("", _("It works"), body, f"{settings.SITE_URL}/", "hello")


def invitation(game: Game, by: str) -> Letter:
    facts = {"name": by, "game": game_called(game.slug), "clock": clock_phrase(game)}
    body = _("%(name)s invites you to a table: %(game)s, %(clock)s.") % facts
    url = address("games:invitation", game.invitation)
    return Letter(kinds.INVITATION, _("An invitation"), body, url, f"table-{game.id}")


def mention(game: Game, by: str, message: Message) -> Letter:
    said = {"name": by, "text": message.text}
    title = _("%(name)s mentions you") % said
    return Letter(kinds.MENTION, title, _("%(name)s: %(text)s") % said, table_address(game), f"chat-{game.id}")


def _about(game: Game, kind: str, title: str, body: str) -> Letter:
    return Letter(kind, title, body, table_address(game), f"table-{game.id}")


def _your_turn(seats: Sequence[Seat], own: Seat) -> str:
    return _("It is your turn against %(others)s.") % {"others": joined_names(_others(seats, own))}


def _others(seats: Sequence[Seat], own: Seat) -> list[str]:
    return [seat.shown_name for seat in seats if seat.pk != own.pk]


def _until(game: Game) -> str:
    """In the time zone in force, which is the reader's."""
    if game.deadline is None:
        return ""
    when = date_format(timezone.localtime(game.deadline), _("D j M, H:i"))
    return _("You have until %(when)s.") % {"when": when}


def address(name: str, *args: object) -> str:
    return f"{settings.SITE_URL}{reverse(name, args=args)}"


def table_address(game: Game) -> str:
    return address("games:table", game.id)


def for_chat(game: Game, seats: Sequence[Seat], kind: str) -> str:
    """What the group chat of a table is told, in one sentence; names are as they are."""
    acting = next((seat.shown_name for seat in seats if seat.number == game.turn), "")
    facts = {
        "names": joined_names([seat.shown_name for seat in seats]),
        "game": game_called(game.slug),
        "name": acting,
    }
    if kind == Alert.Kind.CONNECTED:
        return _("From now on this chat gets news of a table: %(game)s.") % facts
    if kind == kinds.STARTED:
        return _("%(names)s begin a game of %(game)s.") % facts
    if kind == kinds.ENDED:
        return _ended_for_all(seats)
    if kind == kinds.REMINDER:
        return _("%(name)s's time is running out.") % facts
    return _("It is %(name)s's turn.") % facts


def _ended_for_all(seats: Sequence[Seat]) -> str:
    winners = [seat.shown_name for seat in seats if seat.won]
    if not winners:
        return _("The game is over. Nobody wins.")
    if len(winners) == 1:
        return _("The game is over. %(name)s wins.") % {"name": winners[0]}
    return _("The game is over. %(names)s win together.") % {"names": joined_names(winners)}


def chat_payload(style: str, sentence: str, url: str) -> dict[str, object]:
    """The sentence as that kind of chat wants it. Whatever people call themselves, nobody is mentioned by it."""
    if style == Webhook.Style.DISCORD:
        plain = MARKDOWN.sub(r"\\\1", sentence)
        return {"content": f"{plain}\n{url}", "allowed_mentions": {"parse": []}}
    plain = sentence.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return {"text": f"{plain}\n{url}", "mrkdwn": False, "link_names": False, "parse": "none"}
