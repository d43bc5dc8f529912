"""Junk from everybody, at every address: no error, no change, and the game goes on."""

from tests.siege.fuzz import storm
from tests.siege.site import running_servers

ROUNDS = 1
SOCKET_ROUNDS = 4


async def test_junk_breaks_nothing_and_changes_nothing(tmp_path, grown):
    with running_servers(tmp_path, grown=grown) as (server,):
        answers = await storm(server, ROUNDS, SOCKET_ROUNDS, seed=3)
        assert answers.keys() >= {200, 302, 400, 403, 404, 405, 422}
