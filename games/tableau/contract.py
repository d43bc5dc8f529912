"""What a kind of game brings along so that its tables can be drawn: the rest of the site knows no more of it.

A new kind of game registers its own with `tableau_of`.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import singledispatch
from typing import Any, ClassVar, Generic, NamedTuple, TypeAlias, TypeVar

from django.utils.translation import gettext as _

from games.positions import Position
from games.rules import AnyRules
from games.rules.base import Event, SeatResult
from games.rules.errors import malformed
from games.rules.plain import Json
from games.tableau.fragments import Asked, Fragment
from games.tableau.game_words import GameWords, TableOption, Text
from games.tableau.narrator import Narrator
from games.tableau.order_form import AnyOrderForm, NoOrderForm
from games.tableau.posted_fields import Posted
from games.tableau.scene import Scene
from games.tableau.seat_state import ACT, FINISHED, PLAYING, PendingChoice, SeatState, offers
from games.tableau.shell import PrivateTableBase, PublicTableBase
from games.tableau.timeline import Timeline

PublicTable = TypeVar("PublicTable", bound=PublicTableBase)
PrivateTable = TypeVar("PrivateTable", bound=PrivateTableBase)


class Pile(NamedTuple):
    """Cards that were dealt face down, from the top."""

    name: str
    """Nothing where there is only one pile."""
    cards: tuple["Dealt", ...]


class Dealt(NamedTuple):
    name: str
    turned_up: bool


class Tableau(ABC, Generic[PublicTable, PrivateTable]):
    """Every word and every sum of a table, from views and events only: it can show nothing that the rules do not.

    Functions that stand in modules of their own are bound as they are: `draw_public = staticmethod(draw_public)`.
    """

    narrator: ClassVar[type[Narrator]]
    order_form: ClassVar[AnyOrderForm] = NoOrderForm()
    settling_events: ClassVar[tuple[str, ...]] = ()
    """Those that tell what a stage of the game came to."""
    symbols: ClassVar[str] = ""
    """The template of drawings that come with the page once, if its parts only point to them."""
    replay_hand: ClassVar[str] = "games/table/_no_dock.html"
    """The template of what a seat has, where nothing is asked of it; usually everybody sees it anyway."""
    all_cards: ClassVar[str] = ""
    """The template of what is printed on all cards, if the rules do not tell it."""
    words: ClassVar[Mapping[str, GameWords]]
    """By slug, for each game of this kind."""
    options: ClassVar[tuple[TableOption, ...]] = ()
    """What a table may choose, for those games whose rules name it."""
    curiosity: ClassVar[Text] = ""
    """What to know about a table with as many players as the rules call curious."""
    refusals: ClassVar[Mapping[str, Text]] = {}
    """By code, what only these rules refuse; what every game refuses has its sentence already."""

    def hides_past(self, options: object) -> bool:
        """Whether a table with these options reminds nobody of what is past, while its game goes on."""
        return False

    def nobody_won(self) -> str:
        """How it came that a game ended without a winner."""
        return _("Nobody won")

    def printed_cards(self) -> Iterable[object]:
        """What that template is drawn from."""
        return ()

    def stage_word(self) -> str:
        """What a stage of the game is called."""
        return _("Turn")

    def out_word(self) -> str:
        """What befell those who did not last to the end; nothing where everybody does."""
        return ""

    def rank_words(self, result: SeatResult) -> str:
        """The rank as it is shown."""
        return str(result.rank)

    @abstractmethod
    def draw_public(self, scene: Scene) -> PublicTable:
        """The table as everybody sees it."""

    @abstractmethod
    def draw_private(self, scene: Scene, seat: int) -> PrivateTable:
        """What one seat sees beside the public table."""

    @abstractmethod
    def public_fragments(self, table: PublicTable) -> Iterator[Fragment]:
        """The parts that the table is made of, as everybody sees it."""

    @abstractmethod
    def private_fragments(self, mine: PrivateTable, asked: Asked) -> Iterator[Fragment]:
        """The parts of what one seat sees beside it."""

    def private_key(self, scene: Scene, seat: int) -> Hashable:
        """What the private table of a seat is drawn from: while this stays the same, its form is left in peace."""
        return scene.position.number

    def timeline(self, scene: Scene, drawn: Scene, seat: int | None) -> Timeline | None:
        """What charts show of `drawn` to that seat, or a spectator, who looks at `scene`; some games have none."""
        return None

    @abstractmethod
    def read_action(self, posted: Posted) -> Json:
        """What a form posted, as the JSON of an action. Junk becomes something that the rules refuse."""

    def piles(self, rules: AnyRules, setup: Json, position: Position) -> list[Pile]:
        """What was dealt, for everybody to see once the game has ended; nothing, where there are no cards."""
        return []

    def seat_state(self, scene: Scene, seat: int | None) -> SeatState:
        """What a program is told of what a seat may do, or of the game alone where nobody asks for one."""
        if scene.outcome is not None:
            return SeatState(FINISHED)
        if seat != scene.turn:
            return SeatState(PLAYING)
        return SeatState(PLAYING, offers({ACT: None}), PendingChoice(ACT, _("Your turn"), ()))

    def phase_begun_by(self, rules: AnyRules, event: Event) -> str:
        """The phase of the game that begins with an event, if one does."""
        return PLAYING if event["type"] == "game_started" else ""

    def without_amounts(self, event: Event) -> Event:
        """An event as it is told of a stage whose sums are told no more."""
        return event

    def read_selection(self, rules: AnyRules, card: str) -> Json:
        """The action by which somebody gives up the card of this id, where a game asks for that."""
        raise malformed("In this game no card is chosen that way.")

    def tells_past(self, scene: Scene) -> bool:
        """Whether the sums of stages that are over may be told."""
        return True

    def running_stage(self, scene: Scene) -> int | None:
        """The stage whose sums may be told in any case."""
        return None


AnyTableau: TypeAlias = Tableau[Any, Any]
"""That of one kind of game, whichever it is."""


@singledispatch
def tableau_of(rules: object) -> AnyTableau:
    """How games of these rules are shown."""
    raise TypeError(f"Nobody has said how {rules!r} is shown.")
