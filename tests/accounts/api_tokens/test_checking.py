"""What a program shows is known again, or it is nothing."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.api_tokens import checking
from accounts.api_tokens.checking import digest_of, find_token, note_use, token_in, valid_token_ids
from accounts.api_tokens.issuing import issue_token, revoke_token
from accounts.models import ApiToken, User

SECRET = "hs_" + "a" * 43


def issue(user, **more):
    return issue_token(user=user, name="My bot", scopes=["read"], **more)


class TestHeader:
    @pytest.mark.parametrize("header", ["Bearer {}", "bearer {}", "BEARER {}", "Bearer   {}", "Bearer {} "])
    def test_has_a_token(self, header):
        assert token_in(header.format(SECRET)) == SECRET

    @pytest.mark.parametrize(
        "header", ["", " ", "Bearer", "Bearer ", SECRET, f"Basic {SECRET}", f"Bearer{SECRET}", f"Bearer\t{SECRET}"]
    )
    def test_has_none(self, header):
        assert token_in(header) == ""

    def test_whatever_follows_is_for_others_to_judge(self):
        assert token_in(f"Bearer x {SECRET}") == f"x {SECRET}"


def test_digest_is_that_of_the_whole_token():
    assert digest_of(SECRET) == "a306340117b88feace9df3c834b1c55c29883481ad711e1b1dc735ce079cc70e"


@pytest.mark.django_db
class TestFinding:
    def test_finds_it_with_its_owner_in_one_query(self, alice, django_assert_num_queries):
        token, secret = issue(alice)
        with django_assert_num_queries(1):
            found = find_token(secret)
            assert found is not None
            assert (found, found.user, found.scopes) == (token, alice, ["read"])

    @pytest.mark.parametrize(
        "junk",
        [
            "",
            "hs_",
            SECRET[:-1],
            SECRET + "a",
            SECRET + "\n",
            " " + SECRET,
            SECRET.upper(),
            "xx_" + "a" * 43,
            "hs_" + "é" * 43,
            "hs_" + "٣" * 43,
            "hs_" + "\ud800" * 43,
            "hs_" + "\0" * 43,
            "hs_" + "a" * 100_000,
        ],
    )
    def test_junk_costs_nothing(self, junk, monkeypatch, django_assert_num_queries):
        monkeypatch.setattr(checking, "digest_of", lambda secret: pytest.fail("junk is not hashed"))
        with django_assert_num_queries(0):
            assert find_token(junk) is None

    def test_unknown_one_is_none(self, alice):
        issue(alice)
        assert find_token(SECRET) is None

    def test_digest_opens_nothing(self, alice):
        token, _secret = issue(alice)
        assert find_token(token.digest) is None
        assert find_token(f"hs_{token.digest[:43]}") is None

    def test_holds_until_it_expires(self, alice, now):
        token, secret = issue(alice, expires_at=timezone.now() + timedelta(days=30))
        now.shift(timedelta(days=30, seconds=-1))
        assert find_token(secret) == token
        assert not token.is_expired
        now.shift(1)
        assert find_token(secret) is None
        assert token.is_expired

    def test_holds_until_it_is_revoked(self, alice, now):
        token, secret = issue(alice)
        now.shift(timedelta(days=9999))
        assert find_token(secret) == token
        assert not token.is_expired
        revoke_token(user=alice, pk=token.pk)
        assert find_token(secret) is None

    def test_holds_for_those_alone_who_may_come_in(self, alice):
        token, secret = issue(alice)
        User.objects.filter(pk=alice.pk).update(is_active=False)
        assert find_token(secret) is None
        assert valid_token_ids([token.pk]) == set()


@pytest.mark.django_db
def test_many_are_asked_for_at_once(alice, bob, now, django_assert_num_queries):
    tokens = [issue(alice)[0], issue(alice)[0], issue(alice, expires_at=timezone.now())[0], issue(bob)[0]]
    revoke_token(user=alice, pk=tokens[1].pk)
    with django_assert_num_queries(1):
        assert valid_token_ids(token.pk for token in tokens) == {tokens[0].pk, tokens[3].pk}
    assert valid_token_ids([]) == valid_token_ids([0, -1]) == set()


@pytest.mark.django_db
class TestNote:
    def note(self, token):
        """Whether anything was written."""
        with CaptureQueriesContext(connection) as asked:
            note_use(ApiToken.objects.get(pk=token.pk))
        return any(query["sql"].startswith("UPDATE") for query in asked)

    def last_used(self):
        return ApiToken.objects.get().last_used_at

    def test_is_written_once_a_minute(self, alice, now):
        token, _secret = issue(alice)
        first = timezone.now()
        assert self.note(token)
        assert self.last_used() == first
        now.shift(59)
        assert not self.note(token)
        assert self.last_used() == first
        now.shift(1)
        assert self.note(token)
        assert self.last_used() == timezone.now()

    def test_is_written_by_one_of_those_who_come_together(self, alice, now):
        """Both have read the token before either wrote."""
        issue(alice)
        early, late = ApiToken.objects.get(), ApiToken.objects.get()
        note_use(early)
        first = timezone.now()
        now.shift(30)
        note_use(late)
        assert self.last_used() == first

    def test_is_of_one_token(self, alice):
        token, _secret = issue(alice)
        other, _secret = issue(alice)
        note_use(token)
        other.refresh_from_db()
        assert other.last_used_at is None
