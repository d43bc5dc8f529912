import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import User
from games.models import Game, KeptSeat, Seat
from games.services.table import rooms
from tests.support.clients import logged_in
from tests.support.factories import UserFactory
from tests.support.tables import play_to_the_end, running_table, waiting_table


@pytest.fixture
def table(alice, bob):
    return waiting_table(alice, bob, size=3)


def to(invited):
    """Where the invitation to a table, or to one seat, leads."""
    return f"/invitation/{invited.invitation}/"


def test_shows_who_invites_to_what(client, table):
    response = client.get(to(table))
    assertContains(response, "Alice invites you to the table")
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


class TestKeptSeat:
    @pytest.fixture
    def table(self, alice):
        """The two seats beside that of Alice are kept."""
        return waiting_table(alice, size=3, kept=("Ben", "Cleo"))

    @pytest.fixture
    def kept(self, table):
        return table.kept_seats.get(name="Ben")

    def test_says_for_whom_it_is_and_asks_for_no_name(self, client, kept):
        page = client.get(to(kept))
        assertContains(page, "Alice keeps a seat for you as Ben")
        assertContains(page, "Alice sits there already.")
        assertContains(page, "Join as Ben")
        assertContains(page, f"/accounts/login/?next=/invitation/{kept.invitation}/")
        assertNotContains(page, "display_name")
        assertNotContains(page, "Cleo")

    def test_a_stranger_sits_down_under_that_name(self, client, table, kept):
        response = client.post(to(kept), {"display_name": "Somebody else"})
        assertRedirects(response, f"/tables/{table.id}/")
        assert table.seats.get(user__is_guest=True).user.display_name == "Ben"

    def test_a_name_nobody_asked_for_does_no_harm(self, client, table, kept):
        assert client.post(to(kept), {"display_name": "\u2800"}).status_code == 302

    def test_somebody_with_an_account_joins_as_themselves(self, as_charlie, charlie, table, kept):
        page = as_charlie.get(to(kept))
        assertContains(page, "Alice keeps a seat for you as Ben")
        assertContains(page, "Join as Charlie")
        as_charlie.post(to(kept))
        assert str(table.seats.get(user=charlie).user) == "Charlie"

    def test_a_guest_is_told_what_they_will_be_called(self, table, kept):
        guest = UserFactory(display_name="Merry Otter", is_guest=True)
        assertContains(logged_in(guest).get(to(kept)), "Join as Ben")

    def test_is_taken_once(self, client, table, kept):
        client.post(to(kept))
        late = Client()
        for answer in (late.get(to(kept)), late.post(to(kept))):
            assertContains(answer, "the seat kept for you is taken", status_code=404)
        assert User.objects.filter(is_guest=True).count() == 1
        assertContains(client.get(to(kept)), "Go to my games", status_code=404)

    def test_somebody_who_sits_there_leaves_it_to_others(self, as_alice, table, kept):
        for answer in (as_alice.get(to(kept)), as_alice.post(to(kept))):
            assertRedirects(answer, f"/tables/{table.id}/")
        assert table.kept_seats.count() == 2

    def test_is_none_for_those_with_the_link_of_the_table(self, client, table):
        assertContains(client.get(to(table)), "Every seat at this table is taken by now.")
        assertContains(client.post(to(table)), "Every seat at this table is taken by now.", status_code=409)
        assert not User.objects.filter(is_guest=True).exists()

    def test_is_told_where_its_host_is_gone(self, client, table, kept):
        Game.objects.filter(pk=table.pk).update(host=None)
        assertContains(client.get(to(kept)), "A seat is kept for you as Ben")

    def test_of_a_game_that_began_is_gone(self, client, alice, bob, charlie):
        room = waiting_table(alice, bob, charlie, size=4, kept=("Ben",))
        kept = room.kept_seats.get()
        rooms.start(user=alice, game_id=room.id)
        assert client.get(to(kept)).status_code == 404

    def test_looking_changes_nothing(self, client, kept):
        for _time in range(2):
            client.get(to(kept))
            client.head(to(kept))
        assert KeptSeat.objects.filter(pk=kept.pk).exists()
        assert not client.cookies.get("sessionid")
