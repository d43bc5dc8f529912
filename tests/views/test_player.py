import pytest
from pytest_django.asserts import assertContains, assertNotContains

from accounts.services.accounts import delete_account, update_preferences
from games.models import Seat
from tests.support.factories import UserFactory
from tests.support.tables import play_to_the_end, running_table

ADDRESS = "/players/alice/"


def test_shows_a_name_and_never_an_address(client, alice):
    response = client.get(ADDRESS)
    assertContains(response, "<h1>Alice</h1>", html=True)
    assertContains(response, "Here since")
    assertContains(response, "Alice has not finished a game yet.")
    assertNotContains(response, alice.email)


def test_is_there_for_guests(client, db):
    UserFactory(username="guest-7", display_name="Merry Magpie", is_guest=True)
    assertContains(client.get("/players/guest-7/"), "Guest")


def test_counts_games_and_wins(client, alice, bob):
    for _number in range(2):
        game = play_to_the_end(running_table(alice, bob))
    Seat.objects.filter(user=alice, game=game).update(won=True)
    assertContains(client.get(ADDRESS), '<th scope="row">High Society</th><td>2</td><td>1</td>')


def test_does_not_count_what_a_bot_won(client, alice, bob):
    play_to_the_end(running_table(alice, bob))
    Seat.objects.filter(user=alice).update(won=True, bot="balanced")
    assertContains(client.get(ADDRESS), "<td>1</td><td>0</td>")


def test_links_public_games(client, alice, bob):
    game = play_to_the_end(running_table(alice, bob, public=True))
    response = client.get(ADDRESS)
    assertContains(response, f'href="/tables/{game.id}/"')
    assertContains(response, "against Bob")


def test_keeps_tables_by_link_among_those_who_sat_there(client, as_bob, as_charlie, alice, bob):
    game = play_to_the_end(running_table(alice, bob))
    for outsider in (client, as_charlie):
        response = outsider.get(ADDRESS)
        assertContains(response, "at a table of 3")
        assertNotContains(response, game.id)
        assertNotContains(response, "against Bob")
    assertContains(as_bob.get(ADDRESS), f'href="/tables/{game.id}/"')


def test_says_nothing_of_running_games(client, alice, bob):
    game = running_table(alice, bob, public=True)
    assertNotContains(client.get(ADDRESS), game.id)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["nobody", "%00", "a%00b", "x" * 3000, "%ff"])
def test_of_nobody_is_not_found(client, name):
    assert client.get(f"/players/{name}/").status_code == 404


def test_of_the_deleted_is_not_found(client, alice):
    delete_account(user=alice)
    alice.refresh_from_db()
    assert client.get(ADDRESS).status_code == 404
    assert client.get(f"/players/{alice.username}/").status_code == 404


def test_asks_few_questions(client, alice, bob, django_assert_max_num_queries):
    for _number in range(4):
        play_to_the_end(running_table(alice, bob, public=True))
    with django_assert_max_num_queries(7):
        client.get(ADDRESS)


def test_only_reads(client, alice):
    assert client.post(ADDRESS).status_code == 405


def test_a_finished_table_forgets_what_is_hidden_and_who_has_gone(client, alice, bob):
    page = f"/tables/{play_to_the_end(running_table(alice, bob, public=True)).id}/"
    assert client.get(page).text.count("rating still provisional") == 3
    update_preferences(user=alice, results_for="nobody")
    assert client.get(page).text.count("rating still provisional") == 2
    assertContains(client.get(page), "Alice")
    delete_account(user=alice)
    assertNotContains(client.get(page), "Alice")
