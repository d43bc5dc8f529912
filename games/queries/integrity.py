"""Whether what lists and clocks read about a game is what its setup and its actions say."""

from collections.abc import Iterator, Sequence

from games.faults import Fault, as_game_fault
from games.models import Action, Game, Seat
from games.positions import Position
from games.queries.positions import opening_of, replayed, rules_of
from games.queries.seats import SEATS
from games.rules import AnyRules, Outcome


def discrepancies(game: Game) -> list[str]:
    """What is wrong with a game, in words that tell no secret; nothing, if all is well."""
    seats, actions = list(SEATS.filter(game=game)), list(Action.objects.filter(game=game).order_by("number"))
    if game.setup is None:
        return list(_before_the_start(game, actions))
    try:
        position = replay(game, seats, actions)
        return list(_columns(game, rules_of(game), seats, position))
    except Fault as fault:
        return [str(fault)]


def replay(game: Game, seats: Sequence[Seat], actions: Sequence[Action]) -> Position:
    """The position that setup and actions lead to, without any help from what is remembered; or `Fault`."""
    if game.hash_of_setup() != game.commitment:
        raise Fault("The setup is not the one whose hash was published")
    if [action.number for action in actions] != list(range(1, len(actions) + 1)):
        raise Fault("The numbers of the actions have a gap")
    rules = rules_of(game)
    position = replayed(rules, opening_of(game, rules), actions)
    with as_game_fault("counting the seats"):
        players = len(rules.view(position.state, None).players)
    if [seat.number for seat in seats] != list(range(players)):
        raise Fault(f"The game is for {players} players, and the seats are {[seat.number for seat in seats]}")
    return position


def outcome_of(rules: AnyRules, position: Position) -> Outcome | None:
    with as_game_fault("looking for the outcome"):
        return rules.outcome(position.state)


def _before_the_start(game: Game, actions: Sequence[Action]) -> Iterator[str]:
    if game.status not in (Game.Status.WAITING, Game.Status.CLOSED, Game.Status.ERRORED):
        yield f"The game is {game.status}, but has no setup"
    if actions or game.action_count:
        yield "There are actions, but the game has no setup"


def _columns(game: Game, rules: AnyRules, seats: Sequence[Seat], position: Position) -> Iterator[str]:
    outcome = outcome_of(rules, position)
    yield from _differences("action_count", game.action_count, position.number)
    yield from _differences("turn", game.turn, _turn(rules, position))
    yield from _differences("status", game.status, _status(game, outcome))
    yield from _differences("size", game.size, len(seats))
    yield from _options(game)
    if game.deal is not None and game.setup is not None and game.setup["deck"] != game.deal.deck:
        yield "The deck is not that of its deal"
    if (game.ended_at is not None) != (game.status in Game.ENDED):
        yield f"ended_at is {game.ended_at}, but the game is {game.status}"
    yield from _clock(game, seats)
    for seat in seats:
        yield from _result(seat, outcome)


def _options(game: Game) -> Iterator[str]:
    """The table shows what the game was set up with."""
    played: dict[str, object] = game.setup.get("options", {}) if isinstance(game.setup, dict) else {}
    shown: dict[str, object] = game.options if isinstance(game.options, dict) else {}
    for name, value in played.items():
        yield from _differences(f"option {name}", shown.get(name), value)


def _differences(column: str, stored: object, derived: object) -> Iterator[str]:
    if stored != derived:
        yield f"{column} is {stored}, but the actions say {derived}"


def _turn(rules: AnyRules, position: Position) -> int | None:
    with as_game_fault("looking whose turn it is"):
        return next(iter(rules.to_act(position.state)), None)


def _status(game: Game, outcome: Outcome | None) -> str:
    """A game without an outcome may stand still, or have been ended; one with an outcome is finished."""
    if outcome is not None:
        return Game.Status.FINISHED
    others = (Game.Status.PAUSED, Game.Status.ERRORED, Game.Status.ABORTED)
    return game.status if game.status in others else Game.Status.RUNNING


def _clock(game: Game, seats: Sequence[Seat]) -> Iterator[str]:
    if game.status != Game.Status.RUNNING:
        if game.wake_at is not None or game.deadline is not None:
            yield f"A clock runs, but the game is {game.status}"
        return
    bot_acts = any(seat.number == game.turn and seat.bot_playing for seat in seats)
    voting = game.on_timeout == Game.OnTimeout.VOTE and game.deadline is not None and not bot_acts
    somebody_plays = any(not seat.bot_playing for seat in seats)
    if game.turn_seconds and not bot_acts and game.deadline is None:
        yield "Nothing ends this turn: its player has a clock, but no deadline"
    due = (bot_acts and somebody_plays) or any(getattr(game, moment) for moment in Game.MOMENTS)
    if game.wake_at is None and due and not voting:
        yield "Nothing wakes the game: its clock or its bot would wait for ever"


def _result(seat: Seat, outcome: Outcome | None) -> Iterator[str]:
    stored = (seat.rank, seat.score, seat.won)
    derived: tuple[int | None, float | None, bool] = (None, None, False)
    if outcome is not None:
        result = outcome.seats[seat.number]
        derived = (result.rank, float(result.score), seat.number in outcome.winners)
    yield from _differences(f"rank, score and won of seat {seat.number}", stored, derived)
