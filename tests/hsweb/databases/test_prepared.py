"""Queries whose words are put together once find what they would find each time."""

import pytest

from accounts.models import User
from hsweb.databases.prepared import PreparedQuery
from tests.support.factories import UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    return [UserFactory(display_name=name) for name in ("Ana", "Ana", "Ben")]


def test_finds_the_same_with_each_value(people):
    called = PreparedQuery(lambda: User.objects.filter(display_name="?").order_by("-pk"))
    for name in ("Ana", "Ben", "Nobody"):
        assert called(name) == list(User.objects.filter(display_name=name).order_by("-pk"))
    assert (called.first("Ben"), called.first("Nobody")) == (people[2], None)


def test_is_put_together_once(people):
    asked = []

    def ask():
        asked.append(1)
        return User.objects.filter(pk=0)

    by_key = PreparedQuery(ask)
    for person in people:
        assert by_key.first(person.pk) == person
    assert len(asked) == 2, "once for its words, once for its model"


def test_value_is_never_part_of_the_words(people):
    by_name = PreparedQuery(lambda: User.objects.filter(display_name="?"))
    assert by_name("' OR 1=1 --") == []


def test_takes_exactly_one_value(people):
    with pytest.raises(AssertionError):
        PreparedQuery(lambda: User.objects.filter(pk=0, display_name="?"))(1)
