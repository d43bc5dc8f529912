"""Of which parts a table is made: for each the template, and the facts that it is drawn from and nothing else.

What changes by itself is a part by itself, so that a move is told in a few words and leaves alone what people hold.
"""

from collections.abc import Hashable, Iterator, Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.tableau.explanation import Explanation
from games.tableau.settlement import Settlement
from games.tableau.shell import Facts, Place, PrivateTableBase, PublicTableBase


class Fragment(NamedTuple):
    template: str
    facts: tuple[tuple[str, Hashable], ...]
    within: tuple[str, ...] = ()
    """The parts that are in it, one after the other, where its template says `{% within %}`."""
    data: Facts = ()
    """What a browser is told of it, in attributes of its tag."""
    text: tuple[tuple[str, str | int], ...] = ()
    """What its template only prints: it is put in afterwards, so that other words need not be drawn anew."""


def fragment(
    template: str, *within: str, data: Facts = (), text: Mapping[str, str | int] | None = None, **facts: Hashable
) -> Fragment:
    return Fragment(template, tuple(facts.items()), within, data, tuple(text.items()) if text else ())


def holder(template: str, parts: Mapping[str, Fragment | None], **facts: Hashable) -> Iterator[Fragment]:
    """A part and those in it, by their ids; some may not be there."""
    there = {name: part for name, part in parts.items() if part is not None}
    yield Fragment(template, tuple(facts.items()), tuple(there))
    yield from there.values()


def shell(table: PublicTableBase, *body: str) -> Iterator[Fragment]:
    """What holds every table; `body` are the parts in it."""
    always = ("announcement", *body) if table.mode == "over" else ("announcement", *body, "to-dock")
    facts: Facts = (
        ("mode", table.mode),
        ("number", table.number),
        ("version", table.version),
        ("players", table.players),
        ("turn", "" if table.turn is None else table.turn),
        ("waiting", table.waiting),
        *table.facts,
    )
    yield fragment("games/table/_public.html", *always, data=facts, title=table.name, badges=table.badges)
    yield fragment("games/table/_announcement.html", text={"words": table.announcement})
    if table.mode != "over":
        yield fragment("games/table/_to_dock.html")


def turn(table: PublicTableBase) -> Fragment:
    """Whose turn it is, and for how long."""
    return timed_turn("games/table/_turn.html", table)


def timed_turn(template: str, table: PublicTableBase) -> Fragment:
    text: dict[str, str | int] = {"words": table.turn_words, "deadline_ms": table.deadline_ms or ""}
    return fragment(template, text=text, is_timed=table.deadline_ms is not None)


def last_result(settlement: Settlement | None) -> Iterator[Fragment]:
    """How the last stage ended, in words that stay."""
    if settlement is not None:
        yield fragment("games/table/_last_result.html", settlement=settlement)


def settlement_ids(settlement: Settlement | None) -> tuple[str, ...]:
    return () if settlement is None else ("settlement",)


def settlement_fragments(settlement: Settlement | None) -> Iterator[Fragment]:
    """How the last stage ended, for a browser that shows it once where it happens."""
    if settlement is not None:
        yield fragment("games/table/_settlement.html", settlement=settlement)


def plate(place: Place, state_word: str) -> Iterator[Fragment]:
    """Who sits there, and in a word what they are about."""
    yield fragment("games/table/_plate.html", place=place)
    yield fragment("games/table/_state.html", seat=place.seat, word=state_word)


def drawers(*names: str) -> Fragment:
    return fragment("games/table/_drawers.html", *names)


def explanation_fragment(explanation: Explanation, slug: str) -> Fragment:
    return fragment("games/table/_help.html", explanation=explanation, slug=slug)


class Asked(NamedTuple):
    """What a form is for: where it is sent, which decision it answers, and when whoever decides is reminded."""

    act_url: str
    decision: int
    remind_ms: int | None


NO_DOCK = fragment("games/table/_no_dock.html")
"""For whoever has nothing to see there, or nothing to do."""


def fate(mine: PrivateTableBase, reason: str = "") -> Fragment:
    """How it ended for a seat, and why."""
    status = "" if mine.crowned else mine.status
    return fragment("games/table/_fate.html", seat=mine.seat, status=status, reason=reason)


def dock(mine: PrivateTableBase, asked: Asked, *body: str) -> Iterator[Fragment]:
    """What holds what a seat sees beside the table; `body` are the parts in its form."""
    facts: Facts = (("mode", mine.mode), ("seat", mine.seat), ("stage", mine.stage))
    if mine.my_turn:
        facts = (*facts, ("decision", asked.decision), ("my-turn", _("Your turn")))
        if asked.remind_ms is not None:
            facts = (*facts, ("remind", asked.remind_ms))
    yield fragment("games/table/_dock.html", "composer", data=facts)
    yield fragment("games/table/_composer.html", "ask", *body, data=mine.facts, act_url=asked.act_url)
    yield fragment("games/table/_ask.html", text={"decision": asked.decision} if mine.my_turn else {})


def problem(asked: Asked, mine: PrivateTableBase) -> Fragment:
    """Where it is told why something was refused, until the next decision."""
    return fragment("games/table/_problem.html", data=(("decision", asked.decision),) if mine.my_turn else (), words="")
