"""How people let programs act for them."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.api_tokens.checking import find_token
from accounts.api_tokens.issuing import MOST_TOKENS, issue_token, revoke_token
from accounts.models import ApiToken
from accounts.views.tokens import MOST_ENDED
from tests.support.factories import UserFactory

ADDRESS = "/accounts/tokens/"
FORM: dict[str, Any] = {"name": "My bot", "scopes": ["read", "play"], "lasts": "90", "key": "k"}


@pytest.fixture
def sure_of_alice(as_alice, password):
    """Alice has just given her password once more."""
    as_alice.post("/accounts/reauthenticate/", {"password": password})
    return as_alice


def secret_in(page):
    return page.context["secret"]


class TestPage:
    def test_is_linked_from_the_settings_and_invites(self, as_alice):
        assertContains(as_alice.get("/accounts/settings/"), f'href="{ADDRESS}"')
        page = as_alice.get(ADDRESS)
        assertContains(page, "No program acts for you yet.")
        assertContains(page, 'href="/api/v1/docs"')
        assertNotContains(page, "new-token")

    def test_offers_all_there_is_for_90_days(self, as_alice):
        page = as_alice.get(ADDRESS)
        for scope in ("read", "play", "tables"):
            assertContains(page, f'name="scopes" value="{scope}"')
        assert page.text.count(" checked") == 3
        assertContains(page, '<option value="90" selected>90 days</option>', html=True)

    def test_every_form_is_another(self, as_alice):
        assert len({as_alice.get(ADDRESS).context["form"]["key"].value() for _ in range(3)}) == 3

    def test_tells_what_became_of_each(self, as_alice, alice, now):
        good, old, gone = (issue_token(user=alice, name=name, scopes=["tables"])[0] for name in ("New", "Old", "Gone"))
        ApiToken.objects.filter(pk=old.pk).update(expires_at=timezone.now())
        ApiToken.objects.filter(pk=good.pk).update(last_used_at=timezone.now())
        revoke_token(user=alice, pk=gone.pk)
        page = as_alice.get(ADDRESS)
        assert [token.name for token in page.context["tokens"]] == ["New", "Gone", "Old"]
        for words in ("Usable", "Expired", "Revoked", "last used on", "not used yet", "good until you revoke it"):
            assertContains(page, words)
        assertContains(page, "Open, join, start and leave tables", count=4)
        assertContains(page, 'aria-label="Revoke New"')
        assertNotContains(page, 'aria-label="Revoke Old"')
        assertNotContains(page, good.digest)

    def test_shows_the_last_of_those_that_ended_and_all_others(self, as_alice, alice):
        kept, _secret = issue_token(user=alice, name="Kept", scopes=["read"])
        for _ in range(MOST_ENDED + 1):
            token, _secret = issue_token(user=alice, name="Gone", scopes=["read"])
            revoke_token(user=alice, pk=token.pk)
        shown = as_alice.get(ADDRESS).context["tokens"]
        assert shown[0] == kept
        assert len(shown) == 1 + MOST_ENDED

    def test_shows_nobody_those_of_others(self, as_alice):
        issue_token(user=UserFactory.create(), name="Of somebody else", scopes=["read"])
        assertNotContains(as_alice.get(ADDRESS), "Of somebody else")

    def test_names_are_text(self, as_alice, alice):
        issue_token(user=alice, name="<b>bold</b>", scopes=["read"])
        assertNotContains(as_alice.get(ADDRESS), "<b>bold")

    def test_is_in_french_too(self, as_alice, alice):
        issue_token(user=alice, name="Robot", scopes=["read"])
        page = as_alice.get(ADDRESS, headers={"accept-language": "fr"})
        for words in ("Accès pour les programmes", "Utilisable", "Révoquer", "pas encore utilisé", "Voir vos tables"):
            assertContains(page, words)

    def test_is_not_for_strangers(self, client, db):
        for answer in (client.get(ADDRESS), client.post(ADDRESS, FORM)):
            assertRedirects(answer, f"/accounts/login/?next={ADDRESS}")

    def test_takes_no_other_method(self, as_alice):
        assert as_alice.put(ADDRESS).status_code == 405


class TestMaking:
    def test_shows_it_once(self, sure_of_alice, alice, now):
        page = sure_of_alice.post(ADDRESS, FORM)
        token, secret = ApiToken.objects.get(), secret_in(page)
        assert find_token(secret) == token
        assert (token.user, token.name, token.scopes) == (alice, "My bot", ["read", "play"])
        assert token.expires_at == timezone.now() + timedelta(days=90)
        assertContains(page, f'value="{secret}" readonly')
        assertContains(page, 'data-copy="#new-token"')
        assertContains(page, "it will not be shown again")
        assertContains(page, "My bot")
        assertNotContains(sure_of_alice.get(ADDRESS), secret)

    def test_leaves_it_nowhere_else(self, sure_of_alice, caplog):
        caplog.set_level("DEBUG")
        page = sure_of_alice.post(ADDRESS, FORM)
        secret = secret_in(page)
        assert page.text.count(secret) == 1
        assert "no-store" in page["Cache-Control"]
        assert secret not in str(page.headers)
        assert secret not in str(page.cookies)
        assert secret not in str(sure_of_alice.cookies)
        assert secret not in str([session.get_decoded() for session in Session.objects.all()])
        assert secret not in str([(record.msg, record.args) for record in caplog.records])
        assert secret not in str(list(ApiToken.objects.values()))

    @pytest.mark.parametrize(("lasts", "days"), [("30", 30), ("365", 365), ("for-good", None)])
    def test_lasts_as_chosen(self, sure_of_alice, now, lasts, days):
        sure_of_alice.post(ADDRESS, FORM | {"lasts": lasts})
        ends = None if days is None else timezone.now() + timedelta(days=days)
        assert ApiToken.objects.get().expires_at == ends

    def test_sent_again_makes_no_other(self, sure_of_alice):
        sure_of_alice.post(ADDRESS, FORM)
        page = sure_of_alice.post(ADDRESS, FORM)
        assertContains(page, "This token has been made already")
        assertContains(page, "My bot")
        assert not secret_in(page)
        assert ApiToken.objects.count() == 1
        assert page.context["form"]["key"].value() != FORM["key"]
        sure_of_alice.post(ADDRESS, FORM | {"key": "another"})
        assert ApiToken.objects.count() == 2

    @pytest.mark.parametrize(
        ("wrong", "words"),
        [
            ({"name": ""}, "Give the token a name"),
            ({"name": "x" * 61}, "60"),
            ({"name": "x\u200by"}, "invisible"),
            ({"name": "x\0"}, "Null"),
            ({"scopes": []}, "Say what the program may do."),
            ({"scopes": ["admin"]}, "admin"),
            ({"lasts": ""}, "required"),
            ({"lasts": "9999"}, "9999"),
            ({"lasts": "٣"}, "٣"),
            ({"key": ""}, "This form is broken."),
            ({"key": "x" * 41}, "This form is broken."),
        ],
    )
    def test_wrong_form_is_told_so_before_a_password_is_asked_for(self, as_alice, wrong, words):
        page = as_alice.post(ADDRESS, FORM | wrong)
        assertContains(page, words, status_code=422)
        assert not ApiToken.objects.exists()

    def test_one_too_many_is_told_so(self, sure_of_alice, alice):
        for _ in range(MOST_TOKENS):
            issue_token(user=alice, name="One", scopes=["read"])
        page = sure_of_alice.post(ADDRESS, FORM)
        assertContains(page, "Revoke one first.", status_code=422)
        assert not secret_in(page)

    def test_has_a_limit(self, sure_of_alice, alice):
        for number in range(20):
            sure_of_alice.post(ADDRESS, FORM | {"key": str(number)})
            ApiToken.objects.update(revoked_at=timezone.now())
        page = sure_of_alice.post(ADDRESS, FORM)
        assertContains(page, "Wait an hour, then go on.", status_code=429)
        assert ApiToken.objects.count() == 20

    def test_needs_its_token(self, guest):
        client = Client(enforce_csrf_checks=True)
        client.force_login(guest)
        assert client.post(ADDRESS, FORM).status_code == 403
        assert not ApiToken.objects.exists()


class TestPassword:
    def test_is_asked_for_before_one_is_made_and_not_to_look(self, as_alice, password):
        assert as_alice.get(ADDRESS).status_code == as_alice.head(ADDRESS).status_code == 200
        answer = as_alice.post(ADDRESS, FORM)
        assertRedirects(answer, f"/accounts/reauthenticate/?next={ADDRESS.replace('/', '%2F')}")
        assert not ApiToken.objects.exists()
        page = as_alice.post(answer.url, {"password": password, "next": ADDRESS})
        assert find_token(secret_in(page)) == ApiToken.objects.get()
        assert "no-store" in page["Cache-Control"]
        assert secret_in(page) not in str(as_alice.session.items())

    def test_sent_again_after_that_makes_no_other(self, as_alice, password):
        answer = as_alice.post(ADDRESS, FORM)
        as_alice.post(answer.url, {"password": password, "next": ADDRESS})
        assertRedirects(as_alice.post(answer.url, {"password": password, "next": ADDRESS}), ADDRESS)
        assert ApiToken.objects.count() == 1

    def test_that_is_wrong_makes_none(self, as_alice):
        answer = as_alice.post(ADDRESS, FORM)
        as_alice.post(answer.url, {"password": "wrong", "next": ADDRESS})
        assert not ApiToken.objects.exists()

    def test_is_not_asked_of_guests(self, as_guest, guest):
        page = as_guest.post(ADDRESS, FORM)
        assert find_token(secret_in(page)) == guest.api_tokens.get()


class TestRevoking:
    def revoke(self, client, pk):
        return client.post(f"{ADDRESS}revoke/", {"token": pk}, follow=True)

    def test_ends_it_without_a_password(self, as_alice, alice):
        token, secret = issue_token(user=alice, name="My bot", scopes=["read"])
        for _ in range(2):
            assertContains(self.revoke(as_alice, token.pk), "That token no longer works.")
        assert find_token(secret) is None
        assertContains(as_alice.get(ADDRESS), "Revoked")

    @pytest.mark.parametrize("junk", ["", "x", "9" * 30, "-1", "٣", "0"])
    def test_nobody_ends_those_of_others(self, as_alice, junk):
        token, secret = issue_token(user=UserFactory.create(), name="Another", scopes=["read"])
        for pk in (token.pk, junk):
            assert self.revoke(as_alice, pk).status_code == 200
        assert find_token(secret) == token

    def test_is_a_form(self, as_alice):
        assert as_alice.get(f"{ADDRESS}revoke/").status_code == 405
