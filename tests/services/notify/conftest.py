from datetime import UTC, datetime
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django_tasks_db.models import DBTaskResult

from accounts.notifications.browsers import remember_browser
from games.models import Alert, Game
from games.services.notify import courier
from games.services.turn import clock
from hsweb import worker
from tests.support.sinks import Browser, MailServer
from tests.support.tables import person

MAIL = worker.MAIL


@pytest.fixture
def mail_server(settings):
    server = MailServer()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
    settings.EMAIL_USE_TLS = settings.EMAIL_USE_SSL = False
    yield server
    server.close()


@pytest.fixture
def people(db, now):
    return [person(name) for name in ("Ana", "Ben", "Cleo")]


@pytest.fixture
def browser_of(web):
    """Gives somebody a browser that shows messages."""

    def of(user, path="/push/one"):
        browser = Browser(web, path)
        remember_browser(user=user, browser="Firefox/130 (Linux)", **browser.subscription)
        return browser

    return of


def confirm_address(user):
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)


class Time:
    """Moves on, and lets clock, courier and the worker for mail do what is due on the way."""

    def __init__(self, now):
        self._now = now

    def pass_(self, span):
        until = datetime.now(UTC) + span
        while (moment := self._next_moment(until)) is not None:
            self._now.move_to(max(moment, datetime.now(UTC)))
            self.work()
        self._now.move_to(until)
        self.work()

    def work(self):
        for game_id in clock.claim_due():
            clock.run_due(game_id)
        for ids in courier.claim_due():
            courier.deliver_bundle(ids)
        while worker.do_next(MAIL):
            pass

    def _next_moment(self, until):
        moments: list[Any] = [
            *Game.objects.filter(wake_at__lte=until).values_list("wake_at", flat=True),
            *Alert.objects.filter(due_at__lte=until).values_list("due_at", flat=True),
            *DBTaskResult.objects.filter(MAIL, status="READY", run_after__lte=until).values_list(
                "run_after", flat=True
            ),
        ]
        return min(moments, default=None)


@pytest.fixture
def time(now):
    return Time(now)
