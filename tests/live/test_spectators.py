"""Who may look on, and what the players hear of it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.live import consumers, poller
from games.models import Game, Spectator
from games.queries.presence import count_spectators
from games.services.table import spectators
from tests.live.test_sockets import Friends, at, closing_code, hear, in_database
from tests.support.tables import play_to_the_end, running_table, waiting_table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def friends(transactional_db):
    return Friends()


@pytest.fixture
def game(friends):
    return running_table(friends.alice, friends.bob, public=True)


@pytest.fixture(autouse=True)
def often(monkeypatch):
    monkeypatch.setattr(poller, "POLL_EVERY", 0.1)


class TestCount:
    async def test_players_hear_how_many_look_on_and_when_they_leave(self, game, friends):
        async with at(game, friends.alice) as alice:
            async with at(game) as stranger, at(game, friends.charlie) as charlie:
                for socket in (stranger, charlie):
                    await hear(socket, 'id="public"')
                assert "2 people are watching" in await hear(alice, 'id="watchers"', "2 people")
            assert "hidden" in await hear(alice, 'id="watchers"', "hidden")
        assert await in_database(Spectator.objects.count) == 0

    async def test_several_windows_of_one_person_are_one(self, game, friends):
        async with at(game, friends.charlie) as first, at(game, friends.alice) as alice:
            await hear(first, 'id="public"')
            async with at(game, friends.charlie) as second:
                await hear(second, 'id="public"')
                await hear(alice, "1 person is watching")
            assert await in_database(Spectator.objects.count) == 1, "the first window is still open"

    async def test_players_do_not_count(self, game, friends):
        async with at(game, friends.alice) as alice, at(game, friends.bob) as bob:
            for socket in (alice, bob):
                await hear(socket, 'id="public"')
        assert await in_database(Spectator.objects.count) == 0

    async def test_who_looks_on_is_told_to_nobody(self, game, friends):
        async with at(game, friends.charlie) as charlie, at(game, friends.alice) as alice:
            await hear(charlie, 'id="public"')
            assert "Charlie" not in await hear(alice, 'id="watchers"', "1 person")

    async def test_a_waiting_room_has_no_spectators(self, friends):
        room = await in_database(waiting_table, friends.alice, public=True)
        async with at(room, friends.charlie) as charlie:
            await hear(charlie, 'id="public"')
        assert await in_database(Spectator.objects.count) == 0

    def test_those_of_a_process_that_died_are_forgotten(self, game):
        spectators.note_spectators(places=[(game.id, "page-1"), (game.id, "page-2"), (game.id, "page-1")])
        assert count_spectators([game.id]) == {game.id: 2}
        Spectator.objects.filter(who="page-1").update(seen_at=timezone.now() - timedelta(minutes=1))
        assert count_spectators([game.id]) == {game.id: 1}
        spectators.delete_gone_spectators()
        assert Spectator.objects.count() == 1
        spectators.note_spectators(places=[(game.id, "page-2")])
        assert Spectator.objects.count() == 1

    def test_the_page_tells_it_too(self, game, client):
        spectators.note_spectators(places=[(game.id, "page-1")])
        assert "1 person is watching" in client.get(f"/tables/{game.id}/").text


class TestForbidden:
    @pytest.fixture
    def game(self, friends):
        return running_table(friends.alice, friends.bob, public=True, watchable=False)

    @pytest.mark.parametrize("who", ["charlie", None])
    async def test_sockets_are_for_players_alone(self, game, friends, who):
        async with at(game, getattr(friends, who) if who else None) as outsider:
            assert await closing_code(outsider) == consumers.NOT_HERE
        async with at(game, friends.alice) as alice:
            await hear(alice, 'id="public"')

    def test_pages_are_for_players_alone(self, game, friends, client):
        for path in ("", "log/", "replay/", "replay/0/"):
            assert client.get(f"/tables/{game.id}/{path}").status_code == 404
        client.force_login(friends.alice)
        assert client.get(f"/tables/{game.id}/").status_code == 200

    def test_it_stays_so_when_the_game_is_over(self, friends, client):
        game = running_table(
            friends.alice, friends.bob, friends.charlie, slug="high-society", public=True, watchable=False
        )
        play_to_the_end(game)
        assert client.get(f"/tables/{game.id}/replay/").status_code == 404

    def test_the_lobby_lists_it_only_while_it_waits(self, game, friends, client):
        room = waiting_table(friends.alice, public=True, watchable=False)
        page = client.get("/").text
        assert f"row-{room.id}" in page
        assert f"row-{game.id}" not in page
        assert client.get(f"/tables/{room.id}/").status_code == 200
        assert "public, nobody watches" in client.get(f"/tables/{room.id}/").text

    def test_is_a_choice_for_a_new_table(self, friends, client):
        client.force_login(friends.alice)
        client.post("/tables/new/", {"game": "high-society", "size": "3", "access": "unwatched"})
        made = Game.objects.latest("created_at")
        assert (made.public, made.watchable) == (True, False)
