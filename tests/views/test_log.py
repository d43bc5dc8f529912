"""The log tells what went wrong here, and is not filled by what others do wrong."""

import logging
from io import StringIO
from math import inf

import pytest

from hsweb.log_throttle import OncePerMinuteHandler


@pytest.fixture
def log(monkeypatch):
    """What goes to the console."""
    written = StringIO()
    (console,) = [handler for handler in logging.getLogger().handlers if isinstance(handler, OncePerMinuteHandler)]
    # Whatever other tests have caused within a minute is no reason not to tell it again.
    console._tell_expired(inf)
    monkeypatch.setattr(console, "stream", written)
    return written


@pytest.mark.django_db
def test_a_refused_request_is_one_line(client, log):
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400
    assert client.post("/accounts/guest/", "x", content_type="multipart/form-data").status_code == 400
    assert "evil.example" in log.getvalue()
    assert "Traceback" not in log.getvalue()


def test_an_error_of_our_own_is_told_in_full(log):
    try:
        raise RuntimeError("this is broken")
    except RuntimeError:
        logging.getLogger("django.request").exception("Internal Server Error", extra={"status_code": 500})
        logging.getLogger("games").exception("It failed")
    assert log.getvalue().count("RuntimeError: this is broken") == 2
