import gc
import io
import logging
from concurrent.futures import ThreadPoolExecutor
from unittest.mock import patch

import pytest
import time_machine
from django.conf import settings as django_settings
from django.core.cache import cache
from django.db.backends.postgresql.operations import DatabaseOperations as PostgresOperations
from django.utils import translation
from hypothesis import HealthCheck, settings

from games.bots import processes
from games.rules.cartes_societe import turns
from games.services import announce
from hsweb.log_throttle import OncePerMinuteHandler
from tests.support.clients import HTMX, logged_in
from tests.support.commits import committing
from tests.support.factories import UserFactory
from tests.support.isolation import own_database, own_redis_keys
from tests.support.rollback import forget_everything, undone
from tests.support.sinks import Web
from tests.support.times import MONDAY

# A busy machine is slow, not wrong.
settings.register_profile("ci", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("ci")


class Nowhere(io.TextIOBase):
    def write(self, text):
        return len(text)


def pytest_configure():
    # Whoever imports the ASGI application sets Django up again: handlers stay as they are, those of pytest among them.
    django_settings.LOGGING_CONFIG = None
    for handler in logging.getLogger().handlers:
        # The console is none of a test's business: what is logged is heard otherwise.
        if isinstance(handler, OncePerMinuteHandler):
            handler.setStream(Nowhere())
    if django_settings.REDIS_URL:
        own_redis_keys(django_settings)


def pytest_collection_finish():
    """Thousands of tests stay as they are: nobody need look for garbage among them again and again."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish(session):
    """A test that is skipped proves nothing: the run fails."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter and reporter.stats.get("skipped"):
        reporter.write_line("Tests were skipped.", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(autouse=True, scope="session")
def empty_tables_quickly():
    """PostgreSQL truncates many small tables far more slowly than it deletes the few rows of a test."""

    def deletions(operations, style, tables, *, reset_sequences=False, allow_cascade=False):
        assert not reset_sequences
        return [f"DELETE FROM {operations.quote_name(table)}" for table in tables]

    with patch.object(PostgresOperations, "sql_flush", deletions):
        yield


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory):
    own_database(django_settings.DATABASES["default"], tmp_path_factory.getbasetemp())


@pytest.fixture(autouse=True)
def empty_cache():
    """What one test counted, such as attempts to log in, is nothing to the next."""
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def commits(request, monkeypatch):
    """Each service goes on from what the site would have in memory after the one before. No socket is there to hear."""
    if not uses_database(request.node):
        yield
        return
    if not is_really_committed(request.node):
        monkeypatch.setattr(announce, "_send", lambda group, message: None)
    with committing():
        yield
    forget_everything()


def uses_database(node):
    return "db" in node.fixturenames or node.get_closest_marker("django_db") is not None


def is_really_committed(node):
    marker = node.get_closest_marker("django_db")
    return marker is not None and marker.kwargs.get("transaction", False)


@pytest.fixture(autouse=True)
def usual_language():
    """What one test was told in French, the next is told in English again."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def static_files_as_they_are(settings):
    """Pages link static files by their own names: nothing is collected first, or looked at before it is asked for."""
    backend = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.STATIC_ROOT = settings.STATICFILES_DIRS[0]
    settings.WHITENOISE_AUTOREFRESH = True
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": backend}}


@pytest.fixture(autouse=True)
def site_that_sends_mail(settings):
    """As most public sites do; tests keep it in a list instead."""
    settings.SENDS_MAIL = True


@pytest.fixture(scope="module")
def until_the_module_ends(django_db_setup, django_db_blocker):
    """What a module's own fixtures write stays for all of its tests, and not for those of the next."""
    with django_db_blocker.unblock(), undone():
        yield


@pytest.fixture
def bots_nearby(monkeypatch):
    """Bots think in this process: nobody waits until another has begun."""
    with ThreadPoolExecutor(1) as pool:
        monkeypatch.setattr(processes, "pool", lambda: pool)
        yield


@pytest.fixture
def few_turns(monkeypatch):
    """Games of up to thirty turns end after three: whole games with a bit of everything, but short ones."""
    monkeypatch.setattr(turns, "LAST_TURN", 3)


@pytest.fixture
def web(settings):
    """A stranger's server. Nothing but a setting for tests lets the site post to this machine."""
    settings.OUTBOUND_TO_LOOPBACK = True
    web = Web()
    yield web
    web.close()


@pytest.fixture
def now():
    """Time stands still, until a test moves it on."""
    with time_machine.travel(MONDAY, tick=False) as traveller:
        yield traveller


@pytest.fixture
def alice(db):
    return UserFactory(username="alice", display_name="Alice")


@pytest.fixture
def bob(db):
    return UserFactory(username="bob", display_name="Bob")


@pytest.fixture
def charlie(db):
    """Never sits at a table of Alice and Bob."""
    return UserFactory(username="charlie", display_name="Charlie")


@pytest.fixture
def dana(db):
    return UserFactory(username="dana", display_name="Dana", is_staff=True, is_superuser=True)


@pytest.fixture
def as_alice(alice):
    return logged_in(alice)


@pytest.fixture
def as_bob(bob):
    return logged_in(bob)


@pytest.fixture
def as_charlie(charlie):
    return logged_in(charlie)


@pytest.fixture
def as_dana(dana):
    return logged_in(dana)


@pytest.fixture
def htmx():
    return HTMX
