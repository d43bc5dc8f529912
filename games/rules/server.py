"""Many games in memory behind one face: for bots, simulations and whoever uses the rules as a library."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Protocol

from games.rules import find_rules
from games.rules.base import AnyRules, Deck, Event, Outcome
from games.rules.errors import IllegalAction, RuleViolation, UnknownGame
from games.rules.hosted_game import OVER, GameErrored, HostedGame
from games.rules.manifest import PlayerId, read_manifest
from games.rules.plain import Json
from games.rules.snapshot import replay, write_snapshot
from games.rules.subscriptions import Handler


@dataclass(frozen=True, slots=True)
class StepResult:
    """What came of a step. A refused one leaves the state as it was; of an unknown game there is none.

    It is for whoever runs the game: the state holds the deck. Players get `GameServer.get_observation`.
    """

    state: Any
    status: str | None
    events: tuple[Event, ...] = ()
    error_code: str | None = None
    error_message: str | None = None

    @property
    def ok(self) -> bool:
        return self.error_code is None

    @property
    def terminal(self) -> bool:
        return self.status == OVER


class FindRules(Protocol):
    """How a server finds the rules of a new game, or those a snapshot was taken with."""

    def __call__(self, slug: str, version: int | None = None, /) -> AnyRules: ...


class GameServer:
    """Games by id, each with a lock of its own; one that fails stops alone, and every other goes on.

    A player is named by the id in the manifest or, where no id is a number, by the number of the seat. What
    cannot be done raises `RuleViolation`, except in `step`. States and snapshots hold secrets such as the
    order of the deck: what a player may know is `get_observation`.
    """

    def __init__(self, find_rules: FindRules = find_rules) -> None:
        self._find_rules = find_rules
        self._games: dict[str, HostedGame] = {}
        self._numbers = count(1)

    def new_game(
        self,
        player_manifest: Sequence[PlayerId | Mapping[str, object]],
        seed: int | str,
        game: str = "high-society",
        *,
        options: Mapping[str, object] | None = None,
        deck: Deck | None = None,
        starter: int | None = None,
    ) -> str:
        """The id of a new game. Seats follow the manifest; what is left open is decided by the seed."""
        rules = self._find_rules(game)
        players = read_manifest(player_manifest)
        return self._host(HostedGame(rules, players, rules.setup(len(players), seed, options, deck, starter)))

    def list_games(self) -> list[str]:
        """The ids of all games, oldest first."""
        return list(self._games)

    def forget(self, game_id: str) -> None:
        """Make room: from now on the id is unknown, and nobody hears of the game."""
        game = self._find(game_id)
        self._games.pop(game_id, None)
        if game.subscriptions:
            game.subscriptions.end_all()

    def get_state(self, game_id: str) -> Any:
        """The whole state, deck included; of an errored game the last good one."""
        return self._find(game_id).state

    def get_observation(self, game_id: str, player_id: PlayerId | None) -> Json:
        """All that this player, or a spectator (`None`), may know, as JSON."""
        return self._find(game_id).observation(player_id)

    def legal_actions(self, game_id: str, player_id: PlayerId) -> Sequence[Any]:
        """Every legal action of that player; empty if it is not their turn."""
        return self._find(game_id).legal_actions(player_id)

    def apply_action(self, game_id: str, player_id: PlayerId, action: object) -> Any:
        """The state after an action, given as an object of the rules or as a JSON dict."""
        game = self._find(game_id)
        with game.lock:
            game.play(game.seat_of(player_id), action)
            state = game.state
        if game.subscriptions:
            game.subscriptions.deliver()
        return state

    def step(self, game_id: object, player_id: object, action: object) -> StepResult:
        """Like `apply_action`, but nothing that a player sends makes it raise: the result says what was wrong."""
        try:
            game = self._find(game_id)
        except RuleViolation as refusal:
            return StepResult(None, None, (), refusal.code, refusal.message)
        with game.lock:
            try:
                events = game.play(game.seat_of(player_id), action)
            except RuleViolation as refusal:
                return StepResult(game.state, game.status, (), refusal.code, refusal.message)
            result = StepResult(game.state, game.status, events)
        if game.subscriptions:
            game.subscriptions.deliver()
        return result

    def subscribe(self, game_id: str, type: str | None, handler: Handler) -> Callable[[], None]:
        """Call `handler` with every event of that type, or of any (`None`), until what is returned is called.

        It gets a dict of its own: the event as `step` tells it, the id of the `game`, and its `number` there, from 1.
        It is called in the order of the events and in the thread that played, unless one of this game is running: then
        the thread of that one goes on. It may play, subscribe and unsubscribe; if it fails, that is logged, no more.
        """
        return self._find(game_id).subscribe(type, handler)

    def advance_round_if_needed(self, game_id: str) -> Any:
        """The state as it is: the rules reveal the next card by themselves as soon as a round has ended."""
        return self.get_state(game_id)

    def is_terminal(self, game_id: str) -> bool:
        """Whether the game has come to its end. One that errored has not: see `status`."""
        return self._find(game_id).outcome is not None

    def score_game(self, game_id: str) -> Outcome:
        """Why the game ended, who won, and every score line by line."""
        game = self._find(game_id)
        outcome = game.outcome
        if game.error is not None:
            raise GameErrored
        if outcome is None:
            raise IllegalAction("game_not_over", "The game is not over yet.")
        return outcome

    def status(self, game_id: str) -> str:
        """`running`, `over` or `errored`."""
        return self._find(game_id).status

    def error(self, game_id: str) -> str | None:
        """What broke the game, as a traceback for whoever runs the server; `None` if nothing did."""
        return self._find(game_id).error

    def snapshot(self, game_id: str) -> Json:
        """The game as a JSON document, secrets included."""
        return write_snapshot(self._find(game_id))

    def restore(self, data: object) -> str:
        """The id of a new game that stands where the snapshot was taken, or `InvalidState`."""
        return self._host(replay(data, self._find_rules))

    def _host(self, game: HostedGame) -> str:
        game.id = f"{game.rules.slug}-{next(self._numbers)}"
        self._games[game.id] = game
        return game.id

    def _find(self, game_id: object) -> HostedGame:
        game = self._games.get(game_id) if type(game_id) is str else None
        if game is None:
            raise UnknownGame("unknown_game_id", "There is no game by that id.")
        return game
