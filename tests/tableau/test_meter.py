"""Who would be cast out if the game ended now, and after paying a bid."""

import pytest

from games.tableau.auction.meter import least_if_paying, verdict_words
from tests.support.scenes import draw_private, draw_public, play, private_html, public_html

PRIZES = ["possession-8", "possession-3", "title-1"]


@pytest.mark.parametrize(
    ("mine", "least", "words"),
    [
        (12000, 8000, "Safe by 4,000"),
        (8000, 8000, "Cast out, tied for poorest"),
        (7000, 8000, "Cast out, 1,000 behind the next"),
    ],
)
def test_three_verdicts(mine, least, words):
    assert verdict_words(mine, least) == words


def test_everybody_has_the_same_at_the_start_and_nobody_is_pointed_at():
    scene = play("high-society", deck=PRIZES)
    meter = draw_private(scene, 0).meter
    assert meter is not None
    assert meter.verdict == "even"
    assert meter.text == "Everybody has the same money."
    assert meter.when == "Whoever has least at the end is cast out."
    assert [seat.standing for seat in draw_public(scene).seats] == ["", "", ""]


def test_who_has_paid_is_behind():
    scene = play("high-society", [4], "pass", "pass", deck=PRIZES)
    told = [draw_private(scene, seat).meter for seat in range(3)]
    assert [meter and meter.text for meter in told] == [
        "Cast out, 4,000 behind the next",
        "Safe by 4,000",
        "Safe by 4,000",
    ]
    assert [seat.standing for seat in draw_public(scene).seats] == ["poorest", "", ""]


def test_several_poorest_are_called_tied():
    scene = play("high-society", [4], "pass", "pass", "pass", [4], "pass", deck=PRIZES)
    assert [seat.standing for seat in draw_public(scene).seats] == ["tied for poorest", "tied for poorest", ""]


def test_an_open_bid_still_counts_as_its_owners():
    scene = play("high-society", [4], "pass", "pass", [25], deck=PRIZES)
    meter = draw_private(scene, 0).meter
    assert meter is not None
    assert meter.text == "Cast out, 4,000 behind the next"


def test_after_paying_for_a_prize_the_others_have_their_bids_back():
    scene = play("high-society", [4], [6], deck=PRIZES)
    assert least_if_paying(scene.view())[2] == 106000


def test_after_paying_for_a_misfortune_only_the_taker_has_the_bid_back():
    scene = play("high-society", [4], [6], [10], deck=["scandal"])
    # Bob takes it: Cleo has lost 10,000. Cleo takes it: Bob has lost 6,000, and that is the worst for Ana.
    assert least_if_paying(scene.view())[0] == 100000


def test_closed_purses_have_no_meter():
    scene = play("high-society", [4], "pass", "pass", deck=PRIZES, open_purses=False)
    assert draw_private(scene, 0).meter is None
    assert least_if_paying(scene.view(0)) == least_if_paying(scene.view()) == ()
    assert "poorest" not in public_html(scene)
    assert "if the game ended now" in private_html(play("high-society", [4], "pass", "pass", deck=PRIZES), 0)
    assert "if the game ended now" not in private_html(scene, 0)
