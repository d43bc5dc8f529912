import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import User
from games.models import Seat
from games.services.table import rooms
from tests.support.tables import play_to_the_end, running_table, waiting_table


@pytest.fixture
def table(alice, bob):
    return waiting_table(alice, bob, size=3)


def to(game):
    return f"/invitation/{game.invitation}/"


def test_shows_who_invites_to_what(client, table):
    response = client.get(to(table))
    assertContains(response, "Alice asks you to the table")
    assertContains(response, "Alice and Bob sit there already.")
    assertContains(response, "no clock · open purses · by link only")
    assertContains(response, "Join as a guest")
    assertContains(response, f"/accounts/login/?next=/invitation/{table.invitation}/")


def test_looking_changes_nothing(client, table):
    for _time in range(2):
        client.get(to(table))
        client.head(to(table))
    assert User.objects.count() == 2
    assert Seat.objects.count() == 2
    assert not client.cookies.get("sessionid")


def test_is_not_for_search_engines_and_tells_other_sites_nothing(client, table):
    response = client.get(to(table))
    assert response["X-Robots-Tag"] == "noindex"
    assert response["Referrer-Policy"] == "same-origin"
    assert "no-store" in response["Cache-Control"]
    assertContains(response, '<meta name="robots" content="noindex">')


def test_a_stranger_joins_as_a_guest_with_a_name(client, table):
    assertRedirects(client.post(to(table), {"display_name": "  Aunt   Agatha "}), f"/tables/{table.id}/")
    assert str(table.seats.get(user__is_guest=True).user) == "Aunt Agatha"


def test_a_stranger_without_a_name_gets_one(client, table):
    client.post(to(table))
    assert table.seats.get(user__is_guest=True).user.display_name


@pytest.mark.parametrize("name", ["x" * 41, "\u202eevil", "\u2800", "a\x00b"])
def test_a_bad_name_is_told_and_kept_and_makes_no_guest(client, table, name):
    response = client.post(to(table), {"display_name": name})
    assertContains(response, "errorlist", status_code=422)
    assert User.objects.count() == 2


def test_somebody_known_joins_as_themselves(as_charlie, charlie, table):
    assertContains(as_charlie.get(to(table)), "Join as Charlie")
    assertRedirects(as_charlie.post(to(table), {"display_name": "Somebody else"}), f"/tables/{table.id}/")
    assert str(table.seats.get(user=charlie).user) == "Charlie"


def test_those_who_sit_there_are_led_to_the_table(as_bob, table):
    assertRedirects(as_bob.get(to(table)), f"/tables/{table.id}/")
    assertRedirects(as_bob.post(to(table)), f"/tables/{table.id}/")
    assert table.seats.count() == 2


def test_again_takes_no_second_seat(as_charlie, charlie, table):
    as_charlie.post(to(table))
    as_charlie.post(to(table))
    assert table.seats.filter(user=charlie).count() == 1


def test_says_that_the_table_is_full(client, alice):
    game = waiting_table(alice, bots=("bold", "bold"))
    assertContains(client.get(to(game)), "Every seat at this table is taken by now.")
    assertContains(client.post(to(game)), "Every seat at this table is taken by now.", status_code=409)
    assert User.objects.count() == 1


def test_says_that_the_game_has_begun(client, alice):
    game = running_table(alice)
    response = client.get(to(game))
    assertContains(response, "The game has already begun.")
    assertNotContains(response, game.id)
    assert client.post(to(game)).status_code == 409
    assert User.objects.count() == 1


def test_lets_people_watch_a_public_game(client, alice):
    game = running_table(alice, public=True)
    assertContains(client.get(to(game)), f'href="/tables/{game.id}/"')
    play_to_the_end(game)
    assertContains(client.get(to(game)), "See how it ended")


def test_says_that_the_table_is_closed(client, alice):
    game = waiting_table(alice)
    rooms.close(user=alice, game_id=game.id)
    assertContains(client.get(to(game)), "This table is closed.")
    assert client.post(to(game)).status_code == 409


@pytest.mark.django_db
@pytest.mark.parametrize("token", ["nothing", "a" * 26, "a" * 3000])
def test_says_when_it_is_no_longer_good(client, token):
    for answer in (client.get(f"/invitation/{token}/"), client.post(f"/invitation/{token}/")):
        assertContains(answer, "This invitation is no longer good", status_code=404)
    assert client.get("/invitation/%00/").status_code == 404


def test_the_id_of_a_table_is_no_invitation(client, table):
    assert client.get(f"/invitation/{table.id}/").status_code == 404


def test_takes_nothing_else(client, table):
    assert client.put(to(table)).status_code == 405


def test_needs_the_token_of_its_form(table):
    assert Client(enforce_csrf_checks=True).post(to(table)).status_code == 403
