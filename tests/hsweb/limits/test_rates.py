from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.core.cache.backends.locmem import LocMemCache

from hsweb.limits import rates
from hsweb.limits.rates import OpenLimit, consume_one
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


class TestOpenLimit:
    @pytest.fixture
    def limit(self, monkeypatch):
        cache = LocMemCache("open limits", {})
        cache.clear()
        monkeypatch.setattr(rates, "cache", cache)
        monkeypatch.setattr(rates, "LIMITS", {})
        return OpenLimit("asking", 3, 60)

    def test_tells_what_is_left_without_counting(self, limit):
        with time_machine.travel("2026-01-01T12:00:20Z", tick=False):
            assert [limit.look("ada") for _ in range(2)] == [(3, 3, 40)] * 2
            assert [limit.consume("ada") for _ in range(4)] == [True, True, True, False]
            assert limit.look("ada") == (3, -1, 40)
            assert limit.look("ben") == (3, 3, 40)

    def test_windows_begin_at_the_same_moment_for_everybody(self, limit):
        with time_machine.travel("2026-01-01T12:00:59Z", tick=False) as clock:
            for _ in range(4):
                limit.consume("ada")
            assert (limit.look("ada").left, limit.seconds_to_wait) == (-1, 1)
            clock.shift(timedelta(seconds=1))
            assert limit.look("ada") == (3, 3, 60)
            assert limit.consume("ada")

    def test_with_a_broken_cache_all_of_it_is_left(self, limit, monkeypatch):
        def fail(*args):
            raise ConnectionError("no cache")

        for name in ("add", "get"):
            monkeypatch.setattr(f"hsweb.limits.rates.cache.{name}", fail)
        with written("hsweb.limits.rates") as log:
            assert limit.consume("ada")
            assert limit.look("ada").left == 3
        assert "The limit asking does not count, because the cache fails" in log.getvalue()
