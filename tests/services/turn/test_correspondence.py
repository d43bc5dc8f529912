"""Games over days: rest, time banks, and what happens when time is up. Nobody sleeps in these tests."""

import asyncio
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from accounts.rest.planning import plan_vacation, set_rest
from games.models import Action, Game, Notice
from games.queries.integrity import discrepancies
from games.queries.presence import is_gone
from games.services.care import interventions
from games.services.table import seats
from games.services.turn import clock, timeouts
from tests.support.factories import UserFactory
from tests.support.tables import PASS, bid, do, fresh, part_of, person, running_table
from tests.support.times import MONDAY

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
PARIS = ZoneInfo("Europe/Paris")


@pytest.fixture
def people(now):
    return [person(name) for name in ("Ana", "Ben", "Cleo")]


def table(people, **wishes):
    return running_table(*people, turn_seconds=86_400, **wishes)


def sweep() -> list[str]:
    """One round of the clock, without bots' thoughts."""
    due = clock.claim_due()
    for game_id in due:
        clock.run_due(game_id)
    return due


def called(game, now) -> list[Any]:
    """Let time go on until the deadline of this turn; when its player is called before that."""
    moments = []
    while (wake_at := fresh(game).wake_at) != fresh(game).deadline:
        moments.append(wake_at)
        now.move_to(wake_at)
        sweep()
    return moments


def test_a_turn_lasts_a_day(people, now):
    game = table(people)
    do(game, people[0], bid(1))
    assert fresh(game).deadline == MONDAY + DAY
    assert called(game, now) == [MONDAY + timedelta(minutes=1), MONDAY + 0.8 * DAY]
    assert fresh(game).wake_at == MONDAY + DAY
    now.move_to(MONDAY + DAY - timedelta(seconds=1))
    assert sweep() == []
    now.move_to(MONDAY + DAY)
    assert sweep() == [game.id]
    assert Action.objects.get(game=game, number=2).made_by == "clock"
    assert fresh(game).turn == 2


def test_rest_of_whoever_is_to_act_stretches_the_deadline(people, now):
    ben = people[1]
    ben.time_zone = "Europe/Paris"
    ben.save()
    set_rest(user=ben, quiet_from=time(22), quiet_until=time(8), weekends=True)
    plan_vacation(user=ben, first_day=date(2026, 3, 4), last_day=date(2026, 3, 5))
    game = table(people)
    do(game, people[0], bid(1))
    # From Monday 13:00 in Paris: 9 hours on Monday, 14 on Tuesday, then two days off, and one more hour on Friday.
    assert fresh(game).deadline == datetime(2026, 3, 6, 9, tzinfo=PARIS)
    do(game, ben, bid(2))
    assert fresh(game).deadline == MONDAY + DAY, "Cleo does not rest"


def test_changes_of_rest_count_from_the_next_turn(people, now):
    game = table(people)
    do(game, people[0], bid(1))
    before = fresh(game).deadline
    set_rest(user=people[1], quiet_from=time(20), quiet_until=time(8), weekends=False)
    assert fresh(game).deadline == before


def test_live_tables_know_no_rest(people, now):
    set_rest(user=people[1], quiet_from=time(12), quiet_until=time(23), weekends=False)
    game = running_table(*people, turn_seconds=60)
    do(game, people[0], bid(1))
    assert fresh(game).deadline == MONDAY + timedelta(minutes=1)


def test_bank_is_spent_after_the_turn_and_refilled_by_quick_answers(people, now):
    game = table(people, bank_seconds=3 * 86_400)
    ana = fresh(game).seats.get(number=0)
    assert ana.bank_left == 3 * 86_400
    do(game, people[0], bid(1))
    assert fresh(game).deadline == MONDAY + 4 * DAY
    now.shift(2 * DAY)
    do(game, people[1], bid(2))
    assert fresh(game).seats.get(number=1).bank_left == 2 * 86_400
    do(game, people[2], bid(3))
    assert fresh(game).seats.get(number=2).bank_left == 3 * 86_400, "it is never more than full"
    do(game, people[0], bid(4))
    now.shift(HOUR)
    do(game, people[1], bid(6))
    assert fresh(game).seats.get(number=1).bank_left == 2 * 86_400 + 3 * 86_400 // 4


def test_neither_quick_nor_slow_leaves_the_bank(people, now):
    game = table(people, bank_seconds=86_400)
    do(game, people[0], bid(1))
    fresh(game).seats.filter(number=1).update(bank_left=1000)
    now.shift(12 * HOUR)
    do(game, people[1], PASS)
    assert fresh(game).seats.get(number=1).bank_left == 1000


def test_time_that_is_up_has_spent_the_bank(people, now):
    game = table(people, bank_seconds=86_400)
    do(game, people[0], bid(1))
    now.shift(2 * DAY)
    assert timeouts.time_out(game_id=game.id)
    assert fresh(game).seats.get(number=1).bank_left == 0
    assert fresh(game).turn == 2


def test_bot_takes_over_until_the_player_returns(people, now):
    game = table(people, on_timeout="bot")
    do(game, people[0], bid(1))
    now.shift(DAY)
    sweep()
    seat = fresh(game).seats.get(number=1)
    assert seat.substituted
    assert fresh(game).action_count == 1
    assert fresh(game).deadline is None
    now.shift(HOUR)
    seats.return_at_once(user=people[1], game_id=game.id)
    assert not fresh(game).seats.get(number=1).bot_playing
    assert fresh(game).deadline == timezone.now() + DAY, "a lost turn that nobody has played begins anew"
    do(game, people[1], bid(2))
    assert [notice.kind for notice in Notice.objects.all()] == ["timed_out", "returned"]


def test_whoever_left_is_not_brought_back_by_looking(people, now):
    game = table(people, on_timeout="bot")
    seats.leave(user=people[1], game_id=game.id)
    seats.return_at_once(user=people[1], game_id=game.id)
    assert fresh(game).seats.get(number=1).bot_playing


def test_the_others_vote_once_time_is_up(people, now):
    game = table(people, on_timeout="vote")
    do(game, people[0], bid(1))
    seat = fresh(game).seats.get(number=1)
    assert not is_gone(fresh(game), seat, timezone.now())
    now.shift(DAY)
    assert sweep() == [game.id]
    assert sweep() == []
    assert fresh(game).action_count == 1
    assert is_gone(fresh(game), seat, timezone.now())
    assert discrepancies(fresh(game)) == []
    assert "has been away" in part_of(game, people[0], "company")
    for voter in (people[0], people[2]):
        seats.vote_to_replace(user=voter, game_id=game.id, seat_number=1)
    assert fresh(game).seats.get(number=1).substituted


def test_whoever_is_late_may_still_act_before_the_vote(people, now):
    game = table(people, on_timeout="vote")
    do(game, people[0], bid(1))
    now.shift(3 * DAY)
    sweep()
    do(game, people[1], bid(2))
    assert fresh(game).deadline == timezone.now() + DAY


def test_two_weeks_through_summer_time_without_anybody(people, now):
    """Everything that happens by itself happens once, in order, at its time."""
    now.move_to(datetime(2026, 3, 24, 12, tzinfo=UTC))
    people[0].time_zone = "Europe/Paris"
    people[0].save()
    set_rest(user=people[0], quiet_from=time(22), quiet_until=time(8), weekends=True)
    game = table(people)
    wakes: list[datetime] = []
    while fresh(game).status == Game.Status.RUNNING and len(wakes) < 200:
        now.move_to(fresh(game).wake_at)
        played = fresh(game).action_count
        assert sweep() == [game.id]
        if fresh(game).action_count > played:
            wakes.append(timezone.now())
        assert discrepancies(fresh(game)) == []
    assert fresh(game).status == Game.Status.FINISHED
    assert fresh(game).action_count == len(wakes) == Action.objects.filter(made_by="clock").count()
    assert wakes[-1] - wakes[0] > 14 * DAY
    # Ana's time never runs out in her night or at her weekend.
    late = [action.at.astimezone(PARIS) for action in Action.objects.filter(seat=0)]
    assert all(8 <= at.hour < 22 or (at.hour, at.minute) == (22, 0) for at in late)
    assert all(at.weekday() < 5 for at in late)


def test_pause_stops_the_days_too(people, now):
    admin: Any = UserFactory(is_staff=True)
    game = table(people)
    do(game, people[0], bid(1))
    now.shift(HOUR)
    interventions.pause(by=admin, game_id=game.id)
    now.shift(10 * DAY)
    interventions.resume(by=admin, game_id=game.id)
    assert fresh(game).deadline == timezone.now() + DAY - HOUR


@pytest.mark.django_db(transaction=True)
async def test_two_clocks_wake_each_game_once(now):
    from channels.db import database_sync_to_async as in_database

    def prepare():
        friends = [person(name) for name in ("Ana", "Ben", "Cleo")]
        games = [table(friends) for _ in range(6)]
        Game.objects.update(wake_at=MONDAY, deadline=MONDAY)
        return games

    await in_database(prepare)()

    async def one_clock():
        claimed = await in_database(clock.claim_due)()
        for game_id in claimed:
            await clock.wake(game_id)
        return claimed

    claims = await asyncio.gather(one_clock(), one_clock(), one_clock())
    woken = [game_id for claim in claims for game_id in claim]
    assert len(woken) == len(set(woken)) == 6
    counts = await in_database(lambda: set(Game.objects.values_list("action_count", flat=True)))()
    assert counts == {1}
