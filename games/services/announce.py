"""What is sent to whom, after the commit: never state, never secrets, only that there is something new to read.

A group send may be lost, and a broken channel layer must not undo or fail what is already on disk: sockets compare
their version every few seconds anyway.
"""

import asyncio
import logging
import secrets
from typing import Any, Literal, TypedDict, cast

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from hsweb.threads import event_loop

logger = logging.getLogger(__name__)

LOBBY = "lobby"


class GameChanged(TypedDict):
    type: Literal["game.changed"]
    game: str
    version: int


class ChatChanged(TypedDict):
    type: Literal["chat.changed"]
    game: str


class OrdersChanged(TypedDict):
    type: Literal["orders.changed"]


class LobbyChanged(TypedDict):
    type: Literal["lobby.changed"]
    mark: str


Message = GameChanged | ChatChanged | OrdersChanged | LobbyChanged


def table_group(game_id: str) -> str:
    return f"table.{game_id}"


def person_group(user_id: int) -> str:
    """All sockets of one person, and of nobody else."""
    return f"person.{user_id}"


def announce_change(game_id: str, version: int) -> None:
    _send(table_group(game_id), GameChanged(type="game.changed", game=game_id, version=version))


def announce_chat(game_id: str) -> None:
    _send(table_group(game_id), ChatChanged(type="chat.changed", game=game_id))


def announce_orders(user_id: int) -> None:
    """To whoever gave them alone."""
    _send(person_group(user_id), OrdersChanged(type="orders.changed"))


def announce_lobby() -> None:
    _send(LOBBY, LobbyChanged(type="lobby.changed", mark=secrets.token_hex(4)))


def _send(group: str, message: Message) -> None:
    """On the loop beside this thread, which does not wait for it; or at once, where there is none."""
    loop = event_loop.get()
    if loop is not None and loop.is_running():
        loop.call_soon_threadsafe(_begin_to_send, group, message)
    else:
        async_to_sync(_deliver)(group, message)


_under_way: set[asyncio.Task[None]] = set()
"""A loop does not keep what nobody waits for."""


def _begin_to_send(group: str, message: Message) -> None:
    task = asyncio.get_running_loop().create_task(_deliver(group, message))
    _under_way.add(task)
    task.add_done_callback(_under_way.discard)


async def _deliver(group: str, message: Message) -> None:
    layer = get_channel_layer()
    assert layer is not None
    try:
        await layer.group_send(group, cast("dict[str, Any]", message))
    except Exception:
        logger.exception("A message to %s was not sent", group)
