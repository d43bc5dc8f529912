"""Programs are given tokens, and lose them."""

import logging
from contextlib import suppress
from datetime import timedelta
from hashlib import sha256
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.utils import timezone

from accounts.api_tokens.checking import find_token
from accounts.api_tokens.issuing import (
    KEPT_AFTER_THE_END,
    MOST_TOKENS,
    AlreadyIssued,
    issue_token,
    revoke_all,
    revoke_token,
)
from accounts.models import ApiToken, Scope, User
from accounts.services.accounts import ban, delete_account, lift_ban
from tests.support.factories import UserFactory
from tests.support.threads import at_once

pytestmark = pytest.mark.django_db


def issue(user, name="My bot", scopes=("read",), **more):
    return issue_token(user=user, name=name, scopes=scopes, **more)


def problem_of(user, **how):
    with pytest.raises(ValidationError) as refusal:
        issue(user, **how)
    return refusal.value.messages[0]


def test_secret_is_told_and_not_stored(alice, caplog):
    caplog.set_level(logging.DEBUG)
    token, secret = issue(alice)
    assert secret.startswith("hs_")
    assert len(secret) == len("hs_") + 43
    stored = ApiToken.objects.values().get()
    assert stored["digest"] == sha256(secret.encode()).hexdigest()
    assert secret not in str(stored)
    assert secret not in str(vars(token))
    assert secret not in str([record.getMessage() for record in caplog.records if record.name != "django.db.backends"])


def test_each_is_another(alice):
    assert len({issue(alice)[1] for _ in range(5)}) == 5


def test_what_is_given_is_what_is_stored(alice, now):
    end = timezone.now() + timedelta(days=90)
    token, _secret = issue(alice, "  A  bot\nof mine ", ["tables", "read"], expires_at=end)
    token.refresh_from_db()
    assert (token.user, token.name, token.scopes) == (alice, "A bot of mine", ["read", "tables"])
    assert (token.created_at, token.expires_at) == (timezone.now(), end)
    assert (token.last_used_at, token.revoked_at) == (None, None)
    assert token.scope_labels == ["See your tables, views, events and messages", "Open, join, start and leave tables"]


@pytest.mark.parametrize("name", ["x", "é" * 60, "Le robot d’Ana 🦩", "x" + " " * 5000])
def test_names_that_can_be_read_are_taken(alice, name):
    token, _secret = issue(alice, name)
    assert token.name == name.strip()


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("", "Give the token a name"),
        (" \t\n", "Give the token a name"),
        ("x" * 61, "at most 60 characters"),
        ("x\0", "invisible"),
        ("x\u200by", "invisible"),
        ("x\u202ey", "invisible"),
        ("\u2800", "invisible"),
        ("\ud800", "invisible"),
    ],
)
def test_names_that_cannot_be_read_are_refused(alice, name, problem):
    assert problem in problem_of(alice, name=name)
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize("scopes", [[], ["admin"], ["read", "READ"], [""], "read"])
def test_a_program_may_do_something_and_nothing_unheard_of(alice, scopes):
    assert problem_of(alice, scopes=scopes) == "Say what the program may do."


def test_scopes_have_names_that_programs_know():
    assert Scope.values == ["read", "play", "tables"]


def test_nobody_has_more_than_some_that_can_be_used(alice, bob):
    tokens = [issue(alice)[0] for _ in range(MOST_TOKENS)]
    assert problem_of(alice).startswith(f"You have {MOST_TOKENS} tokens that can be used")
    issue(bob)
    revoke_token(user=alice, pk=tokens[0].pk)
    issue(alice)
    assert "Revoke one first" in problem_of(alice)
    ApiToken.objects.filter(pk=tokens[1].pk).update(expires_at=timezone.now())
    issue(alice)


@pytest.mark.django_db(transaction=True)
def test_two_forms_at_once_make_no_more_than_some(alice):
    for _ in range(MOST_TOKENS - 1):
        issue(alice)

    def try_it():
        with suppress(ValidationError):
            return issue(alice)

    assert at_once(try_it, try_it).count(None) == 1
    assert alice.api_tokens.count() == MOST_TOKENS


def test_a_form_makes_one_token(alice, bob):
    issue(alice, key="a")
    with pytest.raises(AlreadyIssued):
        issue(alice, key="a")
    issue(alice, key="b")
    issue(bob, key="a")
    for _ in range(2):
        issue(alice)
    assert (alice.api_tokens.count(), bob.api_tokens.count()) == (4, 1)


def test_a_form_whose_token_was_revoked_makes_no_other(alice):
    token, _secret = issue(alice, key="a")
    revoke_token(user=alice, pk=token.pk)
    with pytest.raises(AlreadyIssued):
        issue(alice, key="a")


def test_revoked_is_marked_once(alice, now):
    token, secret = issue(alice)
    revoke_token(user=alice, pk=token.pk)
    first = timezone.now()
    now.shift(60)
    revoke_token(user=alice, pk=token.pk)
    token.refresh_from_db()
    assert token.revoked_at == first
    assert find_token(secret) is None


def test_nobody_revokes_what_is_not_theirs(alice, bob):
    token, secret = issue(alice)
    for pk in (token.pk, token.pk + 1, 0):
        revoke_token(user=bob, pk=pk)
    assert find_token(secret) == token


def test_all_of_somebody_are_revoked_together(alice, bob):
    secrets = [issue(alice)[1] for _ in range(3)]
    token, other = issue(bob)
    revoke_all(alice)
    assert [find_token(secret) for secret in secrets] == [None] * 3
    assert find_token(other) == token


def test_ban_takes_them_for_good(alice, dana):
    _token, secret = issue(alice)
    ban(user=alice, by=dana)
    assert find_token(secret) is None
    lift_ban(user=alice, by=dana)
    assert find_token(secret) is None
    assert ApiToken.objects.get().revoked_at is not None


def test_whoever_is_gone_or_shut_out_is_given_none(alice, bob, dana):
    """The request had begun before that."""
    remembered = [User.objects.get(pk=person.pk) for person in (alice, bob)]
    ban(user=alice, by=dana)
    delete_account(user=bob)
    assert [problem_of(person) for person in remembered] == ["This account is closed."] * 2


def test_account_that_is_deleted_leaves_none(alice):
    _token, secret = issue(alice)
    delete_account(user=alice)
    assert find_token(secret) is None
    assert not ApiToken.objects.exists()


def test_those_that_ended_long_ago_are_forgotten(alice, settings):
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": []}}
    long_ago = timezone.now() - KEPT_AFTER_THE_END - timedelta(hours=1)
    lately = timezone.now() - KEPT_AFTER_THE_END + timedelta(hours=1)
    ends: list[dict[str, Any]] = [
        *({}, {"expires_at": lately}, {"revoked_at": lately}, {"expires_at": timezone.now() + timedelta(days=1)}),
        *({"expires_at": long_ago}, {"revoked_at": long_ago}, {"revoked_at": long_ago, "expires_at": lately}),
    ]
    tokens = [issue(alice)[0] for _ in ends]
    for token, end in zip(tokens, ends, strict=True):
        ApiToken.objects.filter(pk=token.pk).update(created_at=long_ago, **end)
    call_command("forget")
    assert list(ApiToken.objects.order_by("pk")) == tokens[:4]


def test_guest_has_tokens_and_keeps_them_with_an_account(as_guest, guest, password):
    token, secret = issue(guest)
    form = {"username": "grace", "display_name": "Grace", "password1": password, "password2": password}
    as_guest.post("/accounts/claim/", form)
    found = find_token(secret)
    assert found is not None
    assert found == token
    assert found.user == User.objects.get(username="grace")


def test_two_people_may_call_them_alike(alice):
    other: Any = UserFactory()
    assert issue(alice)[0].name == issue(alice)[0].name == issue(other)[0].name
