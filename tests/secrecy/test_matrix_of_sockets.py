"""Everybody's sockets stay open or are closed as the matrix says, and those play on them who may."""

import pytest
from channels.db import database_sync_to_async

from games.live.routing import websocket_urlpatterns
from games.models import Action, Game
from tests.support.secrecy.lines import act, asked, opened, shown
from tests.support.secrecy.matrix import ACTS, DOUBTS, PLAYS, SOCKET_PATHS, SOCKETS, STAYS
from tests.support.secrecy.people import TABLES, WHO, World


def test_every_socket_has_a_row_and_every_row_a_socket():
    assert {str(pattern.pattern) for pattern in websocket_urlpatterns} == set(SOCKETS) == set(SOCKET_PATHS)


def test_every_table_has_a_row_for_those_who_ask():
    assert set(ACTS) == set(DOUBTS) == set(TABLES)


async def fate(path, cookie):
    """Whether a socket stays open, or the code with which it is closed."""
    async with opened(path, cookie) as socket:
        return await shown(socket) or STAYS


@pytest.mark.django_db(transaction=True)
async def test_everybodys_sockets_stay_or_go_as_written():
    world, wrong = await database_sync_to_async(World)(), []
    for route, by_table in SOCKETS.items():
        for table, line in by_table.items():
            path = SOCKET_PATHS[route].format(game_id=world.tables[table].id)
            for who, right in zip(WHO, line, strict=True):
                answer = await fate(path, world.cookies.get(who, ""))
                if answer != right:
                    wrong.append(f"{path} as {who}, {table}: {answer} instead of {right}")
    assert wrong == []


@database_sync_to_async
def stored(game):
    """What was played there, and the version of its table."""
    moves = list(Action.objects.filter(game=game).values_list("seat", "key"))
    return moves, Game.objects.get(pk=game.pk).version


@pytest.mark.django_db(transaction=True)
async def test_everybody_plays_on_a_socket_as_written():
    """Whoever does not play changes nothing, not even the version; whoever does is the last to try."""
    world, wrong = await database_sync_to_async(World)(), []
    for table, game in world.tables.items():
        before = await stored(game)
        for who, right in sorted(zip(WHO, ACTS[table], strict=True), key=lambda pair: pair[1] == PLAYS):
            async with opened(f"/ws/tables/{game.id}/", world.cookies.get(who, "")) as socket:
                answer = await shown(socket) or await asked(socket, act(before[1], f"key of {who}"))
            if answer != right:
                wrong.append(f"{table} as {who}: {answer} instead of {right}")
            after = await stored(game)
            if (after if right != PLAYS else after[0]) != (before if right != PLAYS else [(0, f"key of {who}")]):
                wrong.append(f"{table} as {who}: {after} after {before}")
    assert wrong == []


@pytest.mark.django_db(transaction=True)
async def test_everybody_is_told_on_a_socket_what_was_played_as_written():
    """Whoever is to act decides anew, and for nobody else does anything change."""
    world, wrong = await database_sync_to_async(World)(), []
    for table, game in world.tables.items():
        for who, right, may_play in zip(WHO, DOUBTS[table], ACTS[table], strict=True):
            moves, version = await stored(game)
            async with opened(f"/ws/tables/{game.id}/", world.cookies.get(who, "")) as socket:
                answer = await shown(socket) or await asked(socket, {"doubt": "never sent"})
            if answer != right or await stored(game) != (moves, version + (may_play == PLAYS)):
                wrong.append(f"{table} as {who}: {answer} instead of {right}, {await stored(game)}")
    assert wrong == []
