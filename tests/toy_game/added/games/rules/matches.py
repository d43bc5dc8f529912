"""Matches: take one, two or three in turn. Whoever takes the last one wins, or burns their fingers, as agreed."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace

from games.rules.base import SCHEMA, Deck, Event, Outcome, Rules, SeatResult
from games.rules.base import check_header, check_players, check_seat, standings
from games.rules.chance import Chance, check_seed
from games.rules.codec import read_document, refusing, write_document
from games.rules.errors import IllegalAction, malformed, require
from games.rules.plain import Json, from_plain, is_object

HEAP, MOST = 9, 3
MIN_PLAYERS, MAX_PLAYERS = 2, 5
LAST_MATCH, ON_FIRE = "last_match", "on_fire"


@dataclass(frozen=True, slots=True)
class Take:
    """So many matches; striking one sets the whole heap on fire, and everybody burns their fingers."""

    matches: int
    strike: bool = False


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
        check_players(self.players, MIN_PLAYERS, MAX_PLAYERS)
        check_seed(self.seed)
        check_seat(self.starter, self.players, "invalid_starter")
        if self.deck:
            raise IllegalAction("invalid_deck", "This game has no cards.")


@dataclass(frozen=True, slots=True)
class State:
    setup: Setup
    players: tuple[int, ...]
    """How many matches each seat has taken."""
    turns: int = 0
    on_fire: bool = False

    def __post_init__(self) -> None:
        require(len(self.players) == self.setup.players, "Everybody has taken some matches, or none.")
        require(min(self.players) >= 0 and self.left >= 0, "There are only so many matches.")

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
    legal: tuple[Take, ...]
    outcome: Outcome | None
    acting: bool


class Matches(Rules[State, Take, View]):
    slug, name = "matches", "Matches"
    min_players, max_players = MIN_PLAYERS, MAX_PLAYERS
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
        chosen = options if isinstance(options, Mapping) else {}
        if set(chosen) - {"misere"} or type(chosen.get("misere", False)) is not bool:
            raise IllegalAction("invalid_options", "The only option is misere, yes or no.")
        said = Options(chosen.get("misere", False) is True)
        cards = tuple(deck or ())
        return self._first(Setup(self.slug, SCHEMA, players, seed, said, cards, drawn if starter is None else starter))

    def _first(self, setup: Setup) -> State:
        return State(setup, (0,) * setup.players)

    def to_act(self, state: State) -> tuple[int, ...]:
        return () if state.over else (state.seat,)

    def legal_actions(self, state: State, seat: int) -> Sequence[Take]:
        if type(seat) is not int or seat not in self.to_act(state):
            return ()
        return (*map(Take, range(1, min(MOST, state.left) + 1)), Take(0, strike=True))

    def play(self, state: State, seat: int, action: Take) -> State:
        if state.over:
            raise IllegalAction("game_over", "The game is over.")
        legal = self.legal_actions(state, seat)
        if not legal:
            raise IllegalAction("not_your_turn", "It is not your turn.")
        if action not in legal:
            raise IllegalAction("so_many_matches", "There are not so many matches to take.")
        taken = tuple(had + action.matches * (at == seat) for at, had in enumerate(state.players))
        return replace(state, players=taken, turns=state.turns + 1, on_fire=action.strike)

    def stage(self, state: State) -> int:
        return 1 + max(0, state.turns - state.over) // state.setup.players

    def view(self, state: State, seat: int | None, *, open_purses: bool | None = None) -> View:
        legal = () if seat is None else self.legal_actions(state, check_seat(seat, state.setup.players))
        to_act, misere = self.to_act(state), state.setup.options.misere
        phase, outcome = "over" if state.over else "turn", self.outcome(state)
        facts = (seat, phase, to_act, state.players, state.left, misere, tuple(legal), outcome, seat in to_act)
        return View(self.slug, SCHEMA, *facts)

    def outcome(self, state: State) -> Outcome | None:
        if not state.over:
            return None
        last = (state.seat - 1) % state.setup.players
        ranks, winners = standings([self._merit(state, seat == last) for seat in range(state.setup.players)])
        seats = [SeatResult(0, seat not in winners, ranks[seat], had, ()) for seat, had in enumerate(state.players)]
        return Outcome(ON_FIRE if state.on_fire else LAST_MATCH, winners, tuple(seats))

    def _merit(self, state: State, took_last: bool) -> float | None:
        return 1.0 if not state.on_fire and took_last != state.setup.options.misere else None

    def events(self, before: State | None, after: State, *, open_purses: bool | None = None) -> Sequence[Event]:
        opening = {"type": "round_started", "round": self.stage(after)}
        if before is None:
            return [{"type": "game_started", "players": len(after.players), "starter": after.seat}, opening]
        matches = before.left - after.left
        what = {"type": "heap_lit"} if after.on_fire else {"type": "matches_taken", "matches": matches}
        told: list[Event] = [{**what, "seat": before.seat, "left": after.left}]
        if outcome := self.outcome(after):
            return [*told, {"type": "game_ended", "reason": outcome.reason, "winners": list(outcome.winners)}]
        return [*told, opening] if self.stage(after) > self.stage(before) else told

    def action_to_json(self, action: Take) -> Json:
        return {"kind": "strike"} if action.strike else {"kind": "take", "matches": action.matches}

    def action_from_json(self, data: object) -> Take:
        match data if is_object(data) else {}:
            case {"kind": "take", "matches": int(matches), **rest} if not rest and type(matches) is int:
                return Take(matches)
            case {"kind": "strike", **rest} if not rest:
                return Take(0, strike=True)
        raise malformed("One takes some matches, or strikes one.")

    def setup_to_json(self, state: State) -> Json:
        return write_document(state.setup)

    def setup_from_json(self, data: object) -> State:
        return self._first(read_document(Setup, data, self.slug))

    def to_json(self, state: State) -> Json:
        return {"game": self.slug, "schema": SCHEMA, **write_document(state)}

    def from_json(self, data: object) -> State:
        facts = check_header(data, self.slug)
        with refusing():
            return from_plain(State, {name: facts[name] for name in facts if name not in ("game", "schema")})

    def view_from_json(self, data: object) -> View:
        return read_document(View, data, self.slug)


MATCHES_RULES = Matches()
