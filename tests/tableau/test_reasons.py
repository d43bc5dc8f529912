"""Why a game ended for somebody as it did, for each way in which it can."""

import pytest

from games.rules import find_rules
from tests.support.scenes import draw_private, draw_public, private_html, saved, scene


def ended(name):
    position = saved(name)
    slug = {"classic": "high-society", "paris": "high-society-paris", "simplified": "high-society-simplified"}
    return scene(find_rules(slug[name.partition("-")[0]]), position)


@pytest.mark.parametrize(
    ("name", "seat", "reason"),
    [
        ("classic-single-winner", 0, "You had the highest status, 9, and 96,000 left."),
        ("classic-single-winner", 1, "You had a status of 0, and Ana had 9."),
        ("classic-single-winner", 2, "You had 1,000 less than Ana, and were cast out with a status of 4."),
        (
            "classic-highest-score-is-cast-out",
            1,
            "You had the highest status, 20, but 6,000 less than Ana: cast out.",
        ),
        ("classic-highest-score-is-cast-out", 2, "You had a status of 10; Bob had 20, but the least money."),
        ("classic-half-score-loses", 0, "You had a status of 5½, and Bob had 6."),
        ("classic-negative-score-wins", 0, "You had a status of −1; Bob had 0, but the least money."),
        ("classic-tie-broken-by-money", 0, "You had a status of 10 like Bob, but 3,000 less."),
        ("classic-tie-broken-by-money", 1, "You had a status of 10 like Ana, but more money: 99,000."),
        (
            "paris-third-tie-break",
            0,
            "You had a status of 12 and as much money as Bob, who had the finest single card.",
        ),
        (
            "paris-third-tie-break",
            1,
            "You had a status of 12 and as much money as Ana, but the finest single card.",
        ),
        (
            "classic-shared-by-three",
            0,
            "You had 1,000 less than Bob, Cleo and Dev, and were cast out with a status of 0.",
        ),
        ("classic-no-winner-nobody-paid", 1, "Everybody had the same money, so everybody was cast out."),
        ("simplified-worked-example", 2, "You had the highest prestige, 40, but 2 less than Ana: cast out."),
    ],
)
def test_for_somebody_who_played(name, seat, reason):
    drawn = ended(name)
    assert draw_private(drawn, seat).reason == reason
    assert reason in private_html(drawn, seat)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (
            "classic-highest-score-is-cast-out",
            "With a status of 10 and 101,000 left. Bob had the highest status, 20, but the least money.",
        ),
        ("classic-earliest-end", "With a status of 0 and 103,000 left."),
        ("simplified-shared-by-three", "Each with a prestige of 8."),
    ],
)
def test_for_those_who_look_on(name, reason):
    told = draw_public(ended(name)).ceremony
    assert told is not None
    assert told.reason == reason


def test_whoever_won_alone_reads_it_on_the_table():
    drawn = ended("classic-single-winner")
    assert draw_private(drawn, 0).crowned
    assert "You win!" not in private_html(drawn, 0)
    assert not draw_private(ended("classic-shared-win"), 0).crowned
