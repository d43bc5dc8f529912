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
from hsweb.log_redaction import HEAD_OF_TRACEBACK, LONGEST_MESSAGE, TAIL_OF_TRACEBACK, RedactingFormatter, redact

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
    handler.setFormatter(RedactingFormatter())
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


def formatted(message, **said):
    record = logging.LogRecord("x", logging.INFO, "", 0, message, (), None)
    record.__dict__.update(said)
    return RedactingFormatter().format(record)


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
        "Authorization: Basic hidden",
        "{'Authorization': b'Bearer hidden'}",
        "form: password=hidden and token: hidden",
        'password=\'it is hidden\' and "password": "hi\\"hidden"',
        "password=b'hidden'",
        "x-csrftoken: hidden",
        "csrf_token=hidden",
        "Cookie: token: hidden",
        "DETAIL:  Key (session_key)=(hidden) already exists.",
        "SECRET_KEY=hidden VAPID_KEY='hidden'",
        "redis://:hidden@localhost:6379/0 does not answer",
        "postgres://hidden:hidden@db/hsweb does not answer",
        "https://discord.com/api/webhooks/hidden/hidden",
        "https://hooks.slack.com/services/hidden/hidden/hidden",
        "Referer checking failed: https://example.org/?next=%2Finvitation%2Fhidden%2F",
    ],
)
def test_line_of_the_log_hides_what_is_secret(line):
    shown = formatted(line)
    assert "hidden" not in shown
    assert "[" in shown


@pytest.mark.parametrize(
    "address",
    [
        "hidden@hidden.org",
        "hidden.hidden+hidden@hidden.hidden-hidden.example",
        "o'hidden@hidden.org",
        "{hidden}!hidden@hidden.org",
        "hidden@localhost",
        "hidden@LOCALHOST",
        "hidden@[192.0.2.1]",
        "hidden@[2001:db8::1]",
        '"hidden hidden"@hidden.org',
        "hiddén@hidden-münchen.de",
        "hidd\\xe9n-hidden@hidden-m\\xfcnchen-hidden.de",
        "hidden%40hidden.org",
        "hidden%2Bhidden%40hidden.org",
        "hidden%40hidden%40hidden.org",
        "hidden@hidden.org+hidden@hidden.org",
        "hidden@hidden.org@hidden.org",
        "hidden@hidden.password=hidden",
    ],
)
@pytest.mark.parametrize("around", ["{}", "<{}>", "'{}'", "to {}, who", "mailto:{}", "(email)=({})", "?email={}&x=1"])
def test_addresses_of_all_kinds_are_hidden(address, around):
    shown = formatted(around.format(address))
    assert "hidden" not in shown
    assert "[address]" in shown


TOKEN = "hs_Qx3-hidden_hidden-7f_hidden-hidden_hidden-Zk"


@pytest.mark.parametrize(
    "line",
    [
        "{}",
        "Not Found: /api/v1/me/{}/",
        "Not Found: /api/v1/me?x={}&y=1",
        "Not Found: /login/?next=%2Fapi%3Fx%3D{}%26y",
        "Not Found: /login/?next=%252Fapi%253Fx%253D{}",
        "Authorization: Bearer {}",
        "refused b'{}'",
        "KeyError: '\\n{}'",
        "ValueError: 'a\\x20{}', \"\\u003d{}\"",
        "somebody pasted x{}",
        "key-{}_key",
    ],
)
def test_tokens_of_programs_are_hidden_wherever_they_stand(line):
    for token in (TOKEN, TOKEN.replace("_", "%5F"), TOKEN.lower(), f"{TOKEN[:20]}...{TOKEN[-8:]}", TOKEN[:-12] + "…"):
        shown = formatted(line.replace("{}", token))
        assert "hidden" not in shown
        assert "[" in shown


@pytest.mark.parametrize("length", range(4, len(TOKEN)))
def test_no_piece_of_a_token_is_shown(length):
    assert formatted(f"got {TOKEN[:length]}, refused") == "got [token], refused"


def test_token_in_a_traceback_is_hidden():
    try:
        raise RuntimeError({"token of a program": [TOKEN]})
    except RuntimeError:
        shown = formatted("broken", exc_info=sys.exc_info())
    assert "[token]" in shown
    assert TOKEN[3:9] not in shown


@pytest.mark.parametrize(
    "line",
    [
        "in lengths_of_paths, months_left and graphs_of_people",
        "Not Found: /tables/abc/ at 12:30, password reset was asked for",
        "KeyError: 'seats' in games/services/seats.py:12",
        "@alice and bob@ were mentioned, somebody@home was not",
        "ws://localhost:8000/ws/lobby/?lang=fr#top",
    ],
)
def test_line_of_the_log_is_else_as_it_was(line):
    assert formatted(line) == line


def test_console_redacts(settings):
    assert settings.LOGGING["handlers"]["console"]["formatter"] == "redacting"


def test_what_another_formatter_has_left_is_not_shown():
    assert formatted("a line", exc_text="hidden@hidden.org") == "a line"


class TestCut:
    def test_long_message_is_cut_and_says_so(self):
        shown = formatted("x " * LONGEST_MESSAGE)
        assert shown == "x " * (LONGEST_MESSAGE // 2) + f" … [{LONGEST_MESSAGE} characters were cut]"

    @pytest.mark.parametrize(
        "secret", ["ana.lovelace@example.org", "password='open sesame'", "redis://:sesame@db/", "hs_7open_ana-sesame"]
    )
    def test_no_half_of_a_secret_is_left_at_the_cut(self, secret):
        for shown in range(1, len(secret) + 1):
            text = "/" * (LONGEST_MESSAGE - shown) + secret + "/" * 10_000
            line = formatted(text)
            assert "ana" not in line
            assert "sesame" not in line
            assert "open" not in line

    def test_what_is_hidden_makes_no_room_for_the_half_of_another(self):
        line = formatted("ana@example.org " * 1_000)
        assert "ana" not in line
        assert line.endswith("characters were cut]")

    def test_secret_however_long_stays_hidden(self):
        assert redact("password=" + "x" * 10 * LONGEST_MESSAGE, 100) == "password=[secret]"

    def test_long_traceback_keeps_its_beginning_and_its_end(self):
        calls = [f"  File {number}" for number in range(10_000)]
        shown = RedactingFormatter().formatStack("\n".join(["Traceback", *calls, "Kind: ana@example.org"]))
        lines = shown.splitlines()
        assert lines[:2] == ["Traceback", "  File 0"]
        assert lines[-2:] == ["  File 9999", "Kind: [address]"]
        assert len(shown) < HEAD_OF_TRACEBACK + TAIL_OF_TRACEBACK + 100
        (cut,) = [line for line in lines if "characters were cut" in line]
        assert lines[lines.index(cut) + 1] in calls

    def test_exception_that_says_too_much_is_cut(self):
        try:
            raise RuntimeError("ana@example.org " * 10_000)
        except RuntimeError:
            shown = formatted("broken", exc_info=sys.exc_info())
        assert shown.startswith("broken\nTraceback")
        assert "RuntimeError: [address]" in shown
        assert "ana" not in shown
        assert shown.endswith("characters were cut]")

    def test_long_line_at_the_end_of_a_long_traceback_is_cut(self):
        text = "\n".join([*("  File" for _ in range(2_000)), "Kind: " + "x" * 100_000])
        shown = RedactingFormatter().formatStack(text)
        assert "\nKind: xxx" in shown
        assert shown.count("characters were cut]") == 2
