"""What a kind of game brings along so that its tables can be drawn: the rest of the site knows no more of it.

A new kind of game registers its own with `tableau_of`.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import singledispatch
from typing import Any, ClassVar, NamedTuple

from games.orders import StandingOrder
from games.rules.base import SeatResult
from games.rules.plain import Json
from games.tableau.fragments import Asked, Fragment
from games.tableau.narrator import Narrator
from games.tableau.parts import PrivatePart, PublicPart
from games.tableau.posting import Posted
from games.tableau.scene import Scene
from games.tableau.timeline import Timeline


class Pile(NamedTuple):
    """Cards that were dealt face down, from the top."""

    name: str
    """Nothing where there is only one pile."""
    cards: tuple["Dealt", ...]


class Dealt(NamedTuple):
    name: str
    turned_up: bool


class Tableau(ABC):
    """Every word and every sum of a table, from views and events only: it can show nothing that the rules do not."""

    narrator: ClassVar[type[Narrator]]
    settled: ClassVar[tuple[str, ...]]
    """The events that tell what a stage of the game came to."""
    symbols: ClassVar[str] = ""
    """The template of drawings that come with the page once, if its parts only point to them."""
    replay_hand: ClassVar[str]
    """The template of what a seat has, where nothing is asked of it."""
    all_cards: ClassVar[str] = ""
    """The template of what is printed on all cards, if the rules do not tell it."""

    def printed(self) -> Iterable[Any]:
        """What that template is drawn from."""
        return ()

    @abstractmethod
    def stage_word(self) -> str:
        """What a stage of the game is called."""

    @abstractmethod
    def out_word(self) -> str:
        """What befell those who did not last to the end."""

    def place_of(self, result: SeatResult) -> str:
        """The rank as it is shown."""
        return str(result.rank)

    @abstractmethod
    def draw_public(self, scene: Scene) -> PublicPart:
        """The table as everybody sees it."""

    @abstractmethod
    def draw_private(self, scene: Scene, seat: int) -> PrivatePart:
        """What one seat sees beside the public table."""

    @abstractmethod
    def public_fragments(self, table: Any) -> Iterator[Fragment]:
        """The parts that the table is made of, as everybody sees it."""

    @abstractmethod
    def private_fragments(self, mine: Any, asked: Asked) -> Iterator[Fragment]:
        """The parts of what one seat sees beside it."""

    @abstractmethod
    def depends_on(self, scene: Scene, seat: int) -> Hashable:
        """What the private table of a seat is drawn from: while this stays the same, its form is left in peace."""

    @abstractmethod
    def timeline(self, scene: Scene, drawn: Scene, seat: int | None) -> Timeline:
        """What charts show of `drawn` to that seat, or a spectator, who looks at `scene`."""

    @abstractmethod
    def draw_orders(self, scene: Scene, seat: int, given: Iterable[tuple[int, StandingOrder]], filled: Posted) -> Any:
        """The standing orders of a seat and the form to give one, filled as it was sent."""

    @abstractmethod
    def order_fragments(self, panel: Any) -> Iterator[Fragment]:
        """The parts of the fields of that form."""

    def orders_depend_on(self, scene: Scene, seat: int) -> Hashable:
        """What that form is drawn from: while this stays the same, it is left in peace."""
        return scene.stage

    @abstractmethod
    def read_wish(self, data: Posted) -> dict[str, Any]:
        """The fields of the form for an order, each of its type."""

    @abstractmethod
    def order_of(self, rules: Any, view: Any, stage: int, wish: Mapping[str, Any]) -> StandingOrder:
        """The order that was wished for by whoever has this view, or `OrderRefused`."""

    @abstractmethod
    def read_action(self, data: Posted) -> Json:
        """What a form posted, as the JSON of an action. Junk becomes something that the rules refuse."""

    @abstractmethod
    def piles(self, rules: Any, setup: Json, state: Any) -> list[Pile]:
        """What was dealt, for everybody to see once the game has ended."""

    def tells_past(self, scene: Scene) -> bool:
        """Whether the sums of stages that are over may be told."""
        return True

    def running_stage(self, scene: Scene) -> int | None:
        """The stage whose sums may be told in any case."""
        return None


@singledispatch
def tableau_of(rules: object) -> Tableau:
    """How games of these rules are shown."""
    raise TypeError(f"Nobody has said how {rules!r} is shown.")


def draw_public(scene: Scene) -> Any:
    """The table as everybody sees it."""
    return tableau_of(scene.rules).draw_public(scene)


def draw_private(scene: Scene, seat: int) -> Any:
    """What that seat sees beside it."""
    return tableau_of(scene.rules).draw_private(scene, seat)


def draw_orders(scene: Scene, seat: int, given: Iterable[tuple[int, StandingOrder]], filled: Posted) -> Any:
    """The standing orders of that seat, and a form to give one."""
    return tableau_of(scene.rules).draw_orders(scene, seat, given, filled)
