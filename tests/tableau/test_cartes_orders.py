"""The form for a standing order in CartesSociété: what it offers, what it says, and what is refused."""

import pytest
from django.http import QueryDict

from games.pages.parts import difference, draw_all
from games.standing_orders import OrderRefused, OrderTooLate
from games.standing_orders.purchases import END, FINISH, Order
from games.tableau import tableau_of
from tests.support.cartes_scenes import MARKET, SMITHS, VALETS, after, table
from tests.support.rules.cartes_table import END as END_TURN
from tests.support.rules.cartes_table import RULES, buy, fallen, play, seat

TABLEAU = tableau_of(RULES)


def bobs_turn():
    """Bob has a card in hand and one on the board; Dev has fallen."""
    return table(seat(), seat(*SMITHS[:1], hand=VALETS[:1]), seat(), fallen(), acting=1)


def panel_of(drawn, seat, given=(), filled=""):
    return TABLEAU.order_form.draw(drawn, seat, given, QueryDict(filled))


def form_of(drawn, seat):
    return draw_all(TABLEAU.order_form.fragments(panel_of(drawn, seat)))


def ordered(drawn, seat, posted, stage=3):
    view = RULES.view(drawn.position.state, seat)
    return TABLEAU.order_form.order_of(RULES, view, stage, TABLEAU.order_form.read_wish(QueryDict(posted)))


class TestForm:
    def test_offers_what_one_could_do(self):
        panel = panel_of(bobs_turn(), 1)
        assert (panel.stage, panel.when) == (3, "In this turn")
        assert [card.words for card in panel.market] == [
            "Hawker Fox (1), 1 PO",
            "Butler Stag (1), 2 PO",
            "Schoolgirl Owl (1), 1 PO",
        ]
        assert [card.value for card in panel.laid] == ["", VALETS[0], *MARKET]
        assert [place.words for place in panel.places] == ["beside the others", "in the place of Blacksmith Bear (1)"]
        assert [ending.value for ending in panel.endings if ending.chosen] == ["end"]

    def test_is_for_the_next_turn_once_the_own_is_over(self):
        later = after(bobs_turn(), END_TURN)
        assert (panel_of(later, 1).stage, panel_of(later, 1).when) == (4, "In the next turn")
        assert panel_of(later, 2).stage == 3
        assert TABLEAU.order_form.key(bobs_turn(), 1) != TABLEAU.order_form.key(later, 1)
        assert TABLEAU.order_form.key(bobs_turn(), 2) == TABLEAU.order_form.key(later, 2)

    def test_is_drawn_anew_when_the_owner_has_other_cards(self):
        bought, laid = after(bobs_turn(), buy(MARKET[0])), after(bobs_turn(), play(VALETS[0]))
        assert TABLEAU.order_form.key(bobs_turn(), 1) != TABLEAU.order_form.key(bought, 1)
        assert TABLEAU.order_form.key(bobs_turn(), 1) != TABLEAU.order_form.key(laid, 1)
        assert TABLEAU.order_form.key(bobs_turn(), 2) == TABLEAU.order_form.key(laid, 2)

    def test_loses_what_others_have_bought_and_is_left_in_peace_otherwise(self):
        bought = after(bobs_turn(), buy(MARKET[0]))
        assert TABLEAU.order_form.key(bobs_turn(), 2) != TABLEAU.order_form.key(bought, 2)
        before, now = (form_of(drawn, 2) for drawn in (bobs_turn(), bought))
        told = difference(before, now)
        assert told.keys() == {"order-market", "order-play"}
        assert before.keys() - now.keys() == {f"order-buy-{MARKET[0]}", f"order-play-{MARKET[0]}"}
        for kept in ("<label", "<option", MARKET[0]):
            assert kept not in "".join(told.values())

    def test_comes_back_as_it_was_sent(self):
        filled = f"buy={MARKET[2]}&buy={MARKET[0]}&play={VALETS[0]}&over={SMITHS[0]}&evolve=on&then=ask"
        panel = panel_of(bobs_turn(), 1, filled=filled)
        chosen = [[option.value for option in options if option.chosen] for options in (panel.market, panel.laid)]
        assert chosen == [[MARKET[0], MARKET[2]], [VALETS[0]]]
        assert panel.evolve
        assert [option.value for option in (*panel.places, *panel.endings) if option.chosen] == [SMITHS[0], "ask"]

    def test_is_not_for_the_fallen(self):
        assert panel_of(bobs_turn(), 3) is None

    def test_is_not_for_a_turn_that_never_comes(self):
        last = after(table(seat(), seat(), turn=30, acting=0), END_TURN)
        assert panel_of(last, 0) is None
        assert panel_of(last, 1).stage == 30


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ({"then": END}, "Turn 3: end the turn."),
        ({}, "Turn 3: ask me."),
        (
            {"buy": MARKET[:2], "play": VALETS[0], "then": END},
            "Turn 3: buy Hawker Fox and Butler Stag if still there, play Footman Stag, end the turn.",
        ),
        (
            {"evolve": True, "play": VALETS[0], "over": SMITHS[0]},
            "Turn 3: evolve what can, replace Blacksmith Bear by Footman Stag, ask me.",
        ),
    ],
)
def test_an_order_is_told_in_a_sentence(terms, words):
    (given,) = panel_of(bobs_turn(), 1, [(7, Order(FINISH, stage=3, **terms))]).given
    assert (given.id, given.words) == (7, words)


class TestGiving:
    def test_takes_what_was_chosen_once_and_in_order(self):
        posted = f"buy={MARKET[1]}&buy={MARKET[0]}&buy={MARKET[1]}&play={MARKET[1]}&over={SMITHS[0]}&evolve=on&then=end"
        assert ordered(bobs_turn(), 1, posted) == Order(
            FINISH, stage=3, buy=(MARKET[1], MARKET[0]), play=MARKET[1], over=SMITHS[0], evolve=True, then=END
        )

    def test_may_be_as_little_as_to_end_the_turn(self):
        assert ordered(bobs_turn(), 0, "then=end") == Order(FINISH, stage=3, then=END)

    @pytest.mark.parametrize(
        ("posted", "code"),
        [
            ("", "invalid_then"),
            ("then=dance", "invalid_then"),
            ("then=end&buy=cerf-monarque-1", "not_in_market"),
            ("then=end&buy=", "not_in_market"),
            ("then=end&play=cerf-monarque-1", "bad_card"),
            ("then=end&play=%00", "bad_card"),
            (f"then=end&over={SMITHS[0]}", "bad_place"),
            (f"then=end&play={VALETS[0]}&over={VALETS[0]}", "bad_place"),
        ],
    )
    def test_refuses_what_makes_no_sense(self, posted, code):
        with pytest.raises(OrderRefused) as refused:
            ordered(bobs_turn(), 1, posted)
        assert refused.value.code == code

    def test_refuses_what_is_for_another_turn(self):
        with pytest.raises(OrderTooLate) as late:
            ordered(bobs_turn(), 1, "then=end", stage=2)
        with pytest.raises(OrderRefused) as early:
            ordered(bobs_turn(), 1, "then=end", stage=4)
        assert (late.value.code, early.value.code) == ("stale", "too_early")

    def test_refuses_what_is_for_a_turn_that_never_comes(self):
        last = after(table(seat(), seat(), turn=30, acting=0), END_TURN)
        with pytest.raises(OrderRefused) as refused:
            ordered(last, 0, "then=end", stage=31)
        assert refused.value.code == "last_turn"

    def test_refuses_orders_of_the_fallen(self):
        with pytest.raises(OrderRefused) as refused:
            ordered(bobs_turn(), 3, "then=end")
        assert refused.value.code == "fallen"
