"""How much somebody may say on a line, and how many lines they may have."""

import pytest

from hsweb.limits.budget import BYTES_A_FRAME, SECONDS_SAVED, Allowance, Budget
from hsweb.limits.concurrency import ConcurrencyLimit


class Clock:
    now = 100.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def budget(clock):
    """Two frames a second."""
    return Budget(120, clock)


def spent_until_empty(budget, size=0):
    frames = 0
    while not budget.seconds_to_wait():
        budget.spend(size)
        frames += 1
    return frames


def test_what_was_saved_may_be_said_at_once(budget):
    assert spent_until_empty(budget) == 2 * SECONDS_SAVED


def test_what_is_spent_comes_back_with_time(budget, clock):
    spent_until_empty(budget)
    assert budget.seconds_to_wait() == pytest.approx(0.5)
    clock.now += 0.5
    assert budget.seconds_to_wait() == 0
    clock.now += 2
    assert spent_until_empty(budget) == 5


def test_no_more_is_saved_than_for_some_seconds(budget, clock):
    clock.now += 1_000_000
    assert spent_until_empty(budget) == 2 * SECONDS_SAVED


def test_bytes_count_too(budget, clock):
    """A few long frames are as much as many short ones."""
    assert spent_until_empty(budget, size=11 * BYTES_A_FRAME) == 2
    clock.now += budget.seconds_to_wait()
    assert budget.seconds_to_wait() == pytest.approx(0, abs=1e-6)


def test_whoever_turns_out_to_be_somebody_may_say_more(budget, clock):
    allowance = Allowance(budget)
    spent_until_empty(allowance)
    allowance.draw_on(Budget(1200, clock))
    assert spent_until_empty(allowance) == 20 * SECONDS_SAVED


def test_several_sockets_draw_on_the_same_budget(budget, clock):
    sockets = [Allowance(Budget(6000, clock), budget) for _ in range(3)]
    assert [spent_until_empty(socket) for socket in sockets] == [2 * SECONDS_SAVED, 0, 0]
    clock.now += 1
    assert [spent_until_empty(socket) for socket in sockets] == [2, 0, 0]


def test_socket_says_no_more_than_its_own_budget_allows(budget, clock):
    sockets = [Allowance(budget, Budget(6000, clock)), Allowance(Budget(120, clock), Budget(6000, clock))]
    assert [spent_until_empty(socket) for socket in sockets] == [2 * SECONDS_SAVED] * 2


def test_somebody_may_always_say_something():
    assert not Budget(0.1).seconds_to_wait()


def test_each_is_let_in_so_often():
    limit = ConcurrencyLimit(2)
    assert [limit.acquire("a") for _ in range(3)] == [True, True, False]
    assert limit.acquire("b")
    assert (limit.count("a"), limit.busiest) == (2, "a")
    limit.release("a")
    assert limit.acquire("a")


def test_those_who_left_are_forgotten():
    limit = ConcurrencyLimit(2)
    for who in range(100):
        limit.acquire(who)
        limit.release(who)
        limit.count(who)
    assert not limit._open
    assert limit.busiest is None
