"""The simplified game: one amount of money, no misfortunes, thirteen cards."""

from collections.abc import Sequence
from typing import Unpack, get_args

from games.rules.auction import AUCTION, OVER, LegalView, Options, PlayerView
from games.rules.auction_codec import PlayerDocument, cards_from_ids
from games.rules.auction_rules import AuctionRules, Progress
from games.rules.auction_state import NEXT_SEAT
from games.rules.base import Outcome
from games.rules.errors import IllegalAction, malformed, require
from games.rules.plain import Json
from games.rules.simplified import actions, scoring
from games.rules.simplified.actions import BIDS, PASS, Action, Bid, Pass
from games.rules.simplified.cards import CARDS
from games.rules.simplified.event_types import Done, Event
from games.rules.simplified.events import what_was_done
from games.rules.simplified.state import MAX_PLAYERS, MIN_PLAYERS, Player, Setup, State
from games.rules.status_cards import ids_of


class Simplified(AuctionRules[State, Action, Done]):
    slug = "high-society-simplified"
    name = "High Society, simplified"
    min_players = MIN_PLAYERS
    max_players = MAX_PLAYERS
    cards = CARDS
    action_types = (actions.PassJson, actions.BidJson)
    event_types = get_args(Event)

    def first_state(
        self, players: int, seed: int | str, options: Options, deck: tuple[int, ...], starter: int
    ) -> State:
        setup = Setup(players, seed, options, deck, starter)
        return _reveal(setup, 0, (Player(),) * players, starter)

    def legal_actions(self, state: State, seat: int) -> Sequence[Action]:
        if type(seat) is not int or seat != state.turn:
            return ()
        player = state.players[seat]
        return (PASS, *BIDS[state.highest_bid + 1 : player.money + player.bid + 1])

    def play(self, state: State, seat: int, action: Action) -> State:
        turn = state.turn
        if turn is None:
            raise IllegalAction("game_over", "The game is over.")
        if type(seat) is not int or seat != turn:
            raise IllegalAction("not_your_turn", "It is not your turn.")
        if type(action) is Bid and action.amount:
            return _bid(state, seat, action.amount)
        if type(action) is Pass or type(action) is Bid:
            return _pass(state, seat)
        raise malformed("This is not an action of the simplified game.")

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def status(self, state: State, seat: int) -> int | float:
        return scoring.score_lines(state.players[seat], cast_out=False)[-1].total

    def projected_status(self, state: State, seat: int) -> int | float:
        if state.phase != AUCTION:
            return self.status(state, seat)
        money, bid, cards = state.players[seat]
        winner = _new(Player, (money, bid, cards | 1 << state.setup.deck[state.drawn - 1]))
        return scoring.score_lines(winner, cast_out=False)[-1].total

    def what_was_done(self, before: State, after: State, seat: int, shown: bool) -> list[Done]:
        return what_was_done(before, after, seat, shown)

    def action_to_json(self, action: Action) -> Json:
        return actions.action_to_json(action)

    def action_from_json(self, data: object) -> Action:
        return actions.action_from_json(data)

    def build_state(self, setup: Setup, players: Sequence[PlayerDocument], **rest: Unpack[Progress]) -> State:
        return State(setup=setup, players=tuple(_player_of(player) for player in players), **rest)

    def player_document(self, player: Player) -> PlayerDocument:
        return PlayerDocument(player.money, player.bid, ids_of(player.cards, CARDS))

    def player_view(self, seat: int, player: Player, shown: bool) -> PlayerView:
        return PlayerView(
            seat=seat,
            cards=ids_of(player.cards, CARDS),
            possessions=player.values,
            titles=player.doubles,
            scandals=0,
            debts=0,
            thefts_pending=0,
            cards_in_hand=0,
            hand=None,
            money=player.money if shown else None,
            money_discarded=player.spent if shown else None,
        )

    def legal_view(self, state: State, player: Player) -> LegalView:
        totals = tuple(range(state.highest_bid + 1, player.money + player.bid + 1))
        least = totals[0] - player.bid if totals else None
        return LegalView(can_pass=True, minimum_raise=least, cards=(), totals=totals, discards=())


def _player_of(document: PlayerDocument) -> Player:
    hand, bid = document.hand, document.bid
    require(isinstance(hand, int) and isinstance(bid, int), "Money is a whole amount.")
    return Player(hand, bid, cards_from_ids(document.cards, CARDS))  # type: ignore[arg-type]


_new = tuple.__new__
"""Builds the successors of valid states without validating them again."""


def _reveal(setup: Setup, drawn: int, players: tuple[Player, ...], starter: int) -> State:
    """Turn up the next card: it opens an auction, or it is the fourth double and ends the game."""
    drawn += 1
    if drawn == setup.last_draw:
        return _new(State, (setup, drawn, players, starter, None, None, 0, OVER))
    return _new(State, (setup, drawn, players, starter, starter, None, 0, AUCTION))


def _bid(state: State, seat: int, amount: int) -> State:
    setup, drawn, players, starter, _, _, passed, _ = state
    money, bid, cards = players[seat]
    if amount <= state.highest_bid:
        raise IllegalAction("bid_too_low", f"A bid must be at least {state.highest_bid + 1}.")
    if amount > money + bid:
        raise IllegalAction("not_enough_money", f"You have {money + bid} to bid with.")
    players = _with(players, seat, _new(Player, (money + bid - amount, amount, cards)))
    turn = NEXT_SEAT[len(players)][passed][seat]
    return _new(State, (setup, drawn, players, starter, turn, seat, passed, AUCTION))


def _pass(state: State, seat: int) -> State:
    setup, drawn, players, starter, _, leader, passed, _ = state
    money, bid, cards = players[seat]
    players = _with(players, seat, _new(Player, (money + bid, 0, cards)))
    passed |= 1 << seat
    turn = NEXT_SEAT[len(players)][passed][seat]
    if passed.bit_count() == len(players) - 1:
        money, _, cards = players[turn]
        winner = _new(Player, (money, 0, cards | 1 << setup.deck[drawn - 1]))
        return _reveal(setup, drawn, _with(players, turn, winner), (starter + 1) % len(players))
    return _new(State, (setup, drawn, players, starter, turn, leader, passed, AUCTION))


def _with(players: tuple[Player, ...], seat: int, player: Player) -> tuple[Player, ...]:
    return players[:seat] + (player,) + players[seat + 1 :]


SIMPLIFIED_RULES = Simplified()
