import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import User
from games.models import Game

ADDRESS = "/tables/new/"
pytestmark = pytest.mark.django_db

WISHES = {
    "game": "high-society",
    "size": "4",
    "bots": "1",
    "bot": "expert",
    "access": "public",
    "clock": "60",
    "open_purses": "on",
    "bot_pace": "quick",
}


def test_shows_a_form_that_explains_itself(client):
    response = client.get(ADDRESS)
    assertContains(response, "Two players is a curiosity: never bidding is hard to beat.")
    assertContains(response, "you have to remember what was spent")
    assertContains(response, "When the time is up")
    assert not User.objects.exists()


def test_opens_the_table_as_wished(as_alice, alice):
    response = as_alice.post(ADDRESS, WISHES)
    game = Game.objects.get()
    assertRedirects(response, f"/tables/{game.id}/")
    assert (game.host, game.slug, game.size, game.public) == (alice, "high-society", 4, True)
    assert (game.turn_seconds, game.options["open_purses"], game.bot_pace) == (60, True, "quick")
    assert [seat.bot for seat in game.seats.all()] == ["", "expert"]


def test_is_content_with_little(as_alice):
    as_alice.post(ADDRESS, {"game": "high-society-simplified", "size": "8", "access": "link"})
    game = Game.objects.get()
    assert (game.public, game.turn_seconds, game.options["open_purses"], game.bot_pace) == (False, None, False, "human")
    assert game.seats.count() == 1


def test_bots_hurry_if_the_host_wishes(as_alice):
    as_alice.post(ADDRESS, WISHES)
    as_alice.post(ADDRESS, {**WISHES, "hurry": "on"})
    assert list(Game.objects.order_by("created_at").values_list("hurry", flat=True)) == [False, True]


def test_mixes_the_company(as_alice):
    as_alice.post(ADDRESS, {**WISHES, "bots": "3", "bot": "mixed"})
    assert [seat.bot for seat in Game.objects.get().seats.all()] == ["", "balanced", "cautious", "bold"]


def test_makes_a_guest_of_a_stranger(client):
    client.post(ADDRESS, WISHES)
    assert Game.objects.get().host == User.objects.get(is_guest=True)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"size": "2"}, "High Society is for 3 to 5 players."),
        ({"size": "6"}, "High Society is for 3 to 5 players."),
        ({"size": ""}, "Say how many seats the table has."),
        ({"size": "many"}, "Give the number of seats as a whole number."),
        ({"size": "9" * 400}, "Ensure this value is less than or equal to 8."),
        ({"bots": "4"}, "One seat is yours: at a table for 4 there is room for 3 bots."),
        ({"bots": "-1"}, "Ensure this value is greater than or equal to 0."),
        ({"game": "whist"}, "Select a valid choice."),
        ({"game": "\x00"}, "Select a valid choice."),
        ({"bot": "genius"}, "Select a valid choice."),
        ({"clock": "31"}, "Select a valid choice."),
        ({"access": "everyone"}, "Select a valid choice."),
        ({"bot_pace": "light"}, "Select a valid choice."),
    ],
)
def test_says_what_is_wrong_and_keeps_the_rest(client, changes, sentence):
    response = client.post(ADDRESS, {**WISHES, **changes})
    assertContains(response, sentence, status_code=422)
    assertContains(response, '<option value="quick" selected>', status_code=422) if "bot_pace" not in changes else None
    assert not Game.objects.exists()
    assert not User.objects.exists()


def test_an_empty_form_is_answered_in_words(client):
    assertContains(client.post(ADDRESS), "This field is required.", status_code=422)


def test_again_opens_another(as_alice):
    as_alice.post(ADDRESS, WISHES)
    as_alice.post(ADDRESS, WISHES)
    assert Game.objects.count() == 2


def test_needs_the_token_of_its_form():
    assert Client(enforce_csrf_checks=True).post(ADDRESS, WISHES).status_code == 403


def test_takes_nothing_else(client):
    assert client.put(ADDRESS).status_code == 405


def test_has_no_errors_before_it_is_sent(client):
    assertNotContains(client.get(ADDRESS), "errorlist")


class TestTheHostsName:
    def test_is_asked_of_strangers(self, client):
        assertContains(client.get(ADDRESS), 'name="display_name"')
        client.post(ADDRESS, {**WISHES, "display_name": " Ana  Lovelace "})
        assert str(Game.objects.get().host) == "Ana Lovelace"

    def test_is_found_for_those_who_give_none(self, client):
        client.post(ADDRESS, {**WISHES, "display_name": ""})
        assert User.objects.get(is_guest=True).display_name

    def test_is_there_already_for_guests_who_may_change_it(self, client):
        client.post("/accounts/guest/")
        guest = User.objects.get(is_guest=True)
        assertContains(client.get(ADDRESS), f'value="{guest}"')
        client.post(ADDRESS, {**WISHES, "display_name": "Ana"})
        assert str(Game.objects.get().host) == "Ana"

    def test_is_not_asked_of_users(self, as_alice, alice):
        assertNotContains(as_alice.get(ADDRESS), 'name="display_name"')
        as_alice.post(ADDRESS, {**WISHES, "display_name": "Somebody"})
        assert str(User.objects.get(pk=alice.pk)) == "Alice"

    def test_is_refused_in_a_sentence(self, client):
        response = client.post(ADDRESS, {**WISHES, "display_name": "A\u200bna"})
        assertContains(response, "A name cannot have invisible characters.", status_code=422)
        assert not User.objects.exists()
