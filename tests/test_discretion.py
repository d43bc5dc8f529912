"""What goes wrong is told without secrets."""

import logging
import sys
from io import StringIO
from secrets import token_hex

import pytest
from django.test import RequestFactory, override_settings
from django.urls import path
from django.views.debug import ExceptionReporter

from games.rules import find_rules
from hsweb.discretion import DiscreetFormatter

# Not written anywhere, so that pages cannot quote it from this file.
SEED = token_hex(8)
SESAME = token_hex(8)


def broken_view(request):
    rules = find_rules("high-society")
    state = rules.setup(3, SEED)
    setup = rules.setup_to_json(state)
    assert setup
    raise RuntimeError("broken on purpose")


def view_with_an_address(request):
    raise RuntimeError("ana@example.org could not be reached")


urlpatterns = [path("broken/", broken_view), path("accounts/password/reset/key/1-secret-key/", view_with_an_address)]


@pytest.fixture
def log():
    """What the site writes, as it writes it."""
    stream = StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(DiscreetFormatter())
    logging.getLogger("django.request").addHandler(handler)
    yield stream
    logging.getLogger("django.request").removeHandler(handler)


@pytest.mark.parametrize("debug", [True, False])
@override_settings(ROOT_URLCONF=__name__)
def test_broken_view_tells_no_game(client, settings, log, debug):
    settings.DEBUG = debug
    client.raise_request_exception = False
    page = client.get("/broken/").content.decode()
    assert ("broken on purpose" in page) is debug
    assert "broken on purpose" in log.getvalue()
    for text in (page, log.getvalue()):
        assert SEED not in text
        assert "schema" not in text


def test_report_has_no_variables_and_no_settings():
    try:
        sesame = SESAME
        raise RuntimeError(f"broken on purpose after {len(sesame)} letters")
    except RuntimeError:
        report = ExceptionReporter(RequestFactory().get("/"), *sys.exc_info())
    assert report.get_traceback_data()["settings"] == {}
    for text in (report.get_traceback_html(), report.get_traceback_text()):
        assert "broken on purpose" in text
        assert SESAME not in text


@override_settings(ROOT_URLCONF=__name__)
def test_log_has_no_addresses_and_no_keys(client, log):
    client.raise_request_exception = False
    client.get("/accounts/password/reset/key/1-secret-key/")
    assert "[address] could not be reached" in log.getvalue()
    assert "/password/reset/key/[key]/" in log.getvalue()
    assert "ana@" not in log.getvalue()
    assert "1-secret-key" not in log.getvalue()


@pytest.mark.parametrize(
    "line",
    [
        "Cookie: sessionid=hidden; csrftoken=hidden",
        "{'password1': 'hidden', 'csrfmiddlewaretoken': 'hidden'}",
        "POST password=hidden&password2=hidden",
        "Authorization: hidden",
        "Not Found: /invitation/hidden/",
        "Forbidden: /accounts/confirm-email/hidden/",
        "DETAIL:  Key (email)=(hidden@hidden.example.org) already exists.",
    ],
)
def test_line_of_the_log_hides_what_is_secret(line):
    shown = DiscreetFormatter().format(logging.LogRecord("x", logging.INFO, "", 0, line, (), None))
    assert "hidden" not in shown
    assert "[" in shown


def test_line_of_the_log_is_else_as_it_was():
    line = "Not Found: /tables/abc/ at 12:30, password reset was asked for"
    assert DiscreetFormatter().format(logging.LogRecord("x", logging.INFO, "", 0, line, (), None)) == line


def test_console_is_discreet(settings):
    assert settings.LOGGING["handlers"]["console"]["formatter"] == "discreet"
