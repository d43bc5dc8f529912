"""Each kind of trouble is told once a minute, and how often it happened is never lost."""

import gc
import logging
import sys
import threading
import weakref
from collections.abc import Callable

import pytest

from hsweb import log_throttle
from hsweb.log_throttle import MOST_KINDS, OncePerMinuteHandler
from tests.support.logs import handler_for


class Site:
    """A handler with a clock of its own, and what it has asked to be reminded of."""

    def __init__(self):
        self.now = 1000.0
        self.reminders: list[tuple[float, Callable[[], None]]] = []
        self.handler = handler_for(lambda: self.now, lambda seconds, call: self.reminders.append((seconds, call)))

    def log(self, level, message, *args, logger="games.services.turn.clock", exc_info=None, **extra):
        record = logging.LogRecord(logger, level, "", 0, message, args, exc_info)
        record.__dict__.update(extra)
        self.handler.handle(record)

    def fail(self, message, *args, kind=OSError, words="no space left", **said):
        try:
            raise kind(words)
        except kind:
            self.log(logging.ERROR, message, *args, exc_info=sys.exc_info(), **said)

    def not_found(self, path):
        self.log(logging.WARNING, "%s: %s", "Not Found", path, logger="django.request", status_code=404)

    def wait(self, seconds):
        """Until then, whoever asked to be reminded is."""
        self.now += seconds
        due, self.reminders = self.reminders, []
        for _seconds, call in due:
            call()

    @property
    def lines(self):
        """What was written since this was last asked, without tracebacks."""
        text = self.handler.stream.getvalue()
        self.handler.stream.seek(0)
        self.handler.stream.truncate()
        return [line for line in text.splitlines() if not line.startswith((" ", "Traceback", "OSError", "KeyError"))]


@pytest.fixture
def site():
    return Site()


def test_same_trouble_is_told_once_a_minute_with_its_traceback(site):
    for _ in range(3):
        site.fail("The clock could not look")
        text = site.handler.stream.getvalue()
        assert text.count("The clock could not look\nTraceback") == 1
        for _ in range(4):
            site.now += 10
            site.fail("The clock could not look")
        assert site.handler.stream.getvalue() == text
        site.lines  # noqa: B018
        site.now += 20
        site.fail("The clock could not look")
        first, second, *others = site.lines
        assert first == "4 more like this in the last minute: The clock could not look"
        assert second == "The clock could not look"
        assert others == []
        site.now += 60


def test_last_count_is_told_when_the_trouble_is_over(site):
    site.fail("The clock could not look")
    assert site.reminders == []
    site.now += 10
    for _ in range(17):
        site.fail("The clock could not look")
    ((seconds, _call),) = site.reminders
    assert seconds == 50
    assert site.lines == ["The clock could not look"]
    site.wait(50)
    assert site.lines == ["17 more like this in the last minute: The clock could not look"]
    assert site.reminders == []
    site.wait(600)
    assert site.lines == []


def test_counts_whose_minute_is_not_over_are_told_later(site):
    site.fail("The clock could not look")
    site.fail("The clock could not look")
    site.now += 30
    site.fail("The courier failed")
    site.fail("The courier failed")
    site.wait(30)
    assert site.lines[2:] == ["1 more like this in the last minute: The clock could not look"]
    site.wait(30)
    assert site.lines == ["1 more like this in the last minute: The courier failed"]


def test_last_count_is_told_at_the_end_of_the_process(site):
    site.fail("The clock could not look")
    site.fail("The clock could not look")
    site.handler.close()
    assert site.lines == ["The clock could not look", "1 more like this in the last minute: The clock could not look"]


def test_what_happened_once_needs_no_count(site):
    site.fail("The clock could not look")
    site.wait(60)
    site.handler.close()
    assert site.lines == ["The clock could not look"]


def test_exception_is_known_by_what_and_where_it_was_and_not_by_whom_it_hit(site):
    for number in range(5):
        site.fail("The clock failed in game %s", f"game{number}", words=f"no space for {number}")
    assert site.lines == ["The clock failed in game game0"]
    site.fail("The clock failed in game %s", "game5", kind=KeyError)
    site.fail("The courier failed")
    site.fail("The clock failed in game %s", "game6", logger="games.services.notify.courier")
    try:
        raise OSError("elsewhere")
    except OSError:
        site.log(logging.ERROR, "The clock failed in game %s", "game7", exc_info=sys.exc_info())
    assert site.lines == [
        "The clock failed in game game5",
        "The courier failed",
        "The clock failed in game game6",
        "The clock failed in game game7",
    ]


def test_without_an_exception_words_tell_apart(site):
    for game in ("a", "b", "a", "a"):
        site.log(logging.ERROR, "Game %s is stopped: %s", game, "a fault")
    assert site.lines == ["Game a is stopped: a fault", "Game b is stopped: a fault"]


def test_information_is_told_as_it_comes(site):
    for _ in range(5):
        site.log(logging.INFO, "Game %s was stopped meanwhile", "a")
    assert len(site.lines) == 5


def test_refused_requests_are_told_each_and_repeated_ones_counted(site):
    for path in ("/a", "/b", "/a", "/c", "/a"):
        site.not_found(path)
    assert site.lines == ["Not Found: /a", "Not Found: /b", "Not Found: /c"]
    site.wait(60)
    assert site.lines == ["2 more like this in the last minute: Not Found: /a"]


def test_strangers_neither_fill_memory_nor_the_log_nor_hide_errors(site):
    for number in range(10_000):
        site.not_found(f"/{number}{'x' * 1_000}")
    site.fail("Internal Server Error: %s", "/", logger="django.request")
    *found, other, error = site.lines
    assert len(found) == MOST_KINDS
    assert other.startswith(f"Not Found: /{MOST_KINDS}x")
    assert error == "Internal Server Error: /"
    assert len(site.handler._repeated) == MOST_KINDS + 2
    site.wait(60)
    assert site.lines == [
        f"{10_000 - MOST_KINDS - 1} more like this in the last minute: anything else from django.request"
    ]
    assert not site.handler._repeated
    assert not +site.handler._kinds


def test_nothing_of_what_went_wrong_is_kept_in_memory(site):
    class State:
        """Of a game, in a frame of the traceback."""

    def play():
        state = State()
        states.add(state)
        site.fail("The clock failed in game %s", state)

    states: weakref.WeakSet[State] = weakref.WeakSet()
    play()
    gc.collect()
    assert not states


def test_count_has_no_half_of_a_secret(site):
    path = "/" * 175 + "ana.lovelace@example.org"
    site.not_found(path)
    site.not_found(path)
    site.wait(60)
    _first, summary = site.lines
    assert summary.endswith("/[address]")


def test_threads_lose_nothing(site):
    def work():
        for _ in range(200):
            site.fail("The clock could not look")

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    site.wait(60)
    assert site.lines == [
        "The clock could not look",
        "1599 more like this in the last minute: The clock could not look",
    ]


def test_record_that_makes_no_sense_breaks_nothing(site, monkeypatch, capsys):
    monkeypatch.setattr(logging, "raiseExceptions", False)
    site.log(logging.ERROR, "%d games", "many")
    site.fail("The clock could not look")
    assert site.lines == ["The clock could not look"]


def test_reminder_comes_by_itself(monkeypatch):
    told = threading.Event()
    log_throttle.call_later(0, told.set)
    assert told.wait(30)


def test_reminder_is_not_waited_for_when_the_process_ends(monkeypatch):
    def refuse(timer):
        raise RuntimeError("can't start new thread at interpreter shutdown")

    monkeypatch.setattr(threading.Timer, "start", refuse)
    log_throttle.call_later(0, lambda: None)


def test_everything_is_told_this_way(settings):
    console = settings.LOGGING["handlers"]["console"]
    assert console["class"] == f"hsweb.log_throttle.{OncePerMinuteHandler.__name__}"
    assert settings.LOGGING["root"]["handlers"] == ["console"]
    assert not any(logger["handlers"] for logger in settings.LOGGING["loggers"].values())
