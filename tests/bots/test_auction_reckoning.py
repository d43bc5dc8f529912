"""The numbers bots reckon with at auctions, each against a value worked out by hand."""

from random import Random

import pytest

from games.bots.auction.opponent_model import chances_of_prudence
from games.bots.auction.outlook import Outlook, auctions_to_come, good_points, nearness_of_the_end
from games.bots.auction.playout import Future, settle
from games.bots.auction.position import Position
from games.bots.auction.price_level import expected_spending, price_level
from games.bots.auction.purse import added_by, cheapest, handiest
from games.bots.auction.table import DEBT, SCANDAL, THEFT, TITLE, Standing, Table, card_number, read_table
from games.rules.high_society import CLASSIC_RULES

CLASSIC_DECK = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, TITLE, TITLE, TITLE, SCANDAL, DEBT, THEFT]


def standing(money=106, bid=0, points=0, lowest=0, **rest):
    counts = {"titles": 0, "scandals": 0, "debts": 0, "thefts_pending": 0} | rest
    return Standing(money=money, bid=bid, points=points, lowest=lowest, **counts)


def a_table(*players, card=7, undrawn=(1, 2, TITLE), past=(), reds_left=1, highest_bid=0, game="high-society"):
    return Table(
        me=0,
        unit=1000,
        players=list(players),
        still_in=list(range(1, len(players))),
        card=card,
        highest_bid=highest_bid,
        past=list(past),
        undrawn=list(undrawn),
        reds_left=reds_left,
        game=game,
    )


@pytest.mark.parametrize(
    ("card_id", "number"),
    [
        ("possession-10", 10),
        ("luxury-1", 1),
        ("value-9", 9),
        ("title-3", TITLE),
        ("prestige-1", TITLE),
        ("double-4", TITLE),
        ("scandal", SCANDAL),
        ("scandale", SCANDAL),
        ("gambling-debt", DEBT),
        ("passe", DEBT),
        ("theft", THEFT),
        ("faux-pas", THEFT),
    ],
)
def test_cards_are_numbers(card_id, number):
    assert card_number(card_id) == number


def test_a_table_is_read_from_the_view_of_who_is_to_act():
    rules = CLASSIC_RULES
    deck = ["possession-7", *(card.id for card in rules.cards if card.id != "possession-7")]
    state = rules.setup(3, seed=1, deck=deck, starter=2)
    state = rules.play(state, 2, rules.action_from_json({"kind": "bid", "cards": [1000, 4000]}))
    table = read_table(rules.view(state, 0))
    assert (table.me, table.card, table.highest_bid, table.reds_left) == (0, 7, 5, 4)
    assert [(player.money, player.bid) for player in table.players] == [(106, 0), (106, 0), (106, 5)]
    assert table.still_in == [1, 2]
    assert table.past == []
    assert sorted(table.undrawn) == [-3, -2, -1, 0, 0, 0, 1, 2, 3, 4, 5, 6, 8, 9, 10]


def test_auctions_to_come():
    assert auctions_to_come(16, 4) == pytest.approx(12.6)
    assert auctions_to_come(1, 1) == 0
    assert auctions_to_come(3, 1) == 1
    assert nearness_of_the_end(1, 1) == 1.0
    assert nearness_of_the_end(3, 1) == pytest.approx(1 / 1.2)


def test_points_to_hope_for():
    assert good_points(CLASSIC_DECK) == 55 + 3 * 8
    outlook = Outlook([4, 2, TITLE], players=2)
    assert outlook.hoped[3][1] == pytest.approx(1 * (14 / 3) / 2)
    assert outlook.hoped[1][1] == 0


def test_receiving_cards():
    at = Position(a_table(standing(), standing(points=9, lowest=4), standing()))
    for seat, card in [(0, 7), (0, 3), (0, TITLE), (0, SCANDAL), (0, DEBT), (1, THEFT), (2, THEFT)]:
        at.receive(seat, card)
    assert (at.points[0], at.lowest[0], at.titles[0], at.scandals[0], at.debts[0]) == (10, 3, 1, 1, 1)
    assert at.score(0) == 5.0
    assert at.points[1] == 5
    assert at.pending == [0, 0, 1]
    at.receive(2, 10)
    assert (at.points[2], at.pending[2]) == (0, 0)


def test_a_price_is_the_cards_share_of_the_spare_money():
    at = Position(a_table(standing(50), standing(40), standing(20)))
    prices = at.prices(6, 5.99, keeps=[1.0, 0.5, 1.0], tempers=[1.0, 1.0, 1.0])
    assert prices == pytest.approx([(50 - 20) / 2, (40 - 10) / 2, 0.0])


def test_the_keenest_pays_what_the_next_would_and_one_more():
    at = Position(a_table(standing(50), standing(40), standing(30)))
    settle(at, 6, [9.0, 15.0, 2.0])
    assert at.money == [50, 30, 30]
    assert at.points == [0, 6, 0]


def test_the_least_willing_takes_a_misfortune_and_the_others_pay():
    at = Position(a_table(standing(50), standing(40), standing(3)))
    settle(at, DEBT, [9.0, 4.0, 5.0])
    assert at.money == [46, 40, 0]
    assert at.debts == [0, 1, 0]


def test_strangers_are_thought_frugal_until_they_spend():
    fresh, _ = price_level(a_table(standing(), standing(), standing(), undrawn=CLASSIC_DECK[1:], reds_left=4))
    assert fresh == pytest.approx(0.1)
    lavish = a_table(standing(), standing(76), standing(76), past=[10, 9], undrawn=CLASSIC_DECK[:8] + CLASSIC_DECK[10:])
    assert expected_spending(lavish) > 0
    assert price_level(lavish)[0] > 2 * fresh


def test_who_is_well_behind_is_hardly_prudent():
    assert chances_of_prudence(a_table(standing(106), standing(100), standing(106))) == [0.6, 0.4, 0.6]
    assert chances_of_prudence(a_table(standing(106), standing(104), standing(106))) == [0.6, 0.6, 0.6]


def test_the_handiest_raise_keeps_small_change():
    rules = CLASSIC_RULES
    state = rules.setup(3, seed=1, starter=0)
    state = rules.play(state, 0, rules.action_from_json({"kind": "bid", "cards": [2000, 3000]}))
    table = read_table(rules.view(state, 1))
    action = handiest(cheapest(rules.legal_actions(state, 1)), table)
    assert (rules.action_to_json(action)["cards"], added_by(action, table)) == ([6000], 6)


def test_a_worthless_price_is_no_gain():
    """All my money for a card, with rivals who have spent nothing: I am cast out in every future."""
    table = a_table(standing(106), standing(106), standing(106), undrawn=[1, TITLE], card=2)
    future = Future(table, 0.0, 0.0, Random(1))
    assert sum(future.gain(106) for _ in range(50)) <= 0


def test_the_last_misfortune_is_worth_paying_for():
    """One red card is left and it is next: who takes the debt loses to the equal rival, who pays nothing."""
    mine, rival, poor = standing(60, points=10, lowest=10), standing(50, points=9, lowest=9), standing(5)
    table = a_table(mine, rival, poor, card=DEBT, undrawn=[TITLE], reds_left=1)
    assert Future(table, 1.0, 0.0, Random(1)).gain(1) == 1.0
