"""What stands where in the file of a game."""

from typing import Any

from games.models import Notice
from games.rules.base import Outcome

SCHEMA = "hsweb-game"
VERSION = 1

FIELDS = (
    "schema",
    "version",
    "game",
    "rules",
    "options",
    "players",
    "former",
    "setup",
    "actions",
    "notices",
    "outcome",
)
PLAYER_FIELDS = ("name", "bot", "substitute")
FORMER_FIELDS = ("seat", "until", "name")
ACTION_FIELDS = ("number", "seat", "action", "made_by", "at")
NOTICE_FIELDS = ("after", "kind", "name")

TOLD_NOTICES = (Notice.Kind.LEFT, Notice.Kind.REPLACED, Notice.Kind.TIMED_OUT, Notice.Kind.RETURNED)
"""What happened between the people at a table. What admins did, and why, does not travel."""


def outcome_document(outcome: Outcome | None) -> dict[str, Any] | None:
    """How a game ended, without the words of its scores: they may be put differently one day."""
    if outcome is None:
        return None
    return {
        "reason": outcome.reason,
        "winners": list(outcome.winners),
        "seats": [
            {"money": seat.money, "cast_out": seat.cast_out, "rank": seat.rank, "score": seat.score}
            for seat in outcome.seats
        ],
    }
