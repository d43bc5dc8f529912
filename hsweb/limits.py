"""How often somebody may do something: counters in the cache that all processes share."""

import logging
import time

from django.core.cache import cache

logger = logging.getLogger(__name__)

COMPLAIN_EVERY = 60.0
_complained_at = -COMPLAIN_EVERY


def within_limit(name: str, who: object, most: int, seconds: int) -> bool:
    """Counts this once more, and says whether it is among the first `most` since a window of so many seconds began.

    The window begins with the first. Without a cache everybody is let through: a limit is no reason to stand still.
    """
    try:
        return _count(f"limit:{name}:{who}", seconds) <= most
    except Exception:
        _complain(name)
        return True


def _count(key: str, seconds: int) -> int:
    if cache.add(key, 1, seconds):
        return 1
    try:
        count = cache.incr(key)
    except ValueError:
        # The window ended in between.
        cache.set(key, 1, seconds)
        return 1
    if count == 1:
        # It ended in between, and Redis has begun a new one that would never end.
        cache.touch(key, seconds)
    return count


def _complain(name: str) -> None:
    """A cache that is away would fill the log with the same sentence."""
    global _complained_at
    if time.monotonic() - _complained_at >= COMPLAIN_EVERY:
        _complained_at = time.monotonic()
        logger.exception("The limit %s does not count, because the cache fails", name)
