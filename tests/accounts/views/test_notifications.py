"""How people say how they want to be reached."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import PushSubscription
from accounts.notifications import kinds, push
from accounts.notifications.browsers import MOST_BROWSERS, people_to_greet, take_greetings
from accounts.notifications.mail import unsubscribe_url
from tests.accounts.conftest import BROWSER
from tests.support.factories import UserFactory

ADDRESS = "/accounts/reach/"


class TestPage:
    def test_offers_what_is_usual(self, as_alice):
        page = as_alice.get(ADDRESS)
        assertContains(page, f'data-key="{push.public_key()}"')
        assertContains(page, '<input type="checkbox" name="turn" value="push" checked>', html=True)
        assertContains(page, '<input type="checkbox" name="mention" value="mail">', html=True)
        assertNotContains(page, '<input type="checkbox" name="invitation" value="page">', html=True)

    def test_stores_what_was_chosen(self, as_alice, alice):
        assertRedirects(as_alice.post(ADDRESS, {"turn": ["mail", "junk"], "mention": ["push", "mail"]}), ADDRESS)
        alice.refresh_from_db()
        assert kinds.ways_for(alice, "turn") == ("mail",)
        assert kinds.ways_for(alice, "mention") == ("push", "mail")
        assert kinds.ways_for(alice, "ended") == ()

    def test_says_where_mail_goes(self, as_alice, alice, as_guest):
        assertContains(as_guest.get(ADDRESS), "Guests have no e-mail address.")

    def test_says_that_an_address_has_to_be_confirmed_first(self, as_alice, alice):
        assertContains(as_alice.get(ADDRESS), "Confirm an address")
        EmailAddress.objects.create(user=alice, email="alice@example.org", verified=True, primary=True)
        assertContains(as_alice.get(ADDRESS), "E-mails go to alice@example.org")

    def test_is_not_for_strangers(self, client, db):
        assertRedirects(client.get(ADDRESS), f"/accounts/login/?next={ADDRESS}")


class TestBrowsers:
    def add(self, client, agent="Mozilla/5.0 (Android 15) Firefox/140.0", **changes):
        return client.post(f"{ADDRESS}browser/", {**BROWSER, **changes}, headers={"user-agent": agent})

    def test_is_remembered_once(self, as_alice, alice):
        for _ in range(2):
            assert self.add(as_alice).status_code == 204
        browser = PushSubscription.objects.get()
        assert (browser.user, browser.browser) == (alice, "Firefox, Android")
        assertContains(as_alice.get(ADDRESS), "Firefox, Android")

    def test_belongs_to_whoever_uses_it_now(self, as_alice, alice):
        other: Any = UserFactory(username="other")
        PushSubscription.objects.create(user=other, **BROWSER)
        self.add(as_alice)
        assert PushSubscription.objects.get().user == alice

    @pytest.mark.parametrize(
        "changes",
        [
            {"endpoint": ""},
            {"endpoint": "http://push.example.org/one"},
            {"endpoint": "https://push.example.org/" + "x" * 1000},
            {"endpoint": "https://push.example.org/\0"},
            {"p256dh": "junk"},
            {"auth": ""},
            {"auth": "ö"},
        ],
    )
    def test_junk_is_refused_in_words(self, as_alice, changes):
        assertContains(self.add(as_alice, **changes), "gave us no way to send it messages", status_code=422)
        assert not PushSubscription.objects.exists()

    def test_the_oldest_of_many_is_forgotten(self, as_alice):
        for number in range(MOST_BROWSERS + 2):
            self.add(as_alice, endpoint=f"https://push.example.org/{number}")
        kept = PushSubscription.objects.values_list("endpoint", flat=True)
        assert len(kept) == MOST_BROWSERS
        assert "https://push.example.org/0" not in kept

    def test_is_forgotten_by_its_address_or_by_its_button(self, as_alice, alice):
        self.add(as_alice)
        as_alice.post(f"{ADDRESS}browser/forget/", {"endpoint": BROWSER["endpoint"]})
        assert not PushSubscription.objects.exists()
        self.add(as_alice)
        as_alice.post(f"{ADDRESS}browser/forget/", {"browser": PushSubscription.objects.get().pk})
        assert not PushSubscription.objects.exists()

    @pytest.mark.parametrize("junk", ["", "x", "9" * 30, "-1", "٣"])
    def test_nobody_forgets_those_of_others(self, as_alice, junk):
        somebody: Any = UserFactory(username="other")
        other = PushSubscription.objects.create(user=somebody, **BROWSER)
        for form in ({"browser": other.pk}, {"browser": junk}, {"endpoint": other.endpoint}):
            assertRedirects(as_alice.post(f"{ADDRESS}browser/forget/", form), ADDRESS)
        assert PushSubscription.objects.exists()

    def test_needs_its_token(self, alice):
        client = Client(enforce_csrf_checks=True)
        client.force_login(alice)
        assert self.add(client).status_code == 403


class TestTryOut:
    def test_needs_a_browser(self, as_alice):
        assertContains(as_alice.post(f"{ADDRESS}try/", follow=True), "No browser shows your messages yet.")

    def test_lets_a_message_go_to_each_browser(self, as_alice, alice):
        browser = PushSubscription.objects.create(user=alice, **BROWSER)
        assertContains(as_alice.post(f"{ADDRESS}try/", follow=True), "A message is on its way.")
        assert list(people_to_greet((), shaky=False)) == [alice.pk]
        assert take_greetings([alice.pk]) == {alice.pk: [browser.pk]}
        assert take_greetings([alice.pk]) == people_to_greet((), shaky=None) == {}, "they are greeted once"

    def test_one_that_is_switched_off_is_shown_with_the_reason(self, as_alice, alice):
        PushSubscription.objects.create(user=alice, **BROWSER, dropped="it no longer works")
        assertContains(as_alice.get(ADDRESS), "Switched off: it no longer works.")
        assertContains(as_alice.post(f"{ADDRESS}try/", follow=True), "No browser shows your messages yet.")

    def test_has_a_limit(self, as_alice, alice):
        PushSubscription.objects.create(user=alice, **BROWSER)
        for _ in range(5):
            as_alice.post(f"{ADDRESS}try/")
        assertContains(as_alice.post(f"{ADDRESS}try/", follow=True), "Wait a minute.")


class TestUnsubscribe:
    @pytest.fixture
    def path(self, alice, settings):
        return unsubscribe_url(alice, kinds.TURN).removeprefix(settings.SITE_URL)

    def test_mail_programs_do_it_with_one_post(self, path, alice):
        """Without a cookie, without a token: as RFC 8058 says."""
        answer = Client(enforce_csrf_checks=True).post(path, {"List-Unsubscribe": "One-Click"})
        assertContains(answer, "You will get no more e-mails about this")
        alice.refresh_from_db()
        assert kinds.ways_for(alice, kinds.TURN) == (kinds.PAGE, kinds.PUSH)
        assert kinds.wants(alice, kinds.ENDED, kinds.MAIL)

    def test_looking_changes_nothing(self, client, path, alice):
        assertContains(client.get(path), "Stop these e-mails")
        alice.refresh_from_db()
        assert kinds.wants(alice, kinds.TURN, kinds.MAIL)

    def test_can_end_all_mail(self, client, path, alice):
        client.post(path, {"everything": "1"})
        alice.refresh_from_db()
        assert not any(kinds.wants(alice, kind, kinds.MAIL) for kind in kinds.KINDS)

    @pytest.mark.parametrize("token", ["x", "WzEsInR1cm4iXQ:1vx1xM:forged", ":", "%00"])
    def test_forged_links_lead_nowhere(self, client, db, token):
        assertContains(client.get(f"/accounts/unsubscribe/{token}/"), "no longer works", status_code=404)
        assert client.post(f"/accounts/unsubscribe/{token}/").status_code == 404
