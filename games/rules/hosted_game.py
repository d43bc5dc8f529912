"""One game of a server: where it stands, how it came there, and what broke it if anything did."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import RLock
from traceback import format_exception
from typing import Any

from games.rules.base import AnyRules, Event, Outcome
from games.rules.errors import RuleViolation, malformed
from games.rules.manifest import PlayerId, find_seat
from games.rules.plain import Json
from games.rules.reading import reading

RUNNING = "running"
OVER = "over"
ERRORED = "errored"


class GameErrored(RuleViolation):
    """The game's own code failed, so it has stopped for good. Its last good state can still be read."""

    def __init__(self) -> None:
        super().__init__("game_errored", "Something went wrong inside this game, so it cannot go on.")

    def __reduce__(self) -> tuple[type["GameErrored"], tuple[()]]:
        return GameErrored, ()


class HostedGame:
    """Changes by `play` alone: completely or not at all. Hold `lock` to read several things at once."""

    def __init__(self, rules: AnyRules, players: tuple[PlayerId, ...], first_state: Any) -> None:
        self.rules = rules
        self.players = players
        self.first_state = self.state = first_state
        self.outcome: Outcome | None = rules.outcome(first_state)
        self.moves: list[tuple[int, object]] = []
        self.error: str | None = None
        self.lock = RLock()

    @property
    def status(self) -> str:
        if self.error is not None:
            return ERRORED
        return RUNNING if self.outcome is None else OVER

    def seat_of(self, player: object) -> int:
        return find_seat(self.players, player)

    def legal_actions(self, player: object) -> Sequence[Any]:
        """Empty for a player who is not to act; nobody is once the game is over or errored."""
        seat = self.seat_of(player)
        if self.status != RUNNING:
            return ()
        with self._code_of_the_game():
            return self.rules.legal_actions(self.state, seat)

    def observation(self, player: object) -> Json:
        seat = None if player is None else self.seat_of(player)
        with self._code_of_the_game():
            return self.rules.view_json(self.state, seat)

    def play(self, seat: int, action: object) -> Sequence[Event]:
        """Tell what happened, or raise and change nothing. An action is an object of the rules or JSON."""
        with self.lock:
            if self.error is not None:
                raise GameErrored
            action = self._read_action(action)
            with self._code_of_the_game():
                after = self.rules.play(self.state, seat, action)
                events = self.rules.events(self.state, after)
                outcome = self.rules.outcome(after)
            self.moves.append((seat, action))
            self.state, self.outcome = after, outcome
            return events

    def _read_action(self, action: object) -> object:
        """Objects are written as JSON and read back, so that a forged one never reaches the rules."""
        with reading(malformed("This is not an action.")):
            data = action if issubclass(type(action), dict) else self.rules.action_to_json(action)
            return self.rules.action_from_json(data)

    @contextmanager
    def _code_of_the_game(self) -> Iterator[None]:
        """Refusals pass; anything else that is raised in here is a fault in the rules and stops the game."""
        with self.lock:
            try:
                yield
            except RuleViolation:
                raise
            except Exception as fault:
                self.error = self.error or "".join(format_exception(fault))
                raise GameErrored from fault
