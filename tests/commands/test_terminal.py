"""What happens at a table, in words."""

import pytest

from games.rules.base import Outcome, SeatResult
from games.rules.high_society.cards import CLASSIC
from games.terminal.auction import AuctionWords
from games.terminal.base import listed


@pytest.fixture
def words():
    return AuctionWords(CLASSIC.cards, ["Ana", "Ben", "You"])


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        ({"type": "game_started", "players": 3, "starter": 1}, "The first to act: Ben."),
        ({"type": "card_revealed", "card": "possession-4", "red_revealed": 1}, "Turned up: Pearls (4)."),
        ({"type": "card_revealed", "card": "scandal", "red_revealed": 2}, "Turned up: Scandal, red card 2 of 4."),
        ({"type": "bid_placed", "seat": 0, "cards": [1000], "total": 11_000}, "Ana bid 11,000."),
        ({"type": "bid_placed", "seat": 0, "total": 7}, "Ana bid 7."),
        ({"type": "passed", "seat": 2, "returned": []}, "You passed."),
        ({"type": "passed", "seat": 2, "returned": [1000, 2000]}, "You passed and took 3,000 back."),
        ({"type": "passed", "seat": 2, "returned": 3}, "You passed and took 3 back."),
        ({"type": "card_won", "seat": 1, "card": "title-1", "total": 4000}, "Ben won Knighthood for 4,000."),
        ({"type": "card_won", "seat": 1, "card": "title-1", "total": 0}, "Ben won Knighthood for nothing."),
        ({"type": "card_won", "seat": 1, "card": "title-1", "total": None}, "Ben won Knighthood."),
        ({"type": "misfortune_taken", "seat": 1, "card": "theft"}, "Ben took Theft."),
        ({"type": "money_lost", "seat": 0, "cards": [6000], "total": 6000}, "Ana lost 6,000."),
        ({"type": "money_lost", "seat": 0, "cards": None, "total": None}, "Ana lost the open bid."),
        (
            {"type": "possession_stolen", "seat": 0, "card": "possession-10", "pending": False},
            "Ana gave up Palace (10).",
        ),
        (
            {"type": "possession_stolen", "seat": 0, "card": "possession-10", "pending": True},
            "Ana gave up Palace (10), which was due.",
        ),
        (
            {"type": "theft_pending", "seat": 1},
            "Ben had nothing to give up yet: the next such card will go.",
        ),
        ({"type": "game_ended", "reason": "fourth_red_card", "winners": [0]}, "That ends the game."),
    ],
)
def test_every_event_is_a_sentence(words, event, sentence):
    assert words.event(event) == sentence


def test_when_all_are_equally_poor_nobody_wins(words):
    poor = SeatResult(106_000, True, 1, 0, ())
    told = str(words.scores(Outcome("fourth_red_card", (), (poor, poor, poor))))
    assert told.startswith("The least money is 106,000. Cast out: Ana, Ben and You.\n")
    assert told.endswith("\nNobody wins.")


def test_halves_are_told_exactly(words):
    rich, poor = SeatResult(9000, False, 1, 5.5, ()), SeatResult(1000, True, 2, 0, ())
    told = str(words.scores(Outcome("fourth_red_card", (0,), (rich, poor, poor))))
    assert told.endswith("The winner is Ana, with 5.5.")


@pytest.mark.parametrize(
    ("names", "text"),
    [(["Ana"], "Ana"), (["Ana", "Ben"], "Ana and Ben"), (["Ana", "Ben", "Cleo"], "Ana, Ben and Cleo")],
)
def test_lists_of_names(names, text):
    assert listed(names) == text
