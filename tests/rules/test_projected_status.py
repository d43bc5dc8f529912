"""What a seat would stand at with the card that is on the table."""

import random

import pytest

from games.rules.high_society import CLASSIC_RULES, PARIS_RULES
from games.rules.simplified import SIMPLIFIED_RULES
from tests.support.rules.builders import (
    PASS,
    finished,
    give_up,
    played,
    position,
    seat,
    simple_finished,
    simple_position,
    simple_seat,
)

AUCTIONS = [CLASSIC_RULES, PARIS_RULES, SIMPLIFIED_RULES]
each_auction = pytest.mark.parametrize("rules", AUCTIONS, ids=lambda rules: rules.slug)


@pytest.mark.parametrize(
    ("held", "card", "classic", "paris"),
    [
        (["possession-7"], "possession-3", 10, 10),
        (["possession-7"], "title-1", 14, 14),
        (["possession-7"], "gambling-debt", 2, 2),
        (["possession-3"], "gambling-debt", -2, 0),
        (["possession-7"], "scandal", 3.5, 3),
        (["possession-7", "title-1", "gambling-debt"], "scandal", 2, 2),
        ([], "theft", 0, 0),
        (["possession-7", "title-1"], "theft", 0, 0),
        (["possession-7", "possession-3", "title-1"], "theft", 14, 14),
        (["theft"], "possession-9", 0, 0),
    ],
)
def test_in_both_editions(held, card, classic, paris):
    def projected(rules):
        return rules.projected_status(position(seat(*held), seat(), seat(), card=card, edition=rules.edition), 0)

    assert (projected(CLASSIC_RULES), projected(PARIS_RULES)) == (classic, paris)


def test_theft_that_is_due_is_told_as_what_there_is_until_it_is_chosen():
    state = position(seat("possession-7", "possession-3"), seat(), seat(), card="theft")
    asked = played(CLASSIC_RULES, state, (0, PASS))
    assert CLASSIC_RULES.projected_status(state, 0) == 7
    assert CLASSIC_RULES.projected_status(asked, 0) == CLASSIC_RULES.status(asked, 0) == 10
    assert CLASSIC_RULES.status(CLASSIC_RULES.play(asked, 0, give_up(3)), 0) == 7


@pytest.mark.parametrize(("held", "card", "worth"), [(["value-5"], "double-1", 10), (["double-1"], "value-9", 18)])
def test_in_the_simplified_game(held, card, worth):
    state = simple_position(simple_seat(*held), simple_seat(), simple_seat(), card=card)
    assert SIMPLIFIED_RULES.projected_status(state, 0) == worth


def test_nothing_more_comes_once_the_game_is_over():
    over = finished(seat("possession-7"), seat("title-1", "title-2"), seat("title-3"), card="scandal")
    others = [simple_seat("double-1", "double-2"), simple_seat("double-3")]
    simple = simple_finished(simple_seat("value-5"), *others, card="double-4")
    assert CLASSIC_RULES.projected_status(over, 0) == 7
    assert SIMPLIFIED_RULES.projected_status(simple, 0) == 5


@each_auction
@pytest.mark.parametrize("players", [3, 5])
def test_whoever_gets_the_card_stands_there(rules, players):
    """In whole games, whatever is played; a theft takes what can best be done without, if its taker is wise."""
    chance = random.Random(f"{rules.slug} {players}")
    received = 0
    for seed in range(20):
        before = rules.setup(players, seed)
        while rules.outcome(before) is None:
            (acting,) = rules.to_act(before)
            legal = rules.legal_actions(before, acting)
            after = rules.play(before, acting, legal[chance.randrange(min(len(legal), 6))])
            for taker in takers_between(before, after):
                assert_stands_where_told(rules, before, after, taker)
                received += 1
            before = after
    assert received > 100


def takers_between(before, after):
    """Who has received the card, or has to make room for it; nobody where a theft has been chosen."""
    if before.phase != "auction":
        return []
    if after.phase == "discard":
        return [after.turn]
    pairs = enumerate(zip(before.players, after.players, strict=True))
    return [at for at, (earlier, later) in pairs if earlier.cards != later.cards]


def assert_stands_where_told(rules, before, after, taker):
    told = rules.projected_status(before, taker)
    if after.phase == "discard":
        choices = [rules.play(after, taker, choice) for choice in rules.legal_actions(after, taker)]
        assert told == max(rules.status(choice, taker) for choice in choices)
    else:
        assert told == rules.status(after, taker)
