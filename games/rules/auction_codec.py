"""Setups, states and views of auction games as JSON documents."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from games.rules.auction import Options, View
from games.rules.auction_state import AuctionState
from games.rules.base import SCHEMA, check_header, check_seat
from games.rules.errors import IllegalAction, InvalidState, RuleViolation, require
from games.rules.plain import Json, from_plain, plain_copy, to_plain
from games.rules.status_cards import Card


@dataclass(frozen=True, slots=True)
class SetupDocument:
    """The stored truth a game begins with. It holds the game's secrets."""

    game: str
    schema: int
    players: int
    seed: int | str
    options: Options
    deck: tuple[str, ...]
    starter: int


@dataclass(frozen=True, slots=True)
class PlayerDocument:
    """Money is a list of denominations, or an amount in a game without money cards."""

    hand: tuple[int, ...] | int
    bid: tuple[int, ...] | int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StateDocument:
    game: str
    schema: int
    setup: SetupDocument
    drawn: int
    players: tuple[PlayerDocument, ...]
    starter: int
    turn: int | None
    highest_bidder: int | None
    passed: tuple[int, ...]
    phase: str


@contextmanager
def refusing() -> Iterator[None]:
    """Whatever the rules object to while a document is read, the document is what is wrong."""
    try:
        yield
    except InvalidState:
        raise
    except RuleViolation as error:
        raise InvalidState(error.code, error.message) from None


def deck_from_ids(deck: object, cards: Sequence[Card]) -> tuple[int, ...]:
    """The deck by card numbers; `IllegalAction` for anything but a sequence of this game's ids."""
    ids = plain_copy(deck, Sequence, tuple)
    if ids is None:
        raise IllegalAction("invalid_deck", "A deck is a list of card ids, top card first.")
    numbers = {card.id: number for number, card in enumerate(cards)}
    if not all(type(card_id) is str and card_id in numbers for card_id in ids):
        raise IllegalAction("invalid_deck", "The deck has a card that this game does not have.")
    return tuple(numbers[card_id] for card_id in ids)


def cards_from_ids(ids: Sequence[str], cards: Sequence[Card]) -> int:
    bits = {card.id: 1 << number for number, card in enumerate(cards)}
    require(set(ids) <= set(bits) and len(set(ids)) == len(ids), "A player has cards of this game, each once.")
    return sum(bits[card_id] for card_id in ids)


def bits_of(seats: Sequence[int], players: int) -> int:
    require(len(set(seats)) == len(seats), "A seat passes once.")
    return sum(1 << check_seat(seat, players) for seat in seats)


def setup_document(setup: Any, slug: str, cards: Sequence[Card]) -> SetupDocument:
    return SetupDocument(
        game=slug,
        schema=SCHEMA,
        players=setup.players,
        seed=setup.seed,
        options=setup.options,
        deck=tuple(cards[number].id for number in setup.deck),
        starter=setup.starter,
    )


def write_setup(setup: Any, slug: str, cards: Sequence[Card]) -> Json:
    return _plain(setup_document(setup, slug, cards))


def write_state(
    state: AuctionState[Any, Any], players: Sequence[PlayerDocument], slug: str, cards: Sequence[Card]
) -> Json:
    return _plain(
        StateDocument(
            game=slug,
            schema=SCHEMA,
            setup=setup_document(state.setup, slug, cards),
            drawn=state.drawn,
            players=tuple(players),
            starter=state.starter,
            turn=state.turn,
            highest_bidder=state.highest_bidder,
            passed=tuple(seat for seat in range(len(players)) if state.has_passed(seat)),
            phase=state.phase,
        )
    )


def read_setup(data: Any, slug: str) -> SetupDocument:
    document: SetupDocument = _read(SetupDocument, data, slug)
    return document


def read_state(data: Any, slug: str) -> StateDocument:
    document: StateDocument = _read(StateDocument, data, slug)
    check_header({"game": document.setup.game, "schema": document.setup.schema}, slug)
    return document


def read_view(data: Any, slug: str) -> View:
    view: View = _read(View, data, slug)
    return view


def _read(kind: type, data: Any, slug: str) -> Any:
    with refusing():
        return from_plain(kind, check_header(data, slug))


def _plain(document: SetupDocument | StateDocument) -> Json:
    data: Json = to_plain(document)
    return data
