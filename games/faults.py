"""When the rules of a game fail, or what is stored of it cannot be: a fault of that game, told without its secrets.

The message of any exception may quote a deck or a seed, and its traceback is written with it. So a fault keeps only
what kind of exception it was and where in the code it arose.
"""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from games.rules import RuleViolation

ROOT = Path(__file__).resolve().parent.parent
MOST_PLACES = 12


class Fault(Exception):
    """Something in one game is broken. The text is for those who look after the site."""


@contextmanager
def as_game_fault(doing: str, *, refusals: bool = False) -> Iterator[None]:
    """Whatever fails in here is a fault of the game, save `refusals` of the rules where they are to be expected."""
    try:
        yield
    except Fault:
        raise
    except RuleViolation as violation:
        if refusals:
            raise
        raise Fault(fault_description(doing, violation)) from None
    except Exception as exception:
        raise Fault(fault_description(doing, exception)) from None


def fault_description(doing: str, exception: Exception) -> str:
    code = f" ({exception.code})" if isinstance(exception, RuleViolation) else ""
    places = traceback.extract_tb(exception.__traceback__)[-MOST_PLACES:]
    lines = [f"  {_short(place.filename)}:{place.lineno} in {place.name}" for place in places]
    return "\n".join([f"{type(exception).__name__}{code} while {doing}", *lines])


def _short(filename: str) -> str:
    path = Path(filename)
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name
