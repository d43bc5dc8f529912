"""The clock with its real threads and processes."""

import asyncio

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from games.bots import processes
from games.models import Action, Game
from games.services.turn import clock
from tests.support.factories import UserFactory
from tests.support.tables import deal, running_table
from tests.support.waiting import settle, until_async

pytestmark = pytest.mark.django_db(transaction=True)


def table_of_bots(**wishes):
    alice = UserFactory()
    game = deal(running_table(alice, **wishes), (alice,), starter=1)
    Game.objects.update(wake_at=timezone.now())
    return game


@pytest.fixture(scope="module", autouse=True)
def end_of_thoughts():
    yield
    processes.close_pool()


async def test_clock_lets_bots_move_one_after_the_other():
    game = await database_sync_to_async(table_of_bots)(bot_pace="quick")

    ticking = asyncio.create_task(clock.run())
    try:
        await until_async(database_sync_to_async(lambda: Action.objects.filter(game=game).count() == 2))
    finally:
        ticking.cancel()
    made = await database_sync_to_async(lambda: list(Action.objects.values_list("seat", "made_by")))()
    assert made == [(1, "bot"), (2, "bot")]


async def test_trouble_in_one_game_stays_there(monkeypatch, caplog):
    broken = await database_sync_to_async(table_of_bots)()
    sound = await database_sync_to_async(table_of_bots)()
    await database_sync_to_async(lambda: Game.objects.filter(pk=broken.pk).update(setup={}))()

    await asyncio.gather(clock.wake(broken.id), clock.wake(sound.id))

    moved = await database_sync_to_async(lambda: set(Action.objects.values_list("game", flat=True)))()
    assert moved == {sound.id}
    assert f"Game {broken.id} is stopped" in caplog.text
    statuses = await database_sync_to_async(lambda: dict(Game.objects.values_list("pk", "status")))()
    assert statuses == {broken.id: "errored", sound.id: "running"}


async def test_game_at_work_is_not_begun_again(monkeypatch):
    begun, done = [], asyncio.Event()

    async def wake(game_id):
        begun.append(game_id)
        await done.wait()

    monkeypatch.setattr(clock, "claim_due", lambda most, besides: sorted({"slow"} - besides))
    monkeypatch.setattr(clock, "wake", wake)
    at_work: dict[str, asyncio.Task] = {}
    for _ in range(3):
        await clock._begin_what_is_due(at_work)
        await settle()
    assert begun == ["slow"]
    done.set()
    await asyncio.gather(*at_work.values())
    await settle()
    assert at_work == {}


async def test_busy_clock_claims_nothing_more(monkeypatch):
    claimed: list[int] = []

    def claim(most, besides):
        claimed.append(most)
        return []

    monkeypatch.setattr(clock, "claim_due", claim)
    at_work = {str(number): asyncio.create_task(asyncio.sleep(0)) for number in range(clock.MOST_AT_WORK)}

    await clock._begin_what_is_due(at_work)
    assert claimed == []
    at_work.popitem()
    await clock._begin_what_is_due(at_work)
    assert claimed == [1]


async def test_clock_ends_what_it_has_begun(monkeypatch):
    begun, may_end = asyncio.Event(), asyncio.Event()
    ended: list[str] = []

    async def wake(game_id):
        begun.set()
        await may_end.wait()
        ended.append(game_id)

    monkeypatch.setattr(clock, "claim_due", lambda most, besides: sorted({"one"} - besides))
    monkeypatch.setattr(clock, "wake", wake)
    ticking = asyncio.create_task(clock.run())
    ticking.add_done_callback(lambda task: ended.append("clock"))
    await begun.wait()
    ticking.cancel()
    await settle()
    may_end.set()
    with pytest.raises(asyncio.CancelledError):
        await ticking
    assert ended == ["one", "clock"]


@pytest.mark.django_db
def test_a_game_at_work_is_not_claimed_so_that_nothing_waits_for_a_lease():
    game = running_table(UserFactory())
    Game.objects.filter(pk=game.pk).update(wake_at=timezone.now())
    assert clock.claim_due(besides={game.id}) == []
    assert clock.claim_due() == [game.id]
