"""What a player may do in a turn, and what comes of it."""

from collections.abc import Sequence
from itertools import product, starmap

from games.rules.cartes_societe import actions
from games.rules.cartes_societe.actions import END_TURN, Action, Buy, EndTurn, Evolve, Play, Replace
from games.rules.cartes_societe.board import count
from games.rules.cartes_societe.cards import COSTS, EVOLUTION, NUMBERS, same_kind
from games.rules.cartes_societe.catalogue import COPIES
from games.rules.cartes_societe.state import Numbers, Player, State
from games.rules.cartes_societe.turns import end_turn
from games.rules.errors import IllegalAction, malformed

SAME_TO_EVOLVE = 3

_new = tuple.__new__
"""Builds the successors of valid states without validating them again."""


def legal_actions(state: State, seat: int) -> Sequence[Action]:
    """To end the turn, and then whatever else is legal."""
    if type(seat) is not int or seat != state.seat:
        return ()
    player = state.players[seat]
    return (
        END_TURN,
        *map(actions.buy, affordable(state, player)),
        *map(actions.play, playable(player)),
        *starmap(actions.replace, product(replacing(player), player.board)),
        *map(actions.evolve, evolvable(player.hand)),
        *map(actions.evolve, evolvable(player.board)),
    )


def affordable(state: State, player: Player) -> Numbers:
    return tuple(card for card in state.market if COSTS[card] <= player.po)


def playable(player: Player) -> Numbers:
    """The cards in hand, if one of them may be laid beside the others."""
    return () if player.played or _is_full(player.board) else player.hand


def replacing(player: Player) -> Numbers:
    """The cards in hand, if one of them may take another's place."""
    return () if player.played or not player.board else player.hand


def evolvable(zone: Numbers) -> Numbers:
    """The cards of level 1 that are there three times or more."""
    kinds = [card // COPIES for card in zone]
    if len(kinds) - len(set(kinds)) < SAME_TO_EVOLVE - 1:
        return ()
    return tuple(
        card for card, kind in zip(zone, kinds, strict=True) if card < EVOLUTION and kinds.count(kind) >= SAME_TO_EVOLVE
    )


def _is_full(board: Numbers) -> bool:
    return len(board) >= count(board).limit


def play(state: State, seat: int, action: Action) -> State:
    acting = state.seat
    if acting is None:
        raise IllegalAction("game_over", "The game is over.")
    if type(seat) is not int or seat != acting:
        raise IllegalAction("not_your_turn", "It is not your turn.")
    if type(action) is EndTurn:
        return end_turn(state, seat)
    player = state.players[seat]
    if type(action) is Buy:
        return _buy(state, player, NUMBERS[action.card])
    if type(action) is Play:
        return _play(state, player, NUMBERS[action.card])
    if type(action) is Replace:
        return _replace(state, player, NUMBERS[action.card], NUMBERS[action.over])
    if type(action) is Evolve:
        return _evolve(state, player, NUMBERS[action.card])
    raise malformed("This is not an action of CartesSociété.")


def _buy(state: State, player: Player, card: int) -> State:
    if card not in state.market:
        raise IllegalAction("not_in_market", "This card is not for sale.")
    pv, po, hand, board, played, fell = player
    cost = COSTS[card]
    if cost > po:
        raise IllegalAction("too_expensive", f"This card costs {cost}, and you have {po} left.")
    market = tuple(other for other in state.market if other != card)
    return _after(state, _new(Player, (pv, po - cost, (*hand, card), board, played, fell)), market, state.discard)


def _play(state: State, player: Player, number: int) -> State:
    card = _to_lay(player, number)
    pv, po, hand, board, _, fell = player
    if _is_full(board):
        raise IllegalAction("board_full", f"Your board has room for {count(board).limit} cards: replace one.")
    laid = _new(Player, (pv, po, _without(hand, card), (*board, card), True, fell))
    return _after(state, laid, state.market, state.discard)


def _replace(state: State, player: Player, number: int, over: int) -> State:
    card, replaced = _to_lay(player, number), _find(player.board, over)
    if replaced is None:
        raise IllegalAction("card_not_on_board", "You can only replace a card on your board.")
    pv, po, hand, board, _, fell = player
    board = tuple(card if other == replaced else other for other in board)
    laid = _new(Player, (pv, po, _without(hand, card), board, True, fell))
    return _after(state, laid, state.market, _discarding(state, over))


def _to_lay(player: Player, number: int) -> int:
    """The card in hand as it lies there, if one may still be laid this turn."""
    if player.played:
        raise IllegalAction("already_played", "You can play or replace only one card in a turn.")
    card = _find(player.hand, number)
    if card is None:
        raise IllegalAction("card_not_in_hand", "You can only lay cards from your hand.")
    return card


def _evolve(state: State, player: Player, card: int) -> State:
    pv, po, hand, board, played, fell = player
    zone = hand if card in hand else board
    if card not in evolvable(zone):
        raise IllegalAction(
            "cannot_evolve", "A card evolves when three of its name and of level 1 are all in hand or all on the board."
        )
    leaving = sorted(other for other in zone if other != card and other in same_kind(card))[: SAME_TO_EVOLVE - 1]
    evolved = tuple(card + EVOLUTION if other == card else other for other in zone if other not in leaving)
    zones = (evolved, board) if zone is hand else (hand, evolved)
    return _after(state, _new(Player, (pv, po, *zones, played, fell)), state.market, _discarding(state, *leaving))


def _find(zone: Numbers, number: int) -> int | None:
    """This card as it lies in that zone, on either side."""
    return number if number in zone else number + EVOLUTION if number + EVOLUTION in zone else None


def _without(zone: Numbers, card: int) -> Numbers:
    return tuple(other for other in zone if other != card)


def _discarding(state: State, *cards: int) -> Numbers:
    """The discard with these cards, of level 1 again."""
    return tuple(sorted(state.discard + cards))


def _after(state: State, player: Player, market: Numbers, discard: Numbers) -> State:
    setup, turn, seat, piles, _, _, players = state
    players = (*players[:seat], player, *players[seat + 1 :])  # type: ignore[operator]
    return _new(State, (setup, turn, seat, piles, market, discard, players))
