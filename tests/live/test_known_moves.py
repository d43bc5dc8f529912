"""A move is shown from what the process knows of it; every few seconds a socket looks for itself."""

import asyncio
from typing import Any

import pytest
from channels.layers import get_channel_layer

from games.live import consumers, poller, table
from games.models import Game
from games.queries import tables
from games.queries.table_cache import table_cache
from games.queries.tables import read_table
from games.services import announce
from games.services.turn import play
from tests.live.test_sockets import Friends, at, closing_code, hear, in_database, socket
from tests.support.tables import bid, do, running_table
from tests.support.waiting import settle

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def friends(transactional_db):
    return Friends()


@pytest.fixture
def game(friends):
    return running_table(friends.alice, friends.bob)


def reads(monkeypatch):
    """What is read from now on."""
    read, seen = read_table, []

    def noted(game_id):
        seen.append(game_id)
        return read(game_id)

    monkeypatch.setattr(tables, "read_table", noted)
    return seen


async def test_announced_move_is_shown_without_reading(game, friends, monkeypatch):
    monkeypatch.setattr(poller, "POLL_EVERY", 60)
    async with at(game, friends.alice) as alice, at(game, friends.bob) as bob:
        for communicator in (alice, bob):
            await hear(communicator, 'id="public"')
        monkeypatch.setattr(consumers, "in_thread", None)
        await in_database(do, game, friends.alice, bid(2, 3))
        for communicator in (alice, bob):
            assert "5,000" in await hear(communicator, 'id="public"', 'id="private"')


async def test_move_that_is_not_known_here_is_read(game, friends, monkeypatch):
    """As in a process in which nobody made it."""
    monkeypatch.setattr(poller, "POLL_EVERY", 60)
    async with at(game, friends.bob) as bob:
        await hear(bob, 'id="public"')
        seen = reads(monkeypatch)
        monkeypatch.setattr(play, "_remember", lambda known, table: None)
        await in_database(do, game, friends.alice, bid(2, 3))
        assert "5,000" in await hear(bob, 'id="public"')
    assert seen == [game.id]


async def test_nobody_is_shown_moves_for_long_after_logging_out(game, friends, monkeypatch):
    """However fast they follow each other: none of them counts as a look."""
    monkeypatch.setattr(poller, "POLL_EVERY", 0.3)
    logged_out: list[bool] = []
    monkeypatch.setattr(table, "is_session_valid", lambda session, user: not logged_out)
    monkeypatch.setattr(poller, "valid_session_keys", lambda owners: set() if logged_out else set(owners))

    path, session = f"/ws/tables/{game.id}/", type("Session", (), {"session_key": "k"})()
    async with socket(path, friends.bob, session=session) as bob:
        await hear(bob, 'id="public"')
        logged_out.append(True)
        changing = asyncio.create_task(keep_announcing(game))
        try:
            assert await closing_code(bob) == consumers.COME_AGAIN
        finally:
            changing.cancel()


async def keep_announcing(game):
    """What wakes sockets faster than they look for themselves."""
    while True:
        await told(game, 0)
        await settle()


async def test_whoever_does_not_sit_there_any_more_is_not_shown_what_is_known(game, friends, monkeypatch):
    monkeypatch.setattr(poller, "POLL_EVERY", 60)
    async with at(game, friends.bob) as bob:
        await hear(bob, 'id="public"')
        known = await in_database(given_away, game, friends.bob, friends.charlie)
        table_cache.keep_table(known)
        await told(game, known.version)
        assert await closing_code(bob) == consumers.NOT_HERE


def given_away(game, giver, taker):
    """The table after somebody else has taken a seat there, as it is read."""
    game.seats.filter(user=giver).update(user=taker)
    Game.objects.filter(pk=game.pk).update(version=game.version + 1)
    return read_table(game.id)


async def told(game, version):
    layer: Any = get_channel_layer()
    await layer.group_send(announce.table_group(game.id), {"type": "game.changed", "version": version})
