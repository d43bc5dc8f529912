"""Standing orders: how they are given and withdrawn, when they act, and when they do not."""

import asyncio
from datetime import timedelta
from itertools import pairwise
from typing import Any
from unittest.mock import Mock

import pytest
from django.utils import timezone

from accounts.services.accounts import delete_account, personal_data
from games.models import Action, Game, Order
from games.queries.integrity import discrepancies
from games.queries.positions import position_of, rules_of
from games.queries.scenes import scene_of
from games.services import announce
from games.services.care import interventions
from games.services.refusals import NotAllowed, Refused, Stale
from games.services.table import seats
from games.services.turn import clock, play, schedule, standing_orders
from games.standing_orders.auction import ASK, EXACT, FEWEST, GIVE_UP, LASTING, PASS_AT, RAISE, THIS_AUCTION
from games.standing_orders.auction import PASS as PASS_NOW
from tests.support import tables
from tests.support.factories import UserFactory
from tests.support.tables import PASS, bid, deal, do, person, play_to_the_end, running_table, whole_table
from tests.support.times import MONDAY

pytestmark = pytest.mark.django_db

DAY = 86_400


@pytest.fixture
def people(now):
    return [person(name) for name in ("Ana", "Ben", "Cleo")]


@pytest.fixture
def admin():
    return UserFactory(is_staff=True)


@pytest.fixture
def game(people):
    """A table where turns last a day: Ana begins."""
    return table_with(people, "possession-5", "possession-8", "title-1", turn_seconds=DAY)


def table_with(people, *cards, **wishes):
    game = running_table(*people, **wishes)
    rules: Any = rules_of(game)
    rest = [card.id for card in rules.cards if card.id not in cards]
    return deal(game, people, deck=(*cards, *rest))


def fresh(game) -> Any:
    return tables.fresh(game)


def give(game, user, kind, **terms):
    asked = {"stage": scene_of(whole_table(game)).stage, "scope": THIS_AUCTION, **terms}
    return standing_orders.give(user=user, game_id=game.id, kind=kind, **asked)


def lasting(game, user, kind, card_kind="", **terms):
    return give(game, user, kind, scope=LASTING, card_kind=card_kind, **terms)


def sweep() -> list[str]:
    """One round of the clock, without bots' thoughts."""
    due = clock.claim_due()
    for game_id in due:
        clock.run_due(game_id)
    return due


def last_action(game):
    action = Action.objects.filter(game=game).order_by("number").last()
    assert action is not None
    return action.seat, action.action, action.made_by, action.key


class TestActing:
    def test_acts_as_soon_as_its_turn_begins(self, game, people):
        give(game, people[1], PASS_NOW)
        do(game, people[0], bid(1))
        assert fresh(game).wake_at == MONDAY
        assert sweep() == [game.id]
        assert last_action(game) == (1, PASS, "player", None)
        assert fresh(game).turn == 2
        assert (fresh(game).act_at, fresh(game).deadline) == (None, MONDAY + timedelta(days=1))
        assert discrepancies(fresh(game)) == []

    def test_acts_at_once_if_its_turn_has_begun(self, game, people):
        give(game, people[0], RAISE, limit=2000, then=ASK)
        assert last_action(game) == (0, bid(1), "player", None)

    def test_orders_of_several_follow_each_other(self, game, people):
        give(game, people[1], RAISE, limit=6000, then=PASS_NOW)
        give(game, people[2], RAISE, limit=4000, then=PASS_NOW)
        lasting(game, people[0], PASS_AT, "possession", limit=2000)
        do(game, people[0], bid(1))
        while sweep():
            pass
        played = [(action.seat, action.action) for action in Action.objects.filter(game=game).order_by("number")]
        assert played[:6] == [(0, bid(1)), (1, bid(2)), (2, bid(3)), (0, PASS), (1, bid(3)), (2, PASS)]

    def test_asks_where_it_says_nothing(self, game, people):
        give(game, people[1], PASS_AT, limit=3000)
        do(game, people[0], bid(1))
        assert fresh(game).act_at is None
        assert sweep() == []
        assert fresh(game).turn == 1

    def test_one_for_this_auction_silences_lasting_ones(self, game, people):
        lasting(game, people[1], PASS_NOW, "possession")
        give(game, people[1], PASS_AT, limit=3000)
        do(game, people[0], bid(1))
        assert sweep() == []

    def test_ends_with_its_auction(self, game, people):
        give(game, people[0], PASS_AT, limit=25_000)
        lasting(game, people[1], PASS_NOW, "title")
        do(game, people[0], bid(1))
        do(game, people[1], PASS)
        do(game, people[2], PASS)
        assert [order.card_kind for order in Order.objects.all()] == ["title"]

    def test_lasting_one_acts_for_its_kind_of_card(self, game, people):
        lasting(game, people[1], PASS_NOW, "title")
        for _ in range(2):
            do(game, people[0], bid(1 + Action.objects.count()))
            for user in people[1:]:
                assert sweep() == []
                do(game, user, PASS)
        do(game, people[0], bid(2))
        assert sweep() == [game.id]
        assert last_action(game)[:2] == (1, PASS)

    def test_gives_up_a_possession(self, people):
        game = table_with(people, "possession-5", "possession-8", "theft", turn_seconds=DAY)
        for notes in (1, 2):
            do(game, people[0], bid(notes))
            do(game, people[1], PASS)
            do(game, people[2], PASS)
        lasting(game, people[0], GIVE_UP, value=8)
        do(game, people[0], PASS)
        assert sweep() == [game.id]
        assert last_action(game)[:2] == (0, {"kind": "discard_possession", "value": 8})

    def test_fills_the_bank_like_a_quick_answer(self, people):
        game = running_table(*people, turn_seconds=DAY, bank_seconds=DAY)
        game.seats.filter(number=1).update(bank_left=0)
        give(game, people[1], PASS_NOW)
        do(game, people[0], bid(1))
        sweep()
        assert fresh(game).seats.get(number=1).bank_left == DAY // 4

    def test_looks_like_a_visit_but_its_owner_has_seen_nothing(self, game, people, now):
        """Admins, who may play here, are shown when somebody was last seen."""
        give(game, people[1], PASS_NOW)
        now.shift(3600)
        do(game, people[0], bid(1))
        sweep()
        seat = fresh(game).seats.get(number=1)
        assert (seat.seen_at, seat.seen_actions) == (timezone.now(), 0)


class TestAtLiveTables:
    def test_takes_as_long_as_a_person_might(self, people, now):
        delays = set()
        game = running_table(*people, turn_seconds=60)
        give(game, people[1], PASS_NOW)
        for _ in range(60):
            waiting = fresh(game)
            waiting.turn = 1
            waiting.deadline = MONDAY + timedelta(seconds=60)
            schedule.schedule_order(waiting)
            delays.add((waiting.act_at - MONDAY).total_seconds())
        assert len(delays) > 50
        assert 0.5 < min(delays) < 4 < max(delays) <= 15

    def test_acts_then_and_not_before(self, people, now):
        game = running_table(*people, turn_seconds=60)
        give(game, people[1], PASS_NOW)
        do(game, people[0], bid(1))
        due = fresh(game).wake_at
        assert MONDAY < due <= fresh(game).deadline
        now.move_to(due - timedelta(milliseconds=1))
        assert sweep() == []
        now.move_to(due)
        assert sweep() == [game.id]
        assert last_action(game) == (1, PASS, "player", None)

    def test_minds_the_clock(self, people, now, monkeypatch):
        monkeypatch.setattr(schedule, "PERSONS_PACE", (9.0, 0.1))
        game = running_table(*people, turn_seconds=30)
        give(game, people[1], PASS_NOW)
        do(game, people[0], bid(1))
        assert fresh(game).act_at < fresh(game).deadline
        now.move_to(fresh(game).deadline)
        sweep()
        assert last_action(game)[2] == "player"

    def test_a_whole_turn_of_many_actions_is_over_in_time(self, people, now, monkeypatch):
        monkeypatch.setattr(schedule, "PERSONS_PACE", (9.0, 0.1))
        game = running_table(*people, slug="cartes-societe", turn_seconds=30)
        market = rules_of(game).view_json(position_of(game).state, None)["market"]
        cards = [card["id"] for card in market][:4]
        standing_orders.give(
            user=people[0], game_id=game.id, stage=1, scope="", card_kind="", buy=cards, play=cards[0], then="end"
        )
        deadline, moments = fresh(game).deadline, []
        while fresh(game).turn == 0:
            moments.append(fresh(game).act_at)
            now.move_to(moments[-1])
            sweep()
        assert fresh(game).action_count == len(moments) == 6
        gaps = [(late - early).total_seconds() for early, late in pairwise([*moments, deadline])]
        assert min(gaps) > 0.4

    @pytest.mark.parametrize("seconds", [None, 60])
    def test_given_on_ones_turn_it_waits_too(self, people, now, seconds):
        game = running_table(*people, turn_seconds=seconds)
        give(game, people[0], RAISE, limit=3000)
        assert fresh(game).action_count == 0
        assert fresh(game).wake_at > MONDAY
        now.move_to(fresh(game).wake_at)
        sweep()
        assert last_action(game)[:2] == (0, bid(1))

    @pytest.mark.parametrize("seconds", [None, 60])
    def test_withdrawn_before_it_acted_it_leaves_the_turn_as_it_was(self, people, now, seconds):
        game = running_table(*people, turn_seconds=seconds)
        do(game, people[0], bid(1))
        before = fresh(game)
        give(game, people[1], PASS_NOW)
        assert fresh(game).wake_at != before.wake_at
        standing_orders.withdraw(user=people[1], game_id=game.id, order_id=Order.objects.get().pk)
        assert columns(fresh(game)) == columns(before)

    def test_order_that_is_gone_when_the_clock_comes_costs_nothing(self, people, now):
        game = running_table(*people, turn_seconds=60)
        give(game, people[1], PASS_NOW)
        do(game, people[0], bid(1))
        before = fresh(game)
        now.move_to(before.wake_at)
        due = clock.claim_due()
        Order.objects.all().delete()
        clock.run_due(due[0])
        called = {"act_at": None, "tell_at": timezone.now() + schedule.TELL_AFTER_LIVE}
        assert columns(fresh(game)) == {**columns(before), **called, "wake_at": called["tell_at"]}


def columns(game):
    return {field.attname: getattr(game, field.attname) for field in Game._meta.concrete_fields}


class TestGiving:
    def test_leaves_the_table_as_it_was(self, game, people, monkeypatch):
        do(game, people[0], bid(1))
        before = columns(fresh(game)), list(fresh(game).seats.values())
        told = []
        monkeypatch.setattr(announce, "_send", lambda group, message: told.append((group, message["type"])))
        give(game, people[2], PASS_NOW)
        give(game, people[2], PASS_AT, limit=4000)
        give(game, people[1], PASS_AT, limit=4000)
        standing_orders.withdraw(user=people[1], game_id=game.id, order_id=Order.objects.latest("pk").pk)
        assert (columns(fresh(game)), list(fresh(game).seats.values())) == before
        # Those who gave them hear of it, in their other tabs.
        owners = [people[2], people[2], people[1], people[1]]
        assert told == [(announce.person_group(owner.pk), "orders.changed") for owner in owners]

    def test_same_again_changes_nothing(self, game, people, now):
        give(game, people[1], PASS_NOW)
        first = Order.objects.values().get()
        now.shift(60)
        give(game, people[1], PASS_NOW)
        assert Order.objects.values().get() == first

    def test_there_is_one_about_each_thing(self, game, people):
        for _ in range(2):
            give(game, people[1], PASS_NOW)
            give(game, people[1], PASS_AT, limit=4000)
            lasting(game, people[1], PASS_NOW, "possession")
            lasting(game, people[1], RAISE, "possession", limit=8000)
            lasting(game, people[1], PASS_NOW, "misfortune")
        kept = {order.slot: order.terms["kind"] for order in Order.objects.all()}
        assert kept == {"auction": PASS_AT, "possession": RAISE, "misfortune": PASS_NOW}

    @pytest.mark.parametrize(
        ("kind", "terms", "code"),
        [
            ("dance", {}, "invalid_kind"),
            (PASS_NOW, {"scope": "always"}, "invalid_scope"),
            (PASS_NOW, {"scope": "lasting", "card_kind": "comet"}, "invalid_card_kind"),
            (PASS_NOW, {"scope": "lasting"}, "invalid_card_kind"),
            (PASS_AT, {"limit": 0}, "bad_limit"),
            (PASS_AT, {"limit": -1}, "bad_limit"),
            (PASS_AT, {"limit": 1500}, "bad_limit"),
            (PASS_AT, {"limit": 107_000}, "bad_limit"),
            (RAISE, {"limit": 0}, "bad_limit"),
            (RAISE, {"limit": 4000, "then": "sing"}, "invalid_then"),
            (RAISE, {"limit": 4000, "policy": "all"}, "invalid_policy"),
            (RAISE, {"policy": EXACT}, "bad_cards"),
            (RAISE, {"policy": EXACT, "cards": (5000,)}, "bad_cards"),
            (GIVE_UP, {"value": 5}, "bad_possession"),
        ],
    )
    def test_refuses_what_makes_no_sense(self, game, people, kind, terms, code):
        with pytest.raises(Refused) as refusal:
            give(game, people[1], kind, **terms)
        assert refusal.value.code == code
        assert str(refusal.value)
        assert not Order.objects.exists()

    def test_refuses_policies_where_money_is_no_cards(self, people):
        game = running_table(*people, slug="high-society-simplified")
        for policy in ("small_change", EXACT):
            with pytest.raises(Refused):
                give(game, people[1], RAISE, limit=4, policy=policy, cards=(1,))
        give(game, people[1], RAISE, limit=4, policy=FEWEST)

    def test_refuses_one_for_an_auction_that_is_over(self, game, people):
        with pytest.raises(Stale):
            give(game, people[1], PASS_NOW, stage=2)

    def test_is_not_for_others(self, game, people):
        with pytest.raises(NotAllowed):
            give(game, person("Otto"), PASS_NOW)
        give(game, people[1], PASS_NOW)
        with pytest.raises(NotAllowed):
            standing_orders.withdraw(user=person("Olga"), game_id=game.id, order_id=Order.objects.get().pk)
        standing_orders.withdraw(user=people[2], game_id=game.id, order_id=Order.objects.get().pk)
        assert Order.objects.count() == 1

    def test_is_not_for_those_whom_a_bot_plays_for(self, game, people):
        seats.leave(user=people[1], game_id=game.id)
        with pytest.raises(NotAllowed):
            give(game, people[1], PASS_NOW)

    def test_needs_a_running_game(self, game, people, admin):
        interventions.pause(by=admin, game_id=game.id)
        with pytest.raises(Stale):
            give(game, people[1], PASS_NOW)


class TestNotActing:
    def test_while_a_bot_plays(self, game, people, now):
        give(game, people[1], PASS_NOW)
        seats.leave(user=people[1], game_id=game.id)
        do(game, people[0], bid(1))
        assert not play.act_by_order(game_id=game.id, number=1)
        thought = clock.run_due(game.id)
        assert thought is not None
        assert thought.seat == 1
        seats.come_back(user=people[1], game_id=game.id)
        assert sweep() == [game.id]
        assert last_action(game)[2] == "player"

    def test_while_the_game_is_paused(self, game, people, admin):
        give(game, people[1], PASS_NOW)
        do(game, people[0], bid(1))
        interventions.pause(by=admin, game_id=game.id)
        assert sweep() == []
        assert not play.act_by_order(game_id=game.id, number=1)
        interventions.resume(by=admin, game_id=game.id)
        assert sweep() == [game.id]
        assert fresh(game).action_count == 2

    def test_once_the_table_has_moved_on(self, game, people):
        for user in people[1:]:
            give(game, user, PASS_NOW)
        do(game, people[0], bid(1))
        do(game, people[1], bid(2))
        assert not play.act_by_order(game_id=game.id, number=1)
        assert fresh(game).action_count == 2

    def test_after_the_seat_was_handed_over(self, game, people, admin):
        lasting(game, people[1], PASS_NOW, "possession")
        do(game, people[0], bid(1))
        interventions.hand_over(by=admin, game_id=game.id, seat=1, to=person("Dev"))
        assert not Order.objects.exists()
        assert fresh(game).act_at is None

    def test_after_the_end(self, game, people):
        lasting(game, people[1], PASS_AT, "possession", limit=25_000)
        play_to_the_end(game)
        assert not Order.objects.exists()

    def test_after_an_admin_ended_the_game(self, game, people, admin):
        lasting(game, people[1], PASS_NOW, "title")
        interventions.abort(by=admin, game_id=game.id)
        assert not Order.objects.exists()

    def test_after_the_account_is_deleted(self, game, people):
        lasting(game, people[1], PASS_NOW, "title")
        lasting(game, people[2], PASS_NOW, "title")
        delete_account(user=people[1])
        assert [order.seat.number for order in Order.objects.all()] == [2]

    def test_when_others_vote_for_a_bot_and_it_is_late(self, people, now):
        game = running_table(*people, turn_seconds=60, on_timeout="vote")
        do(game, people[0], bid(1))
        now.shift(61)
        sweep()
        version = fresh(game).version
        give(game, people[1], PASS_AT, limit=2000)
        assert (fresh(game).version, fresh(game).wake_at) == (version, None)
        give(game, people[1], PASS_NOW)
        assert last_action(game)[:2] == (1, PASS)


def test_download_has_ones_own(game, people):
    lasting(game, people[1], PASS_NOW, "title")
    mine: Any = personal_data(user=people[1])
    [own] = mine["games"]
    assert own["orders"][0]["terms"]["kind"] == PASS_NOW
    theirs: Any = personal_data(user=people[0])
    [other] = theirs["games"]
    assert other["orders"] == []


class TestClocks:
    def test_a_clock_that_dies_after_its_claim_loses_nothing(self, game, people, now):
        give(game, people[1], PASS_NOW)
        do(game, people[0], bid(1))
        assert clock.claim_due() == [game.id]
        assert sweep() == []
        now.shift(clock.LEASE)
        assert sweep() == [game.id]
        assert sweep() == []
        assert fresh(game).action_count == 2

    def test_a_clock_that_dies_at_work_leaves_nothing_half_done(self, game, people, now, monkeypatch):
        give(game, people[1], PASS_NOW)
        do(game, people[0], bid(1))
        before = columns(fresh(game)), list(fresh(game).seats.values())
        due = clock.claim_due()
        with monkeypatch.context() as broken:
            broken.setattr(play, "advance_turn", Mock(side_effect=KeyboardInterrupt))
            with pytest.raises(KeyboardInterrupt):
                clock.run_due(due[0])
        after = columns(fresh(game)), list(fresh(game).seats.values())
        assert after == ({**before[0], "wake_at": timezone.now() + clock.LEASE}, before[1])
        now.shift(clock.LEASE)
        sweep()
        assert fresh(game).action_count == 2


@pytest.mark.django_db(transaction=True)
async def test_two_clocks_act_once(now):
    from channels.db import database_sync_to_async as in_database

    def prepare():
        friends = [person(name) for name in ("Ana", "Ben", "Cleo")]
        games = [running_table(*friends, turn_seconds=DAY) for _ in range(5)]
        for game in games:
            give(game, friends[1], PASS_NOW)
            do(game, friends[0], bid(1))
        return [game.id for game in games]

    game_ids = await in_database(prepare)()

    async def one_clock():
        for game_id in await in_database(clock.claim_due)():
            await clock.wake(game_id)

    # The third is one that took up these games long ago and was asleep.
    late = [clock.wake(game_id) for game_id in game_ids]
    await asyncio.gather(one_clock(), one_clock(), *late)
    played = await in_database(lambda: list(Action.objects.values_list("game", "seat").filter(number__gt=1)))()
    assert sorted(played) == sorted((game_id, 1) for game_id in game_ids)
