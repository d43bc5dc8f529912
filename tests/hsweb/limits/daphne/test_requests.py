"""A stream that nobody reads ends, before what is kept for it grows without end."""

from types import SimpleNamespace
from typing import Any

import pytest
from daphne.http_protocol import WebRequest

from hsweb.limits.daphne import requests
from hsweb.limits.daphne.connections import unsent


@pytest.fixture
def request_(monkeypatch):
    """One whose answer is under way."""
    answered, ended = [], []
    monkeypatch.setattr(WebRequest, "handle_reply", lambda self, message: answered.append(message))
    found: Any = requests.LimitedRequest.__new__(requests.LimitedRequest)
    line = SimpleNamespace(dataBuffer=b"", offset=0, _tempDataLen=0)
    found.transport = SimpleNamespace(transport=line, abortConnection=lambda: ended.append(True))
    found.channel = SimpleNamespace(_path=b"")
    found.line, found.answered, found.ended = line, answered, ended
    return found


@pytest.mark.parametrize(
    ("path", "unread", "goes_on"),
    [
        (b"/api/v1/stream/me", 0, True),
        (b"/api/v1/stream/me?after=1", requests.MOST_UNREAD + 1, False),
        (b"/tables/abc/", requests.MOST_UNREAD + 1, True),
    ],
)
def test_which_answers_go_on(request_, path, unread, goes_on):
    request_.uri, request_.line.dataBuffer = path, b"x" * unread
    assert unsent(request_.line) == unread
    request_.handle_reply("more")
    assert (request_.answered, request_.ended) == ((["more"], []) if goes_on else ([], [True]))
