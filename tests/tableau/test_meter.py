"""Who would be cast out if the game ended now, and after paying a bid."""

import pytest

from games.tableau import Person, tableau_of
from games.tableau.auction.comparison import Poorest, comparison
from games.tableau.auction.meter import poorest_if_paying
from tests.support.scenes import draw_private, draw_public, play, private_html, scene

PRIZES = ["possession-8", "possession-3", "title-1"]


MORE = "You have 4,000 more than Ana, the poorest."
LESS = "You are the poorest: 4,000 less than everybody else."


@pytest.mark.parametrize(
    ("mine", "who", "words"),
    [
        (12000, [1], "You have 4,000 more than Bob, the poorest."),
        (8000, [1], "You have as little as Bob, the poorest."),
        (5000, [1], "You are the poorest: 3,000 less than Bob."),
        (12000, [1, 3], "You have 4,000 more than Bob and Dev, the poorest."),
        (8000, [1, 3], "You have as little as Bob and Dev, the poorest."),
        (5000, [1, 3], "You are the poorest: 3,000 less than Bob and Dev."),
        (12000, [1, 3, 4], "You have 4,000 more than the 3 poorest."),
        (5000, [1, 3, 4], "You are the poorest: 3,000 less than 3 others."),
        (12000, [1, 2, 3, 4], "You have 4,000 more than everybody else."),
        (5000, [1, 2, 3, 4], "You are the poorest: 3,000 less than everybody else."),
    ],
)
def test_a_comparison_names_with_whom(mine, who, words):
    assert comparison(play("high-society", players=5), mine, Poorest(8000, tuple(who))) == words


def test_of_two_players_the_other_is_named():
    scene = play("high-society-paris", [4], "pass", players=2)
    assert text_of(scene, 0) == "You are the poorest: 4,000 less than Bob."
    assert dict(draw_public(scene).facts)["poorest"] == "1 0"


def text_of(scene, seat):
    meter = draw_private(scene, seat).meter
    assert meter is not None
    return meter.text


def test_everybody_has_the_same_at_the_start_and_nobody_is_pointed_at():
    scene = play("high-society", deck=PRIZES)
    meter = draw_private(scene, 0).meter
    assert meter is not None
    assert meter.verdict == "even"
    assert meter.text == "Everybody has the same money."
    assert meter.then == "Whoever has least at the end is cast out."
    assert [seat.standing for seat in draw_public(scene).seats] == ["", "", ""]


def test_who_has_paid_is_behind():
    scene = play("high-society", [4], "pass", "pass", deck=PRIZES)
    assert [text_of(scene, seat) for seat in range(3)] == [LESS, MORE, MORE]
    assert [seat.standing for seat in draw_public(scene).seats] == ["poorest", "", ""]


def test_several_poorest_are_called_tied():
    scene = play("high-society", [4], "pass", "pass", "pass", [4], "pass", deck=PRIZES)
    assert [seat.standing for seat in draw_public(scene).seats] == ["tied for poorest", "tied for poorest", ""]


def test_an_open_bid_still_counts_as_its_owners():
    scene = play("high-society", [4], "pass", "pass", [25], deck=PRIZES)
    assert text_of(scene, 0) == LESS


def test_after_paying_for_a_prize_the_others_have_their_bids_back():
    scene = play("high-society", [4], [6], deck=PRIZES)
    assert poorest_if_paying(scene.view())[2] == (106000, (0, 1))


def test_after_paying_for_a_misfortune_only_the_taker_has_the_bid_back():
    scene = play("high-society", [4], [6], [10], deck=["scandal"])
    # Bob takes it: Cleo has lost 10,000. Cleo takes it: Bob has lost 6,000, and that is the worst for Ana.
    assert poorest_if_paying(scene.view())[0] == (100000, (1,))
    assert dict(draw_public(scene).facts)["poorest"] == "1 0 0"


def test_danger_is_told_only_if_the_next_card_can_end_the_game():
    reds = ["title-1", "title-2", "possession-3", "title-3", "possession-5"]
    calm = play("high-society", [4], *["pass"] * 4, deck=reds)
    near = play("high-society", [4], *["pass"] * 6, deck=reds)
    told = [draw_private(scene, seat).meter for scene in (calm, near) for seat in (0, 1)]
    danger = "The next card can end the game: you would be cast out."
    assert [(meter.is_near, meter.then) for meter in told] == [(False, ""), (False, ""), (True, danger), (True, "")]
    assert [" data-near" in private_html(scene, 0) for scene in (calm, near)] == [False, True]


def test_closed_purses_have_no_meter():
    scene = play("high-society", [4], "pass", "pass", deck=PRIZES, open_purses=False)
    assert draw_private(scene, 0).meter is None
    assert poorest_if_paying(scene.view(0)) == poorest_if_paying(scene.view()) == ()


def test_whoever_is_named_is_called_as_they_are_called_now():
    """A seat that was handed over is drawn anew for those who compare themselves with it."""
    drawn = play("high-society", [4])
    renamed = scene(drawn.rules, drawn.position, people=(Person(0, "Zoe"), *drawn.people[1:]))
    key = tableau_of(drawn.rules).private_key
    assert key(drawn, 2) != key(renamed, 2)
