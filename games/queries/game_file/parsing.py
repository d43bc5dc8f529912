"""The content of a file as JSON, before anybody asks what it means."""

import json
import re
from typing import NoReturn

from django.utils.translation import gettext as _

LARGEST = 512 * 1024
DEEPEST = 10

_TEXTS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_BRACKETS = re.compile(r"[][{}]")


class Unreadable(Exception):
    """A file that is no game of this site, with a sentence for whoever brought it."""


def parse(content: bytes) -> object:
    """What stands in a file, or `Unreadable`."""
    text = _decode(content)
    if not text.strip():
        raise Unreadable(_("This file is empty."))
    if _is_too_deep(text):
        raise Unreadable(_("This file is nested too deeply for a game."))
    try:
        return json.loads(text, object_pairs_hook=unique_names, parse_constant=refuse_constant, parse_float=_number)
    except (ValueError, RecursionError):
        raise Unreadable(_("This file is not JSON, or it has been damaged.")) from None


def _decode(content: bytes) -> str:
    if len(content) > LARGEST:
        raise Unreadable(_("This file is too large. A game has at most %(most)d kB.") % {"most": LARGEST // 1024})
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(_("This file is not text. A game is a file that was downloaded here.")) from None


def _is_too_deep(text: str) -> bool:
    """Whether brackets are nested too deeply, those in texts aside."""
    depth = 0
    for bracket in _BRACKETS.findall(_TEXTS.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            return True
    return False


def unique_names(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("the same name twice")
    return found


def refuse_constant(text: str) -> NoReturn:
    raise ValueError("not a number")


def _number(text: str) -> float:
    """Scores have halves, and nothing here is large."""
    if len(text) > 10 or "e" in text.lower():
        raise ValueError("no such number")
    return float(text)
