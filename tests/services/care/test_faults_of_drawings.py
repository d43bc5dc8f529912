"""A game that cannot be drawn stops, whoever meets it first: a move, a page or a socket. Nothing else waits for it."""

import asyncio
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from games.live import poller
from games.models import Game, Notice, Order, Seat
from games.queries.chat import chat_of
from games.queries.table_cache import table_cache
from games.queries.tables import read_table
from games.services.table import chat
from games.services.turn import clock
from tests.live.test_sockets import Friends, at, hear, in_database
from tests.support.tables import PASS, bid, do, fresh, running_table

pytestmark = pytest.mark.django_db(transaction=True)

HTMX = {"HX-Request": "true"}


@pytest.fixture
def friends(transactional_db):
    return Friends()


@pytest.fixture
def game(friends):
    return running_table(friends.alice, friends.bob, public=True)


def fail(*args, **how):
    raise KeyError("a secret")


def logged_in(user):
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return client


def move(game, user):
    form = {"action": "bid", "cards": ["1000"], "version": fresh(game).version, "key": "k1"}
    return logged_in(user).post(f"/tables/{game.id}/act/", form, headers=HTMX)


TABLEAU = "games.tableau.auction"
DRAWINGS = (
    f"{TABLEAU}.AuctionTableau.draw_public",
    f"{TABLEAU}.AuctionTableau.draw_private",
    "games.pages.drawing.continue_log",
)
ORDERS = f"{TABLEAU}.AuctionOrderForm.draw"


@pytest.mark.parametrize("drawing", DRAWINGS)
def test_move_is_answered_with_a_table_that_stands_still(game, friends, monkeypatch, drawing):
    do(game, friends.alice, bid(1))
    assert read_table(game.id) is table_cache.table(game.id)
    monkeypatch.setattr(drawing, fail)
    form: dict[str, Any] = {"action": "bid", "cards": ["2000"], "version": fresh(game).version, "key": "k1"}
    answer = logged_in(friends.bob).post(f"/tables/{game.id}/act/", form, headers=HTMX)
    assert answer.status_code == 200
    assert "A game that has stopped" in answer.text
    assert fresh(game).status == Game.Status.ERRORED
    assert fresh(game).action_count == 2, "what was played stays"
    for path, form in (("orders/", {"kind": "pass", "scope": "auction", "stage": "1"}), ("orders/withdraw/", {})):
        assert logged_in(friends.bob).post(f"/tables/{game.id}/{path}", form, headers=HTMX).status_code in (200, 409)


@pytest.mark.parametrize("drawing", [*DRAWINGS, ORDERS])
async def test_sockets_show_that_it_stands_still_and_the_loop_goes_on(game, friends, monkeypatch, drawing):
    """Whoever moves and the sockets meet the fault at the same moment, and must not wait for each other."""
    async with at(game, friends.alice) as alice, at(game, friends.bob) as bob, at(game) as spectator:
        for communicator in (alice, bob, spectator):
            await hear(communicator, 'id="public"')
        monkeypatch.setattr(drawing, fail)
        async with asyncio.timeout(20):
            if drawing == ORDERS:
                await in_database(finish_the_auction, game)
            else:
                assert (await in_database(move, game, friends.alice)).status_code == 200
            for communicator in (alice, bob, spectator):
                await hear(communicator, "A game that has stopped")
    assert (await in_database(fresh, game)).status == Game.Status.ERRORED


def finish_the_auction(game):
    """Orders are drawn anew for the next one."""
    for seat in (0, 1):
        do(game, fresh(game).seats.get(number=seat).user, PASS)


DAMAGE = {
    "unknown notice": lambda game: Notice.objects.create(game=game, after=0, kind="nonsense"),
    "options that are none": lambda game: Game.objects.filter(pk=game.pk).update(options=[]),
    "unknown pace": lambda game: Game.objects.filter(pk=game.pk).update(bot_pace="nonsense"),
    "orders that are none": lambda game: Order.objects.create(
        seat=game.seats.get(number=0), slot="auction", stage=1, terms={"nonsense": 1}
    ),
    "nobody's turn": lambda game: Game.objects.filter(pk=game.pk).update(turn=77),
    "a seat too few": lambda game: Seat.objects.filter(game=game, number=2).delete(),
    "no seats": lambda game: Seat.objects.filter(game=game).delete(),
    "an unknown status": lambda game: Game.objects.filter(pk=game.pk).update(status="nonsense"),
}


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_damage_is_noticed_by_nobody_else(game, friends, dana, damage):
    other = running_table(friends.alice, friends.bob, public=True)
    do(game, friends.alice, bid(1))
    damage(fresh(game))
    table_cache.clear()
    table = f"/tables/{game.id}/"
    tried = {
        friends.alice: [
            "/",
            "/my-games/",
            "/players/alice/",
            "/accounts/data/",
            f"/tables/{other.id}/",
            table,
            f"{table}log/",
        ],
        dana: ["/admin/games/game/", f"/admin/games/game/{game.id}/change/"],
    }
    for user, addresses in tried.items():
        answers = {address: logged_in(user).get(address).status_code for address in addresses}
        assert all(status in (200, 404) for status in answers.values()), answers
        assert answers.get(f"/tables/{other.id}/", 200) == 200
    clock.claim_due()
    asyncio.run(clock.wake(game.id))
    assert fresh(other).status == Game.Status.RUNNING


def test_turn_of_nobody_stops_the_game(game):
    Game.objects.filter(pk=game.pk).update(turn=77)
    asyncio.run(clock.wake(game.id))
    assert fresh(game).status == Game.Status.ERRORED


class TestLostFrames:
    """What could not be sent is sent the next time."""

    def once(self, call):
        left = [True]

        def failing(*args, **how):
            if left and left.pop():
                raise OperationalError("database is locked")
            return call(*args, **how)

        return failing

    async def test_first_frame_survives_a_locked_database(self, game, friends, monkeypatch):
        monkeypatch.setattr(poller, "POLL_EVERY", 0.2)
        monkeypatch.setattr(poller, "note_presence", self.once(poller.note_presence))
        async with at(game, friends.alice) as alice:
            await hear(alice, 'id="public"')

    async def test_chat_survives_it_too(self, game, friends, monkeypatch):
        monkeypatch.setattr(poller, "POLL_EVERY", 0.2)
        async with at(game, friends.alice) as alice:
            await hear(alice, 'id="public"')
            monkeypatch.setattr("games.pages.beside.chat_of", self.once(chat_of))
            await in_database(lambda: chat.say(user=friends.bob, game_id=game.id, text="Hello there", key="k"))
            await hear(alice, "Hello there")
