"""Money and status over the auctions: what is drawn, and for whom it is left out."""

from itertools import pairwise

import pytest

from games.tableau import draw_charts
from games.tableau.chart import APART, DASHES, FRAME, spread, ticks_between
from tests.support.rules import each_game
from tests.support.scenes import at, by_chance, play, saved, scene

DECK = ("possession-5", "scandal", "gambling-debt", "title-1")
AUCTIONS = ([4], [6], "pass", "pass", [1], "pass")
"""Ben buys for 6,000; then Cleo takes the scandal, and Ben loses 1,000."""


def values(chart):
    return [row.values for row in chart.rows]


def test_money_and_status_after_each_auction():
    money, status = draw_charts(play("high-society", *AUCTIONS, deck=DECK), None)
    assert [row.words for row in money.rows] == ["The beginning", "1 · Grand Piano", "2 · Scandal"]
    assert values(money) == [
        ("106,000", "106,000", "106,000"),
        ("106,000", "100,000", "106,000"),
        ("106,000", "99,000", "106,000"),
    ]
    assert values(status) == [("0", "0", "0"), ("0", "5", "0"), ("0", "5", "0")]
    assert [line.latest for line in money.lines] == ["106,000", "99,000", "106,000"]


def test_an_open_bid_is_still_its_owners_and_the_auction_under_way():
    money, _status = draw_charts(play("high-society", *AUCTIONS[:5], deck=DECK), None)
    assert [row.words for row in money.rows][1:] == ["1 · Grand Piano", "2 · Scandal, under way"]
    assert money.rows[-1].values == ("106,000", "100,000", "106,000")
    assert [row.now for row in money.rows] == [False, False, True]


def test_plain_money_and_prestige_in_the_simplified_game():
    drawn = play("high-society-simplified", 4, "pass", "pass", deck=("value-5", "double-1"))
    money, status = draw_charts(drawn, None)
    assert (money.title, status.title) == ("Money", "Prestige")
    assert values(money) == [("45", "45", "45"), ("41", "45", "45")]
    assert values(status) == [("0", "0", "0"), ("5", "0", "0")]


def test_status_has_halves_and_goes_below_zero():
    rules_scene = scene(play("high-society").rules, saved("classic-half-score-wins"))
    _money, status = draw_charts(rules_scene, None)
    assert any("½" in value for value in status.rows[-1].values)
    below = scene(rules_scene.rules, saved("classic-negative-score-wins"))
    _money, status = draw_charts(below, None)
    assert any(value.startswith("−") for value in status.rows[-1].values)
    assert status.upwards[0].words.startswith("−")


@pytest.mark.parametrize("rules", each_game.AUCTIONS, ids=lambda rules: rules.slug)
def test_the_last_figures_are_those_of_the_result(rules):
    drawn = scene(rules, by_chance(rules.slug, "chart", rules.max_players))
    money, status = draw_charts(drawn, None)
    outcome = drawn.outcome
    assert outcome is not None
    assert [line.latest for line in money.lines] == [f"{seat.money:,}" for seat in outcome.seats]
    kept = [seat.seat for seat in status.lines if not outcome.seats[seat.seat].cast_out]
    score = [status.lines[seat].latest for seat in kept]
    assert score == [f"{outcome.seats[seat].score:g}".replace(".5", "½").replace("-", "−") for seat in kept]


def test_before_the_end_a_chart_ends_with_the_present_unless_everything_is_open():
    whole = scene(play("high-society").rules, by_chance("high-society", "chart", 3))
    early = whole.at(0)
    money, _status = draw_charts(early, None)
    assert (len(money.rows), money.now) == (1, FRAME.left)
    opened, _status = draw_charts(whole.at(0, everything=True), None, whole)
    assert len(opened.rows) > 4
    assert (opened.rows[0].now, opened.now) == (True, FRAME.left)
    assert opened.lines[0].latest == "106,000", "the key tells the present, not the end"


def test_closed_purses_show_the_own_money_alone():
    drawn = play("high-society", *AUCTIONS, deck=DECK, open_purses=False)
    money, status = draw_charts(drawn, 1)
    assert [line.seat for line in money.lines] == [1]
    assert values(money) == [("106,000",), ("100,000",), ("99,000",)]
    assert "only the money of this seat" in money.note
    assert [line.seat for line in status.lines] == [0, 1, 2]
    spectators, _status = draw_charts(drawn, None)
    assert spectators.lines == ()
    assert "nobody's money" in spectators.note


def test_closed_purses_open_at_the_end():
    position = by_chance("high-society", "chart", 3, open_purses=False)
    rules = play("high-society").rules
    assert len(draw_charts(scene(rules, position), None)[0].lines) == 3
    assert len(draw_charts(scene(rules, at(position, position.number - 1)), None)[0].lines) == 0


def test_every_seat_has_its_own_dash_and_emblem():
    drawn = scene(play("high-society-simplified").rules, by_chance("high-society-simplified", "chart", 8))
    for chart in draw_charts(drawn, None):
        assert [line.dash for line in chart.lines] == list(DASHES)
        assert len({line.emblem for line in chart.lines}) == 8


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (0, 10, [0, 2, 4, 6, 8, 10]),
        (0, 106_000, [0, 20_000, 40_000, 60_000, 80_000, 100_000, 120_000]),
        (-5, 3, [-6, -4, -2, 0, 2, 4]),
        (0, 1, [0, 1]),
        (-0.5, 88, [-20, 0, 20, 40, 60, 80, 100]),
    ],
)
def test_ticks_are_round_and_hold_all_values(low, high, ticks):
    assert ticks_between(low, high) == ticks


def test_emblems_do_not_lie_upon_each_other():
    for wanted in ([100.0] * 8, [FRAME.bottom] * 8, [12.0, 12.0, 204.0], [30.0, 100.0]):
        placed = sorted(spread(wanted))
        assert all(after - before >= APART for before, after in pairwise(placed))
        assert placed[-1] <= FRAME.bottom
    assert spread([100.0, 30.0]) == [100.0, 30.0]
