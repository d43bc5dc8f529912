"""What happens at a table, in words."""

import re

import pytest

from games.lab.terminal import words_for
from games.lab.terminal.auction import AuctionWords
from games.lab.terminal.base import listed
from games.lab.terminal.cartes_societe import bonus
from games.rules import find_rules
from games.rules.base import Outcome, SeatResult
from games.rules.cartes_societe.catalogue import KINDS
from games.rules.high_society.cards import CLASSIC


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
    assert words.tell(event) == sentence


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


@pytest.fixture
def cartes():
    return words_for(find_rules("cartes-societe"), ["Ana", "Ben", "You"])


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        ({"type": "game_started", "players": 3, "starter": 0}, "The first to act: Ana."),
        (
            {"type": "turn_started", "turn": 3, "tier": 2, "po": 5, "first": 1},
            "Turn 3, tier 2: 5 gold for everybody. The first to buy: Ben.",
        ),
        (
            {"type": "market_filled", "cards": ["lapin-facteur-1", "ours-general-2"], "reshuffled": False},
            "New in the market: Postman Rabbit and General Bear.",
        ),
        (
            {"type": "market_filled", "cards": ["lapin-facteur-1"], "reshuffled": True},
            "The discard was shuffled. New in the market: Postman Rabbit.",
        ),
        (
            {"type": "card_bought", "seat": 0, "card": "renard-notaire-4", "cost": 3},
            "Ana bought Notary Fox for 3.",
        ),
        ({"type": "card_played", "seat": 1, "card": "renard-notaire-4"}, "Ben laid Notary Fox."),
        (
            {"type": "card_replaced", "seat": 1, "card": "renard-notaire-4", "over": "cerf-valet-1"},
            "Ben laid Notary Fox in the place of Footman Stag.",
        ),
        (
            {"type": "card_evolved", "seat": 2, "card": "cerf-valet-1", "zone": "hand", "discarded": []},
            "You evolved Footman Stag in hand.",
        ),
        (
            {"type": "card_evolved", "seat": 2, "card": "cerf-valet-1", "zone": "board", "discarded": []},
            "You evolved Footman Stag on the board.",
        ),
        ({"type": "turn_ended", "seat": 0}, "Ana ended the turn."),
        ({"type": "combat", "turn": 1, "hits": [], "pv": [400, 400, 400]}, "Combat: nobody was hurt."),
        (
            {
                "type": "combat",
                "turn": 9,
                "hits": [{"by": 0, "on": 1, "damage": 12}, {"by": 2, "on": 1, "damage": 3}],
                "pv": [400, -3, 400],
            },
            "Combat: Ana hit Ben for 12; You hit Ben for 3.",
        ),
        ({"type": "eliminated", "seat": 1, "pv": -3}, "Ben fell, with -3 health."),
        (
            {"type": "piles_mixed", "into": 2, "up": 12, "discarded": ["cerf-valet-1"] * 3},
            "Of the cards left, 12 moved up to tier 2, 3 went.",
        ),
        ({"type": "game_ended", "reason": "last_standing", "winners": [0]}, "Only one player is left."),
        ({"type": "game_ended", "reason": "fell_together", "winners": [0]}, "The last players fell together."),
        ({"type": "game_ended", "reason": "turn_limit", "winners": [0]}, "Turn 30 was the last."),
    ],
)
def test_so_is_every_event_of_cartes_societe(cartes, event, sentence):
    assert cartes.tell(event) == sentence


def test_health_decides_in_cartes_societe(cartes):
    first, second, third = (SeatResult(0, rank > 1, rank, pv, ()) for rank, pv in ((2, -3), (1, 80), (3, -40)))
    told = str(cartes.scores(Outcome("last_standing", (1,), (first, second, third))))
    assert told.splitlines() == [
        "1. Ben, with 80 health",
        "2. Ana, with -3 health",
        "3. You, with -40 health",
        "The winner is Ben.",
    ]
    shared = Outcome("turn_limit", (0, 1), (second, second, third))
    assert str(cartes.scores(shared)).endswith("The winners are Ana and Ben.")


@pytest.mark.parametrize(
    ("family", "level", "words"),
    [
        ("lapin", 2, r"room for \d more"),
        ("renard", 1, r"\+\d/\+\d for each other family"),
        ("loup", 1, r"\+\d/\+0 for each other Wolf"),
        ("herisson", 2, r"\+0/\+\d for each other Hedgehog"),
        ("chouette", 2, r"\+\d/\+\d for each evolved card"),
        ("ours", 2, ""),
    ],
)
def test_every_bonus_is_told(family, level, words):
    dearest = [kind for kind in KINDS if kind.family.key == family][-1]
    assert re.fullmatch(words, bonus(dearest.family, dearest.sides[level - 1]))
