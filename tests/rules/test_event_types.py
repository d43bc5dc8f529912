"""Events at run time are what their types say: the same keys in the same order, and values of those types."""

from random import Random
from types import UnionType
from typing import Literal, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from games.rules.cartes_societe import event_types as cartes_societe
from games.rules.high_society import event_types as high_society
from games.rules.simplified import event_types as simplified
from tests.support.rules.each_game import every_game, options_of

EVENTS = {
    "high-society": high_society.Event,
    "high-society-paris": high_society.Event,
    "high-society-simplified": simplified.Event,
    "cartes-societe": cartes_societe.Event,
}
"""The union of each game."""

SEEDS = range(16)


def types_of(game):
    """The types of a game's events, each by its `type`."""
    return {get_args(get_type_hints(kind)["type"])[0]: kind for kind in get_args(EVENTS[game.slug])}


def alternatives(hint):
    return get_args(hint) if get_origin(hint) is UnionType else (hint,)


def all_values(types):
    """Every key of every event, with each of the types that its value may have."""
    return {(name, key, one) for name, kind in types.items() for key, one in values_of(kind)}


def values_of(kind):
    return {(key, one) for key, hint in get_type_hints(kind).items() for one in alternatives(hint)}


def fits(value, hint):
    """Whether a value is exactly of that type: no `True` for a number, no key more or less."""
    if is_typeddict(hint):
        hints = get_type_hints(hint)
        return type(value) is dict and list(value) == list(hints) and all(fits(value[key], hints[key]) for key in hints)
    if get_origin(hint) is list:
        return type(value) is list and all(fits(each, *get_args(hint)) for each in value)
    if get_origin(hint) is Literal:
        return value in get_args(hint)
    if get_origin(hint) is UnionType:
        return any(fits(value, one) for one in alternatives(hint))
    return type(value) is hint


def random_events(game, seed):
    """All events of a whole game in which everybody does something small, and purses are open in every other game."""
    random = Random(f"{game.slug} {seed}")
    players = random.randint(game.min_players, game.max_players)
    state = game.setup(players, seed, options_of(game, bool(seed % 2)))
    yield from game.events(None, state)
    while acting := game.to_act(state):
        after = game.play(state, acting[0], choose(random, game.legal_actions(state, acting[0])))
        yield from game.events(state, after)
        state = after


def choose(random, legal):
    """One of the first few, or one of the last: there lies what is rarely possible."""
    few = min(4, len(legal))
    return legal[random.randrange(-few // 2, few)]


@every_game
def test_events_are_of_their_types(game):
    types, seen = types_of(game), set()
    for seed in SEEDS:
        for event in random_events(game, seed):
            kind = types[event["type"]]
            assert fits(event, kind), event
            seen |= {(event["type"], key, one) for key, one in values_of(kind) if fits(event[key], one)}
    assert seen == all_values(types)


@every_game
def test_no_event_has_a_key_that_subscribers_are_given_beside_it(game):
    assert {"game", "number"}.isdisjoint(key for _name, key, _kind in all_values(types_of(game)))


LOST = {"type": "money_lost", "seat": 0, "cards": [1000], "total": 1000}


def test_what_fits():
    assert fits(LOST, high_society.MoneyLost)
    assert fits({**LOST, "cards": None, "total": None}, high_society.MoneyLost)


@pytest.mark.parametrize(
    "event",
    [
        {**LOST, "type": "money_won"},
        {**LOST, "seat": True},
        {**LOST, "cards": ["1000"]},
        {**LOST, "cards": (1000,)},
        {**LOST, "card": "theft"},
        {"type": "money_lost", "seat": 0, "cards": [1000]},
        dict(reversed(LOST.items())),
    ],
)
def test_what_does_not_fit(event):
    assert not fits(event, high_society.MoneyLost)
