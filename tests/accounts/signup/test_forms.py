"""Coming in and going out, through allauth's pages."""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import quote

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.core import mail
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import User
from hsweb import hashers
from hsweb.hashers import AT_ONCE, LimitedArgon2Hasher
from tests.support.waiting import until


@pytest.mark.parametrize("login", ["alice", "ALICE", "alice@example.com"])
def test_logs_in_by_username_or_address(client, alice, confirmed, password, login):
    assertRedirects(client.post("/accounts/login/", {"login": login, "password": password}), "/")
    assertContains(client.get("/"), "Alice")


@pytest.mark.parametrize("login", ["alice", "nobody", "a\x00b", "x" * 5000, ""])
def test_refuses_wrong_passwords_in_a_sentence(client, alice, login):
    assertContains(client.post("/accounts/login/", {"login": login, "password": "wrong"}), "errorlist")


def test_follows_next_only_within_the_site(client, alice, password):
    credentials = {"login": "alice", "password": password}
    response = client.post("/accounts/login/", credentials | {"next": "https://elsewhere.example/"})
    assertRedirects(response, "/")


@pytest.mark.parametrize(
    "elsewhere",
    [
        "http://localhost/x/",
        "http://127.0.0.1/x/",
        "http://trusted.example/x/",
        "//localhost/x/",
        "http://testserver:81/x/",
        "http://testserver@localhost/x/",
        "http:///localhost/x/",
        "/\\localhost/x/",
        "http://[/x/",
        "x/",
    ],
)
def test_follows_next_to_no_other_name_that_the_site_answers_to(client, alice, password, settings, elsewhere):
    settings.ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
    settings.CSRF_TRUSTED_ORIGINS = ["http://trusted.example"]
    form = {"login": "alice", "password": password, "next": elsewhere}
    for address in ("/accounts/login/", "/accounts/login/", "/accounts/preferences/", "/accounts/logout/"):
        assertRedirects(client.post(address, form), "/")
    assertRedirects(client.post(f"/accounts/guest/?next={quote(elsewhere)}"), "/")


def test_follows_next_by_its_whole_address(client, alice, password):
    form = {"login": "alice", "password": password, "next": "http://testserver/rules/high-society/"}
    assertRedirects(client.post("/accounts/login/", form), "http://testserver/rules/high-society/")


def test_follows_next_from_https_to_https_alone(client, alice, password):
    form = {"login": "alice", "password": password, "next": "http://testserver/rules/high-society/"}
    assert client.post("/accounts/login/", form, secure=True).url == "/"


def test_holds_up_whoever_guesses(client, alice, password):
    for _ in range(6):
        response = client.post("/accounts/login/", {"login": "alice", "password": "wrong"})
    assertContains(response, "Too many wrong passwords")


def test_sends_users_on_who_are_in_already(as_alice):
    assertRedirects(as_alice.get("/accounts/login/?next=/rules/high-society/"), "/rules/high-society/")
    assertRedirects(as_alice.get("/accounts/signup/"), "/")


def test_warns_guests_before_they_log_in_elsewhere(as_guest, guest, alice, password):
    assertContains(as_guest.get("/accounts/login/"), "your guest games stay with the guest name")
    as_guest.post("/accounts/login/", {"login": "alice", "password": password})
    assert as_guest.session["_auth_user_id"] == str(alice.pk)
    assert User.objects.get(pk=guest.pk).is_guest


def test_warns_guests_before_they_log_out(as_guest):
    assertContains(as_guest.get("/accounts/logout/"), "A guest who logs out cannot come back")
    as_guest.post("/accounts/logout/")
    assertContains(as_guest.get("/"), "Log in")


def test_logs_users_out_by_post_alone(as_alice):
    assertNotContains(as_alice.get("/accounts/logout/"), "guest")
    assertContains(as_alice.get("/"), "Alice")
    assertRedirects(as_alice.post("/accounts/logout/"), "/")
    assertContains(as_alice.get("/"), "Log in")


def test_signs_up_without_an_address(client, db, password):
    form = {"username": "bob", "password1": password, "password2": password}
    assertRedirects(client.post("/accounts/signup/", form), "/")
    assert str(User.objects.get(username="bob")) == "bob"
    assert not mail.outbox


def test_signs_up_with_a_display_name(client, db, password):
    form = {"username": "bob", "display_name": " Bob  the Bold", "password1": password, "password2": password}
    client.post("/accounts/signup/", form)
    assert str(User.objects.get(username="bob")) == "Bob the Bold"


def test_hashes_passwords_with_argon2(client, db, settings, password):
    settings.PASSWORD_HASHERS = [
        "hsweb.hashers.LimitedArgon2Hasher",
        "django.contrib.auth.hashers.Argon2PasswordHasher",
    ]
    client.post("/accounts/signup/", {"username": "bob", "password1": password, "password2": password})
    assert User.objects.get().password.startswith("argon2$argon2id$")


def test_old_passwords_new_ones_and_nobodys_cost_the_same(client, alice, bob, settings, password, monkeypatch):
    """Else the time that a wrong password takes would tell whose name or address it is."""
    settings.PASSWORD_HASHERS = ["hsweb.hashers.LimitedArgon2Hasher"]
    alice.password = Argon2PasswordHasher().encode(password, "saltsaltsalt")
    bob.set_password(password)
    for person in (alice, bob):
        person.save()
    assert alice.password.split("$")[:4] == bob.password.split("$")[:4]
    hashed = Counter[str]()

    def counted(hash_one):
        def hash_and_count(hasher, secret, salt_or_hash):
            hashed[secret] += 1
            return hash_one(hasher, secret, salt_or_hash)

        return hash_and_count

    for work in ("encode", "verify"):
        monkeypatch.setattr(LimitedArgon2Hasher, work, counted(getattr(LimitedArgon2Hasher, work)))
    logins = ("alice", "bob", "nobody", "nobody@example.org")
    for login in logins:
        client.post("/accounts/login/", {"login": login, "password": f"wrong for {login}"})
    assert hashed == {f"wrong for {login}": 1 for login in logins}


def test_few_passwords_are_hashed_at_the_same_time(monkeypatch):
    at_work: list[str] = []
    places: Any = hashers._places
    may_end = threading.Event()

    def hashing(hasher, secret, salt):
        at_work.append(secret)
        may_end.wait(20)
        return ""

    monkeypatch.setattr(Argon2PasswordHasher, "encode", hashing)
    with ThreadPoolExecutor(8) as pool:
        hashed = pool.map(lambda number: LimitedArgon2Hasher().encode("x", "y"), range(8))
        try:
            until(lambda: len(at_work) + len(places._cond._waiters) == 8)
            assert len(at_work) == AT_ONCE
        finally:
            may_end.set()
    assert list(hashed) == [""] * 8


@pytest.mark.parametrize(
    "wrong", [{"username": "guest-x"}, {"username": "a\x00"}, {"display_name": "\u200b"}, {"email": "x"}]
)
def test_refuses_bad_sign_ups_in_a_sentence(client, db, password, wrong):
    form = {"username": "bob", "password1": password, "password2": password}
    assertContains(client.post("/accounts/signup/", form | wrong), "errorlist")
    assert not User.objects.exists()


# More than SQLite compares, and less than a request may have.
HUGE = "x" * 60_000
# Django takes it for an address; the database cannot store it.
LONG = f"{'x' * 64}@{'.'.join(['y' * 60] * 4)}.org"


@pytest.mark.parametrize(
    ("page", "form"),
    [
        ("login/", {"login": HUGE, "password": "wrong"}),
        ("login/", {"login": f"{HUGE}@example.org", "password": "wrong"}),
        ("login/", {"login": "alice", "password": HUGE}),
        ("signup/", {"username": HUGE}),
        ("signup/", {"username": "bob", "email": f"{HUGE}@example.org"}),
        ("signup/", {"username": "bob", "email": LONG}),
        ("password/reset/", {"email": f"{HUGE}@example.org"}),
        ("password/reset/", {"email": LONG}),
    ],
)
def test_refuses_what_is_far_too_long_in_a_sentence(client, alice, password, page, form):
    passwords = {"password1": password, "password2": password}
    assertContains(client.post(f"/accounts/{page}", passwords | form), "errorlist")
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("page", "form"),
    [
        ("reauthenticate/", {"password": HUGE}),
        ("email/", {"email": f"{HUGE}@example.org"}),
        ("email/", {"email": LONG}),
        ("password/change/", {"oldpassword": HUGE, "password1": "x", "password2": "x"}),
    ],
)
def test_refuses_what_is_far_too_long_from_those_who_are_in(client, alice, password, page, form):
    client.post("/accounts/login/", {"login": "alice", "password": password})
    status = 422 if page == "email/" else 200
    assertContains(client.post(f"/accounts/{page}", form), "errorlist", status_code=status)
    assert not alice.emailaddress_set.filter(email__startswith="x").exists()


def test_pages_say_how_long_a_login_may_be(client, db):
    assertContains(client.get("/accounts/login/"), 'maxlength="254"')


def test_closed_accounts_stay_out(client, alice, password):
    alice.is_active = False
    alice.save()
    response = client.post("/accounts/login/", {"login": "alice", "password": password}, follow=True)
    assertContains(response, "This account is closed")


def test_changes_the_password(as_alice, alice, password):
    form = {"oldpassword": password, "password1": "even-more-pearls-8", "password2": "even-more-pearls-8"}
    assertRedirects(as_alice.post("/accounts/password/change/", form), "/accounts/settings/")
    alice.refresh_from_db()
    assert alice.check_password("even-more-pearls-8")


@pytest.mark.parametrize(
    "page",
    [
        "login/",
        "signup/",
        "logout/",
        "inactive/",
        "reauthenticate/",
        "email/",
        "confirm-email/",
        "confirm-email/nonsense/",
        "password/change/",
        "password/set/",
        "password/reset/",
        "password/reset/done/",
        "password/reset/key/done/",
        "password/reset/key/1-nonsense/",
        "login/code/confirm/",
        "",
    ],
)
@pytest.mark.parametrize("who", ["client", "as_guest", "as_alice"])
def test_every_page_looks_like_ours(request, db, who, page):
    response = request.getfixturevalue(who).get(f"/accounts/{page}", follow=True)
    assertContains(response, 'class="wordmark"')
    assertContains(response, "</h1>")
    assertNotContains(response, "style=")
    assertNotContains(response, "Menu:")


def test_speaks_of_logging_in_and_out(client, alice, password):
    answer = client.post("/accounts/login/", {"login": "alice", "password": password}, follow=True)
    assertContains(answer, "You are logged in as Alice.")
    assertContains(client.post("/accounts/logout/", follow=True), "You are logged out.")


def test_strangers_come_back_to_the_page_they_left(client, db):
    page = client.get("/rules/high-society/")
    assertContains(page, 'href="/accounts/login/?next=/rules/high-society/"')
    assertContains(page, 'href="/accounts/signup/?next=/rules/high-society/"')
