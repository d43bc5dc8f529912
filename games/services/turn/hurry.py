"""What is left to bots alone is soon over: nobody has to watch for long what they cannot change any more."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta

from games.faults import as_game_fault
from games.models import SETTLING, Game, Seat
from games.positions import Position
from games.rules import AnyRules
from games.tableau import opens_stage

HURRY = timedelta(seconds=2)
"""How long bots wait in all before what is left of a stage, however much that is. Thinking and storing take up to a
second more."""

SHARE = 0.3
"""How much of what is left of that a bot waits at most: so the first moves can be followed, however many there are."""


def finish_by(game: Game, seats: Iterable[Seat], rules: AnyRules, position: Position) -> datetime | None:
    """By when bots are done with waiting in a stage in which no person is asked anything any more.

    Against one person alone they always hurry, and among several if the table has chosen so; else there is no such
    moment. Whoever has left orders may still be asked like anybody.
    """
    people = [seat.number for seat in seats if not seat.bot_playing]
    if not people or (len(people) > 1 and not game.hurry):
        return None
    with as_game_fault("looking who may still act"):
        since = _all_out_since(rules, position, people)
    if since is None or since.move is None or since.move.at is None:
        return None
    return since.move.at + HURRY + (SETTLING if opens_stage(rules, since) else timedelta(0))


def _all_out_since(rules: AnyRules, position: Position, people: Sequence[int]) -> Position | None:
    """The first position of this stage from which on none of these seats is asked anything in it."""
    found, stage = None, rules.stage(position.state)
    for earlier in position.back():
        is_same = rules.stage(earlier.state) == stage
        if not is_same or not all(rules.is_out_of_stage(earlier.state, seat) for seat in people):
            break
        found = earlier
    return found
