"""While a game goes on, nothing that leaves the site tells how its deck lies; once it has ended, everything does."""

import html
import json
import re
from hashlib import sha256
from itertools import cycle
from typing import Any
from unittest.mock import patch

import pytest
from channels.db import database_sync_to_async

from games.rules import GAMES
from tests.support.rules.each_game import DIFFERENT
from tests.support.secrecy.evening import Evening, Plan, listening, told
from tests.support.secrecy.tours import (
    Tours,
    be_refused,
    look_around,
    look_at_the_table,
    make_a_mistake,
    meet_an_error,
    on,
    read_letters,
    walk_through_admin,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("few_turns")]

KINDS: dict[str, tuple[dict[str, Any], Tours]] = {
    "open": ({}, {3: read_letters, 4: be_refused}),
    "by-link": ({"people": 2, "open_purses": False, "public": False}, {4: look_around, 6: make_a_mistake}),
    "with-bots": ({"people": 1, "open_purses": False}, {3: look_around, 5: meet_an_error, 6: walk_through_admin}),
}
"""Kinds of tables, and after how many actions what else happens there."""


# Every game, every kind of table; the first game at all of them.
EVENINGS = [(GAMES[0], kind) for kind in KINDS] + list(zip(DIFFERENT[1:], cycle(list(KINDS)[1:]), strict=False))


@pytest.mark.parametrize(("rules", "kind"), EVENINGS, ids=lambda part: getattr(part, "slug", part))
async def test_nothing_tells_the_deck_before_the_end(rules, kind):
    wishes, tours = KINDS[kind]
    size = rules.max_players if kind == "by-link" else 3
    evening = await played(Plan(rules.slug, size=size, **wishes), tours)
    assert told(evening) == []
    assert evening.over
    assert evening.number > max(tours)
    assert_unsealed(evening)


async def played(plan: Plan, tours: Tours, **how: Any) -> Evening:
    """That evening from beginning to end, unless it is cut short."""
    evening = Evening(plan)
    await database_sync_to_async(evening.set_up)()
    with listening(evening):
        await evening.play(on(tours), **how)
    return evening


def assert_unsealed(evening: Evening) -> None:
    """What comes last shows setup and salt, and together they give the hash that was shown at first."""
    first, *_, last = [heard.text for heard in evening.heard if heard.who == "ana" and "<code" in heard.text]
    salt, setup = (html.unescape(found) for found in re.findall(r"<code data-(?:salt|setup)>(.*?)</code>", last))
    assert json.loads(setup) == evening.setup
    assert sha256(f"{salt}\n{setup}".encode()).hexdigest() in re.findall(r"<code>([0-9a-f]{64})</code>", first)


async def test_a_fault_tells_nothing_and_an_abort_everything():
    evening = await played(Plan("high-society"), {}, until=2, sockets=False)
    with listening(evening):
        await database_sync_to_async(fail_and_be_aborted)(evening)
    assert told(evening) == []
    assert [heard for heard in evening.heard if heard.who == "log" and "is stopped" in heard.text]
    assert_unsealed(evening)


def fail_and_be_aborted(evening: Evening) -> None:
    """The rules fail with all that they know on their lips; the game stands still, and then an admin ends it."""
    ana, table = evening.players[0], f"/tables/{evening.game_id}/"

    def quote(rules, state, *action):
        raise RuntimeError(f"{state.setup.seed} {state.setup.deck} {rules.setup_to_json(state)}")

    with patch.object(type(evening.rules), "play", quote):
        evening.act(evening.players[evening.turn], evening.choose(evening.turn), htmx=True, status=409)
        look_at_the_table(evening)
        make_a_mistake(evening)
    evening.get(ana, table)
    evening.over = True
    evening.post(evening.admin, f"/admin/games/game/intervene/abort/?games={evening.game_id}", {"reason": "Broken"})
    evening.get(ana, table)
