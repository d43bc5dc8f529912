"""Pairs of evenings that nobody may be able to tell apart, and whether they can."""

import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count, zip_longest
from typing import Any

from channels.db import database_sync_to_async

from games.pages.frames import STILL_HERE
from games.rules import Rules
from tests.support.rules.each_game import upside_down
from tests.support.screen import Reader
from tests.support.secrecy.evening import Evening, Heard, Plan, listening, short_deck
from tests.support.secrecy.still import empty_site, still_world
from tests.support.secrecy.tours import Tours, on

ACTIONS = 8
UNRELATED = ("asyncio", "django.template", "django_tasks")
"""Who logs, for developers, what threads do, which variables a template looks for in vain, and ids of tasks."""
NOTHING = Heard("nobody", "nothing", "", 0, (), False)


@dataclass(frozen=True)
class Twins:
    one: Plan
    other: Plan
    alike: Callable[[int, int | None], bool]
    """Whether, after so many actions, that seat may see no difference."""


def twins_in_the_deck(rules: Rules[Any, Any, Any]) -> Twins:
    """The same cards on top and the same actions; every card below lies elsewhere, and seed and salt are others."""
    one = Plan(rules.slug, deck=short_deck(rules, random.Random(1)))
    other = replace(one, deck=_same_on_top(one.deck), seed="0dd5eed" * 4, salt="0dd5a17" * 4)
    tables = (rules.setup(3, plan.seed, deck=plan.deck, starter=0) for plan in (one, other))
    script = _until_they_differ(rules, *tables)
    return Twins(replace(one, script=script), replace(other, script=script), lambda number, seat: True)


def _same_on_top(deck: Any) -> Any:
    """Two cards of a single pile are seen, or as many as two turns take from one of several."""
    if isinstance(deck, dict):
        return {tier: upside_down(pile, 10) for tier, pile in deck.items()}
    return upside_down(deck, 2)


def _until_they_differ(rules: Rules[Any, Any, Any], state: Any, other: Any) -> tuple[Any, ...]:
    """Actions by chance, up to the one that would show at which table it is made."""
    script: list[Any] = []
    chance = random.Random(2)
    while True:
        (seat,) = rules.to_act(state)
        action = _any_of(chance, rules.legal_actions(state, seat))
        state, other = (rules.play(before, seat, action) for before in (state, other))
        if rules.view(state, None) != rules.view(other, None):
            return tuple(script)
        script.append(action)


def twins_in_a_purse(rules: Any) -> Twins:
    """Purses are closed, and the first to bid paid little at one table and much at the other."""
    possession, *others = [card.id for card in rules.cards]
    deck, chance = (possession, *random.Random(3).sample(others, len(others))), random.Random(4)
    before = rules.setup(3, "", {"open_purses": False}, deck=deck, starter=0)
    bids = [action for action in rules.legal_actions(before, 0) if _notes(rules, action) == 1]
    state, other = rules.play(before, 0, bids[0]), rules.play(before, 0, bids[-1])
    states, script = [(before, before), (state, other)], []
    while len(states) <= ACTIONS and state.turn is not None:
        legal = set(rules.legal_actions(other, other.turn))
        both = [action for action in rules.legal_actions(state, state.turn) if action in legal]
        script.append(_any_of(chance, both) if state.drawn > 1 else rules.timeout_action(state, state.turn))
        state, other = (rules.play(before, before.turn, script[-1]) for before in (state, other))
        states.append((state, other))
    plan = Plan(rules.slug, deck=deck, open_purses=False, public=False)
    return Twins(
        replace(plan, script=(bids[0], *script)),
        replace(plan, script=(bids[-1], *script)),
        lambda number, seat: len({repr(rules.view(after, seat)) for after in states[number]}) == 1,
    )


def _any_of(chance: random.Random, actions: Any) -> Any:
    return actions[chance.randrange(min(len(actions), 4))]


def _notes(rules: Rules[Any, Any, Any], action: Any) -> int:
    bid: Any = rules.action_to_json(action)
    return len(bid.get("cards", [bid.get("amount")])) if bid["kind"] == "bid" else 0


async def differences(twins: Twins, tours: Tours, *, sockets: bool = True) -> list[str]:
    """Where somebody was sent something else at the other table, though they may not know at which they are."""
    assert len(twins.one.script) > max(tours, default=0)
    assert all(twins.alike(number, None) for number in tours)
    one, other = [await _played(plan, tours, sockets) for plan in (twins.one, twins.other)]
    seats: dict[str, int | None] = {who.name: who.seat for who in one.everybody}
    found = []
    for mine, theirs in zip_longest(_sent(one), _sent(other), fillvalue=NOTHING):
        if mine != theirs and twins.alike(mine.number, seats.get(mine.who)):
            found.append(f"{mine.who}, {mine.way}, after {mine.number} actions: {_first_difference(mine, theirs)}")
    logged = Counter(_logged(one))
    logged.subtract(_logged(other))
    return [*found, *(f"log: {line}" for line, difference in logged.items() if difference)]


async def _played(plan: Plan, tours: Tours, sockets: bool) -> Evening:
    await database_sync_to_async(empty_site)()
    with still_world() as chance:
        evening = Evening(plan)
        await database_sync_to_async(evening.set_up)()
        # Whatever draws how often: each request finds the same chances.
        requests = count()
        evening.before_request = lambda: chance.seed(next(requests))
        with listening(evening):
            await evening.play(on(tours), until=len(plan.script), sockets=sockets)
    return evening


def _sent(evening: Evening) -> list[Heard]:
    """Without the seal, which is open to all and tells nothing, and without signs that the line is alive."""
    sent = [heard for heard in evening.heard if heard.who != "log" and heard.text != STILL_HERE]
    stamps = _stamps_of_seals(evening.commitment, sent)
    return [replace(heard, text=_without_stamps(_without_seal(evening, heard), stamps)) for heard in sent]


def _stamps_of_seals(seal: str, sent: list[Heard]) -> set[str]:
    """Half of the stamp of each part that holds the seal, in its tag or within: it depends on nothing but that text."""
    stamps: set[str] = set()
    for html in {heard.text for heard in sent if seal in heard.text and "data-stamp" in heard.text}:
        for part in Reader(html).parts.values():
            of_tag, of_content = part.stamp
            stamps |= {of_tag} if seal in part.opening else set()
            stamps |= {of_content} if any(seal in text for text in part.content) else set()
    return stamps - {""}


def _without_stamps(text: str, stamps: set[str]) -> str:
    return re.sub(
        r'data-stamp="([^".]+)\.([^".]+)"',
        lambda found: " ".join("[stamp]" if half in stamps else half for half in found.groups()),
        text,
    )


def _logged(evening: Evening) -> list[str]:
    """Lines of many threads have no order."""
    lines = [heard for heard in evening.heard if heard.who == "log" and heard.way not in UNRELATED]
    return [_without_seal(evening, line) for line in lines]


def _without_seal(evening: Evening, heard: Heard) -> str:
    return heard.text.replace(evening.commitment, "[seal]")


def _first_difference(mine: Heard, theirs: Heard) -> str:
    if (mine.who, mine.way, mine.number) != (theirs.who, theirs.way, theirs.number):
        return f"{theirs.who}, {theirs.way}, after {theirs.number} actions"
    pairs = zip(mine.text.splitlines(), theirs.text.splitlines(), strict=False)
    return next((f"{here!r} or {there!r}" for here, there in pairs if here != there), "one is longer")
