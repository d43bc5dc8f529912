"""Tables, seats and bots as the pages around the table show them."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import segno
from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from accounts.models import User
from games import words
from games.models import Game, Rating, Seat
from games.ratings import is_provisional, points
from games.rules import GAMES, Rules
from games.tableau import tableau_of

register = template.Library()
register.filter("edition", words.edition)
register.filter("game_of", words.game_called)
register.filter("bot_label", words.bot_label)
register.filter("bot_choice", words.bot_choice)
register.filter("by_strength", words.by_strength)
register.filter("clock", words.clock)
register.filter("purses", words.purses)
register.filter("span", words.span)
register.filter("edition_of", words.edition_of)
register.filter("grouped", words.grouped)


@register.filter
def game_name(english: str) -> str:
    """The name of a game in the reader's language."""
    return _(english)


@register.filter
def about(slug: str) -> str:
    return str(words.ABOUT.get(slug, ""))


@register.filter
def company(game: Game) -> str:
    return words.company(game, list(game.seats.all()))


@register.simple_tag
def closed_purses_and_bots() -> str:
    return str(words.CLOSED_PURSES_AND_BOTS)


@register.filter
def is_curiosity(game: Game, rules: Rules[Any, Any, Any]) -> bool:
    """Whether the table is for two: it works, but it is hardly a contest."""
    return game.size == rules.curious_with


@register.filter
def has_seat(game: Game) -> bool:
    """Whether somebody may still sit down there; the seats are at hand."""
    return game.status == Game.Status.WAITING and len(game.seats.all()) < game.size


@register.filter
def options_with(game: Game, seats: Sequence[Seat]) -> list[str]:
    return words.options(game, seats)


@register.filter
def names(seats: Sequence[Seat]) -> str:
    return words.joined([seat.shown_name for seat in seats])


@register.filter
def people_named(people: Sequence[User]) -> str:
    return words.joined([str(person) for person in people])


@register.filter
def free_seats(game: Game, seats: Sequence[Seat]) -> range:
    """One number for each empty seat."""
    return range(len(seats), game.size)


@register.filter
def told_to(game: Game, user: User) -> str:
    return words.for_player(game, list(game.seats.all()), user.pk)


@register.filter
def result(seat: Seat) -> str:
    return words.result(seat, list(seat.game.seats.all()))


@register.filter
def against(seat: Seat) -> str:
    return words.against(seat, list(seat.game.seats.all()))


@register.filter
def strength(rating: Rating) -> str:
    """How strong somebody is, and how sure that is."""
    return words.rating(rating.mean, rating.deviation)


@register.filter
def in_points(score: float) -> str:
    return words.grouped(points(score))


@register.filter
def provisional(rating: Rating) -> bool:
    return is_provisional(rating.deviation)


@register.simple_tag
def qr(text: str) -> SafeString:
    """A QR code as a drawing, dark on light in every theme so that phones can read it."""
    return mark_safe(_drawn(text))


@lru_cache(maxsize=256)
def _drawn(text: str) -> str:
    return segno.make(text, error="m", micro=False).svg_inline(
        border=3, dark="#10261f", light="#fffdf6", omitsize=True, svgclass="qr", lineclass=None
    )


@register.simple_tag
def symbols_of(slug: str) -> SafeString:
    """The drawings that parts of such a game's table point to; nothing for a game that is not played here any more."""
    symbols = next((tableau_of(rules).symbols for rules in GAMES if rules.slug == slug), "")
    return mark_safe(render_to_string(symbols) if symbols else "")
