"""The finder finds what it should, however it is written, and nothing else."""

import json
import random
from typing import Any

import pytest

from games.rules import GAMES, find_rules
from tests.secrecy.finder import Finder

CLASSIC: Any = find_rules("high-society")
NUMBERS = (13, 2, 7, 0, 15, 9, 4, 11, 1, 14, 6, 10, 3, 12, 5, 8)
DECK = [CLASSIC.cards[number].id for number in NUMBERS]
NAMES = [CLASSIC.cards[number].name for number in NUMBERS]
SEED, SALT = "5eed5eed5eed", "5a175a175a17"
FINDER = Finder(CLASSIC.cards, {"deck": DECK, "seed": SEED}, SALT)


@pytest.mark.parametrize(
    "text",
    [
        f"<p data-x='{SEED}'>",
        f"Error: {SALT}.",
        json.dumps(DECK),
        json.dumps(DECK[4:7]),
        " ".join(DECK[13:]),
        " ".join(reversed(DECK[3:6])),
        "".join(f"<li class='card'><b id='{card}'>x</b></li>" for card in DECK[2:5]),
        "".join(f"<li aria-label='{name}, worth 3'><b>{name}</b></li>" for name in NAMES[2:5]),
        " and then ".join(NAMES[7:10]).upper(),
        "&quot;, &quot;".join(DECK[4:7]),
        f"Setup(deck={NUMBERS})",
        str(list(NUMBERS[3:6])),
        f'data-order="{" ".join(map(str, NUMBERS[3:6]))}"',
        "".join(f"<li>{number}</li>" for number in NUMBERS[3:6]),
        json.dumps({"deck": list(map(str, NUMBERS))}),
    ],
)
def test_finds(text):
    assert FINDER.told_by(text, drawn=2)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Alice bids 5,000.",
        " ".join(card.id for card in CLASSIC.cards),
        " ".join(card.name for card in reversed(CLASSIC.cards)),
        " ".join(DECK[:4]),
        " ".join(DECK[2:4]),
        f"{DECK[2]} {DECK[3]} {DECK[0]} {DECK[4]}",
        DECK[2] + " " + DECK[3] + "." * 4000 + DECK[4],
        "1 2 3 4 6 8 10 12 15 20 25",
        '<path d="M7 0 15 9 4"/>',
        "7,000 0,000 15,000",
        "at 07:00:15.9",
    ],
)
def test_finds_nothing(text):
    assert FINDER.told_by(text, drawn=2) == []


def test_what_is_drawn_is_no_secret():
    told = [len(FINDER.told_by(" ".join(DECK), drawn)) for drawn in range(17)]
    assert told == sorted(told, reverse=True)
    assert told[0] > 8
    assert told[14:] == [0, 0, 0]


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.slug)
def test_finds_any_shuffled_deck_of_every_game(rules):
    for seed in range(50):
        setup = rules.setup_to_json(rules.setup(3, seed))
        cards = {card.id: card for card in rules.cards}
        finder = Finder(rules.cards, {**setup, "seed": "none of this"}, "")
        for spelling in (setup["deck"], [cards[card].name for card in setup["deck"]]):
            assert finder.told_by(json.dumps(spelling), drawn=1)
        shuffled = sorted(setup["deck"], key=lambda card: random.Random(f"{seed}{card}").random())
        assert len(finder.told_by(json.dumps(shuffled), drawn=1)) < 3
