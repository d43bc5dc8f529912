"""Pages for when something is refused or broken: a sentence, and a way back."""

import pytest
from allauth.account import app_settings
from django.template.loader import render_to_string
from pytest_django.asserts import assertContains

from tests.support.allauth_limits import most_forms

WAY_BACK = 'href="/"'


@pytest.mark.parametrize("name", ["400", "413", "500"])
def test_broken_requests_get_a_page_that_needs_nothing(name):
    page = render_to_string(f"{name}.html")
    assert WAY_BACK in page
    assert "<h1>" in page


def test_site_without_its_database_says_that_it_broke(client):
    """There is no database in this test at all."""
    client.raise_request_exception = False
    client.cookies["sessionid"] = "x" * 32
    assertContains(client.get("/my-games/"), "Something broke on our side", status_code=500)
    french = client.get("/my-games/", headers={"accept-language": "fr"})
    assertContains(french, "Un problème est survenu de notre côté", status_code=500)


@pytest.mark.django_db
def test_unknown_page_has_a_way_back(client):
    assertContains(client.get("/nowhere/"), WAY_BACK, status_code=404)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("method", "address", "words"),
    [
        ("get", "/play-now/", "only receives forms"),
        ("put", "/play-now/", "only receives forms"),
        ("post", "/leaderboard/", "only for looking at"),
        ("delete", "/leaderboard/", "only for looking at"),
    ],
)
def test_wrong_method_is_told_in_words_as_long_as_they_are(client, method, address, words):
    answer = getattr(client, method)(address)
    assertContains(answer, words, status_code=405)
    assert int(answer.headers["Content-Length"]) == len(answer.content)
    assert client.head("/play-now/").headers["Content-Length"] == "0"


def test_long_address_is_not_sent_back_again_and_again(client, db):
    """Only the form that changes the look of pages leads back to it."""
    page = client.get("/" + "a" * 5_000).content.decode()
    assert "There is no such page" in page
    assert page.count("a" * 5_000) == 1


@pytest.mark.parametrize("action", ["login", "login_failed", "signup", "reset_password", "reauthenticate"])
def test_what_could_be_guessed_or_flooded_is_limited(action):
    assert app_settings.RATE_LIMITS[action]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "action"),
    [("/accounts/login/", "login"), ("/accounts/signup/", "signup"), ("/accounts/password/reset/", "reset_password")],
)
def test_whoever_knocks_too_often_is_told_when_to_come_again(client, address, action):
    emails = [f"ana{number}@example.org" for number in range(most_forms(action) + 1)]
    *first, last = [client.post(address, {"email": email}) for email in emails]
    assert 429 not in [response.status_code for response in first]
    assertContains(last, "Wait a minute and try again.", status_code=429)
    assert last.headers["Retry-After"] == "60"
    assert client.get(address).status_code == 200
