"""Everybody hits everybody at once; who is left, who fell together, who wins."""

import pytest

from games.rules import IllegalAction
from tests.support.rules.builders import code_of, result_of
from tests.support.rules.cartes_cards import IDS, attack_of, hp_of
from tests.support.rules.cartes_table import (
    END,
    RULES,
    after,
    board_of,
    copies,
    discard_of,
    everybody_ends,
    fallen,
    hand_of,
    market_of,
    pile_of,
    position,
    seat,
    told,
)

STAGS = copies("cerf-marquis", 5)
BEARS = copies("ours-general", 5)


def health(state):
    return [player.pv for player in RULES.view(state, None).players]


def test_everybody_hits_everybody_for_attack_less_health():
    """A board of bears shields its owner; who has no board is hit by the others' whole attack."""
    state = position(seat(*BEARS[:1]), seat(*STAGS[:3]), seat(), turn=8, acting=2)
    attacks, shields = (attack_of(BEARS[:1]), attack_of(STAGS[:3]), 0), (hp_of(BEARS[:1]), hp_of(STAGS[:3]), 0)
    hits = [
        {"by": by, "on": on, "damage": attacks[by] - shields[on]}
        for by in range(3)
        for on in range(3)
        if by != on and attacks[by] > shields[on]
    ]
    lost = [sum(hit["damage"] for hit in hits if hit["on"] == at) for at in range(3)]
    later = after(state, END)
    assert health(later) == [400 - amount for amount in lost]
    assert told(state, later, "combat") == [{"turn": 8, "hits": hits, "pv": health(later)}]


def test_a_shield_never_heals():
    state = position(seat(*BEARS), seat("cerf-valet-1"), turn=8, acting=0, market=())
    later = everybody_ends(state)
    assert health(later)[0] == 400
    assert health(later)[1] < 400


def test_cards_never_die():
    state = position(seat(*STAGS[:3], hand=["lapin-facteur-1"]), seat(*BEARS[:2]), turn=8, acting=0)
    later = everybody_ends(state)
    assert (board_of(later, 0), hand_of(later, 0)) == (list(STAGS[:3]), ["lapin-facteur-1"])
    assert board_of(later, 1) == list(BEARS[:2])


def _before_combat(state):
    """The state in which the last player of the turn acts."""
    while after(state, END).turn == state.turn:
        state = after(state, END)
    return state


class TestFalling:
    @pytest.fixture
    def state(self):
        """Seat 2 will fall with a card on the board and one in hand."""
        stags = seat(*STAGS)
        return position(stags, seat(), seat("lapin-facteur-1", hand=["lapin-facteur-2"], pv=1), turn=7, acting=2)

    def test_health_goes_below_zero(self, state):
        later = everybody_ends(state)
        left = 1 - attack_of(STAGS) + hp_of(["lapin-facteur-1"])
        assert health(later)[2] == left < -1
        assert told(_before_combat(state), later, "eliminated") == [{"seat": 2, "pv": left}]

    def test_zero_is_out(self):
        state = position(seat("cerf-valet-1"), seat(pv=attack_of(["cerf-valet-1"])), seat(), turn=2, acting=2)
        later = everybody_ends(state)
        assert health(later)[1] == 0
        assert not RULES.view(later, None).players[1].alive

    def test_one_is_not(self):
        state = position(seat("cerf-valet-1"), seat(pv=1 + attack_of(["cerf-valet-1"])), seat(), turn=2, acting=2)
        assert RULES.view(everybody_ends(state), None).players[1].alive

    def test_the_cards_leave_the_game(self, state):
        later = everybody_ends(state)
        assert (board_of(later, 2), hand_of(later, 2)) == ([], [])
        somewhere = {*discard_of(later), *market_of(later), *board_of(later, 0)}
        for tier in range(1, 6):
            somewhere |= set(pile_of(later, tier))
        assert set(IDS) - somewhere == {"lapin-facteur-1", "lapin-facteur-2"}

    def test_who_is_out_neither_acts_nor_hits_nor_is_hit(self, state):
        later = everybody_ends(state)
        player = RULES.view(later, None).players[2]
        assert (player.po, player.attack, player.ended) == (0, 0, False)
        assert RULES.legal_actions(later, 2) == ()
        again = everybody_ends(later)
        assert health(again)[2] == health(later)[2]


class TestTheEnd:
    def test_the_last_one_standing_wins(self):
        state = position(seat(*STAGS), seat(pv=5), fallen(3, -10), turn=8, acting=1)
        over = everybody_ends(state)
        outcome = result_of(RULES, over)
        assert (outcome.reason, outcome.winners) == ("last_standing", (0,))
        assert [(seat.rank, seat.cast_out, seat.money) for seat in outcome.seats] == [
            (1, False, 0),
            (2, True, 0),
            (3, True, 0),
        ]
        assert outcome.seats[2].score == outcome.seats[2].lines[0].total == -10
        assert told(state, over, "game_ended") == [{"reason": "last_standing", "winners": [0]}]
        assert RULES.view(over, 0).outcome == outcome

    def test_of_those_who_fall_together_the_healthiest_wins(self):
        """Equal boards hit equally hard, so who had one more before has one more after."""
        state = position(seat(STAGS[0], pv=1), seat(STAGS[1], pv=2), fallen(), turn=8, acting=1)
        outcome = result_of(RULES, everybody_ends(state))
        assert (outcome.reason, outcome.winners) == ("fell_together", (1,))
        assert [(seat.rank, seat.cast_out) for seat in outcome.seats] == [(2, True), (1, False), (3, True)]
        assert outcome.seats[0].score == outcome.seats[1].score - 1 < 0

    def test_those_who_fall_together_with_equal_health_share(self):
        state = position(seat("cerf-valet-1", pv=1), seat("cerf-valet-2", pv=1), fallen(1, -3), turn=4, acting=0)
        outcome = result_of(RULES, everybody_ends(state))
        assert (outcome.reason, outcome.winners) == ("fell_together", (0, 1))
        assert [(seat.rank, seat.cast_out) for seat in outcome.seats] == [(1, False), (1, False), (3, True)]

    def test_who_fell_earlier_never_wins(self):
        """Seat 2 went out with more health than seats 0 and 1 have now."""
        state = position(seat("cerf-valet-1", pv=1), seat("cerf-valet-2", pv=1), fallen(1, 0), turn=4, acting=0)
        assert result_of(RULES, everybody_ends(state)).winners == (0, 1)

    def test_turn_thirty_is_the_last(self):
        """Seat 14 mod 4 = 2 begins it, so of seats 0, 1 and 2 the last is seat 1."""
        state = position(seat(pv=30), seat(pv=40), seat(pv=40), fallen(29, -1), turn=30, acting=1)
        outcome = result_of(RULES, after(state, END))
        assert (outcome.reason, outcome.winners) == ("turn_limit", (1, 2))
        assert [(seat.rank, seat.cast_out) for seat in outcome.seats] == [
            (3, False),
            (1, False),
            (1, False),
            (4, True),
        ]

    def test_turn_thirty_may_also_leave_one_standing(self):
        stags = seat(*STAGS)
        state = position(stags, seat(pv=1), fallen(29), fallen(29), turn=30, acting=1)
        assert result_of(RULES, everybody_ends(state)).reason == "last_standing"

    def test_nothing_follows(self):
        over = everybody_ends(position(seat(*STAGS), seat(pv=5), turn=8, acting=1))
        assert RULES.to_act(over) == ()
        assert RULES.legal_actions(over, 0) == ()
        with pytest.raises(IllegalAction) as error:
            RULES.play(over, 0, END)
        assert code_of(error) == "game_over"
