from django.contrib.auth import get_user_model

from accounts.models import User
from tests.support.factories import UserFactory


def test_is_the_user_of_the_site():
    assert get_user_model() is User


def test_goes_by_the_display_name():
    assert str(UserFactory.build(username="alice", display_name="Alice")) == "Alice"


def test_goes_by_the_username_without_a_display_name():
    assert str(UserFactory.build(username="alice", display_name="")) == "alice"


def test_is_stored_with_the_display_name(alice):
    assert User.objects.get(username="alice").display_name == "Alice"
