"""How to look at what strangers send."""

from collections.abc import Iterator
from contextlib import contextmanager

from games.rules.errors import RuleViolation


@contextmanager
def reading(otherwise: RuleViolation) -> Iterator[None]:
    """What cannot even be looked at without an exception is refused like anything else that is wrong."""
    try:
        yield
    except RuleViolation:
        raise
    except Exception:
        raise otherwise from None
