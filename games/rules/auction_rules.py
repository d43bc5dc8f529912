"""What every auction game of the house does in the same way: being set up, being looked at, being written as JSON."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeAlias, TypedDict, TypeVar, Unpack

from games.rules import auction_codec as codec
from games.rules.auction import DISCARD, OVER, LegalView, Options, PlayerView, RoundView, View, options_from
from games.rules.auction_events import AuctionEvent, CardRevealed
from games.rules.auction_state import AnyAuctionState
from games.rules.base import Deck, Event, GameEnded, GameStarted, Rules, check_players, check_seat
from games.rules.chance import Chance, check_seed
from games.rules.codec import refusing
from games.rules.plain import Json
from games.rules.status_cards import Card

State = TypeVar("State", bound=AnyAuctionState)
Action = TypeVar("Action")
Done = TypeVar("Done", bound=Event)
"""The events by which a game tells what an action brings about."""


class Progress(TypedDict):
    """How far a game has come, beside its setup and its players."""

    drawn: int
    starter: int
    turn: int | None
    highest_bidder: int | None
    passed: int
    phase: str


class AuctionRules(Rules[State, Action, View], Generic[State, Action, Done]):
    """Each game says how its setup, its players and its money look; the rest is here."""

    stage_event: ClassVar[str] = "card_revealed"
    option_names = ("open_purses",)
    curious_with = 2
    view_type = View
    cards: tuple[Card, ...]

    @abstractmethod
    def first_state(
        self, players: int, seed: int | str, options: Options, deck: tuple[int, ...], starter: int
    ) -> State: ...

    @abstractmethod
    def build_state(self, setup: Any, players: Sequence[codec.PlayerDocument], **rest: Unpack[Progress]) -> State:
        """A validated state from its setup and its players as JSON tells them."""

    @abstractmethod
    def player_view(self, seat: int, player: Any, shown: bool) -> PlayerView: ...

    @abstractmethod
    def player_document(self, player: Any) -> codec.PlayerDocument: ...

    @abstractmethod
    def legal_view(self, state: State, player: Any) -> LegalView: ...

    def setup(
        self,
        players: int,
        seed: int | str,
        options: Mapping[str, object] | None = None,
        deck: Deck | None = None,
        starter: int | None = None,
    ) -> State:
        check_players(players, self.min_players, self.max_players)
        chance = Chance(check_seed(seed))
        # Both are always drawn, in this order, so that fixing one never changes the other.
        first, shuffled = chance.below(players), chance.shuffled(range(len(self.cards)))
        return self.first_state(
            players,
            seed,
            options_from(options),
            shuffled if deck is None else codec.deck_of(deck, self.cards),
            first if starter is None else starter,
        )

    @abstractmethod
    def status(self, state: State, seat: int) -> int | float:
        """What the cards before this seat would count if the game ended now and it were not cast out: open to all."""

    @abstractmethod
    def projected_status(self, state: State, seat: int) -> int | float:
        """The same if this seat got the card on the table, and gave up for a theft what it can best do without."""

    @abstractmethod
    def what_was_done(self, before: State, after: State, seat: int, shown: bool) -> list[Done]:
        """Events of one action, prices of past auctions only if `shown`; without the card revealed after it."""

    def to_act(self, state: State) -> tuple[int, ...]:
        turn = state.turn
        return () if turn is None else (turn,)

    def stage(self, state: State) -> int:
        """The number of the auction: each reveals one card."""
        return state.drawn

    def is_out_of_stage(self, state: State, seat: int) -> bool:
        """Who has passed, and everybody but the one who has to give something up."""
        return seat != state.turn if state.phase == DISCARD else state.has_passed(seat)

    def share_of_turn(self, state: State) -> float:
        """Giving up a possession is a small decision, and everybody waits for it."""
        return 0.5 if state.phase == DISCARD else 1.0

    def view(self, state: State, seat: int | None, *, open_purses: bool | None = None) -> View:
        if seat is not None:
            check_seat(seat, len(state.players))
        shown = self._purses_shown(state, open_purses)
        deck, drawn = state.setup.deck, state.drawn
        players = tuple(
            self.player_view(other, player, shown or other == seat) for other, player in enumerate(state.players)
        )
        return View(
            game=self.slug,
            seat=seat,
            phase=state.phase,
            to_act=self.to_act(state),
            card=None if state.phase == OVER else state.card,
            round=_round_view(state, [self.player_document(player).bid for player in state.players]),
            you=None if seat is None else players[seat],
            players=players,
            revealed=tuple(self.cards[number].id for number in deck[:drawn]),
            remaining=tuple(self.cards[number].id for number in sorted(deck[drawn:])),
            red_revealed=state.red_revealed,
            deck_size=len(deck) - drawn,
            legal=None if seat is None or seat != state.turn else self.legal_view(state, state.players[seat]),
            outcome=self.outcome(state),
        )

    def events(
        self, before: State | None, after: State, *, open_purses: bool | None = None
    ) -> Sequence[AuctionEvent | Done]:
        if before is None:
            started: GameStarted = {"type": "game_started", "players": len(after.players), "starter": after.starter}
            return [started, *self._revealed(after)]
        assert before.turn is not None, "nothing follows the end of a game"
        told = self.what_was_done(before, after, before.turn, self._purses_shown(after, open_purses))
        return told if after.drawn == before.drawn else [*told, *self._revealed(after)]

    def _revealed(self, after: State) -> list[CardRevealed | GameEnded]:
        card: CardRevealed = {"type": "card_revealed", "card": after.card.id, "red_revealed": after.red_revealed}
        outcome = self.outcome(after)
        if outcome is None:
            return [card]
        return [card, {"type": "game_ended", "reason": outcome.reason, "winners": list(outcome.winners)}]

    def _purses_shown(self, state: State, open_purses: bool | None) -> bool:
        """Closed purses open when the game is over, or for whoever may look into them."""
        chosen = state.setup.options.open_purses if open_purses is None else open_purses
        return chosen or state.phase == OVER

    def view_from_json(self, data: object) -> View:
        return codec.read_view(data, self.slug)

    def setup_to_json(self, state: State) -> Json:
        return codec.write_setup(state.setup, self.slug, self.cards)

    def setup_from_json(self, data: object) -> State:
        document = codec.read_setup(data, self.slug)
        with refusing():
            return self._first_state_of(document)

    def to_json(self, state: State) -> Json:
        players = [self.player_document(player) for player in state.players]
        return codec.write_state(state, players, self.slug, self.cards)

    def from_json(self, data: object) -> State:
        document = codec.read_state(data, self.slug)
        with refusing():
            return self.build_state(
                self._first_state_of(document.setup).setup,
                document.players,
                drawn=document.drawn,
                starter=document.starter,
                turn=document.turn,
                highest_bidder=document.highest_bidder,
                passed=codec.bits_of(document.passed, len(document.players)),
                phase=document.phase,
            )

    def _first_state_of(self, document: codec.SetupDocument) -> State:
        check_players(document.players, self.min_players, self.max_players)
        deck = codec.deck_of(document.deck, self.cards)
        return self.first_state(document.players, document.seed, document.options, deck, document.starter)


AnyAuctionRules: TypeAlias = AuctionRules[Any, Any, Any]
"""One of the auction games, whichever it is."""


def _round_view(state: AnyAuctionState, open_bids: Sequence[tuple[int, ...] | int]) -> RoundView:
    return RoundView(
        starter=state.starter,
        turn=state.turn,
        highest_bid=state.highest_bid,
        highest_bidder=state.highest_bidder,
        open_bids=tuple(open_bids),
        passed=tuple(state.has_passed(seat) for seat in range(len(open_bids))),
    )
