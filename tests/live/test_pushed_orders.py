"""When the part with one's standing orders is pushed: for a new auction or new orders, and to nobody else."""

import pytest
from channels.db import database_sync_to_async as in_database

from games.live import poller
from games.pages.frames import STILL_HERE
from games.services.turn import standing_orders
from tests.live.test_sockets import at, hear
from tests.support.factories import UserFactory
from tests.support.tables import PASS, bid, do, running_table

pytestmark = pytest.mark.django_db(transaction=True)

PART = 'id="orders'


@pytest.fixture
def people(transactional_db):
    return [UserFactory(username=name, display_name=name.title()) for name in ("ana", "ben", "cleo")]


@pytest.fixture
def game(people):
    return running_table(*people)


def give(game, user):
    standing_orders.give(user=user, game_id=game.id, stage=1, kind="pass_at", scope="auction", limit=17_000)


async def test_moves_within_an_auction_leave_the_form_alone(game, people):
    async with at(game, people[1]) as ben:
        assert PART in await hear(ben, 'id="public"')
        await in_database(do)(game, people[0], bid(1))
        assert PART not in await hear(ben, 'id="public"', 'data-number="1"')
        await in_database(do)(game, people[1], PASS)
        await hear(ben, 'id="public"', 'data-number="2"')
        await in_database(do)(game, people[2], PASS)
        assert 'name="stage" value="2"' in await hear(ben, "order-form-2-")


async def test_other_tabs_of_the_owner_show_the_order_soon_and_others_never(game, people, monkeypatch):
    monkeypatch.setattr(poller, "POLL_EVERY", 0.2)
    async with at(game, people[0]) as ana, at(game, people[1]) as ben:
        for socket in (ana, ben):
            await hear(socket, 'id="public"')
        await hear(ana, 'id="waiting"')
        await in_database(give)(game, people[1])
        assert "17,000" in await hear(ben, PART)
        heard = [frame async for frame in _some(ana, 4)]
    assert set(heard) == {STILL_HERE}


async def _some(socket, frames):
    for _ in range(frames):
        yield await socket.receive_from(timeout=10)
