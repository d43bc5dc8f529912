"""What a person types at an auction, understood as an action."""

import re

from games.rules.auction import DISCARD, View
from games.rules.errors import IllegalAction
from games.rules.plain import Json

COMMA_IN_NUMBER = re.compile(r"(?<=\d),(?=000\b)")
BETWEEN_WORDS = re.compile(r"[\s,+]+")
NUMBER = re.compile(r"[0-9]{1,9}")


def read_action(line: str, view: View) -> Json:
    first, *rest = _words(line) or ("",)
    if first in ("pass", "p") and not rest:
        return {"kind": "pass"}
    if first in ("bid", "b") and rest:
        return _bid(_numbers(rest), view)
    if first in ("give", "g") and len(rest) == 1:
        return _give(_numbers(rest)[0])
    numbers = _numbers([first, *rest])
    return _give(numbers[0]) if view.phase == DISCARD and len(numbers) == 1 else _bid(numbers, view)


def _words(line: str) -> list[str]:
    """Split at spaces, commas and plus signs, but 1,000 is one word."""
    whole = COMMA_IN_NUMBER.sub("", line.lower())
    return [word for word in BETWEEN_WORDS.split(whole) if word]


def _numbers(words: list[str]) -> list[int]:
    if not all(NUMBER.fullmatch(word) for word in words):
        raise IllegalAction("malformed_action", "Type pass, the money to bid, or help.")
    return [int(word) for word in words]


def _bid(numbers: list[int], view: View) -> Json:
    if view.you is not None and view.you.hand is not None:
        return {"kind": "bid", "cards": [_in_full(number) for number in numbers]}
    if len(numbers) > 1:
        raise IllegalAction("malformed_action", "A bid is one amount in this game.")
    return {"kind": "bid", "amount": numbers[0]}


def _in_full(number: int) -> int:
    """Money cards may be named in thousands: no card is worth less than 1,000."""
    return number if number >= 1000 else 1000 * number


def _give(value: int) -> Json:
    return {"kind": "discard_possession", "value": value}
