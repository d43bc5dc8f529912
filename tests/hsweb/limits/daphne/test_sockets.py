"""Closed sockets are told nothing, and what they leave behind is tidied up after many of them, not all the time."""

import pytest


class Reactor:
    def __init__(self):
        self.planned = []

    def callLater(self, seconds, call):
        self.planned.append((seconds, call))


@pytest.fixture
def sockets(monkeypatch):
    from hsweb.limits.daphne import sockets

    monkeypatch.setattr(sockets, "reactor", Reactor())
    return sockets


def test_after_many_and_once(sockets, monkeypatch):
    collected, now = [], [100.0]
    monkeypatch.setattr(sockets.gc, "collect", lambda: collected.append(now[0]))
    socket_garbage = sockets.SocketGarbage(clock=lambda: now[0])
    for _ in range(socket_garbage.MANY - 1):
        socket_garbage.add_one()
    assert not sockets.reactor.planned
    for _ in range(socket_garbage.MANY):
        socket_garbage.add_one()
    ((seconds, collect),) = sockets.reactor.planned
    assert seconds == 1.0
    collect()
    assert collected == [100.0]


def test_not_again_within_seconds(sockets, monkeypatch):
    monkeypatch.setattr(sockets.gc, "collect", lambda: None)
    socket_garbage = sockets.SocketGarbage(clock=lambda: 100.0)
    for _ in range(2):
        for _ in range(socket_garbage.MANY):
            socket_garbage.add_one()
        sockets.reactor.planned[-1][1]()
    assert [seconds for seconds, _call in sockets.reactor.planned] == [1.0, socket_garbage.SECONDS_BETWEEN]


@pytest.mark.parametrize("state", ["STATE_CLOSING", "STATE_CLOSED"])
def test_whoever_has_hung_up_is_told_nothing(sockets, state):
    socket = sockets.LimitedSocket()
    socket.state = getattr(socket, state)
    socket.serverSend("too late")
