"""All that a seat, or a spectator, may know: everything but the order of the piles."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.rules.base import SCHEMA, Outcome, check_seat
from games.rules.cartes_societe.board import count, lay_out
from games.rules.cartes_societe.cards import FACES, IDS, TIERS, Card
from games.rules.cartes_societe.moves import affordable, evolvable, playable, replacing
from games.rules.cartes_societe.scoring import outcome
from games.rules.cartes_societe.state import Player, State


@dataclass(frozen=True, slots=True)
class PlayerView:
    seat: int
    pv: int
    po: int
    """What is left to spend this turn."""
    hand: tuple[Card, ...]
    board: tuple[Card, ...]
    board_limit: int
    alive: bool
    attack: int
    hp: int
    ended: bool
    """Whether this player's turn is over."""
    played: bool
    """Whether a card was laid or replaced this turn."""


@dataclass(frozen=True, slots=True)
class LegalView:
    """The legal actions in brief: each card of `replace` may take the place of each card of `over`."""

    buy: tuple[str, ...]
    play: tuple[str, ...]
    replace: tuple[str, ...]
    over: tuple[str, ...]
    evolve: tuple[str, ...]
    end_turn: bool


@dataclass(frozen=True, slots=True)
class View:
    game: str
    seat: int | None
    turn: int
    tier: int
    phase: str
    first: int
    """Who buys first this turn."""
    to_act: tuple[int, ...]
    market: tuple[Card, ...]
    piles: dict[str, tuple[Card, ...]]
    """The cards of each tier's pile in printed order: it tells nothing about the order of the pile."""
    discard: tuple[Card, ...]
    players: tuple[PlayerView, ...]
    legal: LegalView | None
    outcome: Outcome | None
    schema: int = SCHEMA

    @property
    def acting(self) -> bool:
        """Whether it is this seat's turn."""
        return self.seat in self.to_act


def view(state: State, seat: int | None, slug: str) -> View:
    if seat is not None:
        check_seat(seat, len(state.players))
    return View(
        game=slug,
        seat=seat,
        turn=state.turn,
        tier=state.tier,
        phase=state.phase,
        first=state.first,
        to_act=() if state.seat is None else (state.seat,),
        market=_cards(state.market),
        piles={str(tier): _cards(sorted(pile)) for tier, pile in zip(TIERS, state.piles, strict=True)},
        discard=_cards(state.discard),
        players=tuple(_player_view(state, other, player) for other, player in enumerate(state.players)),
        legal=None if seat is None or seat != state.seat else _legal_view(state, state.players[seat]),
        outcome=outcome(state),
    )


def _player_view(state: State, seat: int, player: Player) -> PlayerView:
    totals = count(player.board)
    return PlayerView(
        seat=seat,
        pv=player.pv,
        po=player.po,
        hand=_cards(player.hand),
        board=lay_out(player.board),
        board_limit=totals.limit,
        alive=player.alive,
        attack=totals.attack,
        hp=totals.hp,
        ended=player.alive and state.has_ended(seat),
        played=player.played,
    )


def _legal_view(state: State, player: Player) -> LegalView:
    replace = replacing(player)
    return LegalView(
        buy=_ids(affordable(state, player)),
        play=_ids(playable(player)),
        replace=_ids(replace),
        over=_ids(player.board) if replace else (),
        evolve=_ids((*evolvable(player.hand), *evolvable(player.board))),
        end_turn=True,
    )


def _cards(numbers: Iterable[int]) -> tuple[Card, ...]:
    return tuple(FACES[number].card for number in numbers)


def _ids(numbers: Iterable[int]) -> tuple[str, ...]:
    return tuple(IDS[number] for number in numbers)
