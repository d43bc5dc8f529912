import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import User
from accounts.services.accounts import update_preferences
from tests.support.factories import UserFactory

ADDRESS = "/accounts/settings/"
CHOSEN = {"display_name": "Lady Alice", "time_zone": "Europe/Paris", "theme": "dark"}


def test_shows_what_is_set(as_alice, confirmed):
    response = as_alice.get(ADDRESS)
    assertContains(response, 'value="Alice"')
    assertContains(response, "alice@example.com")
    assertContains(response, "/accounts/delete/")


def test_offers_languages_by_their_own_names(as_alice):
    assertContains(as_alice.get(ADDRESS), '<option value="fr">Français</option>', html=True)


def test_saves(as_alice, alice):
    response = as_alice.post(ADDRESS, CHOSEN, follow=True)
    assertContains(response, "Your settings are saved.")
    alice.refresh_from_db()
    assert (alice.display_name, alice.time_zone, alice.theme) == ("Lady Alice", "Europe/Paris", "dark")


def test_saves_the_language_and_speaks_it_at_once(as_alice, alice):
    assertContains(as_alice.post(ADDRESS, CHOSEN | {"language": "fr"}, follow=True), "Vos réglages sont enregistrés.")
    alice.refresh_from_db()
    assert alice.language == "fr"
    as_alice.post(ADDRESS, CHOSEN | {"language": ""})
    assertContains(as_alice.get("/"), '<html lang="en"')


def test_keeps_a_time_zone_of_an_old_name(as_alice, alice):
    alice.time_zone = "Asia/Calcutta"
    alice.save()
    assertRedirects(as_alice.post(ADDRESS, CHOSEN | {"time_zone": "Asia/Calcutta"}), ADDRESS)


def test_saves_who_sees_what(as_alice, alice):
    assertContains(as_alice.get(ADDRESS), '<option value="everybody" selected>Everybody</option>', count=2, html=True)
    as_alice.post(ADDRESS, CHOSEN | {"results_for": "friends", "invited_by": "nobody"})
    alice.refresh_from_db()
    assert (alice.results_for, alice.invited_by) == ("friends", "nobody")
    assertContains(as_alice.get(ADDRESS), '<option value="friends" selected>My friends</option>', html=True)


def test_a_form_that_does_not_ask_who_sees_what_leaves_it(as_alice, alice):
    update_preferences(user=alice, results_for="nobody", invited_by="friends")
    as_alice.post(ADDRESS, CHOSEN)
    alice.refresh_from_db()
    assert (alice.results_for, alice.invited_by) == ("nobody", "friends")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"display_name": ""}, "This field is required."),
        ({"display_name": "a\x00b"}, "Null characters are not allowed."),
        ({"display_name": "a\u200bb"}, "A name cannot have invisible characters."),
        ({"display_name": "x" * 5000}, "at most 40 characters"),
        ({"time_zone": "Mars/Olympus"}, "There is no such time zone."),
        ({"time_zone": "../../etc/passwd"}, "There is no such time zone."),
        ({"theme": "purple"}, "Select a valid choice."),
        ({"results_for": "me"}, "Select a valid choice."),
        ({"invited_by": "\0"}, "Select a valid choice."),
    ],
)
def test_says_what_is_wrong(as_alice, alice, wrong, sentence):
    assertContains(as_alice.post(ADDRESS, CHOSEN | wrong), sentence, status_code=422)
    alice.refresh_from_db()
    assert alice.display_name == "Alice"


def test_prompts_guests_to_keep_their_games(as_guest):
    response = as_guest.get(ADDRESS)
    assertContains(response, "Keep my games: create an account")
    assertNotContains(response, "/accounts/password/change/")


def test_guests_may_change_their_name(as_guest, guest):
    assertRedirects(as_guest.post(ADDRESS, CHOSEN), ADDRESS)
    guest.refresh_from_db()
    assert guest.display_name == "Lady Alice"
    assert guest.is_guest


def test_are_not_for_strangers(client, db):
    assertRedirects(client.get(ADDRESS), f"/accounts/login/?next={ADDRESS}")


def test_take_no_other_method(as_alice):
    assert as_alice.put(ADDRESS).status_code == 405


def test_is_kept_by_no_cache(as_alice):
    assert "no-store" in as_alice.get("/accounts/settings/")["Cache-Control"]


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["admin", "A\u0335\u0336\u0337na"])
def test_keeps_a_name_from_before_a_rule(client, name):
    client.force_login(UserFactory(username="admin", display_name="" if name == "admin" else name))
    form = {"display_name": name, "time_zone": "", "theme": "dark"}
    assertRedirects(client.post("/accounts/settings/", form), "/accounts/settings/")
    assert str(User.objects.get()) == name
    assert client.post("/accounts/settings/", form | {"display_name": "Administrator"}).status_code == 422
