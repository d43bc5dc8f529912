"""The contract that every game of the house fulfils. Small, typed, the same words everywhere.

States are immutable and hashable; playing returns a new one. Nothing here, or below, knows of Django, clocks or global
randomness, or of files other than what is printed on cards.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, Literal, NamedTuple, TypeAlias, TypedDict, TypeVar

from games.rules.errors import IllegalAction, InvalidState
from games.rules.plain import Json, is_object, to_plain

State = TypeVar("State")
Action = TypeVar("Action")
View = TypeVar("View")
Merit = TypeVar("Merit", float, tuple[float, ...])

Event = Mapping[str, Any]
"""A plain dict with its `type`. Each game types its own: a `TypedDict` for each `type`, and a union of them."""
Deck = Sequence[str] | Mapping[str, Sequence[str]] | Mapping[int, Sequence[str]]
"""Card ids, top card first; where a game has several piles, those of each pile by its number."""

SCHEMA = 1
"""Version of every JSON shape the rules write."""


class ScoreLine(NamedTuple):
    """One step of a score: what was counted, in words, and the total after it."""

    kind: str
    text: str
    total: int | float


class SeatResult(NamedTuple):
    money: int
    cast_out: bool
    rank: int
    score: int | float
    lines: tuple[ScoreLine, ...]


class Outcome(NamedTuple):
    """Why a game ended, who won, and how every seat stands."""

    reason: str
    winners: tuple[int, ...]
    seats: tuple[SeatResult, ...]


class GameStarted(TypedDict):
    """The first event of every game."""

    type: Literal["game_started"]
    players: int
    starter: int


class GameEnded(TypedDict):
    """The last event of every game."""

    type: Literal["game_ended"]
    reason: str
    winners: list[int]


class OfSeat(TypedDict):
    """What all events about somebody have in common."""

    seat: int


class OfSeatAndCard(OfSeat):
    card: str


class Rules(ABC, Generic[State, Action, View]):
    """One game: how it is set up, what may be done, what each seat may know, who wins."""

    slug: str
    name: str
    min_players: int
    max_players: int
    version: ClassVar[int] = 1
    stage_event: ClassVar[str]
    """The type of the event with which a stage begins."""
    option_names: ClassVar[tuple[str, ...]] = ()
    """What a table may choose; nothing, unless a game says otherwise."""
    curious_with: ClassVar[int | None] = None
    """A number of players with which the game is hardly one."""
    action_types: ClassVar[tuple[type, ...]] = ()
    """The JSON of each action as a `TypedDict`, for those who describe the game to programs; so are the next two."""
    event_types: ClassVar[tuple[type, ...]] = ()
    view_type: ClassVar[type | None] = None

    @abstractmethod
    def setup(
        self,
        players: int,
        seed: int | str,
        options: Mapping[str, object] | None = None,
        deck: Deck | None = None,
        starter: int | None = None,
    ) -> State:
        """The first state. `deck` (top card first) and `starter` fix what chance would decide."""

    @abstractmethod
    def to_act(self, state: State) -> tuple[int, ...]:
        """The seats that may act now; nobody once the game is over."""

    @abstractmethod
    def legal_actions(self, state: State, seat: int) -> Sequence[Action]:
        """Every legal action of that seat; empty if it is not to act."""

    @abstractmethod
    def play(self, state: State, seat: int, action: Action) -> State:
        """The next state, or `IllegalAction`; never half a change."""

    @abstractmethod
    def stage(self, state: State) -> int:
        """Which stage of the game this is, from 1: an auction, or a turn of everybody. A story is told by stages."""

    @abstractmethod
    def view(self, state: State, seat: int | None, *, open_purses: bool | None = None) -> View:
        """All that this seat, or a spectator (`None`), may know. `open_purses` overrules the table's option."""

    @abstractmethod
    def outcome(self, state: State) -> Outcome | None:
        """`None` while the game runs."""

    def timeout_action(self, state: State, seat: int) -> Action:
        """What is played for that seat when its time runs out: the first legal action, by which least is done."""
        if not self.to_act(state):
            raise IllegalAction("game_over", "The game is over.")
        legal = self.legal_actions(state, seat)
        if not legal:
            raise IllegalAction("not_your_turn", "It is not this seat's turn.")
        return legal[0]

    def turn_goes_on(self, before: State, after: State) -> bool:
        """Whether whoever acted is still in the same turn, so that its time goes on."""
        return False

    def is_out_of_stage(self, state: State, seat: int) -> bool:
        """Whether that seat is asked nothing more in this stage, whatever the others do."""
        return False

    def share_of_turn(self, state: State) -> float:
        """How much of a turn's usual time the decision at hand is given."""
        return 1.0

    @abstractmethod
    def events(self, before: State | None, after: State, *, open_purses: bool | None = None) -> Sequence[Event]:
        """What happened between a state and its successor (or before the first state), in past tense.

        With closed purses the price of an auction that this action settled is left out; whoever keeps a log must
        leave out the bids of past auctions too, as they tell the same. `open_purses` overrules the table's option:
        once a game has ended, its whole story may be told.
        """

    @abstractmethod
    def action_to_json(self, action: Action) -> Json: ...

    @abstractmethod
    def action_from_json(self, data: object) -> Action:
        """The action, or `IllegalAction` with the code `malformed_action` for anything else."""

    @abstractmethod
    def setup_to_json(self, state: State) -> Json:
        """The stored truth a game begins with, seed and deck included: a secret until the game has ended."""

    @abstractmethod
    def setup_from_json(self, data: object) -> State:
        """The first state again, or `InvalidState`."""

    @abstractmethod
    def to_json(self, state: State) -> Json:
        """The whole state, deck included: a secret until the game has ended."""

    @abstractmethod
    def from_json(self, data: object) -> State:
        """The state again, or `InvalidState`."""

    @abstractmethod
    def view_from_json(self, data: object) -> View:
        """The view that `view_json` wrote, or `InvalidState`."""

    def view_json(self, state: State, seat: int | None) -> Json:
        data: Json = to_plain(self.view(state, seat))
        return data

    def __repr__(self) -> str:
        return f"<{self.slug} v{self.version}>"


AnyRules: TypeAlias = Rules[Any, Any, Any]
"""A game of which no more is known than the contract: what it calls a state, only its own rules can tell."""


def standings(merits: Sequence[Merit | None]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Ranks and winners from each seat's merit, `None` for the cast out.

    Equal merit shares a rank; the cast out share the last one and never win.
    """
    survivors = [merit for merit in merits if merit is not None]
    ranks = [1 + (len(survivors) if merit is None else _better(survivors, merit)) for merit in merits]
    winners = [seat for seat, rank in enumerate(ranks) if rank == 1 and survivors]
    return tuple(ranks), tuple(winners)


def _better(survivors: list[Merit], merit: Merit) -> int:
    return len([other for other in survivors if other > merit])


def check_players(players: object, low: int, high: int) -> int:
    if type(players) is not int or not low <= players <= high:
        raise IllegalAction("invalid_player_count", f"This game is for {low} to {high} players.")
    return players


def check_seat(seat: object, players: int, code: str = "invalid_seat") -> int:
    if type(seat) is not int or not 0 <= seat < players:
        raise IllegalAction(code, f"A seat is a number from 0 to {players - 1}.")
    return seat


def check_header(data: object, slug: str) -> Json:
    """The JSON of this very game in a schema we read, or `InvalidState`."""
    if is_object(data):
        game, schema = data.get("game"), data.get("schema")
        if type(game) is str and game == slug and type(schema) is int and schema == SCHEMA:
            return data
    raise InvalidState("malformed_json", f"This is not a {slug} document of schema {SCHEMA}.")
