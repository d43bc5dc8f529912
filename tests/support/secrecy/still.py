"""A world in which nothing is left to chance: two evenings in it differ only where something is made to differ."""

import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import time_machine
from django.core.cache import cache
from django.core.management import call_command

from games.live import poller
from tests.support.rollback import forget_everything

NOW = "2026-05-01 19:30:00+00:00"


@contextmanager
def still_world() -> Iterator[random.Random]:
    """Ids, keys, tokens, sessions and times are the same each time, and so is what is yielded: where they come from.

    Sockets draw keys of forms at the same time, so these are all alike. What sockets are told every few seconds is
    told when an evening wants it: on a busy machine one of two evenings would last longer.
    """
    chance = random.Random("the same for everybody")
    drawn: dict[str, Any] = {
        "choice": chance.choice,
        "token_urlsafe": lambda size=16: "k" * size,
        "token_hex": lambda size=16: f"{chance.getrandbits(8 * size):0{2 * size}x}",
    }
    random.seed("the same for everybody, too")
    never = patch.object(poller, "POLL_EVERY", 10**6)
    with patch.multiple(secrets, **drawn), never, time_machine.travel(NOW, tick=False):
        yield chance


def empty_site() -> None:
    """As if nobody had ever been here: no rows, no counters, nothing remembered."""
    call_command("flush", verbosity=0, interactive=False, reset_sequences=True)
    cache.clear()
    forget_everything()
