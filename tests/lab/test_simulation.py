"""Games of bots against bots."""

from itertools import permutations

import pytest

from games.lab.simulation import Match, labels, play_game, play_games, seating
from games.rules import IllegalAction


def without_times(records):
    return [(record.seating, record.winners, record.cast_out, record.decisions) for record in records]


def test_three_take_all_six_seatings_in_turn():
    assert [seating(3, number) for number in range(7)] == [
        (0, 1, 2),
        (1, 2, 0),
        (2, 0, 1),
        (0, 2, 1),
        (2, 1, 0),
        (1, 0, 2),
        (0, 1, 2),
    ]


@pytest.mark.parametrize("entries", [2, 4, 5])
def test_every_seating_has_its_turn(entries):
    seatings = [seating(entries, number) for number in range(120)]
    assert set(seatings) == set(permutations(range(entries)))


def test_eight_in_a_row_bring_everybody_to_every_seat():
    for seat in range(8):
        assert {seating(8, number)[seat] for number in range(40, 48)} == set(range(8))


def test_entries_of_the_same_bot_are_told_apart():
    assert labels(["bold", "expert", "bold"]) == ("bold#1", "expert", "bold#2")


def test_the_same_number_gives_the_same_game():
    match = Match("high-society", ("random", "bold", "cautious"), seed=4)
    assert without_times([play_game(match, 3)]) == without_times([play_game(match, 3)])


def test_another_seed_gives_other_games():
    first, second = (Match("high-society", ("random", "random", "random"), seed=seed) for seed in (1, 2))
    assert without_times(play_games(first, 5)) != without_times(play_games(second, 5))


def test_expert_repeats_itself_on_a_playout_budget():
    match = Match("high-society-simplified", ("expert", "random", "random"), playouts=1)
    assert without_times(play_games(match, 2)) == without_times(play_games(match, 2))


def test_without_rotation_everybody_keeps_the_seat():
    match = Match("high-society", ("random", "random", "random"), rotate=False)
    assert {record.seating for record in play_games(match, 4)} == {(0, 1, 2)}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"game": "whist"}, "unknown_game"),
        ({"bots": ("random", "random", "shark")}, "unknown_bot"),
        ({"bots": ("random", "random", "")}, "unknown_bot"),
        ({"bots": ("random", "random")}, "invalid_player_count"),
        ({"bots": ("random",) * 6}, "invalid_player_count"),
        ({"seconds": 0.1, "playouts": 5}, "invalid_budget"),
        ({"seconds": 0.0}, "invalid_budget"),
        ({"seconds": float("nan")}, "invalid_budget"),
        ({"seconds": float("inf")}, "invalid_budget"),
        ({"playouts": 0}, "invalid_budget"),
        ({"seed": 2**300}, "invalid_seed"),
    ],
)
def test_a_match_that_cannot_be_played_cannot_be_built(change, code):
    with pytest.raises(IllegalAction) as refusal:
        Match(**{"game": "high-society", "bots": ("random", "random", "random"), **change})
    assert refusal.value.code == code
