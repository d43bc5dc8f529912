"""Wins, shares and intervals, all worked out by hand."""

import csv
import json
from io import StringIO

import pytest

from games.lab.intervals import wilson_interval
from games.lab.simulation import GameRecord
from games.lab.summary import Parameters, Report, Tally


def game(seating, winners, cast_out=(), decisions=(10, 10, 10), seconds=(0.1, 0.2, 0.3)):
    return GameRecord(seating, winners, cast_out, decisions, seconds)


@pytest.fixture
def tally():
    """Four games: ann wins, ann and ben share, nobody wins, cleo wins."""
    tally = Tally(("ann", "ben", "cleo"))
    tally.add(game((0, 1, 2), winners=(0,), cast_out=(2,)))
    tally.add(game((1, 2, 0), winners=(0, 1), cast_out=(2,)))
    tally.add(game((2, 0, 1), winners=(), cast_out=(0, 1, 2)))
    tally.add(game((0, 2, 1), winners=(2,), cast_out=(0,), decisions=(30, 10, 10)))
    return tally


@pytest.mark.parametrize(
    ("share", "games", "low", "high"),
    [
        (0.6, 100, 0.5020, 0.6906),
        (0.5, 10, 0.2366, 0.7634),
        (0.0, 10, 0.0, 0.2775),
        (1.0, 10, 0.7225, 1.0),
        (1.0, 1, 0.2065, 1.0),
    ],
)
def test_wilson_interval(share, games, low, high):
    assert wilson_interval(share, games) == pytest.approx((low, high), abs=0.00005)


def test_a_shared_win_is_a_win_for_each_and_counts_in_parts(tally):
    ann, ben, cleo = tally.summaries()
    assert (ann.wins, ben.wins, cleo.wins) == (2, 1, 1)
    assert (ann.win_rate, ben.win_rate, cleo.win_rate) == (0.5, 0.25, 0.25)
    assert (ann.win_share, ben.win_share, cleo.win_share) == (0.375, 0.125, 0.25)
    assert (ann.shared_win_rate, ben.shared_win_rate, cleo.shared_win_rate) == (0.25, 0.25, 0.0)


def test_cast_out_and_time(tally):
    ann, ben, cleo = tally.summaries()
    assert (ann.cast_out_rate, ben.cast_out_rate, cleo.cast_out_rate) == (0.5, 0.25, 0.75)
    assert ann.seconds_per_decision == pytest.approx(0.4 / 60)
    assert cleo.seconds_per_decision == pytest.approx(1.2 / 40)


def test_wins_are_counted_by_seat(tally):
    ann, ben, cleo = tally.summaries()
    assert ann.games_by_seat == (2, 1, 1)
    assert ann.wins_by_seat == (1, 0, 1)
    assert ben.wins_by_seat == (1, 0, 0)
    assert cleo.wins_by_seat == (0, 1, 0)


def test_totals(tally):
    assert tally.totals(elapsed_seconds=2.0) == {
        "games": 4,
        "shared_games": 1,
        "no_winner_games": 1,
        "win_share_by_seat": (0.375, 0.25, 0.125),
        "elapsed_seconds": 2.0,
        "games_per_second": 2.0,
    }


def test_before_the_first_game_there_is_nothing_to_tell():
    (ann, _) = Tally(("ann", "ben")).summaries()
    assert (ann.games, ann.wins, ann.win_share, ann.win_share_low) == (0, 0, None, None)
    assert ann.seconds_per_decision is None


ASKED: Parameters = {
    "game": "whist",
    "bots": ("ann", "ben", "cleo"),
    "seed": 1,
    "seconds": None,
    "playouts": None,
    "rotate": True,
    "games_asked": 3,
    "jobs": 1,
    "interrupted": False,
}


def test_json_and_csv_tell_the_same(tally):
    report = Report(ASKED, tally.totals(2.0), tally.summaries())
    told = json.loads(report.as_json())
    rows = list(csv.DictReader(StringIO(report.as_csv())))
    assert [row["bot"] for row in rows] == ["ann", "ben", "cleo"]
    for row, bot in zip(rows, told["bots"], strict=True):
        assert row["game"] == "whist"
        assert row["bots"] == "ann,ben,cleo"
        assert row["no_winner_games"] == "1"
        assert float(row["win_share"]) == bot["win_share"]
        assert float(row["win_share_high"]) == bot["win_share_high"]
    assert told["bots"][0]["wins_by_seat"] == [1, 0, 1]
