import pytest


@pytest.fixture(autouse=True)
def quick_and_immediate(settings):
    """Passwords need not withstand anybody here, and mail goes out at once."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.TASKS = {"default": {"BACKEND": "django_tasks.backends.immediate.ImmediateBackend", "QUEUES": []}}
