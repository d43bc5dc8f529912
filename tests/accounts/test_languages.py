"""In which language the site speaks to whom: on its pages, and when it writes to people."""

import pytest
from django.core import mail
from django.test import Client
from django.utils.translation import ngettext, override
from pytest_django.asserts import assertContains, assertRedirects

from accounts.languages import language_of
from accounts.models import User
from accounts.names.guest_names import FRENCH_CHARACTERS
from accounts.services.accounts import update_preferences
from games.wording.numbers import grouped
from hsweb.http.headers import preferred_language

SWITCH = "/accounts/preferences/"
FRENCH, ENGLISH = {"accept-language": "fr-CA,en;q=0.5"}, {"accept-language": "en"}


def spoken(client, headers):
    return client.get("/", headers=headers).text.partition('<html lang="')[2][:2]


class TestPages:
    def test_follow_the_browser_and_say_so_to_caches(self, client, db):
        page = client.get("/", headers=FRENCH)
        assertContains(page, '<html lang="fr"')
        assertContains(page, "Jouer maintenant contre des robots")
        assert page["Content-Language"] == "fr"
        assert {"Accept-Language", "Cookie"} <= set(page["Vary"].split(", "))

    @pytest.mark.parametrize("wanted", ["de", "", "\xff", "fr-" * 500, "*"])
    def test_speak_english_to_those_who_want_something_else(self, client, db, wanted):
        assert spoken(client, {"accept-language": wanted}) == "en"

    def test_offer_each_language_by_its_own_name(self, client, db):
        page = client.get("/", headers=FRENCH)
        assertContains(page, '<button name="language" value="en" lang="en" aria-pressed="false">English</button>')
        assertContains(page, '<button name="language" value="fr" lang="fr" aria-pressed="true">Français</button>')

    def test_speak_what_a_stranger_switched_to(self, client, db):
        assertRedirects(client.post(SWITCH, {"language": "fr", "next": "/rules/high-society/"}), "/rules/high-society/")
        assert spoken(client, ENGLISH) == "fr"
        client.post(SWITCH, {"language": ""})
        assert spoken(client, ENGLISH) == "en"

    @pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
    def test_lead_nowhere_else_when_switched(self, client, db, elsewhere):
        assertRedirects(client.post(SWITCH, {"language": "fr", "next": elsewhere}), "/")

    @pytest.mark.parametrize("language", ["de", "fr'--", "\0", "x" * 5000])
    def test_refuse_a_language_that_we_do_not_speak(self, client, db, language):
        assert client.post(SWITCH, {"language": language}).status_code == 422
        assert "django_language" not in client.cookies

    def test_remember_what_a_user_switched_to_wherever_they_are(self, as_alice, alice):
        as_alice.post(SWITCH, {"language": "fr"})
        alice.refresh_from_db()
        assert alice.language == "fr"
        phone = Client()
        phone.force_login(alice)
        assert spoken(phone, ENGLISH) == "fr"
        as_alice.post("/accounts/logout/")
        assert spoken(as_alice, ENGLISH) == "fr"

    def test_keep_the_language_of_guests(self, client, db):
        client.post("/accounts/guest/", headers=FRENCH)
        guest = User.objects.get()
        assert guest.display_name.split()[0] in FRENCH_CHARACTERS
        client.post(SWITCH, {"language": "en"})
        assert spoken(client, FRENCH) == "en"

    def test_keep_something_to_say_in_that_language_while_the_site_is_out_of_reach(self, client, db):
        assertContains(client.get("/service-worker.js", headers=FRENCH), '"hsweb-1-fr"')
        assertContains(client.get("/offline/", headers=FRENCH), "Pas de connexion")
        assert "entre amis" in client.get("/manifest.webmanifest", headers=FRENCH).json()["description"]

    def test_can_be_chosen_before_django_is_asked(self):
        wanted = (b"fr-CH, en;q=0.9", b"de, fr;q=0.1", b"", b"\xff", b"x" * 5000)
        assert [preferred_language(header) for header in wanted] == ["fr", "fr", "en", "en", "en"]


class TestLetters:
    def test_come_in_the_language_of_the_browser_until_one_is_chosen(self, as_alice, alice):
        assert language_of(alice) == "en"
        as_alice.get("/", headers=FRENCH)
        alice.refresh_from_db()
        assert (alice.language, alice.browser_language, language_of(alice)) == ("", "fr", "fr")
        update_preferences(user=alice, language="en")
        as_alice.get("/", headers=FRENCH)
        alice.refresh_from_db()
        assert (alice.browser_language, language_of(alice)) == ("fr", "en")

    def test_come_in_english_where_nothing_is_known(self, alice):
        assert language_of(None) == "en"
        update_preferences(user=alice, language="xx")
        assert language_of(alice) == "en"

    def test_about_an_account_come_in_the_language_of_its_owner(self, client, alice, confirmed, password):
        update_preferences(user=alice, language="fr")
        client.post("/accounts/password/reset/", {"email": alice.email}, headers=ENGLISH)
        form = {"username": "bob", "email": alice.email, "password1": password, "password2": password}
        client.post("/accounts/signup/", form, headers=ENGLISH)
        subjects = ["Un nouveau mot de passe", "Vous avez déjà un compte"]
        assert [message.subject for message in mail.outbox] == subjects
        assert "Si ce n’était pas vous, ne faites rien" in mail.outbox[0].body

    def test_welcome_somebody_in_the_language_of_the_page(self, client, db, password):
        form = {"username": "bob", "email": "bob@example.org", "password1": password, "password2": password}
        client.post("/accounts/signup/", form, headers=FRENCH)
        assert [message.subject for message in mail.outbox] == ["Bienvenue\xa0: confirmez votre adresse e-mail"]


def test_numbers_and_plurals_are_those_of_the_language():
    with override("fr"):
        assert (grouped(106_000), grouped(-1000)) == ("106\u202f000", "−1\u202f000")
        told = [ngettext("%(days)d day", "%(days)d days", days) % {"days": days} for days in (0, 1, 2)]
        assert told == ["0 jour", "1 jour", "2 jours"]
    assert grouped(106_000) == "106,000"
