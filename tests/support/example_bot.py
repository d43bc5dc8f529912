"""The bot of the docs, as whoever reads them would start it, in a thread beside a test."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import httpx

FILE = Path(__file__).parents[2] / "docs" / "examples" / "bot.py"
SECONDS_TO_END = 60


def load() -> Any:
    spec = spec_from_file_location("example_bot", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def guest_bot(site: str, name: str) -> Any:
    """A bot that plays for a new guest."""
    told = httpx.post(f"{site}/api/v1/guests", json={"name": name}).json()
    return load().Bot(site, told["token"])


@contextmanager
def playing(bot: Any) -> Iterator[None]:
    """It plays meanwhile, and has ended by itself soon after."""
    failures: list[BaseException] = []

    def play() -> None:
        try:
            bot.play()
        except BaseException as failure:
            failures.append(failure)

    thread = threading.Thread(target=play, daemon=True)
    thread.start()
    yield
    thread.join(SECONDS_TO_END)
    bot.api.close()
    assert not thread.is_alive(), "the bot plays on"
    assert not failures, failures


def play_to_the_end(bot: Any) -> None:
    with playing(bot):
        pass
