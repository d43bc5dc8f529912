"""What every auction game's state has: who is in, who leads, whose turn it is, and the checks that hold for all."""

from abc import ABCMeta, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeAlias, TypeVar

from games.rules.auction import AUCTION, OVER, Options
from games.rules.errors import IllegalAction, require
from games.rules.status_cards import Card


class AuctionSetup(Protocol):
    """What every auction game fixes before the first bid."""

    @property
    def players(self) -> int: ...

    @property
    def seed(self) -> int | str: ...

    @property
    def options(self) -> Options: ...

    @property
    def deck(self) -> tuple[int, ...]: ...

    @property
    def starter(self) -> int: ...

    @property
    def last_draw(self) -> int:
        """How many cards will have been revealed when the game ends."""


SetupType = TypeVar("SetupType", bound=AuctionSetup, covariant=True)
PlayerType = TypeVar("PlayerType", covariant=True)


class _Fields(NamedTuple, Generic[SetupType, PlayerType]):
    setup: SetupType
    drawn: int
    players: tuple[PlayerType, ...]
    starter: int
    turn: int | None
    highest_bidder: int | None
    passed: int
    phase: str


class AuctionState(_Fields[SetupType, PlayerType], metaclass=ABCMeta):
    """A position: `drawn` cards have been revealed, and the last of them is what the table is about.

    `passed` has a bit for each seat that is out of the auction. The constructor refuses what cannot be.
    """

    __slots__ = ()

    def __new__(
        cls,
        setup: SetupType,
        drawn: int,
        players: tuple[PlayerType, ...],
        starter: int,
        turn: int | None,
        highest_bidder: int | None = None,
        passed: int = 0,
        phase: str = AUCTION,
    ) -> Self:
        state = tuple.__new__(cls, (setup, drawn, players, starter, turn, highest_bidder, passed, phase))
        state.check()
        return state

    @classmethod
    def _make(cls, values: Iterable[Any]) -> Self:  # type: ignore[override]  # validates like the constructor
        return cls(*values)

    @abstractmethod
    def check(self) -> None:
        """Raise `InvalidState` unless this position can exist."""

    @property
    @abstractmethod
    def card(self) -> Card:
        """The card revealed last."""

    @property
    @abstractmethod
    def highest_bid(self) -> int: ...

    @property
    @abstractmethod
    def red_revealed(self) -> int: ...

    def has_passed(self, seat: int) -> bool:
        return bool(self.passed >> seat & 1)


AnyAuctionState: TypeAlias = AuctionState[AuctionSetup, object]
"""A position of any auction game: how its players are built, only the game knows."""


def check_deck(deck: object, size: int) -> None:
    numbers = type(deck) is tuple and not [card for card in deck if type(card) is not int]
    if not numbers or sorted(deck) != list(range(size)):  # type: ignore[call-overload]
        raise IllegalAction("invalid_deck", f"A deck holds each of the {size} cards exactly once.")


def last_draw(deck: Sequence[int], red_cards: Collection[int]) -> int:
    """How many cards will have been revealed when the fourth red one ends the game."""
    return 1 + max(map(deck.index, red_cards))


def check_table(state: AnyAuctionState, setup_type: type, player_type: type) -> None:
    """What holds in every phase."""
    require(type(state.setup) is setup_type, "A state begins with a setup.")
    require(type(state.players) is tuple, "Players come in a tuple.")
    require(all(type(player) is player_type for player in state.players), "Players are built as players.")
    require(len(state.players) == state.setup.players, "There is one player for each seat.")
    require(type(state.phase) is str, "A phase is told in a word.")
    ends = state.setup.last_draw
    require(type(state.drawn) is int and 1 <= state.drawn <= ends, "The fourth red card is the last one drawn.")
    require((state.phase == OVER) == (state.drawn == ends), "The fourth red card ends the game, and no other does.")
    require(_is_seat(state.starter, state), "The starter is one of the seats.")


def check_running(state: AnyAuctionState, bids: Sequence[int]) -> None:
    """An auction under way; `bids` are the open bids' totals by seat, 0 for none."""
    require(_is_seat(state.turn, state), "One of the seats is to act.")
    require(type(state.passed) is int and not state.passed & ~(2 ** len(bids) - 1), "Only seats can pass.")
    require(not state.passed >> state.turn & 1, "Who has passed is not asked again.")  # type: ignore[operator]
    require(len(bids) - state.passed.bit_count() > 1, "An auction with one player left is over.")
    require(not any(bid and state.has_passed(seat) for seat, bid in enumerate(bids)), "Who has passed has no open bid.")
    placed = [bid for bid in bids if bid]
    require(len(set(placed)) == len(placed), "No two open bids are equal.")
    if placed:
        require(_is_seat(state.highest_bidder, state), "Somebody is the highest bidder.")
        require(bids[state.highest_bidder] == max(bids), "The highest bidder is who bids most.")  # type: ignore[index]
        require(state.turn != state.highest_bidder, "The highest bidder is not asked to raise.")
    else:
        require(state.highest_bidder is None, "Without a bid there is no highest bidder.")
    _check_order(state, bids)


def _check_order(state: AnyAuctionState, bids: Sequence[int]) -> None:
    """Turns go clockwise and every bid raises, so starter, bids and passes tell whose turn it is."""
    seats = [(state.turn + step) % len(bids) for step in range(len(bids))]  # type: ignore[operator]
    unasked = [] if bids[seats[0]] else seats[: (state.starter - seats[0]) % len(bids) or len(bids)]
    waiting = [seat for seat in seats if not bids[seat] and not state.has_passed(seat)]
    require(waiting == unasked, "Everybody is asked in turn, clockwise from the starter.")
    placed = [bids[seat] for seat in seats if bids[seat]]
    require(placed == sorted(placed), "A later bid is a higher bid.")


def check_no_auction(state: AnyAuctionState, bids: Sequence[int]) -> None:
    require(state.highest_bidder is None and not any(bids), "Without an auction there are no bids.")
    require(type(state.passed) is int and state.passed == 0, "Without an auction nobody passes.")


def check_owners(holdings: Iterable[int], auctioned: int) -> int:
    """Every card has at most one owner, and only auctioned cards have one; returns the owned cards."""
    held = 0
    for cards in holdings:
        require(not held & cards, "A card has at most one owner.")
        held |= cards
    require(not held & ~auctioned, "Nobody owns a card that has not been auctioned.")
    return held


def _is_seat(thing: object, state: AnyAuctionState) -> bool:
    return type(thing) is int and 0 <= thing < len(state.players)


def next_seat(count: int, passed: int, seat: int) -> int:
    """The next seat clockwise that has not passed."""
    return next(other % count for other in range(seat + 1, seat + count + 1) if not passed >> other % count & 1)


NEXT_SEAT = [
    [[next_seat(count, passed, seat) for seat in range(count)] for passed in range(2**count - 1)] for count in range(9)
]
"""That seat, looked up by number of players, seats that have passed, and seat."""
