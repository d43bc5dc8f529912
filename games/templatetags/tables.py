"""Tables, seats and bots as the pages around the table show them."""

from collections.abc import Sequence
from functools import lru_cache

import segno
from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

from accounts.models import User
from games.models import SETTLING, Game, Rating, Seat
from games.queries.seats import table_seats
from games.queries.table import TableSeat
from games.rules import GAMES, AnyRules
from games.skill import is_provisional
from games.tableau import tableau_of
from games.tableau.emblems import badge_emblem
from games.wording.bots import bot_choice, bot_label, by_strength
from games.wording.games import about, curiosity, edition_of, game_called, unusual_phrases, unusual_sentences
from games.wording.numbers import grouped
from games.wording.ratings import rating_words
from games.wording.tables import (
    against_words,
    clock_phrase,
    company_sentence,
    duration_words,
    joined_names,
    result_sentence,
    sentence_for_player,
    table_phrases,
)

register = template.Library()
register.filter("game_of", game_called)
register.filter("bot_label", bot_label)
register.filter("bot_choice", bot_choice)
register.filter("by_strength", by_strength)
register.filter("clock", clock_phrase)
register.filter("options_with", table_phrases)
register.filter("span", duration_words)
register.filter("edition_of", edition_of)
register.filter("about", about)
register.filter("curiosity", curiosity)
register.filter("grouped", grouped)
register.filter("emblem", badge_emblem)


@register.simple_tag
def settling() -> int:
    """How long nobody is asked anything while a page shows how a stage ended, in milliseconds."""
    return round(SETTLING.total_seconds() * 1000)


@register.filter
def company(game: Game) -> str:
    return company_sentence(game, list(game.seats.all()))


@register.filter
def edition(game: Game) -> str:
    return edition_of(game.slug)


@register.filter
def unusual_options(game: Game) -> list[str]:
    return unusual_phrases(game.slug, game.options)


@register.filter
def unusual_notes(game: Game) -> list[str]:
    return unusual_sentences(game.slug, game.options)


@register.filter
def is_curiosity(game: Game, rules: AnyRules) -> bool:
    """Whether the table is for so few that it works, but is hardly a contest."""
    return game.size == rules.curious_with


@register.filter
def has_seat(game: Game) -> bool:
    """Whether somebody may still sit down there who is not waited for; the seats are at hand."""
    return game.status == Game.Status.WAITING and bool(free_seats(game, list(game.seats.all())))


@register.filter
def seated(game: Game) -> tuple[TableSeat, ...]:
    """Who sits there, with their badges; the seats are at hand."""
    return table_seats(game.seats.all())


@register.inclusion_tag("games/cards/_badge.html")
def badge(seat: TableSeat) -> dict[str, object]:
    """The emblem of somebody at a table, in their colour; decorative, so the name belongs beside it."""
    return {"badge": seat.badge, "emblem": badge_emblem(seat.badge)}


@register.filter
def names(seats: Sequence[Seat]) -> str:
    return joined_names([seat.shown_name for seat in seats])


@register.filter
def people_named(people: Sequence[User]) -> str:
    return joined_names([str(person) for person in people])


@register.filter
def free_seats(game: Game, seats: Sequence[Seat]) -> range:
    """One number for each empty seat that is kept for nobody."""
    return range(len(seats) + len(game.kept_seats.all()), game.size)


@register.filter
def told_to(game: Game, user: User) -> str:
    return sentence_for_player(game, list(game.seats.all()), user.pk)


@register.filter
def result(seat: Seat) -> str:
    return result_sentence(seat, list(seat.game.seats.all()))


@register.filter
def against(seat: Seat) -> str:
    return against_words(seat, list(seat.game.seats.all()))


@register.filter
def strength(rating: Rating) -> str:
    """How strong somebody is, and how sure that is."""
    return rating_words(rating.mean, rating.deviation)


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
