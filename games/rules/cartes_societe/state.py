"""What a game of CartesSociété is at one moment. The constructors refuse what cannot be; `play` goes around them."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, NamedTuple

from games.rules.base import check_players
from games.rules.cartes_societe.calendar import LAST_TURN, first_buyer, gold_of, tier_of
from games.rules.cartes_societe.cards import CARDS, IDS, PRINTED, TIERS
from games.rules.chance import check_seed
from games.rules.errors import IllegalAction, require

MIN_PLAYERS, MAX_PLAYERS = 2, 5
START_HEALTH = 400
LEAST_HEALTH = -100_000
MARKET = 5
TURN = "turn"
OVER = "over"

Numbers = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Setup:
    """What is fixed before the first purchase. Seed and deck are secrets, so they are not in its `repr`."""

    players: int
    seed: int | str = field(repr=False)
    deck: tuple[Numbers, ...] = field(repr=False)
    """The pile of each tier, top card first."""
    digest: str = field(init=False, repr=False, compare=False)
    """Of the deck: all later chance comes from it, so that the same deck is the same game at every table."""

    def __post_init__(self) -> None:
        check_players(self.players, MIN_PLAYERS, MAX_PLAYERS)
        check_seed(self.seed)
        piled = type(self.deck) is tuple and len(self.deck) == len(TIERS)
        if not piled or not all(map(_holds, self.deck, PRINTED)):
            raise IllegalAction("invalid_deck", "A deck has each card of a tier exactly once, for all five tiers.")
        dealt = " ".join(IDS[number] for pile in self.deck for number in pile)
        object.__setattr__(self, "digest", sha256(dealt.encode()).hexdigest())


def _holds(pile: object, printed: Numbers) -> bool:
    return _is_numbers(pile) and sorted(pile) == list(printed)  # type: ignore[call-overload]


def _is_numbers(thing: object, below: int = CARDS) -> bool:
    return type(thing) is tuple and all(type(number) is int and 0 <= number < below for number in thing)


class _PlayerFields(NamedTuple):
    pv: int
    po: int
    hand: Numbers
    board: Numbers
    played: bool
    fell: int


class Player(_PlayerFields):
    """One seat: health, gold left in this turn, cards in the order they came, and whether one was laid this turn.

    `fell` is the turn in which the player went out, 0 for the living. The cards of the fallen have left the game.
    """

    __slots__ = ()

    def __new__(
        cls,
        pv: int = START_HEALTH,
        po: int = 0,
        hand: Numbers = (),
        board: Numbers = (),
        played: bool = False,
        fell: int = 0,
    ) -> "Player":
        healthy = type(pv) is int and LEAST_HEALTH <= pv <= START_HEALTH
        require(healthy, "Nobody has more health than at the start, or less than any blow could leave.")
        require(type(po) is int and 0 <= po <= gold_of(LAST_TURN), "Gold is a whole amount that a turn can give.")
        require(_is_numbers(hand, 2 * CARDS) and _is_numbers(board, 2 * CARDS), "Hand and board hold cards.")
        require(type(played) is bool, "A card was laid this turn, or it was not.")
        require(type(fell) is int and 0 <= fell <= LAST_TURN, "Players go out in one of the turns.")
        require((pv <= 0) == bool(fell), "Who has no health left goes out, and nobody else.")
        require(not fell or not (po or hand or board or played), "Who is out has nothing left.")
        return super().__new__(cls, pv, po, hand, board, played, fell)

    @classmethod
    def _make(cls, values: Iterable[Any]) -> "Player":  # type: ignore[override]  # validates like the constructor
        return cls(*values)

    @property
    def alive(self) -> bool:
        return not self.fell


class _StateFields(NamedTuple):
    setup: Setup
    turn: int
    seat: int | None
    piles: tuple[Numbers, ...]
    market: Numbers
    discard: Numbers
    players: tuple[Player, ...]


class State(_StateFields):
    """A position: in this turn this seat acts, nobody once the game is over. The discard is in printed order."""

    __slots__ = ()

    def __new__(
        cls,
        setup: Setup,
        turn: int,
        seat: int | None,
        piles: tuple[Numbers, ...],
        market: Numbers,
        discard: Numbers,
        players: tuple[Player, ...],
    ) -> "State":
        state = super().__new__(cls, setup, turn, seat, piles, market, discard, players)
        state.check()
        return state

    @classmethod
    def _make(cls, values: Iterable[Any]) -> "State":  # type: ignore[override]  # validates like the constructor
        return cls(*values)

    def __repr__(self) -> str:
        """The order of the piles is a secret."""
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self._fields if name != "piles")
        return f"State({shown})"

    @property
    def tier(self) -> int:
        return tier_of(self.turn)

    @property
    def phase(self) -> str:
        return OVER if self.seat is None else TURN

    @property
    def first(self) -> int:
        """Who buys first this turn; those who fell in its combat still had their place."""
        return first_buyer(self.turn, [player.alive or player.fell == self.turn for player in self.players])

    def has_ended(self, seat: int) -> bool:
        """Whether this seat has had its turn."""
        if self.seat is None:
            return True
        count = len(self.players)
        return (seat - self.first) % count < (self.seat - self.first) % count

    def check(self) -> None:
        require(type(self.setup) is Setup, "A state begins with a setup.")
        require(type(self.turn) is int and 1 <= self.turn <= LAST_TURN, "A game has at most thirty turns.")
        self._check_players()
        self._check_end()
        self._check_cards()

    def _check_players(self) -> None:
        require(type(self.players) is tuple, "Players come in a tuple.")
        require(all(type(player) is Player for player in self.players), "Players are built as players.")
        require(len(self.players) == self.setup.players, "There is one player for each seat.")
        over = self.seat is None
        for player in self.players:
            require(player.fell < self.turn + over, "Nobody has fallen in a combat to come.")
            require(player.po <= gold_of(self.turn), "Nobody has more gold than a turn gives.")
            laid = len(player.board) + (not player.played)
            require(laid <= self.turn, "At most one card is laid in a turn.")
            require(not player.played or bool(player.board), "A card that was laid is on the board.")
        require(
            self.turn > 1 or over or {player.pv for player in self.players} == {START_HEALTH}, "Nobody was hit yet."
        )

    def _check_end(self) -> None:
        living = [player for player in self.players if player.alive]
        before_combat = [player for player in self.players if player.fell in (0, self.turn)]
        require(len(before_combat) > 1, "A game in which one player is left is over.")
        if self.seat is None:
            require(len(living) < 2 or self.turn == LAST_TURN, "A game ends with one player left, or after turn 30.")
            return
        require(type(self.seat) is int and 0 <= self.seat < len(self.players), "One of the seats is to act.")
        require(self.players[self.seat].alive, "Who is out does not act.")
        for seat, player in enumerate(self.players):
            waiting = player.alive and seat != self.seat and not self.has_ended(seat)
            untouched = player.po == gold_of(self.turn) and not player.played
            require(not waiting or untouched, "Who is still to act has done nothing yet.")

    def _check_cards(self) -> None:
        """Every card is in one place, or left the game with its owner."""
        require(_is_numbers(self.market) and len(self.market) <= MARKET, "Five cards at most are for sale.")
        require(_is_numbers(self.discard), "The discard holds cards.")
        require(list(self.discard) == sorted(self.discard), "The discard is in printed order.")
        piled = type(self.piles) is tuple and len(self.piles) == len(TIERS) and all(map(_is_numbers, self.piles))
        require(piled, "There is a pile for each tier.")
        tier, deck = self.tier, self.setup.deck
        require(not any(self.piles[: tier - 1]), "The piles of past tiers are gone.")
        require(self.piles[tier:] == deck[tier:], "The piles of tiers to come lie as they were shuffled.")
        in_order = tier > 1 or self.piles[0] == deck[0][len(deck[0]) - len(self.piles[0]) :]
        require(in_order, "The first pile is drawn from the top.")
        owned = [number % CARDS for player in self.players for number in (*player.hand, *player.board)]
        places = [*self.market, *self.discard, *owned]
        for pile in self.piles:
            places += pile
        require(len(set(places)) == len(places), "A card is in one place.")
        complete = len(places) == CARDS or any(player.fell for player in self.players)
        require(complete, "Only the cards of those who are out have left the game.")
