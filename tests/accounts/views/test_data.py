import json

from allauth.account.models import EmailAddress
from django.utils import timezone
from pytest_django.asserts import assertRedirects

from accounts import hooks
from accounts.api_tokens.issuing import issue_token

ADDRESS = "/accounts/data/"


def test_is_all_that_is_known(as_alice, alice):
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True)
    hooks.personal_data_sources.append(("games", lambda user: [f"a game of {user}"]))
    response = as_alice.get(ADDRESS)
    assert response["Content-Disposition"] == 'attachment; filename="my-hsweb-data.json"'
    data = json.loads(response.content)
    assert data["account"]["username"] == "alice"
    assert data["account"]["email_addresses"] == [{"email": "alice@example.com", "verified": False, "primary": True}]
    assert data["games"] == ["a game of Alice"]


def test_tells_which_programs_were_let_in(as_alice, alice, now):
    issue_token(user=alice, name="A bot", scopes=["play", "read"], expires_at=timezone.now())
    noon = "2026-03-02T12:00:00Z"
    facts = {"name": "A bot", "scopes": ["read", "play"], "created_at": noon, "expires_at": noon}
    told = json.loads(as_alice.get(ADDRESS).content)["account"]["api_tokens"]
    assert told == [{**facts, "last_used_at": None, "revoked_at": None}]


def test_has_no_secrets(as_alice, alice):
    token, secret = issue_token(user=alice, name="A bot", scopes=["read"], key="key-of-the-form")
    text = as_alice.get(ADDRESS).text
    assert not [word for word in (token.digest, secret, "key-of-the-form") if word in text]
    assert alice.password not in text
    assert as_alice.session.session_key not in text
    assert "password" not in text


def test_is_there_for_guests_too(as_guest):
    assert json.loads(as_guest.get(ADDRESS).content)["account"]["guest"] is True


def test_is_not_for_strangers(client, db):
    assertRedirects(client.get(ADDRESS), f"/accounts/login/?next={ADDRESS}")


def test_is_never_kept_by_caches(as_alice):
    assert "no-store" in as_alice.get(ADDRESS)["Cache-Control"]


def test_takes_no_post(as_alice):
    assert as_alice.post(ADDRESS).status_code == 405
