"""No text of a stranger keeps a pattern, or anything else that looks at it letter by letter, busy for long."""

import ast
import importlib
import logging
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import parse_cookie
from django.test import RequestFactory
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.http import parse_header_parameters

from accounts.api_tokens.checking import find_token, token_in
from accounts.api_tokens.issuing import clean_token_name
from accounts.names.look_alikes import skeleton
from accounts.names.validation import clean_display_name, clean_shown_name
from accounts.people.search import find_person
from accounts.signup.adapter import is_within_site
from games.live.routing import websocket_urlpatterns
from games.queries.game_file import Unreadable, read_file
from games.services.refusals import Refused
from games.services.table import chat_webhook
from games.services.table.chat import one_visible_line
from hsweb.http import outbound
from hsweb.http.headers import clean_headers, is_valid_content_type, preferred_language
from hsweb.http.origins import is_own_origin
from hsweb.log_redaction import RedactingFormatter, redact
from tests.support.growth import is_superlinear

SOURCES = [
    path
    for package in ("hsweb", "accounts", "games")
    for path in sorted((settings.BASE_DIR / package).rglob("*.py"))
    if "re." in path.read_text()
]
WORD = re.compile(r"[A-Za-z]{3,}")
SINGLE = [
    "a",
    "0",
    "_",
    " ",
    "\n",
    "\0",
    ".",
    ",",
    ";",
    ":",
    "=",
    "@",
    "%",
    "&",
    "-",
    "+",
    "/",
    "\\",
    "'",
    '"',
    "é",
    "。",
]
SINGLE += ["(", "[", "{", "<", "*", "#", "🦩", "\u0300", "\u200d", "\ufe0f", "\U0001f1e6"]
SEVERAL = [
    "a@",
    "a@b.",
    "a.",
    ". ",
    "a/",
    "//",
    "://",
    "%40",
    "%2f",
    "a=",
    "a='",
    'a="',
    "a: ",
    "csrf",
    "token",
    "\\'",
    "\\x",
]
SEVERAL += [
    "password",
    "password=",
    "password: ",
    "/invitation/",
    "é@",
    '"@',
    "a%40",
    "0,000",
    "hs_",
    "ahs_",
    "bearer ",
    "\u0300\u0327",
    '"a"@',
    "a ",
    "! ",
]


def is_quick(work, text: str, prefix: str = "", end: str = "") -> bool:
    return not is_superlinear(work, lambda size: prefix + text * (size // len(text)) + end)


def runs_of(pattern: "re.Pattern[str]"):
    def run(text: str) -> None:
        for _ in pattern.finditer(text):
            pass
        pattern.fullmatch(text)

    return run


def slow_pumps(pattern: "re.Pattern[str]") -> Iterator[str]:
    """Texts that this pattern takes too long for, made of what stands in it and of what is always worth a try."""
    run = runs_of(pattern)
    known = sorted(set(pattern.pattern))
    words = sorted(set(WORD.findall(pattern.pattern)))
    signs = ["a", "0", " ", *(sign for sign in known if not sign.isalnum() and not sign.isspace())]
    pairs = [one + other for one in signs for other in signs if one != other]
    for pump in dict.fromkeys([*SINGLE, *SEVERAL, *known, *words, *pairs]):
        if not is_quick(run, pump) or not is_quick(run, pump, end="\0"):
            yield pump
    for word in words:
        yield from (word + pump for pump in SINGLE if not is_quick(run, pump, prefix=word))


def module_of(path: Path):
    return importlib.import_module(".".join(path.relative_to(settings.BASE_DIR).with_suffix("").parts))


def compiled_in(path: Path) -> Iterator[tuple[str, "re.Pattern[str]"]]:
    """The patterns of a module and of its classes, by name."""
    module = module_of(path)
    own = [found for found in vars(module).values() if isinstance(found, type) and found.__module__ == module.__name__]
    for holder in (module, *own):
        for name, found in vars(holder).items():
            if isinstance(found, re.Pattern):
                yield f"{module.__name__}:{name}", found


def calls_of_re(path: Path) -> Iterator[tuple[str, bool]]:
    """The functions of `re` that a file calls, each with whether it does so inside a function."""

    def walk(node: ast.AST, inside: bool) -> Iterator[tuple[str, bool]]:
        inside = inside or isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=name)):
                yield name, inside
        for child in ast.iter_child_nodes(node):
            yield from walk(child, inside)

    return walk(ast.parse(path.read_text()), False)


PATTERNS = dict(found for path in SOURCES if any(calls_of_re(path)) for found in compiled_in(path))


def test_all_patterns_are_compiled_where_they_are_found():
    calls = {(path.name, *call) for path in SOURCES for call in calls_of_re(path)}
    assert {(name, inside) for _file, name, inside in calls} <= {("compile", False), ("escape", False)}, calls
    assert PATTERNS.keys() >= {
        "accounts.api_tokens.checking:SECRET",
        "hsweb.log_redaction:ADDRESS",
        "accounts.names.validation:USERNAME",
        "games.admin.games:key",
    }


@pytest.mark.parametrize("name", PATTERNS)
def test_pattern_takes_linear_time(name):
    assert list(slow_pumps(PATTERNS[name])) == []


@pytest.mark.parametrize(
    ("pattern", "pump"),
    [
        (r"[\w.+%'-]+@[\w-]+(\.[\w-]+)+", "a"),
        (r"(?i:csrf\w*token)", "csrf"),
        (r"[.!?。][^\w\s]*\s+[^\w]*\w", "."),
        (r"\s+$", " "),
    ],
)
def test_pattern_that_takes_quadratic_time_is_found_out(pattern, pump):
    assert pump in slow_pumps(re.compile(pattern))


def patterns_of_addresses(resolver: URLResolver | None = None) -> Iterator["re.Pattern[str]"]:
    for found in (get_resolver() if resolver is None else resolver).url_patterns:
        yield found.pattern.regex
        if isinstance(found, URLResolver):
            yield from patterns_of_addresses(found)


def test_addresses_are_resolved_in_linear_time():
    sockets = [found.pattern.regex for found in websocket_urlpatterns if isinstance(found, URLPattern)]
    patterns = {*patterns_of_addresses(), *sockets}
    assert len(patterns) > 100
    for pattern in patterns:
        fixed = re.split(r"[(\\$]", pattern.pattern.removeprefix("^"))[0]
        for pump in (*SINGLE, "a/", "-a", "a-", "//"):
            assert is_quick(pattern.search, pump, prefix=fixed), pattern


def as_message(text: str) -> str:
    return RedactingFormatter().format(logging.LogRecord("x", logging.ERROR, "", 0, "Not Found: %s", (text,), None))


def as_exception(text: str) -> str:
    try:
        raise RuntimeError(text)
    except RuntimeError:
        return RedactingFormatter().format(logging.LogRecord("x", logging.ERROR, "", 0, "", (), sys.exc_info()))


def read_headers(text: str) -> None:
    """As the server reads them before any page is asked."""
    value = text.encode()
    for name, kept in clean_headers([(b"cookie", b'a="' + value + b'"'), (b"content-type", b'text/html; a="' + value)]):
        (parse_cookie if name == b"cookie" else parse_header_parameters)(kept.decode("latin-1"))
    preferred_language(value)


def refused(work, *problems):
    def run(text: str) -> None:
        with pytest.raises(problems):
            work(text)

    return run


DESCENDING = "\u0300" * 400 + "\u0316" * 400
"""Bringing these into one form takes as many steps as there are pairs of them."""


FOREIGN = {
    "redacting": lambda text: redact(text, len(text)),
    "a line of the log": as_message,
    "a traceback in the log": as_exception,
    "headers": read_headers,
    "names that look alike": skeleton,
    "a display name": refused(clean_display_name, ValidationError),
    "a name at a table": refused(lambda text: clean_shown_name(text, 60), ValidationError),
    "a line in the chat": one_visible_line,
    "the name of a token": refused(clean_token_name, ValidationError),
    "a header with a token": lambda text: find_token(token_in(f"Bearer {text}")),
    "a file": refused(lambda text: read_file(text.encode()), Unreadable),
    "an address to post to": refused(
        lambda text: outbound.check_url(f"https://{text}.example.org/"), outbound.ForbiddenUrl
    ),
    "the address of a chat": refused(lambda text: chat_webhook.clean_url(f"https://{text}.example.org/"), Refused),
    "the origin of a page": lambda text: is_own_origin(f"https://{text}", "example.org", True),
    "where a form leads": lambda text: is_within_site(f"https://{text}/", RequestFactory().get("/")),
}


@pytest.mark.parametrize("what", FOREIGN)
def test_foreign_text_takes_linear_time(what):
    for pump in (*SINGLE, *SEVERAL, "\u0327\u0300\u0316"):
        assert is_quick(FOREIGN[what], pump), pump
    assert is_quick(FOREIGN[what], DESCENDING), "marks that are put into another order"


@pytest.mark.django_db
def test_person_is_looked_for_in_linear_time():
    assert is_quick(find_person, "\u0327\u0300\u0316")


def test_work_that_takes_quadratic_time_is_found_out():
    assert not is_quick(lambda text: [list(text[place:]) for place in range(len(text))], "a")


def test_headers_that_nobody_sends_are_not_read():
    assert not is_valid_content_type(b"text/html; " + b"x" * 300)
    assert is_valid_content_type(b"multipart/form-data; boundary=----WebKitFormBoundary" + b"x" * 16)
    cookies = b'csrftoken=a; other="\\054\\054"; sessionid=b; time_zone="Europe/Paris"'
    assert clean_headers([(b"cookie", cookies)]) == [(b"cookie", b'csrftoken=a; sessionid=b; time_zone="Europe/Paris"')]
