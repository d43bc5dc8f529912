from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games.models import Game
from games.services.table import rooms, seats
from tests.support.factories import UserFactory
from tests.support.tables import play_to_the_end, running_table, waiting_table

ADDRESS = "/my-games/"


def test_asks_strangers_in(client, db):
    response = client.get(ADDRESS)
    assertContains(response, "Nobody is logged in here")
    assertContains(response, "/accounts/login/?next=/my-games/")


def test_invites_those_without_games(as_alice):
    response = as_alice.get(ADDRESS)
    assertContains(response, "You have no games yet.")
    assertContains(response, "Play now against bots")


def test_begins_with_what_waits_for_me(as_alice, alice, bob):
    waiting_table(alice, size=4)
    running_table(bob, alice)
    running_table(alice, bob)
    page = as_alice.get(ADDRESS).text
    order = ["It is your turn against Bob", ": waiting for Bob", "You wait for 3 more"]
    places = [page.index(words) for words in order]
    assert places == sorted(places)


def test_tells_how_games_ended(as_alice, alice, bob):
    seat = play_to_the_end(running_table(alice, bob)).seats.get(user=alice)
    assertContains(as_alice.get(ADDRESS), "Nobody won: everybody was cast out")
    seat.won = True
    seat.save()
    assertContains(as_alice.get(ADDRESS), "You won against Bob and ")
    seat.game.seats.filter(user=bob).update(won=True)
    assertContains(as_alice.get(ADDRESS), "You won together with Bob")
    seat.game.seats.filter(user=alice).update(won=False, rank=2)
    assertContains(as_alice.get(ADDRESS), "Bob won; you finished second of 3")


def test_tells_that_a_bot_plays(as_alice, alice, bob):
    game = running_table(alice, bob)
    seats.leave(user=alice, game_id=game.id)
    response = as_alice.get(ADDRESS)
    assertContains(response, "A bot plays for you against Bob")
    assertNotContains(response, "Your turn")


def test_leaves_out_other_people_and_closed_tables(as_alice, alice, bob):
    foreign = running_table(bob, public=True)
    closed = waiting_table(alice)
    rooms.close(user=alice, game_id=closed.id)
    response = as_alice.get(ADDRESS)
    assertNotContains(response, foreign.id)
    assertNotContains(response, closed.id)


def test_asks_few_questions_for_many_games(as_alice, alice, django_assert_max_num_queries):
    for _number in range(6):
        running_table(alice, UserFactory())
        waiting_table(UserFactory(), alice)
    with django_assert_max_num_queries(10):
        as_alice.get(ADDRESS)


def test_only_reads(as_alice):
    assert as_alice.post(ADDRESS).status_code == 405


def test_is_never_kept_by_caches(as_alice):
    assert "no-store" in as_alice.get(ADDRESS)["Cache-Control"]


class TestNext:
    ADDRESS = "/my-games/next/"

    def test_leads_to_the_game_whose_time_runs_out_first(self, as_alice, alice, bob):
        later, urgent, others = running_table(alice, bob), running_table(alice, bob), running_table(bob, alice)
        for game, hours in ((later, 24), (urgent, 2), (others, 1)):
            Game.objects.filter(pk=game.pk).update(deadline=timezone.now() + timedelta(hours=hours))
        assertRedirects(as_alice.get(self.ADDRESS), f"/tables/{urgent.id}/")

    def test_leads_on_from_the_table_one_comes_from(self, as_alice, alice, bob):
        first, second = running_table(alice, bob), running_table(alice, bob)
        for here, there in ((first, second), (second, first)):
            headers = {"referer": f"http://testserver/tables/{here.id}/"}
            assertRedirects(as_alice.get(self.ADDRESS, headers=headers), f"/tables/{there.id}/")

    def test_leads_round_all_that_wait(self, as_alice, alice, bob):
        games = [running_table(alice, bob) for _ in range(3)]
        here, seen = games[0], set()
        for _ in games:
            answer = as_alice.get(self.ADDRESS, headers={"referer": f"http://testserver/tables/{here.id}/"})
            here = next(game for game in games if game.id in answer["Location"])
            seen.add(here.id)
        assert seen == {game.id for game in games}

    def test_stays_where_nothing_else_waits(self, as_alice, alice, bob):
        only = running_table(alice, bob)
        headers = {"referer": f"http://testserver/tables/{only.id}/"}
        assertRedirects(as_alice.get(self.ADDRESS, headers=headers), f"/tables/{only.id}/")

    def test_leads_to_the_list_if_nothing_waits(self, as_alice, alice, bob, client):
        running_table(bob, alice)
        assertRedirects(as_alice.get(self.ADDRESS), "/my-games/")
        assertRedirects(client.get(self.ADDRESS), "/my-games/")

    @pytest.mark.parametrize("referer", ["http://[", "x" * 9000, "/tables/../", "\xff"])
    def test_is_not_confused_by_where_one_comes_from(self, as_alice, alice, bob, referer):
        running_table(alice, bob)
        assert as_alice.get(self.ADDRESS, headers={"referer": referer}).status_code == 302


def test_every_page_counts_what_waits(as_alice, alice, bob, client):
    running_table(alice, bob)
    running_table(alice, bob)
    running_table(bob, alice)
    assertContains(as_alice.get("/"), 'data-count="2"')
    assertContains(as_alice.get("/accounts/settings/"), "2 wait")
    assertNotContains(client.get("/"), 'id="waiting"')
