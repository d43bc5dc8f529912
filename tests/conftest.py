import pytest
from hypothesis import HealthCheck, settings

from tests.factories import UserFactory

# A busy machine is slow, not wrong.
settings.register_profile("ci", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ci")


@pytest.fixture(autouse=True)
def static_files_as_they_are(settings):
    """Pages link static files by their own names: nothing needs to be collected first."""
    backend = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STATIC_ROOT = settings.STATICFILES_DIRS[0]
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": backend}}


@pytest.fixture
def alice(db):
    return UserFactory(username="alice", display_name="Alice")


@pytest.fixture
def dana(db):
    return UserFactory(username="dana", display_name="Dana", is_staff=True, is_superuser=True)
