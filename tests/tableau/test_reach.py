"""Which raises are open to whom."""

import json

import pytest

from games.tableau.auction.reach import missing_below, runs_words, sums_of
from tests.support.scenes import draw_private, draw_public, play

PRIZES = ["possession-8", "possession-3"]


def test_sums_of_a_few_notes():
    assert sums_of((1000, 4000, 10000)) == (0, 1000, 4000, 5000, 10000, 11000, 14000, 15000)


@pytest.mark.parametrize(
    ("totals", "words"),
    [
        ((13,), "13"),
        ((13, 14), "13, 14"),
        ((13, 14, 16, 17, 18), "13, 14, 16–18"),
        ((1, 3, 5, 7), "1, 3, 5, 7"),
        ((1, 3, 5, 7, 9), "1, 3, 5 … 9"),
    ],
)
def test_runs_in_words(totals, words):
    assert runs_words(totals, 1) == words


def test_what_is_missing_between():
    assert missing_below((3000, 4000, 7000), 1000) == [5000, 6000]
    assert missing_below((), 1000) == []


def raises(scene):
    return [seat.raises for seat in draw_public(scene).seats]


def test_raises_of_full_purses():
    assert raises(play("high-society", [4, 8], deck=PRIZES)) == ["can bid 13,000–106,000"] * 3


def test_raises_around_gaps():
    scene = play("high-society", [2, 3, 6, 8], "pass", "pass", deck=PRIZES)
    assert raises(scene)[0] == "can bid 1,000, 4,000, 5,000, 10,000–17,000 … 87,000"


def test_raises_of_who_is_out_and_who_cannot():
    spent = [8, 10, 12, 15, 20, 25]
    scene = play("high-society", spent, "pass", "pass", [1], [20], "pass", deck=PRIZES)
    assert raises(scene) == ["cannot raise", "can bid 21,000–106,000", ""]


def test_raises_in_the_simplified_game():
    assert raises(play("high-society-simplified", 12)) == ["can bid 13–45", "can bid 13–45", "can bid 13–45"]


def test_raises_are_nobodys_business_with_closed_purses():
    assert raises(play("high-society", [4], deck=PRIZES, open_purses=False)) == ["", "", ""]


def composer(scene, seat):
    made = draw_private(scene, seat).composer
    assert made is not None
    return made


@pytest.mark.parametrize(
    ("actions", "must", "reach"),
    [
        ((), "Bid at least 1,000.", ""),
        (([4], [12], [15]), "Add at least 12,000.", ""),
        (([1], [8], [25, 20]), "Add at least 45,000.", "No change is given: your notes never make 105,000."),
    ],
)
def test_what_must_be_added(actions, must, reach):
    told = composer(play("high-society", *actions, deck=PRIZES), 0)
    assert told.must_add == must
    assert told.reach == reach


def test_gaps_are_named_where_they_are_few():
    told = composer(play("high-society", [2], "pass", "pass", deck=PRIZES), 0)
    assert told.reach == "No change is given: your notes never make 2,000, 102,000."


def test_few_notes_reach_few_totals():
    spent = [1, 2, 3, 4, 6, 8, 10]
    told = composer(play("high-society", spent, "pass", "pass", deck=PRIZES), 0)
    assert told.reach == "No change is given: your notes make only 12,000, 15,000, 20,000, 25,000 … 72,000."
    assert told.must_add == "Bid at least 12,000."


def test_facts_for_the_browser():
    """What the others have bid is on the table alone: a form that waits is the same whatever they bid."""
    drawn = play("high-society-simplified", 40, 41, 42)
    assert json.loads(composer(drawn, 0).facts) == {
        "notes": False,
        "turn": True,
        "own": 40,
        "totals": [41, 42, 43, 44, 45],
        "purse": 45,
        "scale": 45,
    }
    assert dict(draw_public(drawn).facts) == {"highest": "42", "bidder": "2", "least": "45 45 45", "poorest": "* * *"}
    assert (composer(drawn, 0).least, composer(drawn, 0).most) == (43, 45)
    assert composer(drawn, 1) == composer(play("high-society-simplified", 40, 41), 1)


def test_a_bid_can_be_composed_before_the_turn_but_not_after_passing():
    scene = play("high-society", "pass", [4], deck=PRIZES)
    assert draw_private(scene, 0).composer is None
    assert draw_private(scene, 0).status == "You have passed."
    assert draw_public(scene).waiting == "Waiting for Cleo."
    assert not draw_private(scene, 1).my_turn
    assert json.loads(composer(scene, 1).words)["highest"] == "You have the highest bid."
    assert dict(draw_public(scene).facts)["bidder"] == "1"
    assert composer(scene, 2).must_add == "Bid at least 5,000."
