"""The finder finds what it should, however it is written, and nothing else."""

import json
import random
from typing import Any

import pytest

from games.rules import GAMES, find_rules
from tests.support.rules.each_game import AUCTIONS, hidden
from tests.support.secrecy.finder import Finder, spelt

CLASSIC: Any = find_rules("high-society")
NUMBERS = (13, 2, 7, 0, 15, 9, 4, 11, 1, 14, 6, 10, 3, 12, 5, 8)
DECK = [CLASSIC.cards[number].id for number in NUMBERS]
NAMES = [CLASSIC.cards[number].name for number in NUMBERS]
SEED, SALT = "5eed5eed5eed", "5a175a175a17"
FINDER = Finder(CLASSIC, SEED, SALT)


def told_by(text, drawn=2):
    """What a text tells while so many cards have been drawn."""
    return FINDER.told_by(text, [DECK[drawn:]])


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
    assert told_by(text)


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
    assert told_by(text) == []


def test_what_is_drawn_is_no_secret():
    told = [len(told_by(" ".join(DECK), drawn)) for drawn in range(17)]
    assert told == sorted(told, reverse=True)
    assert told[0] > 8
    assert told[14:] == [0, 0, 0]


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.slug)
def test_finds_any_shuffled_deck_of_every_game(rules):
    finder = Finder(rules, "none of this", "")
    ids, *names = spelt(rules)
    words = [dict(zip(ids, spelling, strict=True)) for spelling in (ids, *names, map(str, range(len(ids))))]
    for seed in range(50 if rules in AUCTIONS else 4):
        piles = hidden(rules, rules.setup(3, seed))
        for spelling in words:
            assert finder.told_by(" ".join(spelling[card] for card in piles[-1]), piles)
        shuffled = sorted(piles[-1], key=lambda card: random.Random(f"{seed}{card}").random())
        for spelling in words:
            assert len(finder.told_by(" ".join(spelling[card] for card in shuffled), piles)) < 3
