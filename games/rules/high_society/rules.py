"""High Society: one engine for all editions."""

from collections.abc import Sequence
from typing import Unpack, get_args

from games.rules.auction import AUCTION, DISCARD, OVER, LegalView, Options, PlayerView
from games.rules.auction_codec import PlayerDocument, cards_from_ids
from games.rules.auction_rules import AuctionRules, Progress
from games.rules.auction_state import NEXT_SEAT
from games.rules.base import Outcome
from games.rules.errors import IllegalAction, malformed
from games.rules.high_society import actions, scoring
from games.rules.high_society.actions import Action, AuctionActions, Bid, DiscardPossession, Pass
from games.rules.high_society.cards import CLASSIC, PARIS, POSSESSIONS, SCANDAL, THEFT, Edition
from games.rules.high_society.event_types import Done, Event
from games.rules.high_society.events import what_was_done
from games.rules.high_society.money import TOTAL, cards_in, purse_of
from games.rules.high_society.state import Player, Setup, State
from games.rules.high_society.view import legal_view, player_view
from games.rules.plain import Json
from games.rules.status_cards import ids_of


class HighSociety(AuctionRules[State, Action, Done]):
    action_types = (actions.PassJson, actions.BidJson, actions.DiscardPossessionJson)
    event_types = get_args(Event)

    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.slug = edition.slug
        self.name = edition.name
        self.cards = edition.cards
        self.min_players = edition.min_players
        self.max_players = edition.max_players

    def first_state(
        self, players: int, seed: int | str, options: Options, deck: tuple[int, ...], starter: int
    ) -> State:
        setup = Setup(self.edition, players, seed, options, deck, starter)
        return _reveal(setup, 0, (NEW_PLAYER,) * players, starter)

    def legal_actions(self, state: State, seat: int) -> Sequence[Action]:
        _, _, players, _, turn, leader, _, phase = state
        if type(seat) is not int or seat != turn:
            return ()
        hand, bid, _ = players[seat]
        if phase == DISCARD:
            return tuple(DiscardPossession(value) for value in players[seat].possessions)
        highest = 0 if leader is None else TOTAL[players[leader].bid]
        return AuctionActions(hand, highest - TOTAL[bid])

    def play(self, state: State, seat: int, action: Action) -> State:
        turn = state.turn
        if turn is None:
            raise IllegalAction("game_over", "The game is over.")
        if type(seat) is not int or seat != turn:
            raise IllegalAction("not_your_turn", "It is not your turn.")
        if type(action) is Bid:
            return _bid(state, seat, action.purse)
        if type(action) is Pass:
            return _pass(state, seat)
        if type(action) is DiscardPossession:
            return _discard(state, seat, action.value)
        raise malformed("This is not an action of High Society.")

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(state)

    def status(self, state: State, seat: int) -> int | float:
        return scoring.score_lines(state.players[seat], self.edition)[-1].total

    def projected_status(self, state: State, seat: int) -> int | float:
        if state.phase != AUCTION:
            return self.status(state, seat)
        hand, bid, cards = state.players[seat]
        outcomes = _outcomes(cards, state.setup.deck[state.drawn - 1])
        return max(scoring.score_lines(_new(Player, (hand, bid, held)), self.edition)[-1].total for held in outcomes)

    def what_was_done(self, before: State, after: State, seat: int, shown: bool) -> list[Done]:
        return what_was_done(before, after, seat, shown)

    def action_to_json(self, action: Action) -> Json:
        return actions.action_to_json(action)

    def action_from_json(self, data: object) -> Action:
        return actions.action_from_json(data)

    def build_state(self, setup: Setup, players: Sequence[PlayerDocument], **rest: Unpack[Progress]) -> State:
        seats = [
            Player(purse_of(player.hand), purse_of(player.bid), cards_from_ids(player.cards, self.cards))
            for player in players
        ]
        return State(setup=setup, players=tuple(seats), **rest)

    def player_document(self, player: Player) -> PlayerDocument:
        return PlayerDocument(cards_in(player.hand), cards_in(player.bid), ids_of(player.cards, self.cards))

    def player_view(self, seat: int, player: Player, shown: bool) -> PlayerView:
        return player_view(seat, player, self.cards, shown)

    def legal_view(self, state: State, player: Player) -> LegalView:
        return legal_view(state, player)


NEW_PLAYER = Player()


_new = tuple.__new__
"""Builds the successors of valid states without validating them again."""


def _reveal(setup: Setup, drawn: int, players: tuple[Player, ...], starter: int) -> State:
    """Turn up the next card: it opens an auction, or it is the fourth red one and ends the game."""
    drawn += 1
    if drawn == setup.last_draw:
        return _new(State, (setup, drawn, players, starter, None, None, 0, OVER))
    return _new(State, (setup, drawn, players, starter, starter, None, 0, AUCTION))


def _bid(state: State, seat: int, added: int) -> State:
    setup, drawn, players, starter, _, leader, passed, phase = state
    if phase != AUCTION:
        raise IllegalAction("wrong_phase", "A theft is due: choose a possession to give up.")
    hand, bid, cards = players[seat]
    if added & ~hand:
        raise IllegalAction("card_not_in_hand", "You can only bid money cards from your hand.")
    bid |= added
    if leader is not None and TOTAL[bid] <= TOTAL[players[leader].bid]:
        highest = TOTAL[players[leader].bid]
        raise IllegalAction(
            "bid_too_low", f"A bid must come to more than {highest:,}; this one comes to {TOTAL[bid]:,}."
        )
    players = _with(players, seat, _new(Player, (hand ^ added, bid, cards)))
    turn = NEXT_SEAT[len(players)][passed][seat]
    return _new(State, (setup, drawn, players, starter, turn, seat, passed, AUCTION))


def _pass(state: State, seat: int) -> State:
    setup, drawn, players, starter, _, leader, passed, phase = state
    if phase != AUCTION:
        raise IllegalAction("wrong_phase", "A theft is due: choose a possession to give up.")
    hand, bid, cards = players[seat]
    if bid:
        players = _with(players, seat, _new(Player, (hand | bid, 0, cards)))
    card = setup.deck[drawn - 1]
    if card >= SCANDAL:
        return _award_misfortune(setup, drawn, players, seat, card)
    passed |= 1 << seat
    turn = NEXT_SEAT[len(players)][passed][seat]
    if passed.bit_count() == len(players) - 1:
        return _award_prize(setup, drawn, players, turn, card)
    return _new(State, (setup, drawn, players, starter, turn, leader, passed, AUCTION))


def _with(players: tuple[Player, ...], seat: int, player: Player) -> tuple[Player, ...]:
    return players[:seat] + (player,) + players[seat + 1 :]


def _award_prize(setup: Setup, drawn: int, players: tuple[Player, ...], winner: int, card: int) -> State:
    """The last one left pays the open bid and takes the card; everybody else took their money back when passing."""
    hand, _, cards = players[winner]
    players = _with(players, winner, _new(Player, (hand, 0, _received(cards, card))))
    return _reveal(setup, drawn, players, winner)


def _received(cards: int, card: int) -> int:
    """A pending theft takes the possession, and both are gone."""
    if cards >> THEFT & 1 and POSSESSIONS >> card & 1:
        return cards ^ 1 << THEFT
    return cards | 1 << card


def _outcomes(cards: int, card: int) -> tuple[int, ...]:
    """What somebody with these cards may have once they have received another."""
    if card < SCANDAL:
        return (_received(cards, card),)
    if card == THEFT and cards & POSSESSIONS:
        return tuple(cards ^ 1 << lost for lost in range(POSSESSIONS.bit_length()) if cards >> lost & 1)
    return (cards | 1 << card,)


def _award_misfortune(setup: Setup, drawn: int, players: tuple[Player, ...], taker: int, card: int) -> State:
    """The first to pass, who took the own money back, takes the card; all other open bids are lost."""
    players = tuple(_new(Player, (hand, 0, cards)) for hand, _, cards in players)
    hand, _, cards = players[taker]
    if card == THEFT and cards & POSSESSIONS:
        return _new(State, (setup, drawn, players, taker, taker, None, 0, DISCARD))
    players = _with(players, taker, _new(Player, (hand, 0, cards | 1 << card)))
    return _reveal(setup, drawn, players, taker)


def _discard(state: State, seat: int, value: int) -> State:
    if state.phase != DISCARD:
        raise IllegalAction("wrong_phase", "No theft is due: bid or pass.")
    hand, bid, cards = state.players[seat]
    lost = 1 << value - 1
    if not cards & lost:
        raise IllegalAction("possession_not_owned", f"You have no possession of value {value}.")
    players = _with(state.players, seat, _new(Player, (hand, bid, cards ^ lost)))
    return _reveal(state.setup, state.drawn, players, seat)


CLASSIC_RULES = HighSociety(CLASSIC)
PARIS_RULES = HighSociety(PARIS)
