"""What is written to the log, and how often.

While a disk is full or Redis is away, the same goes wrong several times a second. Each kind of trouble is told once a
minute, and then how often it happened meanwhile.
"""

import logging
import threading
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass
from traceback import walk_tb
from typing import Any

from hsweb.log_redaction import redact

SECONDS = 60.0
MOST_KINDS = 100
"""So many of one logger and level are told apart in a minute, whatever strangers cause; all others are one kind."""
LONGEST_WORDS = 200


def drop_traceback_of_refusals(record: logging.LogRecord) -> bool:
    """Requests that were refused, such as those to another host, need no traceback: that is for errors of our own."""
    was_refused = record.name.startswith("django.security") or getattr(record, "status_code", 500) < 500
    if was_refused:
        record.exc_info = None
    return True


def kind_of(record: logging.LogRecord) -> Hashable:
    """An exception is known by where it came from, whatever game or page it hit; anything else by its words."""
    kind, _exception, traceback = record.exc_info or (None, None, None)
    if kind is None:
        return record.getMessage()[:LONGEST_WORDS]
    places = tuple((frame.f_code.co_filename, line) for frame, line in walk_tb(traceback))
    return str(record.msg)[:LONGEST_WORDS], kind, hash(places)


@dataclass(slots=True)
class RepeatedRecord:
    """What has been told, until when it is not told again, and how often it has happened since."""

    source: tuple[str, int]
    words: str
    until: float
    more: int = 0

    def summary(self) -> logging.LogRecord:
        name, level = self.source
        sentence = "%d more like this in the last minute: %s"
        return logging.LogRecord(name, level, "", 0, sentence, (self.more, self.words), None)


def call_later(seconds: float, call: Callable[[], None]) -> None:
    timer = threading.Timer(seconds, call)
    timer.daemon = True
    # A process that ends starts no threads any more. It tells what is left when it closes its handlers.
    with suppress(RuntimeError):
        timer.start()


class OncePerMinuteHandler(logging.StreamHandler[Any]):
    """Writes the first warning or error of each kind, and counts the others until a minute is over.

    The count is told then, whether or not the trouble goes on. Information is written as it comes.
    """

    def __init__(
        self,
        stream: Any = None,
        clock: Callable[[], float] = time.monotonic,
        later: Callable[[float, Callable[[], None]], None] = call_later,
    ) -> None:
        super().__init__(stream)
        self._clock, self._later = clock, later
        self._repeated: OrderedDict[Hashable, RepeatedRecord] = OrderedDict()
        """By source and kind, the earliest first."""
        self._kinds: Counter[tuple[str, int]] = Counter()
        self._has_timer = False

    def emit(self, record: logging.LogRecord) -> None:
        """Whoever calls this holds the handler's lock."""
        if record.levelno < logging.WARNING:
            super().emit(record)
            return
        try:
            is_new = self._count(record)
        except Exception:
            self.handleError(record)
        else:
            if is_new:
                super().emit(record)

    def _count(self, record: logging.LogRecord) -> bool:
        """Whether this is the first of its kind."""
        self._tell_expired(self._clock())
        source = record.name, record.levelno
        key, words = (source, kind_of(record)), record.getMessage()
        if key not in self._repeated and self._kinds[source] >= MOST_KINDS:
            key, words = (source, None), f"anything else from {record.name}"
        known = self._repeated.get(key)
        if known is None:
            until = self._clock() + SECONDS
            self._repeated[key] = RepeatedRecord(source, redact(words, LONGEST_WORDS), until)
            self._kinds[source] += 1
            return True
        known.more += 1
        self._start_timer()
        return False

    def _tell_expired(self, now: float) -> None:
        while self._repeated:
            key, trouble = next(iter(self._repeated.items()))
            if trouble.until > now:
                return
            del self._repeated[key]
            self._kinds[trouble.source] -= 1
            if trouble.more:
                super().emit(trouble.summary())

    def _start_timer(self) -> None:
        """Come back when the next minute is over, even if nothing happens any more."""
        if not self._has_timer:
            self._has_timer = True
            first = next(iter(self._repeated.values()))
            self._later(first.until - self._clock(), self._on_timer)

    def _on_timer(self) -> None:
        self.acquire()
        try:
            self._has_timer = False
            self._tell_expired(self._clock())
            if any(trouble.more for trouble in self._repeated.values()):
                self._start_timer()
        finally:
            self.release()

    def close(self) -> None:
        """Nothing that was counted is lost at the end."""
        self.acquire()
        try:
            self._tell_expired(float("inf"))
        finally:
            self.release()
        super().close()
