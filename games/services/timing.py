"""When something happens at a table by itself."""

from datetime import datetime, timedelta
from random import uniform

from django.utils import timezone

from games.history import Position
from games.models import Game
from games.rules import find_rules

UNSTARTED = timedelta(hours=24)
"""How long a table waits for its start after the last time somebody came or went."""

SETTLING = timedelta(seconds=3)
"""What people are given to see how an auction ended before the next turn is counted."""

PACES = {Game.Pace.QUICK: (0.3, 0.6), Game.Pace.HUMAN: (1.0, 2.0), Game.Pace.LEISURELY: (3.5, 6.0)}
"""Seconds a bot takes for a move, at least and at most."""


def begin_turn(game: Game, position: Position, *, began: datetime | None = None) -> None:
    """Set whose turn it is, until when, and when the clock has to look after it.

    A turn that somebody else goes on with keeps the moment it `began`: leaving and coming back gains no time.
    """
    rules, now = find_rules(game.slug, game.rules_version), timezone.now()
    turn = next(iter(rules.to_act(position.state)), None)
    settled = SETTLING if any(event["type"] == "card_revealed" for event in position.events) else timedelta(0)
    game.turn = turn
    game.turn_began_at = began or now
    game.deadline = game.wake_at = None
    if turn is None:
        return
    if game.seats.get(number=turn).played_by_bot:
        # Bots need no time to see the first card: whoever plays against them is soon asked.
        seen = settled if position.previous is not None else timedelta(0)
        game.wake_at = now + seen + thinking_time(game.bot_pace)
    elif game.turn_seconds:
        allowed = game.turn_seconds * rules.share_of_turn(position.state)
        game.deadline = game.wake_at = game.turn_began_at + settled + timedelta(seconds=allowed)


def thinking_time(pace: str) -> timedelta:
    least, most = PACES[Game.Pace(pace)]
    return timedelta(seconds=uniform(least, most))


def expiry_of_unstarted(now: datetime) -> datetime:
    return now + UNSTARTED
