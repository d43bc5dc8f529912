"""Tasks that were put off are done, and lost with nobody: not with a process, nor with a connection."""

from datetime import timedelta
from smtplib import SMTPRecipientsRefused
from threading import Event, Thread
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.db import OperationalError
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from pytest_django.asserts import assertContains, assertNotContains

from accounts.tasks import deliver_mail, say_hello
from games.services.care import reports
from hsweb import worker

MAIL, OTHERS = worker.MAIL, worker.OTHERS


@pytest.fixture(autouse=True)
def stored(settings, db):
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": []}}


def letter(subject="Hello"):
    deliver_mail.enqueue(subject, "Come and play.", "site@example.org", ["ana@example.org"])


def refuse(*args):
    raise OSError


def status():
    return DBTaskResult.objects.get().status


def test_does_what_is_due(mailoutbox):
    letter()
    assert worker.do_next(MAIL)
    assert [mail.subject for mail in mailoutbox] == ["Hello"]
    assert status() == "SUCCESSFUL"
    assert not worker.do_next(MAIL)


def test_letters_have_a_lane_of_their_own(mailoutbox, alice):
    say_hello.enqueue(alice.pk)
    letter()
    assert worker.do_next(MAIL)
    assert not worker.do_next(MAIL)
    assert len(mailoutbox) == 1
    assert worker.do_next(OTHERS)


def test_task_that_cannot_be_done_has_failed_and_the_next_is_done(mailoutbox):
    say_hello.enqueue(0)
    assert worker.do_next(OTHERS)
    assert status() == "FAILED"


def test_letter_that_is_not_taken_is_tried_again_some_times(monkeypatch, mailoutbox):
    monkeypatch.setattr("accounts.tasks.EmailMessage.send", refuse)
    letter()
    now = timezone.now()
    for minutes in (0, 2, 8, 40):
        with time_machine.travel(now + timedelta(minutes=minutes)):
            assert worker.do_next(MAIL)
            assert not worker.do_next(MAIL)
    assert status() == "FAILED"


def test_letter_to_a_mailbox_that_is_none_is_given_up_at_once(monkeypatch, caplog):
    def refuse_for_good(*args):
        raise SMTPRecipientsRefused({"ana@example.org": (550, b"no such user")})

    monkeypatch.setattr("accounts.tasks.EmailMessage.send", refuse_for_good)
    letter()
    assert worker.do_next(MAIL)
    assert status() == "FAILED"
    assert "ana@" not in caplog.text


def test_task_with_which_each_process_ends_is_given_up(mailoutbox):
    letter()
    long_ago = timezone.now() - worker.LOST_AFTER - timedelta(seconds=1)
    for attempt, _pause in enumerate(worker.TRY_AGAIN_AFTER, 1):
        DBTaskResult.objects.update(status="RUNNING", started_at=long_ago, worker_ids=["hsweb"] * attempt)
        worker.requeue_lost(MAIL)
        assert status() == "READY"
    DBTaskResult.objects.update(status="RUNNING", started_at=long_ago, worker_ids=["hsweb"] * 4)
    worker.requeue_lost(MAIL)
    assert status() == "FAILED"
    assert mailoutbox == []


def test_connection_that_was_cut_meanwhile_does_not_send_it_twice(monkeypatch, mailoutbox):
    """What was done is noted once the database is there again."""
    noted: list[Any] = []
    real = DBTaskResult.set_successful

    def note(task, returned):
        noted.append(task)
        if len(noted) == 1:
            raise OperationalError("the connection is closed")
        real(task, returned)

    monkeypatch.setattr(DBTaskResult, "set_successful", note)
    monkeypatch.setattr("hsweb.worker.connections.close_all", lambda: None)
    letter()
    assert worker.do_next(MAIL)
    assert status() == "SUCCESSFUL"
    assert not worker.do_next(MAIL)
    assert len(mailoutbox) == 1


def test_task_of_a_process_that_is_gone_is_begun_again(mailoutbox):
    letter()
    DBTaskResult.objects.update(status="RUNNING", started_at=timezone.now())
    worker.requeue_lost(MAIL)
    assert not worker.do_next(MAIL), "it may be under way"
    DBTaskResult.objects.update(started_at=timezone.now() - worker.LOST_AFTER - timedelta(seconds=1))
    worker.requeue_lost(MAIL)
    assert worker.do_next(MAIL)
    assert len(mailoutbox) == 1


@pytest.mark.django_db(transaction=True)
def test_goes_on_whatever_happens(monkeypatch, mailoutbox):
    rounds, stop = [], Event()

    def fail_twice(lane):
        rounds.append(lane)
        if len(rounds) < 3:
            raise OperationalError("the connection is closed")
        stop.set()

    monkeypatch.setattr(worker, "INTERVAL", 0.01)
    monkeypatch.setattr(worker, "requeue_lost", fail_twice)
    working = Thread(target=worker.work, args=[MAIL, stop])
    working.start()
    working.join(20)
    assert len(rounds) == 3


class TestCare:
    @pytest.fixture
    def late(self):
        letter()
        DBTaskResult.objects.update(enqueued_at=timezone.now() - worker.LATE_AFTER - timedelta(seconds=1))

    def test_admin_shows_what_waits_for_long(self, client, dana, late):
        client.force_login(dana)
        assertContains(client.get("/admin/"), "1 letter or other task waits for more than a minute")
        worker.do_next(MAIL)
        assertNotContains(client.get("/admin/"), "more than a minute")

    def test_what_is_tried_again_later_waits_too(self, late):
        DBTaskResult.objects.update(run_after=timezone.now() + timedelta(minutes=5))
        assert worker.late_tasks().exists()

    def test_nobody_is_written_to_again_and_again_if_it_cannot_be_remembered(self, dana, mailoutbox, monkeypatch):
        """As while Redis is away."""
        EmailAddress.objects.create(user=dana, email=dana.email, verified=True, primary=True)
        letter()
        DBTaskResult.objects.update(enqueued_at=timezone.now() - reports.TELL_AFTER - timedelta(seconds=1))
        with monkeypatch.context() as away:
            away.setattr(cache, "add", lambda *args: True)
            away.setattr(cache, "get", lambda *args: None)
            for _ in range(3):
                reports.send_reports()
        assert mailoutbox == []
        reports.send_reports()
        assert len(mailoutbox) == 1

    def test_it_is_told_later_if_the_letter_is_not_taken_now(self, dana, mailoutbox, monkeypatch):
        EmailAddress.objects.create(user=dana, email=dana.email, verified=True, primary=True)
        letter()
        DBTaskResult.objects.update(enqueued_at=timezone.now() - reports.TELL_AFTER - timedelta(seconds=1))
        with monkeypatch.context() as away:
            away.setattr("accounts.notifications.mail.EmailMessage.send", refuse)
            reports.send_reports()
        reports.send_reports()
        assert len(mailoutbox) == 1

    def test_administrators_are_written_to_past_the_queue(self, dana, mailoutbox):
        EmailAddress.objects.create(user=dana, email=dana.email, verified=True, primary=True)
        letter()
        reports.send_reports()
        assert mailoutbox == []
        DBTaskResult.objects.update(enqueued_at=timezone.now() - reports.TELL_AFTER - timedelta(seconds=1))
        for _ in range(2):
            reports.send_reports()
        assert [mail.subject for mail in mailoutbox] == ["Letters are not sent"]
