"""One game of a server: where it stands, how it came there, and what broke it if anything did."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import RLock
from traceback import format_exception
from typing import Any

from games.rules.base import AnyRules, Event, Outcome
from games.rules.errors import RuleViolation, malformed
from games.rules.failure_log import log_stopped_game
from games.rules.manifest import PlayerId, find_seat
from games.rules.plain import Json
from games.rules.reading import reading
from games.rules.subscriptions import Handler, Subscriptions

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
    """Changes by `play` alone: completely or not at all. Hold `lock` to read several things at once.

    Events wait for `subscriptions` to deliver them, which is done once the lock is let go.
    """

    def __init__(self, rules: AnyRules, players: tuple[PlayerId, ...], first_state: Any) -> None:
        self.rules = rules
        self.players = players
        self.first_state = self.state = first_state
        self.outcome: Outcome | None = rules.outcome(first_state)
        self.moves: list[tuple[int, object]] = []
        self.told = 0
        """How many events there have been; those that open the game are counted with the first move."""
        self.error: str | None = None
        self.lock = RLock()
        self.id = ""
        """Given by the server that hosts it."""
        self.subscriptions: Subscriptions | None = None
        """Made for whoever subscribes first: where nobody does, they cost nothing."""

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

    def play(self, seat: int, action: object) -> tuple[Event, ...]:
        """Tell what happened, or raise and change nothing. An action is an object of the rules or JSON."""
        with self.lock:
            if self.error is not None:
                raise GameErrored
            action = self._read_action(action)
            with self._code_of_the_game():
                after = self.rules.play(self.state, seat, action)
                events = tuple(self.rules.events(self.state, after))
                outcome = self.rules.outcome(after)
                told = self.told or len(self.rules.events(None, self.first_state))
            self.moves.append((seat, action))
            self.state, self.outcome, self.told = after, outcome, told + len(events)
            if self.subscriptions:
                self.subscriptions.enqueue(events, told + 1)
            return events

    def subscribe(self, event_type: str | None, handler: Handler) -> Callable[[], None]:
        with self.lock:
            if self.subscriptions is None:
                self.subscriptions = Subscriptions(self.id)
            return self.subscriptions.add(event_type, handler)

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
                self._stop(fault)
                raise GameErrored from fault

    def _stop(self, fault: Exception) -> None:
        """Only the first fault is kept and logged. Whoever restores a game that fails on the way is told at once."""
        if self.error is not None:
            return
        self.error = "".join(format_exception(fault))
        if self.id:
            log_stopped_game(self.id, fault)
