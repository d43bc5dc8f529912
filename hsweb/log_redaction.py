"""What goes wrong is told without secrets: states hold the deck, and logs outlive the evening.

Strangers decide what stands in a log, and how much of it. So no pattern here looks at a run of characters again and
again, and only as much is looked at as will be shown.
"""

import logging
import re
from collections.abc import ItemsView, Iterator
from copy import copy
from string import digits
from types import FrameType, TracebackType

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter

LONGEST_MESSAGE = 1_500
HEAD_OF_TRACEBACK, TAIL_OF_TRACEBACK = 8_000, 16_000
MARGIN = 500
"""How far beyond a cut is looked, for what tells that something before it is a secret. No address is that long."""

# A run of these is looked at where it begins, and nowhere else. Django writes letters beyond ASCII with a backslash.
LOCAL = r"[\w.!#$%*+^`{|}~'\\-]"
DOMAIN = r"(?:[\w\\-]++(?:\.[\w\\-]++)++|(?i:localhost)|\[[0-9a-fA-F:.]{2,60}+\])"
ADDRESS = re.compile(rf"""(?:(?<!{LOCAL}){LOCAL}++|"[^"\n]{{1,64}}+")@{DOMAIN}(?:{LOCAL}*+@{DOMAIN})*+""")
ADDRESS_IN_LINK = re.compile(r"(?<![\w.+%-])(?:[\w.+-]++|%(?!40)[0-9a-fA-F]{2})++(?:%40[\w.-]++)++")
SLASH = "(?:/|%2[fF])"
LINK_WITH_KEY = re.compile(
    rf"{SLASH}(?:password{SLASH}reset{SLASH}key|confirm-email|invitation|unsubscribe){SLASH}"
    r"(?P<secret>(?:[^/\s'\"%]|%(?!2[fF]))++)"
)
LINK_OF_CHAT = re.compile(r"(?:/api/webhooks|//hooks\.slack\.com/services)/(?P<secret>[^\s'\"]++)")
LINK_WITH_PASSWORD = re.compile(r"://(?P<secret>[^\s/?#@'\"]++)@")
# Tokens are known by how they begin, and so is any piece of one. Within a word, which may name a function, that is only
# what has a capital, a digit or a hyphen, or is long. What stands for a sign in an address or a repr is no word.
TOKEN_SIGN = r"(?:[\w-]|%5[fF]|%2[dD])"
TOKEN = re.compile(
    r"(?:(?<![A-Za-z0-9])|(?<=%[0-9a-fA-F]{2})|(?<=%25[0-9a-fA-F]{2})"
    r"|(?<=\\[nrt])|(?<=\\x[0-9a-fA-F]{2})|(?<=\\u[0-9a-fA-F]{4})"
    r"|(?=hs(?:%|_(?:[a-z_]{0,23}+[A-Z0-9-]|[a-z_]{24}))))"
    rf"hs(?:_|%5[fF]){TOKEN_SIGN}++(?:(?:\.{{3}}|…){TOKEN_SIGN}*+)?"
)
NAME = re.compile(r"(?<![\w-])[\w-]++(?=[\"')\]]{0,2}[=:])")
VALUE = re.compile(
    r"[\"')\]]{0,2}(?:=|:\s*+)"
    r"(?P<secret>[bru]{0,2}+(?:\"(?:[^\"\\\n]|\\.?)*+\"?|'(?:[^'\\\n]|\\.?)*+'?)"
    r"|(?:(?i:basic|bearer|digest|vapid)\s++)?[^\s\"',;&]++(?:(?<=:)\s++[^\s\"',;&]++)*+)"
)
NAMES = """
    sessionid session_key cookie authorization token p256dh
    password passwd passphrase secret secret_key private_key vapid_key api_key
"""
SECRET_NAMES = tuple(NAMES.split())

ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
Span = tuple[int, int, str]
"""Where a secret begins and ends, and what stands in its place."""


class RedactingReporterFilter(SafeExceptionReporterFilter):
    """Django's page for developers, and its mail to admins, without local variables and without settings."""

    def get_traceback_frame_variables(self, request: HttpRequest | None, tb_frame: FrameType) -> ItemsView[str, object]:
        return {}.items()

    def get_safe_settings(self) -> dict[str, object]:
        return {}

    def is_active(self, request: HttpRequest | None) -> bool:
        """Also while developing."""
        return True


class RedactingFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        fresh = copy(record)
        # Other formatters leave the traceback here as it was.
        fresh.exc_text = None
        return super().format(fresh)

    def formatMessage(self, record: logging.LogRecord) -> str:
        return redact_and_cut(super().formatMessage(record), LONGEST_MESSAGE)

    def formatException(self, ei: ExceptionInfo) -> str:
        return redact_traceback(super().formatException(ei))

    def formatStack(self, stack_info: str) -> str:
        return redact_traceback(super().formatStack(stack_info))


def redact_traceback(text: str) -> str:
    """Its beginning, and its end where it says what was wrong: whole lines, so that no secret is without its name."""
    longest = HEAD_OF_TRACEBACK + TAIL_OF_TRACEBACK
    start = text.find("\n", max(0, len(text) - TAIL_OF_TRACEBACK)) + 1 or text.rfind("\n") + 1
    if len(text) <= longest or start <= HEAD_OF_TRACEBACK:
        return redact_and_cut(text, longest)
    head, tail = redact(text, HEAD_OF_TRACEBACK), redact_and_cut(text[start:], TAIL_OF_TRACEBACK)
    return f"{head} … [{start - HEAD_OF_TRACEBACK} characters were cut]\n{tail}"


def redact_and_cut(text: str, longest: int) -> str:
    left_out = len(text) - longest
    return redact(text, longest) + (f" … [{left_out} characters were cut]" if left_out > 0 else "")


def redact(text: str, longest: int) -> str:
    """The first so many characters, without secrets: not even the half of one that goes on beyond them."""
    piece, shown, end = text[: longest + MARGIN], [], 0
    for start, stop, word in sorted(_secrets(piece), key=lambda span: (span[0], -span[1])):
        if start < longest and stop > end:
            shown += [piece[end:start], f"[{word}]"]
            end = stop
    return "".join([*shown, piece[end:longest]])


def _secrets(text: str) -> Iterator[Span]:
    for pattern in (ADDRESS, ADDRESS_IN_LINK):
        yield from ((*found.span(), "address") for found in pattern.finditer(text))
    for pattern in (LINK_WITH_KEY, LINK_OF_CHAT):
        yield from ((*found.span("secret"), "key") for found in pattern.finditer(text))
    yield from ((*found.span(), "token") for found in TOKEN.finditer(text))
    yield from ((*found.span("secret"), "secret") for found in LINK_WITH_PASSWORD.finditer(text))
    yield from _named_secrets(text)


def _named_secrets(text: str) -> Iterator[Span]:
    end = 0
    while name := NAME.search(text, end):
        end = name.end()
        if _is_secret(name[0]) and (value := VALUE.match(text, end)):
            yield *value.span("secret"), "secret"
            end = value.end()


def _is_secret(name: str) -> bool:
    return name.lower().rstrip(digits).replace("-", "_").endswith(SECRET_NAMES)
