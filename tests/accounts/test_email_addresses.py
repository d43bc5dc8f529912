"""Whoever gives an address learns nothing about it, and has it once they have followed the link in a letter."""

import re
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts import email_addresses, tasks
from accounts.email_addresses import (
    AddressTaken,
    confirm_address,
    confirmation_link,
    find_by_login,
    find_confirmation,
    owner_of,
)
from accounts.models import User
from accounts.services.accounts import ban, delete_account
from tests.support.allauth_limits import most_forms
from tests.support.factories import UserFactory
from tests.support.rollback import undone

PAGE = "/accounts/email/"
TAKEN, FREE = "alice@example.com", "carol@example.com"
NEW = "new@example.org"
PASSWORD = "even-more-pearls-8"
"""Not that of Alice."""


@pytest.fixture
def newcomer():
    return {"username": "newcomer", "display_name": "Newcomer", "password1": PASSWORD, "password2": PASSWORD}


@pytest.fixture
def with_password(as_alice, password):
    """Alice has just been asked for her password."""
    as_alice.post("/accounts/reauthenticate/", {"password": password})
    return as_alice


def key_for(user, address):
    return confirmation_link(user, address).split("/")[-2]


def link_in(message):
    (link,) = re.findall(r"/accounts/confirm-email/\S+", message.body)
    return link


def sign_up(client, form):
    return client.post("/accounts/signup/", form, follow=True)


def claim(client, form):
    client.post("/accounts/guest/")
    return client.post("/accounts/claim/", form, follow=True)


def sign_up_and_give(client, form):
    """First without an address, then on the page for one."""
    client.post("/accounts/signup/", {**form, "email": ""})
    client.post("/accounts/reauthenticate/", {"password": form["password1"]})
    return client.post(PAGE, {"email": form["email"]}, follow=True)


def without_chance(text, address):
    text = re.sub(r'(csrfmiddlewaretoken" value=|CSRFToken": )"\w+"', "", text).replace(address, "ADDRESS")
    return re.sub(r'"(joined|last_login)": "[^"]+"|tone-\d', "", text)


def all_that_is_told(way, form, address):
    """Every answer to somebody who gives this address, then looks everywhere and tries it out."""
    client, stranger = Client(), Client()
    answers = [way(client, {**form, "email": address})]
    answers += [client.get(f"/accounts/{page}/") for page in ("email", "settings", "data", "reach", "delete")]
    answers += [client.get("/")]
    for someone, place in ((client, "password/reset/"), (stranger, "password/reset/"), (stranger, "login/")):
        wish = {"email": address, "login": address, "password": form["password1"]}
        answers.append(someone.post(f"/accounts/{place}", wish, follow=True))
    answers.append(way(client, {**form, "username": "another", "email": address}))
    return [(answer.status_code, without_chance(answer.text, address)) for answer in answers]


@pytest.mark.parametrize("way", [sign_up, claim, sign_up_and_give])
def test_nothing_tells_whether_an_address_is_taken(confirmed, newcomer, settings, way):
    settings.ACCOUNT_RATE_LIMITS = {"login": "", "login_failed": ""}
    told = []
    for address in (TAKEN, FREE):
        with undone():
            told.append(all_that_is_told(way, newcomer, address))
    assert told[0] == told[1]
    assert "We have sent a message to ADDRESS." in told[0][0][1]


@pytest.mark.parametrize("way", [sign_up, claim, sign_up_and_give])
def test_answer_takes_the_same_steps_either_way(confirmed, newcomer, settings, way):
    """Who has an address is looked up by the worker."""
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": []}}
    steps = []
    for address in (TAKEN, FREE):
        with undone(), CaptureQueriesContext(connection) as asked:
            way(Client(), {**newcomer, "email": address})
        steps.append([query["sql"].split(" ")[0] for query in asked.captured_queries])
        assert not any("account_emailaddress" in query["sql"] and address in query["sql"] for query in asked)
    assert steps[0] == steps[1]


def test_new_password_takes_the_same_steps_either_way(client, confirmed, settings):
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": []}}
    steps = []
    for address in (TAKEN, FREE):
        with CaptureQueriesContext(connection) as asked:
            client.post("/accounts/password/reset/", {"email": address})
        steps.append([query["sql"].split(" ")[0] for query in asked.captured_queries])
    assert steps[0] == steps[1]


@pytest.mark.parametrize("way", [sign_up, claim, sign_up_and_give])
def test_taken_address_stays_with_its_owner_who_gets_a_letter(client, alice, confirmed, newcomer, way):
    way(client, {**newcomer, "email": "Alice@Example.com"})
    user = User.objects.get(username="newcomer")
    assert (user.email, user.is_guest, user.emailaddress_set.count()) == ("", False, 0)
    assert owner_of(TAKEN) == alice
    (letter,) = mail.outbox
    assert (letter.to, letter.subject) == ([TAKEN], "You have an account already")
    assert "Somebody gave alice@example.com for another account" in letter.body
    assert "Your username is alice." in letter.body
    assert "newcomer" not in letter.body.lower()
    assert "confirm-email" not in letter.body


@pytest.mark.parametrize("way", [sign_up, claim, sign_up_and_give])
def test_free_address_belongs_to_whoever_follows_the_link(client, newcomer, db, way):
    way(client, {**newcomer, "email": "New@example.org"})
    user = User.objects.get(username="newcomer")
    assert (user.email, user.emailaddress_set.count()) == ("", 0)
    (letter,) = mail.outbox
    assert letter.to == [NEW]
    phone = Client()
    assertContains(phone.get(link_in(letter)), "Yes, that is me")
    assert owner_of(NEW) is None
    assertContains(phone.post(link_in(letter), follow=True), f"Your e-mail address {NEW} is confirmed.")
    user.refresh_from_db()
    assert (user.email, owner_of(NEW)) == (NEW, user)
    assert not EmailAddress.objects.exclude(verified=True, primary=True).exists()
    assertRedirects(phone.post("/accounts/login/", {"login": "NEW@example.org", "password": PASSWORD}), "/")


def test_address_that_others_gave_without_confirming_it_is_free(client, newcomer, db):
    other: Any = UserFactory(email=NEW)
    EmailAddress.objects.create(user=other, email=NEW, verified=False, primary=True)
    sign_up(client, {**newcomer, "email": NEW})
    client.post(link_in(mail.outbox[0]))
    assert owner_of(NEW) == User.objects.get(username="newcomer")


class TestPage:
    def test_needs_the_password_and_then_goes_on_by_itself(self, as_alice, password):
        asked = as_alice.post(PAGE, {"email": NEW})
        assert asked.url.startswith("/accounts/reauthenticate/")
        assert not mail.outbox
        as_alice.post(asked.url, {"password": password})
        assert [message.to for message in mail.outbox] == [[NEW]]

    def test_shows_the_address_and_changes_it(self, with_password, alice, confirmed):
        assertContains(with_password.get(PAGE), "Your address is <strong>alice@example.com</strong>.")
        with_password.post(PAGE, {"email": NEW})
        assertContains(with_password.get(PAGE), "Your address is <strong>alice@example.com</strong>.")
        with_password.post(link_in(mail.outbox[0]))
        assertContains(with_password.get(PAGE), f"Your address is <strong>{NEW}</strong>.")
        assert (owner_of(TAKEN), owner_of(NEW)) == (None, alice)

    def test_offers_what_was_never_confirmed(self, as_alice, alice):
        assertContains(as_alice.get(PAGE), 'value="alice@example.com"')
        EmailAddress.objects.create(user=alice, email="older@example.org", verified=False)
        page = as_alice.get(PAGE)
        assertContains(page, "<strong>older@example.org</strong> is not confirmed yet.")
        assertContains(page, 'value="older@example.org"')

    def test_shows_what_waits_for_its_link_and_sends_it_again(self, with_password, alice, confirmed):
        with_password.post(PAGE, {"email": NEW})
        page = with_password.get(PAGE)
        assertContains(page, f"<strong>{NEW}</strong> is not confirmed yet.")
        assertContains(page, f'value="{NEW}"')
        assertContains(with_password.get("/accounts/settings/"), f"{NEW} is not confirmed yet")
        with_password.post(PAGE, {"email": NEW})
        assert [message.to for message in mail.outbox] == [[NEW], [NEW]]
        with_password.post(link_in(mail.outbox[-1]))
        assertNotContains(with_password.get(PAGE), "is not confirmed yet")

    @pytest.mark.parametrize("wrong", ["", "nonsense", "a\x00@example.org", "Alice@example.com"])
    def test_refuses_in_a_sentence(self, with_password, confirmed, wrong):
        assertContains(with_password.post(PAGE, {"email": wrong}), "errorlist", status_code=422)
        assert not mail.outbox

    def test_counts_before_it_judges(self, with_password):
        for _ in range(10):
            assert with_password.post(PAGE, {"email": "nonsense"}).status_code == 422
        assert with_password.post(PAGE, {"email": "nonsense"}).status_code == 429

    def test_takes_no_other_method(self, as_alice):
        assert as_alice.put(PAGE).status_code == 405

    def test_is_kept_by_no_cache(self, as_alice):
        assert "no-store" in as_alice.get(PAGE)["Cache-Control"]


def test_one_mailbox_is_not_flooded_and_nobody_is_told(client, newcomer, db):
    for number in range(5):
        answer = sign_up(Client(), {**newcomer, "username": f"newcomer{number}", "email": NEW})
        assertContains(answer, f"We have sent a message to {NEW}.")
    assert len(mail.outbox) == 3


def test_claiming_counts_before_it_judges(client, db):
    client.post("/accounts/guest/")
    for _ in range(most_forms("signup")):
        assert client.post("/accounts/claim/", {"email": TAKEN}).status_code == 422
    assert client.post("/accounts/claim/", {"email": TAKEN}).status_code == 429


class TestLink:
    def test_is_good_once(self, client, alice):
        key = key_for(alice, NEW)
        assert confirm_address(key=key) == (alice, NEW)
        for answer in (client.get(f"/accounts/confirm-email/{key}/"), client.post(f"/accounts/confirm-email/{key}/")):
            assert "This link is too old or has been used." in answer.text
        alice.refresh_from_db()
        confirm_address(key=key_for(alice, "newer@example.org"))
        assert confirm_address(key=key) is None
        assert owner_of(NEW) is None

    def test_of_whoever_was_faster_wins_and_the_other_is_told(self, client, alice, bob):
        first, second = key_for(bob, NEW), key_for(alice, NEW)
        assertContains(client.get(f"/accounts/confirm-email/{second}/"), "Yes, that is me")
        confirm_address(key=first)
        with pytest.raises(AddressTaken):
            confirm_address(key=second)
        looked = client.get(f"/accounts/confirm-email/{second}/")
        posted = client.post(f"/accounts/confirm-email/{second}/")
        for answer, status in ((looked, 200), (posted, 409)):
            assertContains(answer, f"{NEW} is already confirmed for another account.", status_code=status)
            assertNotContains(answer, "bob", status_code=status)
        assert owner_of(NEW) == bob
        alice.refresh_from_db()
        assert alice.email == TAKEN

    def test_of_another_account_says_so(self, client, alice, bob):
        link = f"/accounts/confirm-email/{key_for(bob, NEW)}/"
        told = "You are logged in as Alice. This link gives the address to the account of Bob."
        assertNotContains(client.get(link), told)
        client.force_login(alice)
        assertContains(client.get(link), told)
        client.force_login(bob)
        assertNotContains(client.get(link), "You are logged in as")

    def test_ends_after_three_days(self, alice):
        key = key_for(alice, NEW)
        with time_machine.travel(timezone.now() + timedelta(days=2, hours=23)):
            assert find_confirmation(key)
        with time_machine.travel(timezone.now() + timedelta(days=3, hours=1)):
            assert find_confirmation(key) is None

    def test_ends_with_a_new_password(self, alice):
        """Somebody who has found out the old one may have given an address of theirs."""
        key = key_for(alice, NEW)
        alice.set_password("another")
        alice.save()
        assert find_confirmation(key) is None

    def test_ends_with_the_account(self, alice, bob, dana):
        keys = [key_for(person, NEW) for person in (alice, bob)]
        ban(user=alice, by=dana)
        delete_account(user=bob)
        assert [find_confirmation(key) for key in keys] == [None, None]

    def test_outlives_a_new_secret_key(self, alice, settings):
        key = key_for(alice, NEW)
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "an entirely new one", [settings.SECRET_KEY]
        assert find_confirmation(key) == (alice, NEW)

    @pytest.mark.parametrize("key", ["x", "WzEsInR1cm4iXQ:1vx1xM:forged", ":", "%00"])
    def test_that_is_forged_leads_nowhere(self, client, db, key):
        assertContains(client.get(f"/accounts/confirm-email/{key}/"), "too old or has been used")
        assertContains(client.post(f"/accounts/confirm-email/{key}/"), "too old or has been used", status_code=404)

    def test_signed_for_something_else_leads_nowhere(self, alice, monkeypatch):
        monkeypatch.setattr(email_addresses, "SALT", "accounts.unsubscribe")
        key = key_for(alice, NEW)
        monkeypatch.undo()
        assert find_confirmation(key) is None

    def test_takes_no_other_method(self, client, db):
        assert client.put("/accounts/confirm-email/x/").status_code == 405


def test_no_letter_for_somebody_who_has_gone(alice):
    delete_account(user=alice)
    tasks.write_about_address.enqueue(alice.pk, NEW, "en")
    assert not mail.outbox


class TestUnconfirmed:
    """From before addresses had to be confirmed."""

    @pytest.fixture(params=["never stored apart", "stored apart"])
    def alice(self, request, alice):
        if request.param == "stored apart":
            EmailAddress.objects.create(user=alice, email=alice.email, verified=False, primary=True)
        return alice

    def log_in(self, client, password, login="alice"):
        return client.post("/accounts/login/", {"login": login, "password": password}, follow=True)

    def test_lets_nobody_in(self, client, alice, password):
        assertContains(self.log_in(client, password, alice.email), "do not match")

    def test_gets_no_new_password(self, client, alice):
        client.post("/accounts/password/reset/", {"email": alice.email})
        assert not mail.outbox

    def test_is_told_once_how_to_confirm_it(self, client, alice, password):
        assertContains(self.log_in(client, password), "Your address alice@example.com was never confirmed")
        assertNotContains(client.get("/"), "never confirmed")
        client.post("/accounts/logout/")
        assertNotContains(self.log_in(client, password), "never confirmed")
        assertContains(client.get(PAGE), 'value="alice@example.com"')

    def test_can_be_confirmed(self, client, alice, password):
        self.log_in(client, password)
        client.post("/accounts/reauthenticate/", {"password": password})
        client.post(PAGE, {"email": alice.email})
        client.post(link_in(mail.outbox[0]))
        client.post("/accounts/logout/")
        assertContains(self.log_in(client, password, TAKEN), "You are logged in as Alice.")
        assertNotContains(client.get(PAGE), "is not confirmed")

    def test_of_a_site_without_mail_stays(self, client, alice, password, settings):
        settings.SENDS_MAIL = False
        assertNotContains(self.log_in(client, password), "never confirmed")
        alice.refresh_from_db()
        assert alice.email == TAKEN

    def test_beside_one_that_is_confirmed_gives_way_to_it(self, client, alice, password):
        EmailAddress.objects.create(user=alice, email=NEW, verified=True)
        self.log_in(client, password)
        alice.refresh_from_db()
        assert alice.email == NEW


def test_confirmed_address_is_not_spoken_of(client, confirmed, password):
    answer = client.post("/accounts/login/", {"login": "alice", "password": password}, follow=True)
    assertNotContains(answer, "never confirmed")


@pytest.mark.parametrize("login", ["", " ", "a\x00b", "x" * 60_000, f"{'x' * 60_000}@example.org", "nobody", FREE])
def test_login_that_means_nobody(alice, login):
    assert find_by_login(login) is None


def test_login_that_means_somebody(alice, confirmed):
    assert {find_by_login(login) for login in ("alice", " ALICE ", "alice@example.com", "Alice@Example.com")} == {alice}


def test_username_that_looks_like_an_address_is_not_somebody_elses(alice, confirmed):
    """Administrators may have made such an account in the terminal."""
    odd: Any = UserFactory(username=TAKEN)
    assert find_by_login(TAKEN) == odd


def test_one_address_sends_so_many_letters_whatever_mailboxes_they_are_for(client, db, monkeypatch):
    """Each page says that a letter is on its way, and nothing else tells how many go."""
    asked = Counter[str]()

    def consume_one(name, who, most, seconds):
        asked[name] += 1
        return name != "letters_from" or asked[name] <= 1

    monkeypatch.setattr("hsweb.limits.rates.consume_one", consume_one)
    for number in range(3):
        form = {"username": f"ana{number}", "email": f"ana{number}@example.org"}
        answer = Client().post("/accounts/signup/", form | {"password1": PASSWORD, "password2": PASSWORD})
        assert answer.status_code == 302
    assert asked["letters_from"] == 3
    assert len(mail.outbox) == asked["letters"] == 1
