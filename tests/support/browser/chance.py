"""Chance as a test wishes it: the site under test deals the deck that lies in its folder, if one does."""

import json
from collections.abc import Mapping
from datetime import timedelta
from random import SystemRandom
from typing import Any

from django.apps import AppConfig
from django.conf import settings

from tests.support.browser.server import WISHES

SETTLING = timedelta(seconds=0.2)
"""Nobody here wants to look at the end of an auction for seconds; pages give it their time only where they move."""


LOOKS_EVERY, AT_ONCE = 0.1, (0.02, 0.05)
"""Nor at bots that think."""


class Chance(AppConfig):
    name = "tests.browser"
    label = "tests_browser"

    def ready(self) -> None:
        from games.services.table import start
        from games.services.turn import clock, hurry, schedule

        for module in (schedule, hurry):
            module.SETTLING = SETTLING  # type: ignore[attr-defined]
        clock.INTERVAL = LOOKS_EVERY
        schedule.PACES["quick"] = AT_ONCE
        start.SystemRandom = SeatsAsTheyAre  # type: ignore[attr-defined]
        fix_chance()


class SeatsAsTheyAre(SystemRandom):
    """Whoever wishes for a deck sits where they sat down."""

    def shuffle(self, x: Any) -> None:
        if not wishes():
            super().shuffle(x)


def fix_chance() -> None:
    """Let every game that begins take what is wished."""
    from games.rules.auction_rules import AuctionRules
    from games.rules.cartes_societe import CartesSociete

    for kind in (AuctionRules, CartesSociete):
        fix_chance_of(kind)


def fix_chance_of(kind: Any) -> None:
    drawn = kind.setup

    def setup(
        rules: Any,
        players: int,
        seed: int | str,
        options: Mapping[str, Any] | None = None,
        deck: Any = None,
        starter: int | None = None,
    ) -> Any:
        wish = wishes().get(rules.slug) if deck is None else None
        deck, starter = (wish["deck"], wish["starter"]) if wish else (deck, starter)
        return drawn(rules, players, seed, options, deck, starter)

    kind.setup = setup


def wishes() -> dict[str, Any]:
    path = settings.VAR_DIR / WISHES
    told: dict[str, Any] = json.loads(path.read_text()) if path.exists() else {}
    return told
