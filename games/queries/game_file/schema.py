"""What stands where in the file of a game."""

from typing import TypeAlias, TypedDict

from games.models import Notice
from games.rules.base import Outcome
from games.rules.plain import Json

SCHEMA = "hsweb-game"
MOST_NOTICES = 200


class Head(TypedDict):
    """What tells how to read the rest."""

    schema: str
    version: int


class PlayerDocument(TypedDict):
    name: str
    bot: str
    substitute: bool


class FormerDocument(TypedDict):
    seat: int
    until: int
    name: str


class ActionDocument(TypedDict):
    number: int
    seat: int
    action: Json
    made_by: str
    at: str | None


class NoticeDocument(TypedDict):
    after: int
    kind: str
    name: str


class SeatDocument(TypedDict):
    money: int
    cast_out: bool
    rank: int
    score: int | float


class OutcomeDocument(TypedDict):
    reason: str
    winners: list[int]
    seats: list[SeatDocument]


class FirstGameDocument(TypedDict):
    """The whole file as version 1 has it, in this order."""

    schema: str
    version: int
    game: str
    rules: int
    options: Json
    players: list[PlayerDocument]
    former: list[FormerDocument]
    setup: Json
    actions: list[ActionDocument]
    notices: list[NoticeDocument]
    outcome: OutcomeDocument | None


class GameDocument(FirstGameDocument):
    """The whole file as it is written today: after what was in it from the first, what programs need not work out."""

    id: str
    timestamp: str | None
    state: Json
    events: list[Json]


AnyGameDocument: TypeAlias = FirstGameDocument | GameDocument

VERSIONS: dict[int, type] = {1: FirstGameDocument, 2: GameDocument}
"""Each is read for ever."""
FIRST, NEWEST = min(VERSIONS), max(VERSIONS)


TOLD_NOTICES = (Notice.Kind.LEFT, Notice.Kind.REPLACED, Notice.Kind.TIMED_OUT, Notice.Kind.RETURNED)
"""What happened between the people at a table. What admins did, and why, does not travel."""


def fields_of(document: type) -> tuple[str, ...]:
    """What such a part of the file has to have, and nothing else."""
    return tuple(document.__annotations__)


def outcome_document(outcome: Outcome | None) -> OutcomeDocument | None:
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
