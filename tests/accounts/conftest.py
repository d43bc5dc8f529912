import pytest
from allauth.account.models import EmailAddress

from accounts import hooks
from tests.support.factories import UserFactory

PASSWORD = "plenty-of-pearls-7"
BROWSER = {
    "endpoint": "https://push.example.org/one",
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
"""What a browser says of itself when it is to show messages."""


@pytest.fixture(autouse=True)
def quick_and_immediate(settings, monkeypatch):
    """Passwords need not withstand anybody here, mail goes out at once, and no other app joins in a farewell."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.TASKS = {"default": {"BACKEND": "django_tasks.backends.immediate.ImmediateBackend", "QUEUES": []}}
    for registry in ("on_delete", "on_ban", "on_rename", "keeps_user", "personal_data_sources"):
        monkeypatch.setattr(hooks, registry, [])


@pytest.fixture
def password():
    return PASSWORD


@pytest.fixture
def alice(db):
    alice = UserFactory.build(username="alice", display_name="Alice")
    alice.set_password(PASSWORD)
    alice.save()
    return alice


@pytest.fixture
def confirmed(alice):
    """Alice has shown that her address is hers."""
    return EmailAddress.objects.create(user=alice, email=alice.email, verified=True, primary=True)


@pytest.fixture
def guest(db):
    return UserFactory(username="guest-1", display_name="Gracious Heron", email="", is_guest=True, password="!none")


@pytest.fixture
def as_alice(client, alice):
    client.force_login(alice)
    return client


@pytest.fixture
def as_guest(client, guest):
    client.force_login(guest)
    return client
