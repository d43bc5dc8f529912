"""What the auction games of the house have in common: table options, and the shape of what a seat may know."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.base import SCHEMA, Outcome
from games.rules.errors import IllegalAction
from games.rules.plain import is_object, plain_copy
from games.rules.status_cards import Card

AUCTION = "auction"
DISCARD = "discard"
OVER = "over"


@dataclass(frozen=True, slots=True)
class Options:
    """What a table may choose. Open purses show what could be deduced anyway; closed, the game is one of memory."""

    open_purses: bool = True

    def __post_init__(self) -> None:
        if type(self.open_purses) is not bool:
            raise IllegalAction("invalid_options", "The option open_purses is either true or false.")


USUAL_OPTIONS = Options()


def check_options(options: object) -> None:
    if type(options) is not Options:
        raise IllegalAction("invalid_options", "A setup has the options of this game.")


def options_from(chosen: Mapping[str, object] | Options | None) -> Options:
    if chosen is None:
        return USUAL_OPTIONS
    if type(chosen) is Options:
        return chosen
    options = plain_copy(chosen, Mapping, dict)
    if not is_object(options) or not options.keys() <= {"open_purses"}:
        raise IllegalAction("invalid_options", "The only option of this game is open_purses.")
    return Options(**options)


@dataclass(frozen=True, slots=True)
class RoundView:
    starter: int
    turn: int | None
    highest_bid: int
    highest_bidder: int | None
    open_bids: tuple[tuple[int, ...] | int, ...]
    passed: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class PlayerView:
    seat: int
    cards: tuple[str, ...]
    """Ids of the status cards in front of this player, a pending theft included."""
    possessions: tuple[int, ...]
    titles: int
    scandals: int
    debts: int
    thefts_pending: int
    cards_in_hand: int
    hand: tuple[int, ...] | None
    """Money cards in hand, without the open bid; `None` where purses are closed, or in a game without money cards."""
    money: int | None
    """What the hand is worth, without the open bid; `None` where purses are closed."""
    money_discarded: tuple[int, ...] | int | None


@dataclass(frozen=True, slots=True)
class LegalView:
    """The legal actions in brief: never a row for each of up to 2,048 bids."""

    can_pass: bool
    minimum_raise: int | None
    """The least that can be added to the own open bid, or `None` if no raise is possible."""
    cards: tuple[int, ...]
    """Money cards a raise may use; none in a game without money cards."""
    totals: tuple[int, ...]
    """What the own open bid can come to."""
    discards: tuple[int, ...]
    """Possessions to choose from while a theft is due."""


@dataclass(frozen=True, slots=True)
class View:
    """All that one seat, or a spectator, may know: never the order of the undrawn deck, never the seed."""

    game: str
    seat: int | None
    phase: str
    to_act: tuple[int, ...]
    card: Card | None
    round: RoundView
    you: PlayerView | None
    players: tuple[PlayerView, ...]
    revealed: tuple[str, ...]
    remaining: tuple[str, ...]
    """Cards not yet revealed, in the order of the printed list: it tells nothing about the deck."""
    red_revealed: int
    deck_size: int
    legal: LegalView | None
    outcome: Outcome | None
    schema: int = SCHEMA

    @property
    def acting(self) -> bool:
        """Whether it is this seat's turn."""
        return self.seat in self.to_act
