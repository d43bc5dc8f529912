"""Who is served next where many wait."""

import asyncio
from contextlib import AsyncExitStack

import pytest

from hsweb.limits.fair_queue import FairQueue, FairSemaphore, in_fair_order
from tests.support.waiting import settle


def queue_of(*paths):
    queue: FairQueue = FairQueue()
    for number, path in enumerate(paths):
        queue.put(path, (*path, number))
    return queue


def all_of(queue):
    return [queue.get() for _ in range(len(queue))]


def test_whoever_comes_alone_waits_for_one_of_each():
    queue = queue_of(*[("attacker", host, game) for host in "abc" for game in range(4)], ("stranger", "s", 0))
    assert [who for who, *_rest in all_of(queue)][:3] == ["attacker", "stranger", "attacker"]


def test_within_an_address_hosts_take_turns_and_within_a_host_games():
    queue = queue_of(("one", "a", 1), ("one", "a", 1), ("one", "a", 2), ("one", "b", 3))
    assert [(host, game) for _, host, game, _ in all_of(queue)] == [("a", 1), ("b", 3), ("a", 2), ("a", 1)]


def test_whoever_was_just_served_goes_to_the_end():
    queue = queue_of(("one",), ("two",), ("one",))
    first = queue.get()
    queue.put(("three",), ("three", 3))
    assert [first, *all_of(queue)] == [("one", 0), ("two", 1), ("one", 2), ("three", 3)]


def test_turns_are_given_at_every_step_and_those_at_work_count():
    waiting = [(("one", "a"), 1), (("one", "a"), 2), (("one", "b"), 3), (("two", "c"), 4)]
    assert in_fair_order(waiting) == [1, 4, 3, 2]
    assert in_fair_order(waiting, [("one", "a")]) == [4, 3, 1, 2]
    assert in_fair_order(waiting, [("one", "a"), ("two", "c"), ("two", "c")]) == [3, 1, 4, 2]
    assert in_fair_order([]) == []


def test_what_was_served_is_forgotten():
    queue = queue_of(("one", "a"), ("two", "b"))
    all_of(queue)
    assert len(queue) == 0
    assert not queue._steps


async def wait(semaphore, path, served, name, work=None):
    async with semaphore.turn(path):
        served.append(name)
        if work:
            await work.wait()


async def test_so_many_are_let_through_at_a_time():
    semaphore, served, work = FairSemaphore(2), list[int](), asyncio.Event()
    tasks = [asyncio.create_task(wait(semaphore, ("one",), served, number, work)) for number in range(5)]
    await settle()
    assert served == [0, 1]
    assert semaphore.waiting == 3
    work.set()
    await asyncio.gather(*tasks)
    assert served == [0, 1, 2, 3, 4]
    assert semaphore.waiting == 0


async def test_stranger_is_next_behind_many_of_one_address():
    semaphore, served, work = FairSemaphore(1), list[str](), asyncio.Event()
    attack = [asyncio.create_task(wait(semaphore, ("attacker", n), served, "attacker", work)) for n in range(20)]
    await settle()
    stranger = asyncio.create_task(wait(semaphore, ("stranger", 0), served, "stranger"))
    await settle()
    work.set()
    await asyncio.gather(*attack, stranger)
    assert served.index("stranger") <= 2


@pytest.mark.parametrize("called", [False, True])
async def test_whoever_gives_up_holds_up_nobody(called):
    semaphore, served = FairSemaphore(1), list[int]()
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(semaphore.turn(("one",)))
        patient = [asyncio.create_task(wait(semaphore, ("one",), served, number)) for number in range(3)]
        await settle()
        if not called:
            patient[0].cancel()
            await settle()
    if called:
        patient[0].cancel()
    await asyncio.gather(*patient, return_exceptions=True)
    assert served == [1, 2]
    async with asyncio.timeout(5), semaphore.turn(("two",)):
        assert semaphore.waiting == 0
