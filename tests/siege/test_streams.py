"""Whoever is cut off a hundred times, also while servers are killed, hears every event once and plays nothing twice."""

from tests.siege.site import running_servers
from tests.siege.streams import TABLES, Storm

CUTS, KILLS = 100, 3


async def test_nothing_is_missed_told_or_played_twice(tmp_path, grown):
    with running_servers(tmp_path, grown=grown, processes=2 if grown else 1) as servers:
        storm = Storm(servers, seed=3)
        await storm.sit_down(TABLES[:2])
        await storm.run(CUTS, KILLS)
        for listener in storm.listeners:
            assert listener.lines.keys() == {"_events", "_socket", "_polls"}
        assert all(player.answered for player in storm.players)
        for server in servers:
            assert "Traceback" not in server.log(), server.log()
