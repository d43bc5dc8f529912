"""A browser in which somebody has logged in before is counted by itself: strangers cannot lock them out of it."""

import pytest
from django.core import mail, signing
from django.http import HttpResponse
from django.test import Client
from pytest_django.asserts import assertContains

from accounts.models import User
from accounts.signup import known_browsers
from tests.support.allauth_limits import most_forms

LOGIN = "/accounts/login/"
LOCKED = "Too many wrong passwords"


@pytest.fixture
def bob(password):
    bob = User(username="bob", display_name="Bob")
    bob.set_password(password)
    bob.save()
    return bob


@pytest.fixture
def at_home(alice, password):
    """A browser in which Alice has been in, and out again."""
    return been_in(Client(), "alice", password)


def been_in(browser, login, password):
    assert browser.post(LOGIN, {"login": login, "password": password}).status_code == 302
    browser.post("/accounts/logout/")
    return browser


def let_in(browser, password, login="alice"):
    return browser.post(LOGIN, {"login": login, "password": password}).status_code == 302


def guess(browser, times, login="alice"):
    for _ in range(times):
        answer = browser.post(LOGIN, {"login": login, "password": "wrong"})
    return answer


def test_strangers_lock_out_each_other_alone(at_home, password):
    for login in ("alice", "alice@example.com"):
        assertContains(guess(Client(REMOTE_ADDR="192.0.2.7"), 6, login), LOCKED)
    assert not let_in(Client(REMOTE_ADDR="192.0.2.8"), password)
    assert let_in(at_home, password)


def test_browser_that_was_remembered_by_an_earlier_release_is_still_known(alice, password):
    browser = Client()
    browser.cookies["known"] = signing.dumps(["0123456789abcdef", [alice.pk]], salt="accounts.known_browsers")
    guess(Client(), 6)
    assert let_in(browser, password)


def test_owner_comes_in_by_address_too(confirmed, at_home, password):
    guess(Client(), 6, "alice@example.com")
    assert let_in(at_home, password, "Alice@example.com")


def test_strangers_at_the_same_address_lock_out_nobody_else(at_home, password):
    stranger = Client()
    for number in range(most_forms("login") + 1):
        answer = guess(stranger, 1, f"somebody{number}")
    assert answer.status_code == 429
    assert let_in(at_home, password)


def test_own_failures_lock_it(at_home, password):
    assertContains(guess(at_home, 6), LOCKED)
    assert not let_in(at_home, password)
    assert let_in(Client(), password)


def test_own_failures_lock_no_other_browser_of_theirs(at_home, password, alice):
    phone = been_in(Client(), "alice", password)
    guess(at_home, 6)
    assert let_in(phone, password)


def test_forms_without_end_are_refused_there_too(at_home):
    for _ in range(most_forms("login") + 1):
        answer = at_home.post(LOGIN, {"login": "alice"})
    assert answer.status_code == 429


def test_several_people_share_a_browser(at_home, bob, password):
    been_in(at_home, "bob", password)
    guess(Client(), 6, "alice")
    guess(Client(REMOTE_ADDR="192.0.2.7"), 6, "bob")
    guess(at_home, 6, "bob")
    assert not let_in(at_home, password, "bob")
    assert let_in(at_home, password, "alice")


def test_remembers_the_last_ten(at_home, rf):
    request, kept = rf.get("/"), at_home.cookies[known_browsers.COOKIE].value
    browser, _people = signing.loads(kept, salt=known_browsers.SALT)
    for number in range(100, 120):
        request.COOKIES[known_browsers.COOKIE], answer = kept, HttpResponse()
        known_browsers.remember_known_browser(request, answer, User(pk=number))
        kept = answer.cookies[known_browsers.COOKIE].value
    assert signing.loads(kept, salt=known_browsers.SALT) == [browser, [*range(119, 109, -1)]]
    assert len(kept) < 200


def test_whoever_was_in_with_one_account_is_a_stranger_to_another(alice, bob, password):
    browser = been_in(Client(), "bob", password)
    assertContains(guess(browser, 6, "alice"), LOCKED)
    assert not let_in(Client(), password, "alice")
    assert let_in(browser, password, "bob")


@pytest.mark.parametrize("salt", ["accounts.unsubscribe", "accounts.address", "django.core.signing"])
def test_what_is_signed_for_something_else_is_no_cookie(alice, password, salt):
    browser = Client()
    browser.cookies[known_browsers.COOKIE] = signing.dumps(["browser", [alice.pk]], salt=salt)
    guess(Client(), 6)
    assert not let_in(browser, password)


@pytest.mark.parametrize("value", ["", "x", "WzEsInR1cm4iXQ:1vx1xM:forged", "\\000", "x" * 4000])
def test_forged_cookie_is_none(alice, password, value):
    browser = Client()
    browser.cookies[known_browsers.COOKIE] = value
    assert let_in(browser, password)
    guess(Client(), 6)
    browser.cookies[known_browsers.COOKIE] = value
    browser.post("/accounts/logout/")
    assert not let_in(browser, password)


def test_cookie_lets_nobody_in(at_home):
    page = at_home.get("/accounts/settings/")
    assert page.url.startswith(LOGIN)


def test_cookie_goes_nowhere_else(at_home):
    cookie = at_home.cookies[known_browsers.COOKIE]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/accounts/", True, "Lax")
    assert cookie["max-age"] > 365 * 24 * 60 * 60


def test_cookie_is_for_https_alone_where_there_is_https(alice, password, settings):
    settings.HTTPS = True
    assert been_in(Client(), "alice", password).cookies[known_browsers.COOKIE]["secure"]


def test_outlives_a_new_secret_key(at_home, password, settings):
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "an entirely new one", [settings.SECRET_KEY]
    guess(Client(), 6)
    assert let_in(at_home, password)
    settings.SECRET_KEY_FALLBACKS = []
    at_home.post("/accounts/logout/")
    assert let_in(at_home, password)


@pytest.mark.parametrize("way", ["signup", "claim"])
def test_begins_with_the_account(db, password, way):
    browser = Client()
    if way == "claim":
        browser.post("/accounts/guest/")
    form = {"username": "heron", "password1": password, "password2": password}
    assert browser.post(f"/accounts/{way}/", form).status_code == 302
    browser.post("/accounts/logout/")
    guess(Client(), 6, "heron")
    assert let_in(browser, password, "heron")


def test_begins_with_a_new_password(alice, confirmed, settings):
    """Whoever is locked out everywhere has this way in."""
    guess(Client(), 6)
    browser = Client()
    browser.post("/accounts/password/reset/", {"email": alice.email})
    link = next(word for word in mail.outbox[0].body.split() if "/key/" in word).removeprefix(settings.SITE_URL)
    page = browser.get(link, follow=True).request["PATH_INFO"]
    browser.post(page, {"password1": "even-more-pearls-8", "password2": "even-more-pearls-8"})
    assert let_in(browser, "even-more-pearls-8")


def test_whoever_is_in_is_asked_again_undisturbed(as_alice, password):
    """Also with a session from before there were such cookies."""
    assert known_browsers.COOKIE not in as_alice.cookies
    for login in ("alice", "alice@example.com", *(f"somebody{number}" for number in range(5))):
        guess(Client(), 5, login)
    asked = as_alice.get("/accounts/delete/")
    assert as_alice.post(asked.url, {"password": password}).url == "/accounts/delete/"


def test_whoever_is_in_and_guesses_is_held_up(as_alice, password):
    for _ in range(5):
        as_alice.post("/accounts/reauthenticate/", {"password": "wrong"})
    assertContains(as_alice.post("/accounts/reauthenticate/", {"password": password}), LOCKED)


def test_failures_tell_of_no_link_between_an_address_and_a_username(client, alice, confirmed, password):
    assertContains(guess(client, 6, "alice"), LOCKED)
    assert "do not match" in guess(Client(REMOTE_ADDR="192.0.2.7"), 1, "alice@example.com").text


def test_other_names_of_the_site_are_no_other_counters(client, alice, password, settings):
    settings.ALLOWED_HOSTS = ["testserver", "localhost"]
    guess(client, 5)
    for number, host in enumerate(("testserver", "localhost")):
        stranger = Client(REMOTE_ADDR=f"192.0.2.{number}", headers={"host": host})
        assertContains(stranger.post(LOGIN, {"login": "alice", "password": password}), LOCKED)


@pytest.mark.parametrize("place", ["guest", "signup"])
def test_cookie_changes_no_other_limit(at_home, settings, place):
    """Somebody with an account of their own makes no more accounts or guests than others."""
    settings.GUESTS_PER_MINUTE, settings.ACCOUNT_RATE_LIMITS = 2, {"signup": "2/m/ip"}
    for _ in range(3):
        answer = at_home.post(f"/accounts/{place}/", {"login": "alice"})
        at_home.post("/accounts/logout/")
    assert answer.status_code == 429
