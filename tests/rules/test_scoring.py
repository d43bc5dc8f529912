"""(possessions - 5 x debts) x 2 per title, halved by Scandal: exact in the classic game, whole in Paris."""

import pytest

from games.rules.high_society import CLASSIC_RULES, PARIS_RULES
from tests.support.rules.builders import finished, seat

RED = ["title-1", "title-2", "title-3", "scandal"]


def result(rules, *cards):
    """The result of a seat with these cards; seat 1 has two of the other red ones, and one ends the game."""
    *others, last = [card for card in RED if card not in cards]
    seats = seat(*cards), seat(*others, spent=(1000,)), seat()
    state = finished(*seats, card=last, edition=rules.edition, starter=1 if others else 0)
    return rules.outcome(state).seats[0]


SCORES = {
    "nothing": ([], 0, 0),
    "a possession": (["possession-7"], 7, 7),
    "all possessions": ([f"possession-{value}" for value in range(1, 11)], 55, 55),
    "a title alone": (["title-1"], 0, 0),
    "one title": (["possession-10", "possession-4", "title-1"], 28, 28),
    "two titles": (["possession-10", "possession-4", "title-1", "title-3"], 56, 56),
    "three titles": (["possession-10", "title-1", "title-2", "title-3"], 80, 80),
    "as much as can be": ([*(f"possession-{value}" for value in range(1, 11)), *RED[:3]], 440, 440),
    "debt": (["possession-8", "gambling-debt"], 3, 3),
    "debt alone": (["gambling-debt"], -5, 0),
    "debt paid exactly": (["possession-5", "gambling-debt"], 0, 0),
    "debt before titles": (
        ["possession-10", "possession-4", "possession-2", "gambling-debt", "title-1"],
        22,
        22,
    ),
    "doubling a negative hurts": (["possession-3", "gambling-debt", "title-1"], -4, 0),
    "as little as can be": (["gambling-debt", *RED[:3]], -40, 0),
    "scandal alone": (["scandal"], 0, 0),
    "scandal on an even sum": (["possession-8", "scandal"], 4, 4),
    "scandal on an odd sum": (["possession-8", "possession-3", "scandal"], 5.5, 5),
    "half a point": (["possession-1", "scandal"], 0.5, 0),
    "scandal undoes a title": (["possession-1", "title-2", "scandal"], 1, 1),
    "all together": (
        ["possession-6", "possession-3", "gambling-debt", "title-1", "title-2", "scandal"],
        8,
        8,
    ),
    "negative half": (["gambling-debt", "scandal"], -2.5, 0),
    "small negative half": (["possession-4", "gambling-debt", "scandal"], -0.5, 0),
    "negative whole": (["possession-3", "gambling-debt", "scandal"], -1, 0),
    "theft pending": (["theft", "title-1"], 0, 0),
}


@pytest.mark.parametrize(("cards", "classic", "paris"), SCORES.values(), ids=SCORES)
def test_classic_score_is_exact(cards, classic, paris):
    score = result(CLASSIC_RULES, *cards).score
    assert score == classic
    assert type(score) is type(classic)


@pytest.mark.parametrize(("cards", "classic", "paris"), SCORES.values(), ids=SCORES)
def test_paris_score_is_rounded_down_and_at_least_zero(cards, classic, paris):
    score = result(PARIS_RULES, *cards).score
    assert score == paris
    assert type(score) is int


def lines(rules, *cards):
    return [(line.kind, line.total) for line in result(rules, *cards).lines]


def test_lines_follow_the_order_of_the_rules(rules):
    cards = ["possession-6", "possession-3", "gambling-debt", "title-1", "title-2", "scandal"]
    assert lines(rules, *cards) == [("possessions", 9), ("debts", 4), ("titles", 16), ("scandals", 8)]


def test_lines_tell_only_what_counts(rules):
    assert lines(rules) == [("possessions", 0)]
    assert lines(rules, "possession-2", "possession-9") == [("possessions", 11)]
    assert lines(rules, "possession-2", "title-1") == [("possessions", 2), ("titles", 4)]
    assert lines(rules, "possession-9", "gambling-debt") == [("possessions", 9), ("debts", 4)]


def test_lines_of_a_half():
    cards = ["possession-8", "possession-3", "scandal"]
    assert lines(CLASSIC_RULES, *cards) == [("possessions", 11), ("scandals", 5.5)]
    assert lines(PARIS_RULES, *cards) == [("possessions", 11), ("scandals", 5.5), ("rounded_down", 5)]


def test_lines_of_a_negative():
    cards = ["possession-4", "gambling-debt", "scandal"]
    negative = [("possessions", 4), ("debts", -1), ("scandals", -0.5)]
    assert lines(CLASSIC_RULES, *cards) == negative
    assert lines(PARIS_RULES, *cards) == [*negative, ("rounded_down", -1), ("at_least_zero", 0)]


def test_every_line_has_words(rules):
    cards = ["possession-4", "gambling-debt", "title-1", "scandal"]
    assert all(line.text.strip() for line in result(rules, *cards).lines)


def test_all_money_left_counts(rules):
    state = finished(
        seat("title-1", spent=(25000, 1000)),
        seat("title-2", spent=(2000,)),
        seat("scandal"),
        card="title-3",
        edition=rules.edition,
    )
    assert [at.money for at in rules.outcome(state).seats] == [80_000, 104_000, 106_000]
