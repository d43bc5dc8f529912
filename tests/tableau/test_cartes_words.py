"""The words of a turn of CartesSociété: what can be done, what a card gains, what an order means, how it ended."""

import pytest

from games.tableau.cartes.orders import PurchaseWish, order_of
from tests.support.rules.cartes_table import RULES, copies, position, seat
from tests.support.scenes import draw_private, draw_public, going_on, private_html

VALETS = copies("cerf-valet", 3)
MARSHAL = "loup-marechal-1"


def turn(*board, market=(), **mine):
    return going_on(RULES, position(seat(*board, **mine), seat(), turn=10, acting=0, market=market))


@pytest.mark.parametrize(
    ("drawn", "words"),
    [
        (turn(market=[MARSHAL]), "Your hand is empty: buy a card, then play it."),
        (turn(), "You have nothing to play."),
        (turn(market=[MARSHAL], po=0), "You have nothing to play."),
        (turn(hand=VALETS), "You may play one card."),
        (turn(VALETS[0], hand=VALETS[1:]), "You may play or replace one card."),
        (turn(VALETS[0], hand=VALETS[1:], played=True), "You have played your card for this turn."),
    ],
)
def test_says_what_can_be_played(drawn, words):
    assert draw_private(drawn, 0).play_words == words
    assert words in private_html(drawn, 0)


def test_cards_to_buy_and_to_play_tell_what_they_gain():
    """A tip would not do: on a phone whoever touches a button has bought the card."""
    for drawn in (turn(market=[MARSHAL]), turn(hand=[MARSHAL])):
        assert "for each other card of its family beside it." in private_html(drawn, 0)


def test_what_is_to_be_played_from_the_market_is_bought_first():
    view = RULES.view(turn(hand=VALETS[:1], market=[*VALETS[1:], MARSHAL]).position.state, 0)
    wish: PurchaseWish = {"buy": [VALETS[1]], "play": MARSHAL, "then": "end"}
    assert order_of(RULES, view, 10, wish).buy == (MARSHAL, VALETS[1])
    assert order_of(RULES, view, 10, {**wish, "play": VALETS[0]}).buy == (VALETS[1],)


def test_the_fallen_are_told_when():
    last = position(seat(*VALETS), seat(pv=1), turn=10, acting=1)
    told = draw_public(going_on(RULES, last, {"kind": "end_turn"})).ceremony
    assert told is not None
    assert [(result.name, [count.text for count in result.counts]) for result in told.results] == [
        ("Ana", ["PV at the end"]),
        ("Bob", ["PV at the end, in turn 10"]),
    ]
