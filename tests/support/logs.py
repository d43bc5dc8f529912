"""What the site writes to its log, as it writes it."""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO

from hsweb.log_redaction import RedactingFormatter
from hsweb.log_throttle import OncePerMinuteHandler


@contextmanager
def written(logger: str) -> Iterator[StringIO]:
    """By that logger and those below it. Nothing is over before the end."""
    handler = handler_for(lambda: 0.0)
    logging.getLogger(logger).addHandler(handler)
    try:
        yield handler.stream
    finally:
        logging.getLogger(logger).removeHandler(handler)


def handler_for(
    clock: Callable[[], float], later: Callable[[float, Callable[[], None]], None] = lambda seconds, call: None
) -> OncePerMinuteHandler:
    handler = OncePerMinuteHandler(StringIO(), clock, later)
    handler.setFormatter(RedactingFormatter())
    return handler
