"""Setups, states and views as JSON documents, and what a setup may be asked for."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.rules.base import SCHEMA, check_header
from games.rules.cartes_societe.cards import EVOLUTION, FACES, IDS, NUMBERS, TIERS
from games.rules.cartes_societe.state import Numbers, Player, Setup, State
from games.rules.cartes_societe.view import View
from games.rules.codec import deck_from_ids, read_document, refusing, write_document
from games.rules.errors import IllegalAction, require
from games.rules.plain import Json, plain_copy

Piles = dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class NoOptions:
    """There is nothing to choose in this game."""


@dataclass(frozen=True, slots=True)
class SetupDocument:
    """The stored truth a game begins with. It holds the game's secrets."""

    game: str
    schema: int
    players: int
    seed: int | str
    options: NoOptions
    deck: Piles
    starter: int


@dataclass(frozen=True, slots=True)
class CardDocument:
    id: str
    level: int


@dataclass(frozen=True, slots=True)
class PlayerDocument:
    pv: int
    po: int
    hand: tuple[CardDocument, ...]
    board: tuple[CardDocument, ...]
    played: bool
    fell: int


@dataclass(frozen=True, slots=True)
class StateDocument:
    game: str
    schema: int
    setup: SetupDocument
    turn: int
    seat: int | None
    piles: Piles
    market: tuple[str, ...]
    discard: tuple[str, ...]
    players: tuple[PlayerDocument, ...]


def check_options(options: object) -> None:
    if options is not None and plain_copy(options, Mapping, dict) != {}:
        raise IllegalAction("invalid_options", "This game has no options.")


def check_starter(starter: object) -> None:
    """Seat 0 buys first: there is nothing to draw."""
    if starter is not None and (type(starter) is not int or starter != 0):
        raise IllegalAction("invalid_starter", "Seat 0 always begins this game.")


def piles_from(deck: object) -> tuple[Numbers, ...]:
    """The piles by card numbers; tiers are named by numbers or by texts."""
    piles = plain_copy(deck, Mapping, dict)
    if piles is None or sorted(map(_tier, piles)) != list(TIERS):
        raise IllegalAction("invalid_deck", "A deck has a list of card ids for each tier from 1 to 5, top card first.")
    by_tier = {_tier(name): pile for name, pile in piles.items()}
    return tuple(deck_from_ids(by_tier[tier], NUMBERS) for tier in TIERS)


def _tier(name: object) -> int:
    """The tier by that name, 0 if there is none."""
    known = type(name) is int or type(name) is str
    return next((tier for tier in TIERS if known and name in (tier, str(tier))), 0)


def _setup_document(setup: Setup, slug: str) -> SetupDocument:
    return SetupDocument(slug, SCHEMA, setup.players, setup.seed, NoOptions(), _pile_ids(setup.deck), starter=0)


def write_setup(setup: Setup, slug: str) -> Json:
    return write_document(_setup_document(setup, slug))


def write_state(state: State, slug: str) -> Json:
    return write_document(
        StateDocument(
            game=slug,
            schema=SCHEMA,
            setup=_setup_document(state.setup, slug),
            turn=state.turn,
            seat=state.seat,
            piles=_pile_ids(state.piles),
            market=_ids(state.market),
            discard=_ids(state.discard),
            players=tuple(_player_document(player) for player in state.players),
        )
    )


def _player_document(player: Player) -> PlayerDocument:
    pv, po, hand, board, played, fell = player
    return PlayerDocument(pv, po, _card_documents(hand), _card_documents(board), played, fell)


def _card_documents(zone: Numbers) -> tuple[CardDocument, ...]:
    return tuple(CardDocument(IDS[number], FACES[number].level) for number in zone)


def _pile_ids(piles: tuple[Numbers, ...]) -> Piles:
    return {str(tier): _ids(pile) for tier, pile in zip(TIERS, piles, strict=True)}


def _ids(numbers: Iterable[int]) -> tuple[str, ...]:
    return tuple(IDS[number] for number in numbers)


def read_setup(data: object, slug: str) -> Setup:
    return _setup_of(read_document(SetupDocument, data, slug))


def _setup_of(document: SetupDocument) -> Setup:
    with refusing():
        check_starter(document.starter)
        return Setup(document.players, document.seed, piles_from(document.deck))


def read_state(data: object, slug: str) -> State:
    document = read_document(StateDocument, data, slug)
    check_header({"game": document.setup.game, "schema": document.setup.schema}, slug)
    with refusing():
        return State(
            setup=_setup_of(document.setup),
            turn=document.turn,
            seat=document.seat,
            piles=_piles_of(document.piles),
            market=_numbers(document.market),
            discard=_numbers(document.discard),
            players=tuple(_player_of(player) for player in document.players),
        )


def _piles_of(piles: Piles) -> tuple[Numbers, ...]:
    require(set(piles) == set(map(str, TIERS)), "There is a pile for each tier.")
    return tuple(_numbers(piles[str(tier)]) for tier in TIERS)


def _player_of(document: PlayerDocument) -> Player:
    hand, board = _zone_of(document.hand), _zone_of(document.board)
    return Player(document.pv, document.po, hand, board, document.played, document.fell)


def _zone_of(cards: Iterable[CardDocument]) -> Numbers:
    return tuple(_number(card.id) + EVOLUTION * (_checked_level(card.level) - 1) for card in cards)


def _checked_level(level: int) -> int:
    require(level in (1, 2), "A card is of level 1 or 2.")
    return level


def _numbers(ids: Iterable[str]) -> Numbers:
    return tuple(map(_number, ids))


def _number(card_id: str) -> int:
    require(card_id in NUMBERS, "There is no such card in this game.")
    return NUMBERS[card_id]


def read_view(data: object, slug: str) -> View:
    return read_document(View, data, slug)
