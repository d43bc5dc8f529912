"""A seed fixes the whole game, on every machine and for ever: what stands here must never change."""

from collections import Counter
from hashlib import sha256
from itertools import islice

import pytest

from games.rules import find_rules
from games.rules.cartes_societe import CARTES_SOCIETE_RULES
from games.rules.chance import Chance
from tests.support.rules.builders import IDS
from tests.support.rules.by_the_book import below, shuffled, words
from tests.support.rules.each_game import PILES, every_auction, every_game, piles_of


def test_the_first_words_of_a_seed():
    assert sha256(b"0/0").hexdigest() == "5513e3eabba6d75402c1c34c7365c6fac01024589d0a6996329255cd18fec5cc"
    assert list(islice(words(0), 4)) == [0x5513, 0xE3EA, 0xBBA6, 0xD754]


def test_dice_of_a_seed():
    dice = Chance(0)
    assert [dice.below(6) for _ in range(20)] == [5, 2, 2, 2, 3, 4, 3, 4, 4, 4, 2, 0, 4, 5, 2, 2, 0, 2, 0, 0]


def test_a_shuffle_of_a_seed():
    assert "".join(Chance("dice").shuffled("abcdefgh")) == "dacgbfhe"


def test_a_word_that_would_favour_small_numbers_is_thrown_away():
    """65,535 is one too many for thirds, 65,532 for sixths; the words after them count."""
    assert list(islice(words(1037), 2)) == [65_535, 31_868]
    assert Chance(1037).below(3) == 31_868 % 3 == 2
    assert Chance(1037).below(65_536) == 65_535
    assert list(islice(words(161_964), 2)) == [65_532, 38_314]
    assert Chance(161_964).below(6) == 38_314 % 6 == 4


@pytest.mark.parametrize("seed", [0, 1, -1, 2**200, "", "a", "ü", "1/0", "Reiner Knizia"])
@pytest.mark.parametrize("limit", [1, 2, 3, 5, 6, 16, 1000, 40_000, 65_535, 65_536])
def test_numbers_follow_the_book(seed, limit):
    chance, stream = Chance(seed), words(seed)
    assert [chance.below(limit) for _ in range(50)] == [below(stream, limit) for _ in range(50)]


@every_auction
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_starter_is_drawn_before_the_deck_is_shuffled(game, players):
    for seed in (*range(20), -5, 2**255, "night", "ünïcödé", "with spaces and / slashes"):
        stream = words(seed)
        starter = below(stream, players)
        deck = shuffled(stream, IDS[game.slug])
        document = game.setup_to_json(game.setup(players, seed))
        assert (document["starter"], document["deck"]) == (starter, deck)


PROMISED = [
    (
        ("high-society", 3, 0, 2),
        "title-3 possession-6 possession-3 title-2 theft possession-8 possession-10 possession-1 possession-2 "
        "gambling-debt scandal possession-5 possession-4 possession-7 possession-9 title-1",
    ),
    (
        ("high-society", 5, 1, 3),
        "possession-2 possession-6 possession-10 possession-9 title-2 theft possession-1 possession-4 possession-7 "
        "possession-8 title-3 gambling-debt possession-5 scandal possession-3 title-1",
    ),
    (
        ("high-society", 3, "Reiner Knizia", 2),
        "possession-6 possession-10 scandal theft title-2 possession-1 gambling-debt possession-9 title-1 "
        "possession-3 possession-4 possession-2 possession-7 possession-5 title-3 possession-8",
    ),
    (
        ("high-society-paris", 4, -7, 1),
        "luxury-3 luxury-4 scandale luxury-8 prestige-1 prestige-2 luxury-5 luxury-9 luxury-7 luxury-10 luxury-1 "
        "passe luxury-6 luxury-2 prestige-3 faux-pas",
    ),
    (
        ("high-society-paris", 3, 2**256 - 1, 2),
        "luxury-2 luxury-7 luxury-8 luxury-3 luxury-4 luxury-6 prestige-1 prestige-3 luxury-5 luxury-9 luxury-10 "
        "prestige-2 faux-pas passe scandale luxury-1",
    ),
    (
        ("high-society-simplified", 3, 0, 2),
        "value-9 double-2 value-1 double-3 value-8 value-5 value-7 double-1 value-2 value-6 value-4 double-4 value-3",
    ),
    (
        ("high-society-simplified", 5, 1, 3),
        "double-4 double-3 double-2 value-1 value-3 value-8 value-7 value-4 value-6 double-1 value-2 value-9 value-5",
    ),
    (
        ("high-society-simplified", 4, "", 1),
        "double-2 value-7 value-8 double-3 value-6 value-2 value-9 value-3 value-5 double-4 double-1 value-4 value-1",
    ),
]


def test_the_piles_of_cartes_societe_are_shuffled_from_the_cheapest_to_the_dearest():
    for seed in (0, 7, "night", 2**255):
        stream = words(seed)
        piles = {tier: shuffled(stream, printed) for tier, printed in PILES["cartes-societe"].items()}
        assert CARTES_SOCIETE_RULES.setup_to_json(CARTES_SOCIETE_RULES.setup(4, seed))["deck"] == piles


def test_a_market_promised_for_ever():
    view = CARTES_SOCIETE_RULES.view(CARTES_SOCIETE_RULES.setup(3, 0), None)
    assert " ".join(card.id for card in view.market) == (
        "loup-braconnier-3 lapin-facteur-5 chouette-ecoliere-2 cerf-valet-1 loup-braconnier-2"
    )


@pytest.mark.parametrize(("setup", "deck"), PROMISED, ids=[f"{setup[0]}-{setup[2]}" for setup, _ in PROMISED])
def test_promised_for_ever(setup, deck):
    slug, players, seed, starter = setup
    game = find_rules(slug)
    document = game.setup_to_json(game.setup(players, seed))
    assert document["starter"] == starter
    assert " ".join(document["deck"]) == deck


@every_game
def test_a_number_and_its_digits_are_the_same_seed(game):
    for seed in (0, 7, -7, 2**100):
        number, text = game.setup_to_json(game.setup(3, seed)), game.setup_to_json(game.setup(3, str(seed)))
        assert (number["deck"], number["starter"]) == (text["deck"], text["starter"])
        assert (number["seed"], text["seed"]) == (seed, str(seed))


@every_game
def test_the_same_seed_gives_the_same_game_and_another_seed_another(game):
    assert game.setup(3, "tonight") == game.setup(3, "tonight")
    decks = {tuple(piles_of(game.setup_to_json(game.setup(3, seed))["deck"])[0]) for seed in range(200)}
    assert len(decks) == 200


def test_the_stream_depends_on_nothing_else():
    """Neither on another stream nor on how often somebody asked before."""
    alone = [Chance(3).below(100) for _ in range(3)]
    assert alone == [alone[0]] * 3
    one, other = Chance(3), Chance(4)
    mixed = [(one.below(1000), other.below(1000)) for _ in range(100)]
    assert [first for first, _ in mixed] == list(draws(3, 1000, 100))
    assert [second for _, second in mixed] == list(draws(4, 1000, 100))


def draws(seed, limit, number):
    chance = Chance(seed)
    return (chance.below(limit) for _ in range(number))


class TestUniform:
    """Fixed seeds, so these never flake; five standard deviations, so only a real bias shows."""

    def test_starters(self):
        starters = Counter(Chance(seed).below(3) for seed in range(3000))
        assert set(starters) == {0, 1, 2}
        assert all(abs(times - 1000) < 5 * 26 for times in starters.values())

    def test_numbers(self):
        numbers = Counter(draws("uniform", 6, 6000))
        assert all(abs(numbers[face] - 1000) < 5 * 29 for face in range(6))

    def test_every_card_comes_to_every_place(self):
        places = Counter(
            (place, card) for seed in range(1600) for place, card in enumerate(Chance(seed).shuffled(range(16)))
        )
        assert len(places) == 256
        assert all(abs(times - 100) < 5 * 9.7 for times in places.values())

    def test_every_order_of_four(self):
        orders = Counter(Chance(seed).shuffled("abcd") for seed in range(2400))
        assert len(orders) == 24
        assert all(abs(times - 100) < 5 * 9.8 for times in orders.values())
