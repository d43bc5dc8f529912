"""What a game of High Society is at one moment. The constructors refuse what cannot be; `play` goes around them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from games.rules.auction import AUCTION, DISCARD, OVER, Options, check_options
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
from games.rules.high_society.cards import (
    ALL_CARDS,
    DEBT,
    POSSESSIONS,
    RED_CARDS,
    SCANDAL,
    THEFT,
    TITLES,
    VALUES_OF,
    Edition,
)
from games.rules.high_society.money import FULL_PURSE, TOTAL, cards_in
from games.rules.status_cards import MISFORTUNE, Card


@dataclass(frozen=True, slots=True)
class Setup:
    """What is fixed before the first bid. Seed and deck are secrets, so they are not in its `repr`."""

    edition: Edition = field(repr=False)
    players: int
    seed: int | str = field(repr=False)
    options: Options
    deck: tuple[int, ...] = field(repr=False)
    starter: int
    last_draw: int = field(init=False, repr=False, compare=False)
    """How many cards will have been revealed when the fourth red one ends the game."""

    def __post_init__(self) -> None:
        require(type(self.edition) is Edition, "A setup is of one of the editions.")
        check_players(self.players, self.edition.min_players, self.edition.max_players)
        check_seed(self.seed)
        check_options(self.options)
        check_seat(self.starter, self.players, "invalid_starter")
        check_deck(self.deck, len(self.edition.cards))
        object.__setattr__(self, "last_draw", last_draw(self.deck, RED_CARDS))


class _PlayerFields(NamedTuple):
    hand: int
    bid: int
    cards: int


class Player(_PlayerFields):
    """One seat: money in hand and in the open bid (as purses), and status cards received (bits by card number).

    A Theft among the cards is one still pending. Money in neither hand nor bid has been discarded.
    """

    __slots__ = ()

    def __new__(cls, hand: int = FULL_PURSE, bid: int = 0, cards: int = 0) -> "Player":
        require(_is_bits(hand, FULL_PURSE) and _is_bits(bid, FULL_PURSE), "A purse is a set of the eleven money cards.")
        require(not hand & bid, "A money card is either in hand or in the open bid.")
        require(_is_bits(cards, ALL_CARDS), "A player's cards are some of the sixteen status cards.")
        require(not (cards >> THEFT & 1 and cards & POSSESSIONS), "A theft is pending only without possessions.")
        return super().__new__(cls, hand, bid, cards)

    @classmethod
    def _make(cls, values: Iterable[int]) -> "Player":  # type: ignore[override]  # validates like the constructor
        return cls(*values)

    @property
    def money(self) -> int:
        """The value of the cards in hand."""
        return TOTAL[self.hand]

    @property
    def money_discarded(self) -> tuple[int, ...]:
        return cards_in(FULL_PURSE ^ self.hand ^ self.bid)

    @property
    def possessions(self) -> tuple[int, ...]:
        return VALUES_OF[self.cards & POSSESSIONS]

    @property
    def titles(self) -> int:
        return (self.cards & TITLES).bit_count()

    @property
    def scandals(self) -> int:
        return self.cards >> SCANDAL & 1

    @property
    def debts(self) -> int:
        return self.cards >> DEBT & 1

    @property
    def thefts_pending(self) -> int:
        return self.cards >> THEFT & 1


def _is_bits(thing: object, most: int) -> bool:
    return type(thing) is int and not thing & ~most


class State(AuctionState[Setup, Player]):
    """A position of High Society."""

    __slots__ = ()

    @property
    def card(self) -> Card:
        """The card revealed last."""
        return self.setup.edition.cards[self.setup.deck[self.drawn - 1]]

    @property
    def highest_bid(self) -> int:
        return 0 if self.highest_bidder is None else TOTAL[self.players[self.highest_bidder].bid]

    @property
    def red_revealed(self) -> int:
        return sum(card in RED_CARDS for card in self.setup.deck[: self.drawn])

    def check(self) -> None:
        check_table(self, Setup, Player)
        self._check_status_cards()
        self._check_starter()
        require(self.drawn > 1 or not any(player.money_discarded for player in self.players), "Nobody has paid yet.")
        bids = [TOTAL[player.bid] for player in self.players]
        if self.phase == AUCTION:
            check_running(self, bids)
            require(self.card.kind != MISFORTUNE or not self.passed, "The first pass ends a misfortune's auction.")
            return
        check_no_auction(self, bids)
        if self.phase == DISCARD:
            self._check_discard()
        else:
            require(self.phase == OVER and self.turn is None, "Nobody acts once the game is over.")

    def _check_status_cards(self) -> None:
        """Every card that has been auctioned is with one player, or gone because of a theft."""
        auctioned = sum(1 << number for number in self.setup.deck[: self.drawn - 1])
        gone = auctioned & ~check_owners((player.cards for player in self.players), auctioned)
        lost = (gone & POSSESSIONS).bit_count()
        require(not gone & ~(POSSESSIONS | 1 << THEFT), "Titles, scandal and debt stay with their owner.")
        require(lost == gone >> THEFT & 1, "A theft takes exactly one possession with it.")

    def _check_starter(self) -> None:
        """Whoever received the last card starts; if a theft took it, nobody can tell any more who that was."""
        require(self.drawn > 1 or self.starter == self.setup.starter, "The first starter is fixed in the setup.")
        last = self.setup.deck[self.drawn - 2]
        owners = [seat for seat, player in enumerate(self.players) if player.cards >> last & 1]
        require(self.phase == DISCARD or owners in ([], [self.starter]), "Whoever received the last card starts.")

    def _check_discard(self) -> None:
        require(self.setup.deck[self.drawn - 1] == THEFT, "Only a theft makes somebody discard.")
        require(type(self.turn) is int and self.turn == self.starter, "Who received the theft discards, then starts.")
        require(bool(self.players[self.starter].possessions), "Only who has a possession can discard one.")
