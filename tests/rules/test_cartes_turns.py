"""What a turn brings: gold, a first buyer, a market, and between tiers the mixing of piles."""

import pytest

from tests.support.rules.builders import result_of
from tests.support.rules.by_the_book import shuffled, words
from tests.support.rules.cartes_cards import IDS, PILES, cost_of
from tests.support.rules.cartes_table import (
    END,
    RULES,
    after,
    buy,
    copies,
    discard_of,
    everybody_ends,
    fallen,
    market_of,
    pile_of,
    position,
    seat,
    tier_in,
    told,
)
from tests.support.rules.each_game import deck_of, timed_out


def idle_turns(players=2, seed=7):
    """The first state of every turn of a game in which nobody does anything."""
    state, firsts = RULES.setup(players, seed), []
    while state.seat is not None:
        firsts.append(state)
        state = everybody_ends(state)
    return firsts


class TestEveryTurn:
    def test_brings_its_tier_and_gold(self):
        views = [RULES.view(state, None) for state in idle_turns()]
        assert [view.turn for view in views] == list(range(1, 31))
        assert [view.tier for view in views[:11]] == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5]
        assert [view.players[1].po for view in views[:11]] == [4, 3, 5, 5, 7, 7, 9, 9, 11, 11, 11]
        assert {(view.tier, view.players[0].po) for view in views[8:]} == {(5, 11)}

    def test_gold_is_not_kept(self):
        state = after(position(seat(), seat(), turn=1, acting=0, market=copies("cerf-valet", 5)), buy("cerf-valet-1"))
        assert [player.po for player in RULES.view(state, None).players] == [3, 4]
        assert [player.po for player in RULES.view(everybody_ends(state), None).players] == [3, 3]

    def test_is_begun_by_each_seat_in_turn_for_two_turns(self):
        assert [state.seat for state in idle_turns(3)[:8]] == [0, 0, 1, 1, 2, 2, 0, 0]
        assert [RULES.view(state, None).first for state in idle_turns(5)[:12]] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 0, 0]

    @pytest.mark.parametrize(("turn", "first"), [(7, 3), (8, 3), (9, 4), (10, 4), (11, 0), (12, 0), (13, 3)])
    def test_is_begun_by_the_next_who_lives(self, turn, first):
        """Seats 1 and 2 of five are out; turns 13 and 14 would be begun by seat 1."""
        state = position(seat(), fallen(), fallen(), seat(), seat(), turn=turn - 1, acting=_last(turn - 1))
        assert after(state, END).turn == turn
        assert after(state, END).seat == RULES.view(after(state, END), None).first == first

    def test_goes_clockwise_past_those_who_are_out(self):
        state = position(seat(), fallen(), seat(), seat(), turn=6, acting=2)
        order = [state.seat]
        while after(state, END).turn == 6:
            state = after(state, END)
            order.append(state.seat)
        assert order == [2, 3, 0]


def _last(turn):
    """Who acts last of seats 0, 3 and 4 in that turn."""
    first = {6: 3, 7: 3, 8: 3, 9: 4, 10: 4, 11: 0, 12: 0}[turn]
    return {0: 4, 3: 0, 4: 3}[first]


class TestTheMarket:
    def test_holds_the_top_five_of_the_first_pile(self):
        state = RULES.setup(3, 7, deck=deck_of(RULES, *copies("cerf-valet", 5)))
        assert market_of(state) == list(copies("cerf-valet", 5))
        assert pile_of(state, 1) == [card for card in PILES["1"] if not card.startswith("cerf")]

    def test_is_not_filled_within_a_turn(self):
        state = RULES.setup(2, 7, deck=deck_of(RULES, *copies("cerf-valet", 5)))
        state = after(state, buy("cerf-valet-2"), buy("cerf-valet-4"), END)
        assert market_of(state) == ["cerf-valet-1", "cerf-valet-3", "cerf-valet-5"]
        assert len(pile_of(state, 1)) == 30

    def test_is_filled_at_the_start_of_the_next_turn_and_keeps_what_nobody_bought(self):
        state = RULES.setup(2, 7, deck=deck_of(RULES, *copies("cerf-valet", 5), *copies("ours-bucheron", 2)))
        state = after(state, buy("cerf-valet-2"), buy("cerf-valet-4"), END)
        later = after(state, END)
        kept, new = ["cerf-valet-1", "cerf-valet-3", "cerf-valet-5"], ["ours-bucheron-1", "ours-bucheron-2"]
        assert market_of(later) == kept + new
        assert told(state, later, "market_filled") == [{"cards": new, "reshuffled": False}]

    def test_that_is_full_is_left_alone(self):
        first, second = idle_turns()[:2]
        assert market_of(first) == market_of(second)
        assert told(after(first, END), second, "market_filled") == []

    def test_draws_from_the_discard_when_the_pile_runs_out(self):
        """Two cards are left; the discard is shuffled to be the pile, and the other three come from there."""
        discard = copies("loup-capitaine", 5)
        state = position(
            seat(), seat(), fallen(), turn=11, acting=1, pile=copies("cerf-monarque", 2), discard=discard, seed="run"
        )
        later = after(state, END)
        order = shuffled(words(f"{state.setup.digest}/refill/12"), discard)
        assert market_of(later) == ["cerf-monarque-1", "cerf-monarque-2", *order[:3]]
        assert pile_of(later, 5) == sorted(order[3:])
        assert discard_of(later) == []
        assert told(state, later, "market_filled") == [{"cards": market_of(later), "reshuffled": True}]

    def test_leaves_the_discard_alone_as_long_as_the_pile_lasts(self):
        discard = copies("loup-capitaine", 5)
        state = position(seat(), seat(), fallen(), turn=11, acting=1, pile=copies("cerf-monarque", 5), discard=discard)
        later = after(state, END)
        assert (market_of(later), pile_of(later, 5)) == (list(copies("cerf-monarque", 5)), [])
        assert discard_of(later) == list(discard)

    def test_stays_short_when_pile_and_discard_are_empty(self):
        market, pile = copies("cerf-monarque", 2), ["ours-archiduc-1"]
        state = position(seat(), seat(), fallen(), turn=11, acting=1, market=market, pile=pile, discard=())
        short = after(state, END)
        assert market_of(short) == [*market, "ours-archiduc-1"]
        still = everybody_ends(short)
        assert market_of(still) == [*market, "ours-archiduc-1"]
        assert told(after(short, END), still, "market_filled") == []


class TestMixing:
    @pytest.mark.parametrize("turn", range(2, 12))
    def test_comes_after_the_second_turn_of_each_tier_but_the_last(self, turn):
        before, later = idle_turns()[turn - 1 : turn + 1]
        mixed = told(after(before, END), later, "piles_mixed")
        assert bool(mixed) == (turn in {2, 4, 6, 8})

    @pytest.mark.parametrize("turn", [2, 4, 6, 8])
    def test_moves_one_part_up_and_discards_the_other(self, turn):
        before, later = idle_turns(seed=turn)[turn - 1 : turn + 1]
        tier = tier_in(turn)
        left = {*pile_of(before, tier), *market_of(before)}
        discarded = set(discard_of(later)) - set(discard_of(before))
        up = left - discarded
        assert 1 <= len(up) < len(left)
        assert left >= discarded
        assert pile_of(later, tier) == []
        assert {*pile_of(later, tier + 1), *market_of(later)} == {*pile_of(before, tier + 1), *up}
        assert told(after(before, END), later, "piles_mixed") == [
            {"into": tier + 1, "up": len(up), "discarded": sorted(discarded, key=IDS.index)}
        ]

    def test_a_single_card_moves_up(self):
        state = position(seat(), seat(), fallen(), turn=4, acting=0, market=["cerf-majordome-1"], pile=(), discard=())
        later = after(state, END)
        assert discard_of(later) == []
        assert "cerf-majordome-1" in {*pile_of(later, 3), *market_of(later)}
        assert told(state, later, "piles_mixed") == [{"into": 3, "up": 1, "discarded": []}]

    def test_nothing_at_all_may_be_left(self):
        state = position(seat(), seat(), fallen(), turn=4, acting=0, pile=(), discard=())
        later = after(state, END)
        assert {*pile_of(later, 3), *market_of(later)} == set(PILES["3"])
        assert told(state, later, "piles_mixed") == [{"into": 3, "up": 0, "discarded": []}]

    def test_every_cut_comes_up(self):
        """Of three cards one or two move up, in about half of all games each."""
        market = copies("cerf-majordome", 3)
        ups = []
        for seed in range(200):
            state = position(seat(), seat(), fallen(), turn=4, acting=0, market=market, pile=(), discard=(), seed=seed)
            ups.append(told(state, after(state, END), "piles_mixed")[0]["up"])
        assert {1, 2} == set(ups)
        assert 70 < ups.count(1) < 130

    def test_later_cards_of_lower_tiers_keep_their_cost(self):
        state = idle_turns(seed=3)[2]
        cheap = [card for card in {*market_of(state), *pile_of(state, 2)} if cost_of(card) == 1]
        assert cheap
        costs = {card.id: card.cost for card in RULES.view(state, None).piles["2"]}
        assert {costs[card] for card in cheap if card in costs} == {1}

    def test_there_is_none_once_the_game_is_over(self):
        state = position(seat(*copies("cerf-marquis", 5)), seat(pv=1), seat(pv=1), turn=8, acting=2)
        over = after(state, END)
        assert over.seat is None
        assert told(state, over, "piles_mixed") == []
        assert over.piles == state.piles


def test_after_turn_thirty_the_game_stops_and_those_with_most_health_share():
    state = RULES.setup(3, 7)
    over = timed_out(RULES, state)
    outcome = result_of(RULES, over)
    assert over.turn == 30
    assert (outcome.reason, outcome.winners) == ("turn_limit", (0, 1, 2))
    assert [(result.rank, result.score, result.cast_out) for result in outcome.seats] == [(1, 400, False)] * 3
