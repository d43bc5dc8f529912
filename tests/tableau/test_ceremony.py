"""The end, told in the order of the rules."""

import pytest

from games.rules import find_rules
from games.tableau.endings import Told
from tests.support.scenes import draw_private, draw_public, private_html, public_html, saved, scene


def ceremony(name):
    position = saved(name)
    slug = {"classic": "high-society", "paris": "high-society-paris", "simplified": "high-society-simplified"}
    told = draw_public(scene(find_rules(slug[name.partition("-")[0]]), position)).ceremony
    assert told is not None
    return told


def test_a_winner():
    told = ceremony("classic-single-winner")
    assert told.headline == Told("Ana wins", "You win", 0)
    assert told.reason == "With a status of 9 and 96,000 left."
    assert told.end_words == "Royal Favour is the fourth red-edged card: nobody gets it, and the game is over."
    assert told.cast_out == (
        Told(
            "Cleo has the least money, 95,000, and is cast out.",
            "You have the least money, 95,000, and are cast out.",
            2,
        ),
    )
    assert [result.name for result in told.purses] == ["Bob", "Ana", "Cleo"]
    assert [(result.place, result.name, result.score) for result in told.results] == [
        ("1", "Ana", "9"),
        ("2", "Bob", "0"),
        ("–", "Cleo", "4"),
    ]


def test_scores_are_built_line_by_line():
    bob = ceremony("classic-single-winner").results[1]
    assert [(count.text, count.total) for count in bob.counts] == [
        ("Possessions none", "0"),
        ("Titles × 4", "0"),
        ("Scandal ÷ 2", "0"),
    ]


@pytest.mark.parametrize(
    ("name", "headline"),
    [
        ("classic-no-winner-nobody-paid", "Nobody wins"),
        ("classic-shared-win", "{0} and {1} win together"),
        ("simplified-shared-by-three", "{0}, {1} and {2} win together"),
    ],
)
def test_headlines(name, headline):
    told = ceremony(name)
    winners = [result.name for result in told.results if result.won]
    assert told.headline == Told(headline.format(*winners))


def test_all_alike():
    told = ceremony("classic-no-winner-all-paid-alike")
    assert told.cast_out == (Told("Everybody has the same money, 100,000, so everybody is cast out."),)
    assert told.reason == "All are equally poor, and society closes its doors."
    assert {result.place for result in told.results} == {"–"}


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("classic-tie-broken-by-money", ", as others had, but more money: "),
        ("paris-third-tie-break", " left, as others had, but the finest single card."),
    ],
)
def test_why_a_tie_was_broken(name, part):
    assert part in ceremony(name).reason


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("classic-half-score-wins", "½"),
        ("classic-negative-score-wins", "−"),
        ("paris-rounded-down", "Rounded down"),
        ("paris-below-zero-is-zero", "Below zero counts as zero"),
        ("simplified-two-cast-out", "The poorest score nothing"),
    ],
)
def test_unusual_scores(name, text):
    told = ceremony(name)
    assert any(text in f"{count.text} {count.total}" for result in told.results for count in result.counts)


def test_the_dock_is_gone_and_everybody_is_told_their_own_end():
    position = saved("classic-single-winner")
    drawn = scene(find_rules("high-society"), position)
    assert draw_private(drawn, 1).over
    assert 'class="fate" data-seat="1"' in private_html(drawn, 1)
    assert "fieldset" not in private_html(drawn, 1)
    assert draw_private(drawn, 0).status == "You win!"
    assert "Ana wins" in public_html(drawn)
