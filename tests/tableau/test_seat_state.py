"""What programs are told that a seat may do, and how it stands."""

from typing import Any

import pytest

from games.positions import first_position
from games.rules import IllegalAction
from games.tableau import Tableau, tableau_of
from games.tableau.seat_state import ACT, FINISHED, PLAYING, SeatState
from tests.support.cartes_scenes import MARKET, VALETS, table
from tests.support.rules.cartes_table import seat
from tests.support.rules.each_game import every_game, options_of
from tests.support.scenes import by_chance, play, scene

PRIZES = ["possession-8", "possession-3", "title-1"]
DISCARD = "discard_possession"


def told(drawn, seat):
    return tableau_of(drawn.rules).seat_state(drawn, seat)


def offered(drawn, seat):
    return {one.type: one.reason or "" for one in told(drawn, seat).available_actions}


@every_game
def test_what_can_be_done_is_what_is_legal_in_whole_games(game):
    for position in by_chance(game.slug, "whole", 3).back():
        drawn = scene(game, position)
        for at in range(3):
            state = told(drawn, at)
            enabled = {one.type for one in state.available_actions if one.enabled}
            assert enabled == kinds_of(game, position.state, at)
            assert all(one.enabled or one.reason for one in state.available_actions)
            assert (state.choice is not None) == (at in game.to_act(position.state))


def kinds_of(game, state, at):
    if at not in game.to_act(state):
        return set()
    kinds = {game.action_to_json(action)["kind"] for action in game.legal_actions(state, at)}
    return {"select_card" if kind == DISCARD else kind for kind in kinds}


@every_game
def test_spectators_are_told_the_phase_alone(game):
    drawn = scene(game, first_position(game, game.setup(3, 1, options_of(game, True))))
    state = told(drawn, None)
    assert (state.available_actions, state.choice, state.remaining_money) == ((), None, None)
    assert state.phase
    assert told(scene(game, by_chance(game.slug, "whole", 3)), None).phase == FINISHED


class TestAuctions:
    def test_tell_the_least_bid_and_with_what(self):
        drawn = play("high-society", [4], [6], "pass", deck=PRIZES)
        choice = told(drawn, 0).choice
        assert choice is not None
        assert (choice.kind, choice.least_bid, choice.least_added) == ("bid", 7000, 3000)
        assert choice.cards == (1000, 2000, 3000, 6000, 8000, 10000, 12000, 15000, 20000, 25000)
        assert choice.prompt == "Add at least 3,000."

    def test_tell_where_money_and_status_stand(self):
        drawn = play("high-society", [4], "pass", "pass", [6], deck=["possession-8", "title-1"])
        leading = told(drawn, 0)
        assert (leading.current_bid_total, leading.remaining_money) == (6000, 96000)
        assert (leading.status, leading.projected_status) == (8, 16)
        behind = told(drawn, 1)
        assert (behind.current_bid_total, behind.remaining_money) == (0, 106000)
        assert (behind.status, behind.projected_status) == (0, 0)

    def test_say_why_not(self):
        drawn = play("high-society", [4], deck=PRIZES)
        assert set(offered(drawn, 0).values()) == {"It is not your turn."}
        not_now = "You cannot do that now: the table shows what is to be decided."
        assert offered(drawn, 1) == {"bid": "", "pass": "", "select_card": not_now}
        beyond = play("high-society", [25, 20, 15, 12, 10, 8, 6, 4, 3, 2, 1], deck=PRIZES)
        assert offered(beyond, 1)["bid"] == "You cannot raise."

    def test_of_a_theft_name_the_possessions_to_choose_from(self):
        drawn = play(
            "high-society",
            [1],
            "pass",
            "pass",
            [2],
            "pass",
            "pass",
            "pass",
            deck=["possession-8", "possession-3", "theft"],
        )
        choice = told(drawn, 0).choice
        assert choice is not None
        assert (choice.kind, choice.cards, choice.least_bid) == ("select_card", ("possession-3", "possession-8"), None)
        assert choice.prompt == "Choose the possession to give up."
        not_now = "You cannot do that now: the table shows what is to be decided."
        assert offered(drawn, 0) == {"bid": not_now, "pass": not_now, "select_card": ""}

    def test_call_a_misfortune_by_another_phase(self):
        assert told(play("high-society", deck=["scandal"]), 0).phase == "disgrace_auction"
        assert told(play("high-society", deck=PRIZES), 0).phase == "auction"

    def test_of_amounts_have_no_cards_to_choose(self):
        choice = told(play("high-society-simplified", 7), 1).choice
        assert choice is not None
        assert (choice.kind, choice.cards, choice.least_bid, choice.least_added) == ("bid", (), 8, 8)


class TestCartes:
    def test_name_the_cards_that_can_be_bought_laid_or_evolved(self):
        drawn = table(seat(), seat(hand=VALETS[:1], po=5), acting=1)
        choice = told(drawn, 1).choice
        assert choice is not None
        assert choice.cards == (*MARKET, *VALETS[:1])
        assert choice.least_bid is None
        assert told(drawn, 1).remaining_money == 5

    def test_say_why_not(self):
        assert offered(table(seat(), seat(), market=()), 1) == {
            "buy": "The market is empty.",
            "play": "Your hand is empty.",
            "replace": "Your board is empty.",
            "evolve": "A card evolves when three of its name and of level 1 are all in hand or all on the board.",
            "end_turn": "",
        }
        assert set(offered(table(seat(), seat()), 0).values()) == {"It is not your turn."}


SILENT: Any = type("Silent", (Tableau,), {name: staticmethod(print) for name in Tableau.__abstractmethods__})()
"""Of a game that says nothing about programs."""


class TestAnyOtherGame:
    def test_offers_its_one_kind_of_action_to_whoever_is_to_act(self):
        drawn = play("high-society", deck=PRIZES)
        state = SILENT.seat_state(drawn, 0)
        assert [(one.type, one.enabled) for one in state.available_actions] == [(ACT, True)]
        assert state.choice is not None
        assert state.choice.prompt == "Your turn"
        assert SILENT.seat_state(drawn, 1) == SILENT.seat_state(drawn, None) == SeatState(PLAYING)

    def test_is_finished_at_its_end(self):
        over = scene(play("high-society").rules, by_chance("high-society", "whole", 3))
        assert SILENT.seat_state(over, 0) == SeatState(FINISHED)

    def test_has_no_cards_to_choose_and_no_sums_to_hide(self):
        rules = play("high-society").rules
        assert SILENT.without_amounts({"type": "moved", "total": 3}) == {"type": "moved", "total": 3}
        assert SILENT.phase_begun_by(rules, {"type": "game_started"}) == PLAYING
        with pytest.raises(IllegalAction, match="no card is chosen"):
            SILENT.read_selection(rules, "possession-8")
