from datetime import timedelta

import time_machine
from django.core.cache import cache
from django.core.cache.backends.locmem import LocMemCache

from hsweb.limits import rates
from hsweb.limits.rates import consume_one
from tests.support.logs import written


def test_first_few_are_within_the_limit():
    assert [consume_one("act", 1, 3, 60) for _ in range(5)] == [True, True, True, False, False]


def test_everybody_and_everything_is_counted_apart():
    assert consume_one("act", 1, 1, 60)
    assert consume_one("act", 2, 1, 60)
    assert consume_one("say", 1, 1, 60)
    assert not consume_one("act", 1, 1, 60)


def test_window_ends(monkeypatch):
    # Redis has a clock of its own.
    monkeypatch.setattr(rates, "cache", LocMemCache("limits", {}))
    with time_machine.travel("2026-01-01T12:00Z", tick=False) as clock:
        assert [consume_one("act", 1, 1, 10) for _ in range(2)] == [True, False]
        clock.shift(timedelta(seconds=9))
        assert not consume_one("act", 1, 1, 10)
        clock.shift(timedelta(seconds=2))
        assert consume_one("act", 1, 1, 10)


def test_window_always_ends(monkeypatch):
    """A counter that Redis begins anew has no end of its own."""
    monkeypatch.setattr(cache, "add", lambda *args: False)
    monkeypatch.setattr(cache, "incr", lambda key: 1)
    touched = []
    monkeypatch.setattr(cache, "touch", lambda key, seconds: touched.append(seconds))
    assert consume_one("act", 1, 1, 10)
    assert touched == [10]


def test_window_that_ends_between_two_questions_begins_anew(monkeypatch):
    monkeypatch.setattr(cache, "add", lambda *args: False)
    assert consume_one("act", 1, 1, 10)
    monkeypatch.undo()
    assert not consume_one("act", 1, 1, 10)


def test_broken_cache_lets_people_through_and_is_told_once(monkeypatch):
    def fail(*args):
        raise ConnectionError("no cache")

    monkeypatch.setattr(cache, "add", fail)
    with written("hsweb.limits.rates") as log:
        assert all(consume_one("act", 1, 1, 10) for _ in range(5))
    assert log.getvalue().count("The limit act does not count, because the cache fails\nTraceback") == 1
