"""A game as it was at one moment, with the way to the moments before and after, through the table's own partials."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from games import selectors
from games.faults import told_apart
from games.models import Game
from games.tableau import draw_log, draw_private, draw_public, latest_words

EVERYTHING = "open"
"""The point of view from which nothing is hidden, once a game has ended."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """Through whose eyes: a seat, a spectator's, or nobody's from whom anything is hidden."""

    value: str
    label: str
    seat: int | None = None
    everything: bool = False


@dataclass(frozen=True, slots=True)
class Moment:
    game: Game
    number: int
    moments: range
    outlook: Outlook
    outlooks: tuple[Outlook, ...]

    @property
    def first(self) -> int:
        return self.moments[0]

    @property
    def last(self) -> int:
        return self.moments[-1]

    @property
    def before(self) -> int | None:
        return self.number - 1 if self.number > self.first else None

    @property
    def after(self) -> int | None:
        return self.number + 1 if self.number < self.last else None


def outlooks_of(game: Game, viewer: User | None) -> tuple[Outlook, ...]:
    """From which points of view somebody may look: those of others only when all is over."""
    spectator = Outlook("", _("as a spectator"))
    seats = selectors.seats_of(game)
    if game.status == Game.Status.FINISHED:
        through = (Outlook(str(seat.number), _through(seat.shown_name), seat.number) for seat in seats)
        return (spectator, *through, Outlook(EVERYTHING, _("with everything open"), everything=True))
    own = selectors.seat_of(game, viewer)
    return (spectator,) if own is None else (Outlook(str(own.number), _("as I see it"), own.number), spectator)


def _through(name: str) -> str:
    return _("as %(name)s saw it") % {"name": name}


def moment_of(game: Game, viewer: User | None, number: int | None, outlook: str | None) -> Moment | None:
    """The moment that was asked for, if there is one: without a number the last, without an outlook the first."""
    moments, outlooks = selectors.moments_of(game), outlooks_of(game, viewer)
    number = moments[-1] if number is None else number
    chosen = outlooks[0] if outlook is None else next((one for one in outlooks if one.value == outlook), None)
    return None if chosen is None or number not in moments else Moment(game, number, moments, chosen, outlooks)


def parts_of(moment: Moment, request: HttpRequest) -> dict[str, str]:
    """Every part of the page that differs from one moment to the next, by name; each finds its own place."""
    scene = selectors.scene_at(moment.game, moment.number, everything=moment.outlook.everything)
    with told_apart("drawing a moment"):
        seat = moment.outlook.seat
        mine = draw_private(scene, seat) if seat is not None else None
        told = latest_words(scene)
        facts = {"moment": moment, "told": told, "address": address_of(moment, request)}
        return {
            "steps": render_to_string("games/replay/steps.html", facts),
            "public": render_to_string("games/table/public.html", {"table": draw_public(scene)}),
            "hand": render_to_string("games/replay/hand.html", {"mine": mine}),
            "log": render_to_string("games/table/log.html", {"lines": draw_log(scene)}),
            "link": render_to_string("games/replay/link.html", facts),
        }


def address_of(moment: Moment, request: HttpRequest) -> str:
    """The link to this moment, as it can be sent to somebody."""
    path = reverse("games:moment", args=[moment.game.id, moment.number])
    outlook = moment.outlook.value
    return request.build_absolute_uri(f"{path}?seat={outlook}" if outlook else path)
