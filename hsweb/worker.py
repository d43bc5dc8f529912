"""Does what was put off until after an answer, such as sending letters, whatever happens to the database meanwhile.

Each lane has threads of its own, so that nothing waits behind what is slow for reasons of its own.
"""

import logging
import threading
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from smtplib import SMTPException, SMTPRecipientsRefused
from typing import TypeVar

from django.db import Error, close_old_connections, connections
from django.db.models import Q, QuerySet
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from django_tasks_db.utils import exclusive_transaction

logger = logging.getLogger(__name__)

T = TypeVar("T")
Task = DBTaskResult[..., object]

INTERVAL = 0.5
MAIL, OTHERS = Q(queue_name="mail"), ~Q(queue_name="mail")
LANES = ((MAIL, 3), (OTHERS, 1))
"""With how many threads each has: a mail server takes its time, so several letters are sent at once."""
LOST_AFTER = timedelta(minutes=10)
"""A task that was begun and not ended for so long was begun by a process that is gone."""
LATE_AFTER = timedelta(minutes=1)
TRY_AGAIN_AFTER = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30))
WORKER = "hsweb"


def start() -> None:
    """Work in threads that end with the process."""
    for lane, threads in LANES:
        for _ in range(threads):
            threading.Thread(target=work, args=[lane, threading.Event()], daemon=True, name="tasks").start()


def work(lane: Q, stop: threading.Event) -> None:
    """Do what is due in a lane, until told to stop. Trouble is logged, and the next round begins with a new line."""
    while not stop.wait(INTERVAL):
        try:
            requeue_lost(lane)
            while not stop.is_set() and do_next(lane):
                pass
            close_old_connections()
        except Exception:
            logger.exception("The task worker failed and goes on")
            connections.close_all()


def do_next(lane: Q) -> bool:
    """Do one task that is ready; whether there was any."""
    task = _claim(lane)
    if task is None:
        return False
    try:
        returned = task.task.call(*task.args_kwargs["args"], **task.args_kwargs["kwargs"])
    except (OSError, SMTPException) as error:
        logger.warning("A task did not get through: %s, %s", task.task_path, describe_error(error))
        _store_result(task.set_failed if _is_final(error) else partial(_retry_later, task), error)
    except Exception as error:
        logger.exception("A task failed: %s", task.task_path)
        _store_result(task.set_failed, error)
    else:
        _store_result(task.set_successful, returned)
    return True


def _claim(lane: Q) -> Task | None:
    # Looking is cheap; claiming would lock the whole of an SQLite database each time.
    if not DBTaskResult.objects.ready().filter(lane).exists():
        return None
    with exclusive_transaction():
        task = DBTaskResult.objects.ready().filter(lane).get_locked()
        if task is not None:
            task.claim(WORKER)
    return task


def _store_result(store: Callable[[T], object], result: T) -> None:
    """The connection may have been cut while the task was done: what is done is not to be done again."""
    try:
        store(result)
    except Error:
        connections.close_all()
        store(result)


def describe_error(error: Exception) -> str:
    """What went wrong, without whom it was for."""
    why = "" if isinstance(error, SMTPRecipientsRefused) else f": {error}"
    return f"{type(error).__name__}{why}"


def _is_final(error: Exception) -> bool:
    """Whether the mail server says that there is no such mailbox, and will say so again."""
    return isinstance(error, SMTPRecipientsRefused) and all(code >= 500 for code, _why in error.recipients.values())


def _retry_later(task: Task, error: Exception) -> None:
    """A mail server may be away for a while. Noted is a worker for each attempt, and what was wrong with the last."""
    if len(task.worker_ids) > len(TRY_AGAIN_AFTER):
        task.set_failed(error)
        return
    task.status, task.run_after = "READY", timezone.now() + TRY_AGAIN_AFTER[len(task.worker_ids) - 1]
    task.exception_class_path = f"{type(error).__module__}.{type(error).__qualname__}"
    task.save(update_fields=["status", "run_after", "exception_class_path"])


def requeue_lost(lane: Q) -> None:
    """A task with which process after process ends is given up."""
    lost = DBTaskResult.objects.running().filter(lane, started_at__lt=timezone.now() - LOST_AFTER)
    for task in lost:
        if len(task.worker_ids) > len(TRY_AGAIN_AFTER):
            task.set_failed(RuntimeError("its process ended each time"))
        else:
            lost.filter(pk=task.pk).update(status="READY")


def late_tasks() -> QuerySet[Task]:
    """Those that wait for longer than they should: perhaps nobody works, or what they need does not answer."""
    return DBTaskResult.objects.filter(status="READY", enqueued_at__lt=timezone.now() - LATE_AFTER)
