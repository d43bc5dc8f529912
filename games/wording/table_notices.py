"""What happened at a table beside the rules, in sentences."""

from collections.abc import Sequence
from typing import Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Notice
from games.tableau.game_words import Text

NOTICES: dict[str, Text] = {
    Notice.Kind.LEFT: gettext_lazy("%(name)s left the table, and a bot took over."),
    Notice.Kind.REPLACED: gettext_lazy("The table voted: a bot plays for %(name)s."),
    Notice.Kind.TIMED_OUT: gettext_lazy("%(name)s ran out of time; a bot plays until they return."),
    Notice.Kind.RETURNED: gettext_lazy("%(name)s is back."),
    Notice.Kind.PAUSED: gettext_lazy("%(admin)s paused the game."),
    Notice.Kind.RESUMED: gettext_lazy("%(admin)s resumed the game."),
    Notice.Kind.ABORTED: gettext_lazy("%(admin)s ended the game without a result."),
    Notice.Kind.SUBSTITUTED: gettext_lazy("%(admin)s put a bot in %(name)s's seat."),
    Notice.Kind.HANDED_OVER: gettext_lazy("%(admin)s gave the seat of %(name)s to %(successor)s."),
    Notice.Kind.ACTED: gettext_lazy("%(admin)s moved for %(name)s."),
    Notice.Kind.ERRORED: gettext_lazy("Something went wrong, and this game has stopped. Nothing is lost."),
}


class SeatWithName(Protocol):
    """Who sits there, be it a row or what is shown of it."""

    @property
    def number(self) -> int: ...
    @property
    def user_id(self) -> int | None: ...
    @property
    def shown_name(self) -> str: ...


class AnyPerson(Protocol):
    """Somebody who can be named."""

    @property
    def pk(self) -> int: ...


class AnyNotice(Protocol):
    """A notice, likewise."""

    @property
    def kind(self) -> str: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def person(self) -> AnyPerson | None: ...
    @property
    def name(self) -> str: ...
    @property
    def successor(self) -> AnyPerson | None: ...
    @property
    def by(self) -> AnyPerson | None: ...
    @property
    def reason(self) -> str: ...


def notice_sentence(told: AnyNotice, seats: Sequence[SeatWithName]) -> str:
    """What happened beside the rules, in a sentence, and why."""
    facts = {
        "name": named_in(told, seats),
        "admin": admin(told),
        "successor": str(told.successor or _("somebody else")),
    }
    sentence = str(NOTICES.get(told.kind, told.kind)) % facts
    because = {"sentence": sentence, "reason": told.reason}
    return _("%(sentence)s The reason: “%(reason)s”") % because if told.reason else sentence


def named_in(told: AnyNotice, seats: Sequence[SeatWithName]) -> str:
    """Whom a notice is about, as they are called at the table."""
    here = next((seat for seat in seats if seat.number == told.seat), None)
    still_here = here is not None and (told.person is None or told.person.pk == here.user_id) and not told.name
    return here.shown_name if here is not None and still_here else str(told.person or told.name)


def admin(told: AnyNotice) -> str:
    """Admins play, too: the others should know who stepped in."""
    return _("The admin %(name)s") % {"name": told.by} if told.by else _("An admin")
