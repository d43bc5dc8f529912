"""Whoever is cut off a hundred times, also while servers are killed, hears every event once and plays nothing twice."""

import json
from contextlib import aclosing

import httpx

from hsweb.limits.daphne.sockets import MOST_UNSENT
from tests.siege.site import running_servers
from tests.siege.streams import TABLES, WAYS, Storm
from tests.support.wire import Person

CUTS, KILLS = 100, 3
MISSED = 40
"""Games that somebody has missed: much more to tell than a socket may leave unread."""


async def test_nothing_is_missed_told_or_played_twice(tmp_path, grown):
    with running_servers(tmp_path, grown=grown, processes=2 if grown else 1) as servers:
        storm = Storm(servers, seed=3)
        await storm.sit_down(TABLES[:2])
        await storm.run(CUTS, KILLS)
        assert all(listener.lines.total() for listener in storm.listeners)
        for way in WAYS:
            assert sum(listener.lines[way.__name__] for listener in storm.listeners) > CUTS / 10
        assert all(player.answered for player in storm.players)
        for server in servers:
            assert "Traceback" not in server.log(), server.log()


async def test_whoever_has_missed_much_hears_all_of_it_on_one_line(tmp_path, grown):
    with running_servers(tmp_path, grown=grown) as (server,):
        guest = httpx.post(f"{server.url}/api/v1/guests", json={}).json()
        headers = {"Authorization": f"Bearer {guest['token']}"}
        begun = httpx.get(f"{server.url}/api/v1/me/events", headers=headers).json()["after"]
        server.run("-m", "tests.siege.backlog", guest["me"]["username"], str(MISSED))
        for way in WAYS:
            told, size = await hear(way, server.port, headers, begun)
            assert len(told) == len(set(told)) == MISSED * max(number for _game, number in told)
            assert size > 2 * MOST_UNSENT, way


async def hear(way, port, headers, after):
    """The events, by table and number, until the last of all games; and how many bytes all that was said has."""
    person, told, ended, size = Person(port), [], 0, 0

    def address(**more):
        nonlocal after
        return f"me?after={after}" + "".join(f"&{name}={value}" for name, value in more.items())

    async with aclosing(way(person, headers, address)) as messages:
        async for message in messages:
            after, size = message.get("cursor", after), size + len(json.dumps(message))
            if "action" in message:
                told.append((message["game"], message["number"]))
                ended += message["type"] == "game_ended"
            if ended == MISSED:
                return told, size
    raise AssertionError(f"{way.__name__} ended after {len(told)} events")
