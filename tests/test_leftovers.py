"""What closed sockets leave behind is tidied up after many of them, and not all the time."""

import pytest


class Reactor:
    def __init__(self):
        self.planned = []

    def callLater(self, seconds, call):
        self.planned.append((seconds, call))


@pytest.fixture
def sockets(monkeypatch):
    from hsweb.daphne_limits import sockets

    monkeypatch.setattr(sockets, "running", Reactor())
    return sockets


def test_after_many_and_once(sockets, monkeypatch):
    collected, now = [], [100.0]
    monkeypatch.setattr(sockets.gc, "collect", lambda: collected.append(now[0]))
    leftovers = sockets.Leftovers(clock=lambda: now[0])
    for _ in range(leftovers.MANY - 1):
        leftovers.add_one()
    assert not sockets.running.planned
    for _ in range(leftovers.MANY):
        leftovers.add_one()
    ((seconds, tidy_up),) = sockets.running.planned
    assert seconds == 1.0
    tidy_up()
    assert collected == [100.0]


def test_not_again_within_seconds(sockets, monkeypatch):
    monkeypatch.setattr(sockets.gc, "collect", lambda: None)
    leftovers = sockets.Leftovers(clock=lambda: 100.0)
    for _ in range(2):
        for _ in range(leftovers.MANY):
            leftovers.add_one()
        sockets.running.planned[-1][1]()
    assert [seconds for seconds, _call in sockets.running.planned] == [1.0, leftovers.SECONDS_BETWEEN]
