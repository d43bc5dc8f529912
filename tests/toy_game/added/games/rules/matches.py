"""Matches: take one, two or three in turn. Whoever takes the last one wins, or burns their fingers, as agreed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from games.rules.base import SCHEMA, Deck, Event, Outcome, Rules, SeatResult, check_players, check_seat, standings
from games.rules.chance import Chance, check_seed
from games.rules.codec import read_document, write_document
from games.rules.errors import IllegalAction, malformed, require
from games.rules.plain import Json, is_object

HEAP, MOST = 9, 3
LAST_MATCH, ON_FIRE = "last_match", "on_fire"


@dataclass(frozen=True, slots=True)
class Take:
    """So many matches; who takes none strikes one on the heap, and everybody burns their fingers."""

    matches: int


@dataclass(frozen=True, slots=True)
class Options:
    misere: bool = False


@dataclass(frozen=True, slots=True)
class Setup:
    game: str
    schema: int
    players: int
    seed: int | str = field(repr=False)
    options: Options
    deck: tuple[str, ...]
    starter: int

    def __post_init__(self) -> None:
        check_players(self.players, Matches.min_players, Matches.max_players)
        check_seed(self.seed)
        check_seat(self.starter, self.players, "invalid_starter")
        require(not self.deck, "This game has no cards.")


@dataclass(frozen=True, slots=True)
class State:
    game: str
    schema: int
    setup: Setup
    players: tuple[int, ...]
    """How many matches each seat has taken."""
    turns: int = 0
    on_fire: bool = False

    def __post_init__(self) -> None:
        require(len(self.players) == self.setup.players and min(self.players) >= 0, "Everybody takes some, or none.")
        require(self.left >= 0, "There are only so many matches.")

    @property
    def left(self) -> int:
        return HEAP - sum(self.players)

    @property
    def seat(self) -> int:
        return (self.setup.starter + self.turns) % self.setup.players

    @property
    def over(self) -> bool:
        return self.on_fire or not self.left


@dataclass(frozen=True, slots=True)
class View:
    game: str
    schema: int
    seat: int | None
    phase: str
    to_act: tuple[int, ...]
    players: tuple[int, ...]
    left: int
    misere: bool
    legal: tuple[int, ...]
    outcome: Outcome | None
    acting: bool


class Matches(Rules[State, Take, View]):
    slug = "matches"
    name = "Matches"
    min_players = 2
    max_players = 5
    stage_event = "round_started"
    option_names = ("misere",)

    def setup(
        self,
        players: int,
        seed: int | str,
        options: Mapping[str, object] | None = None,
        deck: Deck | None = None,
        starter: int | None = None,
    ) -> State:
        check_players(players, self.min_players, self.max_players)
        drawn = Chance(check_seed(seed)).below(players)
        misere = dict(options or {}).pop("misere", False)
        if not isinstance(misere, bool) or set(options or ()) - {"misere"}:
            raise IllegalAction("invalid_options", "The only option is misere, yes or no.")
        cards, first = tuple(map(str, deck or ())), drawn if starter is None else starter
        return self._first(Setup(self.slug, SCHEMA, players, seed, Options(misere), cards, first))

    def _first(self, setup: Setup) -> State:
        return State(self.slug, SCHEMA, setup, (0,) * setup.players)

    def to_act(self, state: State) -> tuple[int, ...]:
        return () if state.over else (state.seat,)

    def legal_actions(self, state: State, seat: int) -> Sequence[Take]:
        if type(seat) is not int or seat not in self.to_act(state):
            return ()
        return tuple(map(Take, (*range(1, min(MOST, state.left) + 1), 0)))

    def play(self, state: State, seat: int, action: Take) -> State:
        if state.over:
            raise IllegalAction("game_over", "The game is over.")
        if not (legal := self.legal_actions(state, seat)):
            raise IllegalAction("not_your_turn", "It is not your turn.")
        if action not in legal:
            raise IllegalAction("so_many_matches", "There are not so many matches to take.")
        taken = tuple(had + action.matches * (at == seat) for at, had in enumerate(state.players))
        return replace(state, players=taken, turns=state.turns + 1, on_fire=not action.matches)

    def stage(self, state: State) -> int:
        return 1 + (state.turns - state.over) // state.setup.players

    def view(self, state: State, seat: int | None, *, open_purses: bool | None = None) -> View:
        legal = () if seat is None else self.legal_actions(state, check_seat(seat, state.setup.players))
        phase, to_act, misere = "over" if state.over else "turn", self.to_act(state), state.setup.options.misere
        takes = tuple(action.matches for action in legal)
        facts = (phase, to_act, state.players, state.left, misere, takes, self.outcome(state), seat in to_act)
        return View(self.slug, SCHEMA, seat, *facts)

    def outcome(self, state: State) -> Outcome | None:
        if not state.over:
            return None
        last = (state.seat - 1) % state.setup.players
        wins = [
            not state.on_fire and (seat == last) != state.setup.options.misere for seat, _ in enumerate(state.players)
        ]
        ranks, winners = standings([1.0 if won else None for won in wins])
        seats = [SeatResult(0, not wins[seat], ranks[seat], had, ()) for seat, had in enumerate(state.players)]
        return Outcome(ON_FIRE if state.on_fire else LAST_MATCH, winners, tuple(seats))

    def events(self, before: State | None, after: State, *, open_purses: bool | None = None) -> Sequence[Event]:
        opening = {"type": "round_started", "round": self.stage(after)}
        if before is None:
            return [{"type": "game_started", "players": len(after.players), "starter": after.seat}, opening]
        told: list[Event] = [{"type": "matches_taken", "seat": before.seat, "matches": before.left - after.left}]
        if outcome := self.outcome(after):
            return [*told, {"type": "game_ended", "reason": outcome.reason, "winners": list(outcome.winners)}]
        return [*told, opening] if self.stage(after) > self.stage(before) else told

    def action_to_json(self, action: Take) -> Json:
        return {"kind": "take", "matches": action.matches}

    def action_from_json(self, data: object) -> Take:
        told = data if is_object(data) else {}
        if told.keys() != {"kind", "matches"} or told["kind"] != "take" or type(told["matches"]) is not int:
            raise malformed("One takes some matches, or none.")
        return Take(told["matches"])

    def setup_to_json(self, state: State) -> Json:
        return write_document(state.setup)

    def setup_from_json(self, data: object) -> State:
        return self._first(read_document(Setup, data, self.slug))

    def to_json(self, state: State) -> Json:
        return write_document(state)

    def from_json(self, data: object) -> State:
        return read_document(State, data, self.slug)

    def view_from_json(self, data: object) -> View:
        return read_document(View, data, self.slug)


MATCHES_RULES = Matches()
