"""Whoever sends what at the same moment: each round plays one action, and no answer lies."""

import pytest

from tests.siege.race import DOUBT_EVERY, PLAYED, REFUSED, Post, Race, truthful_answers
from tests.siege.site import running_servers
from tests.siege.stored import Store

ROUNDS = 25


async def test_one_action_a_round(tmp_path, grown):
    with running_servers(tmp_path, grown=grown, processes=2 if grown else 1) as servers:
        race = Race([server.port for server in servers], Store(servers[0].database_url), seed=1)
        for rounds in (ROUNDS // 2, ROUNDS):
            await race.run(rounds)
        assert (race.rounds, race.tables) == (ROUNDS, 2)
        assert set(race.answers) == {200, 409, 422, PLAYED, REFUSED}
        assert race.played >= ROUNDS - ROUNDS // DOUBT_EVERY
        for server in servers:
            assert "Traceback" not in server.log(), server.log()


@pytest.mark.parametrize(
    ("seat", "key", "action", "statuses"),
    [
        (0, "a", "pass", {200}),
        (0, "a", "bid", {422}),
        (0, "b", "pass", {409, 422}),
        (1, "a", "pass", {409, 422}),
    ],
)
def test_only_what_is_stored_may_be_acknowledged(seat, key, action, statuses):
    form = Post(seat, key, 1, action)
    assert truthful_answers({(0, "a"): "pass"}, form) == statuses
    on_line = {PLAYED} if statuses == {200} else {REFUSED}
    assert truthful_answers({(0, "a"): "pass"}, form._replace(on_line=True)) == on_line
