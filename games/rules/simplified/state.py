"""What a simplified game is at one moment. The constructors refuse what cannot be; `play` goes around them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from games.rules.auction import AUCTION, OVER, Options, check_options
from games.rules.auction_state import (
    AuctionState,
    check_deck,
    check_no_auction,
    check_owners,
    check_running,
    check_table,
    last_draw,
)
from games.rules.base import check_players, check_seat
from games.rules.chance import check_seed
from games.rules.errors import require
from games.rules.simplified.actions import START_MONEY
from games.rules.simplified.cards import ALL_CARDS, CARDS, RED_CARDS, VALUES
from games.rules.status_cards import Card

MIN_PLAYERS, MAX_PLAYERS = 3, 8


@dataclass(frozen=True, slots=True)
class Setup:
    """What is fixed before the first bid. Seed and deck are secrets, so they are not in its `repr`."""

    players: int
    seed: int | str = field(repr=False)
    options: Options
    deck: tuple[int, ...] = field(repr=False)
    starter: int
    last_draw: int = field(init=False, repr=False, compare=False)
    """How many cards will have been revealed when the fourth double ends the game."""

    def __post_init__(self) -> None:
        check_players(self.players, MIN_PLAYERS, MAX_PLAYERS)
        check_seed(self.seed)
        check_options(self.options)
        check_seat(self.starter, self.players, "invalid_starter")
        check_deck(self.deck, len(CARDS))
        object.__setattr__(self, "last_draw", last_draw(self.deck, RED_CARDS))


class _PlayerFields(NamedTuple):
    money: int
    bid: int
    cards: int


class Player(_PlayerFields):
    """One seat: money without the open bid, the open bid, and cards received (bits by card number)."""

    __slots__ = ()

    def __new__(cls, money: int = START_MONEY, bid: int = 0, cards: int = 0) -> "Player":
        require(type(money) is int and type(bid) is int, "Money is a whole amount.")
        require(money >= 0 and bid >= 0 and money + bid <= START_MONEY, "Nobody has more than the 45 of the start.")
        require(type(cards) is int and not cards & ~ALL_CARDS, "A player's cards are some of the thirteen.")
        return super().__new__(cls, money, bid, cards)

    @classmethod
    def _make(cls, values: Iterable[int]) -> "Player":  # type: ignore[override]  # validates like the constructor
        return cls(*values)

    @property
    def spent(self) -> int:
        return START_MONEY - self.money - self.bid

    @property
    def values(self) -> tuple[int, ...]:
        return tuple(value for value in range(1, 10) if self.cards >> value - 1 & 1)

    @property
    def doubles(self) -> int:
        return (self.cards & ~VALUES).bit_count()


class State(AuctionState[Setup, Player]):
    """A position of the simplified game."""

    __slots__ = ()

    @property
    def card(self) -> Card:
        """The card revealed last."""
        return CARDS[self.setup.deck[self.drawn - 1]]

    @property
    def highest_bid(self) -> int:
        return 0 if self.highest_bidder is None else self.players[self.highest_bidder].bid

    @property
    def red_revealed(self) -> int:
        return sum(card in RED_CARDS for card in self.setup.deck[: self.drawn])

    def check(self) -> None:
        check_table(self, Setup, Player)
        rounds = self.drawn - 1
        require(self.starter == (self.setup.starter + rounds) % self.setup.players, "The starter moves clockwise.")
        auctioned = sum(1 << number for number in self.setup.deck[:rounds])
        held = check_owners((player.cards for player in self.players), auctioned)
        require(held == auctioned, "Every card that has been auctioned has an owner.")
        require(all(player.cards or not player.spent for player in self.players), "Only who receives a card pays.")
        bids = [player.bid for player in self.players]
        if self.phase == AUCTION:
            check_running(self, bids)
        else:
            check_no_auction(self, bids)
            require(self.phase == OVER and self.turn is None, "Nobody acts once the game is over.")
