"""Turns of several actions: one clock, one call, one settlement of the bank, and orders that finish them."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.models import SETTLING, Action, Game, Order
from games.queries.integrity import discrepancies
from games.queries.scenes import scene_of
from games.rules import find_rules
from games.services.refusals import Refused, Stale
from games.services.turn import clock, play, standing_orders, timeouts
from games.services.turn.schedule import PACES, TELL_AFTER, TELL_AFTER_LIVE, WITHIN_A_TURN
from tests.support.rules.each_game import deck_of
from tests.support.tables import deal, do, fresh, person, running_table, whole_table
from tests.support.times import MONDAY

pytestmark = pytest.mark.django_db

RULES = find_rules("cartes-societe")
SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)
END_TURN = {"kind": "end_turn"}
MARKET = ("cerf-valet-1", "cerf-valet-2", "cerf-valet-3", "ours-bucheron-1", "lapin-facteur-1")


def buys(card):
    return {"kind": "buy", "card": card}


def plays(card):
    return {"kind": "play", "card": card}


@pytest.fixture
def people(now):
    return [person(name) for name in ("Ana", "Ben", "Cleo")]


def table(people, **wishes):
    game = running_table(*people, slug=RULES.slug, rated=False, **wishes)
    return deal(game, people, deck=deck_of(RULES, *MARKET))


@pytest.fixture
def live(people):
    return table(people, turn_seconds=60)


@pytest.fixture
def over_days(people):
    return table(people, turn_seconds=86_400, bank_seconds=86_400)


def moments(game):
    return Game.objects.values("deadline", "remind_at", "turn_began_at", "turn").get(pk=game.pk)


def wakes_at(game) -> Any:
    return fresh(game).wake_at


def bank_of(game, seat):
    return fresh(game).seats.get(number=seat).bank_left


def give(game, user, **wish):
    stage = wish.pop("stage", scene_of(whole_table(game)).stage)
    return standing_orders.give(user=user, game_id=game.id, stage=stage, **{"then": "end", **wish})


def sweep():
    """Let the clock do all that is due."""
    while due := clock.claim_due():
        for game_id in due:
            clock.run_due(game_id)


def played(game):
    return [(action.seat, action.action) for action in Action.objects.filter(game=game).order_by("number")]


class TestClock:
    def test_runs_on_until_the_turn_is_over(self, live, people, now):
        before = moments(live)
        assert before["deadline"] == MONDAY + SETTLING + 60 * SECOND
        for action in (buys(MARKET[0]), plays(MARKET[0])):
            now.shift(10 * SECOND)
            do(live, people[0], action)
            assert moments(live) == before
        do(live, people[0], END_TURN)
        assert fresh(live).turn == 1
        assert fresh(live).deadline == timezone.now() + 60 * SECOND
        assert discrepancies(fresh(live)) == []

    def test_a_form_is_for_one_action(self, live, people):
        version = live.version
        do(live, people[0], buys(MARKET[0]), version=version)
        with pytest.raises(Stale):
            do(live, people[0], buys(MARKET[1]), version=version)

    def test_calls_whoever_is_to_act_once(self, live, people):
        do(live, people[0], END_TURN)
        assert fresh(live).tell_at == fresh(live).wake_at == MONDAY + TELL_AFTER_LIVE
        do(live, people[1], buys(MARKET[0]))
        assert (fresh(live).tell_at, fresh(live).wake_at) == (None, fresh(live).remind_at)

    def test_ends_the_turn_when_time_is_up(self, live, people, now):
        do(live, people[0], buys(MARKET[0]))
        now.move_to(fresh(live).deadline)
        assert timeouts.time_out(game_id=live.id)
        assert played(live) == [(0, buys(MARKET[0])), (0, END_TURN)]
        assert Action.objects.get(game=live, number=2).made_by == "clock"
        assert fresh(live).turn == 1

    def test_costs_as_little_as_a_move_of_any_game(self, live, people, django_assert_max_num_queries):
        do(live, people[0], buys(MARKET[0]))
        version = fresh(live).version
        # Eight as everywhere, and one for the orders of whoever is to act.
        with django_assert_max_num_queries(9):
            play.act(user=people[0], game_id=live.id, version=version, key="k", action=plays(MARKET[0]))


class TestBank:
    def test_is_filled_once_for_a_quick_turn(self, over_days, people, now):
        over_days.seats.update(bank_left=0)
        now.shift(HOUR)
        do(over_days, people[0], buys(MARKET[0]))
        assert bank_of(over_days, 0) == 0
        do(over_days, people[0], END_TURN)
        assert bank_of(over_days, 0) == 86_400 // 4

    def test_pays_for_the_whole_turn(self, over_days, people, now):
        now.shift(HOUR)
        do(over_days, people[0], buys(MARKET[0]))
        now.shift(DAY + HOUR)
        do(over_days, people[0], plays(MARKET[0]))
        assert bank_of(over_days, 0) == 86_400
        do(over_days, people[0], END_TURN)
        assert bank_of(over_days, 0) == 86_400 - 2 * 3600


def test_bots_take_less_time_within_a_turn(people):
    game = table(people[:2], bot_pace="human")
    for who in people[:2]:
        do(game, who, END_TURN)
    least, most = (seconds * SECOND for seconds in PACES["human"])
    assert MONDAY + least <= wakes_at(game) <= MONDAY + most
    bought = RULES.action_from_json(buys(MARKET[0]))
    assert play.act_for_bot(game_id=game.id, number=2, seat=2, action=bought)
    assert MONDAY + least * WITHIN_A_TURN <= wakes_at(game) <= MONDAY + most * WITHIN_A_TURN


class TestOrders:
    def test_finish_a_turn(self, over_days, people):
        give(over_days, people[1], buy=[MARKET[1], MARKET[0]], play=MARKET[0])
        do(over_days, people[0], buys(MARKET[1]))
        do(over_days, people[0], END_TURN)
        sweep()
        assert played(over_days)[2:] == [(1, buys(MARKET[0])), (1, plays(MARKET[0])), (1, END_TURN)]
        assert fresh(over_days).turn == 2
        assert {action.made_by for action in Action.objects.all()} == {"player"}
        assert discrepancies(fresh(over_days)) == []

    def test_act_at_once_in_the_own_turn(self, over_days, people):
        give(over_days, people[0], buy=[MARKET[0]])
        sweep()
        assert played(over_days) == [(0, buys(MARKET[0])), (0, END_TURN)]

    def test_call_their_owner_when_they_have_nothing_more_to_say(self, over_days, people):
        give(over_days, people[1], buy=[MARKET[0]], then="ask")
        do(over_days, people[0], END_TURN)
        assert fresh(over_days).tell_at is None, "the order acts first"
        sweep()
        now = fresh(over_days)
        assert (now.turn, now.act_at, now.tell_at) == (1, None, MONDAY + TELL_AFTER)
        assert now.wake_at == now.tell_at

    def test_may_take_the_place_of_others(self, over_days, people):
        give(over_days, people[1], buy=[MARKET[0]])
        give(over_days, people[1], buy=[MARKET[1]])
        assert [order.terms["buy"] for order in Order.objects.all()] == [[MARKET[1]]]

    def test_may_be_withdrawn(self, over_days, people):
        give(over_days, people[1], buy=[MARKET[0]])
        standing_orders.withdraw(user=people[1], game_id=over_days.id, order_id=Order.objects.get().pk)
        do(over_days, people[0], END_TURN)
        sweep()
        assert fresh(over_days).turn == 1
        assert fresh(over_days).tell_at == MONDAY + TELL_AFTER

    def test_are_for_the_next_turn_once_the_own_is_over(self, over_days, people):
        do(over_days, people[0], END_TURN)
        with pytest.raises(Stale) as refused:
            give(over_days, people[0], stage=1)
        assert refused.value.code == "stale"
        give(over_days, people[0], stage=2, buy=[MARKET[0]])
        do(over_days, people[1], END_TURN)
        do(over_days, people[2], END_TURN)
        sweep()
        assert played(over_days)[3:] == [(0, buys(MARKET[0])), (0, END_TURN)]

    def test_end_with_their_turn(self, over_days, people):
        give(over_days, people[1], then="ask")
        for who in people:
            do(over_days, who, END_TURN)
        assert fresh(over_days).turn == 0
        assert not Order.objects.exists()

    def test_are_refused_for_what_nobody_can_buy(self, over_days, people):
        with pytest.raises(Refused) as refused:
            give(over_days, people[1], buy=["cerf-monarque-1"])
        assert refused.value.code == "not_in_market"
        assert not Order.objects.exists()
