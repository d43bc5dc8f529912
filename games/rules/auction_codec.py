"""Setups, states and views of auction games as JSON documents."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.auction import Options, View
from games.rules.auction_state import AnyAuctionState, AuctionSetup
from games.rules.base import SCHEMA, check_header, check_seat
from games.rules.codec import deck_from_ids, read_document, write_document
from games.rules.errors import require
from games.rules.plain import Json
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


def deck_of(ids: object, cards: Sequence[Card]) -> tuple[int, ...]:
    """A deck of these cards by their numbers."""
    return deck_from_ids(ids, {card.id: number for number, card in enumerate(cards)})


def cards_from_ids(ids: Sequence[str], cards: Sequence[Card]) -> int:
    bits = {card.id: 1 << number for number, card in enumerate(cards)}
    require(set(ids) <= set(bits) and len(set(ids)) == len(ids), "A player has cards of this game, each once.")
    return sum(bits[card_id] for card_id in ids)


def bits_of(seats: Sequence[int], players: int) -> int:
    require(len(set(seats)) == len(seats), "A seat passes once.")
    return sum(1 << check_seat(seat, players) for seat in seats)


def setup_document(setup: AuctionSetup, slug: str, cards: Sequence[Card]) -> SetupDocument:
    return SetupDocument(
        game=slug,
        schema=SCHEMA,
        players=setup.players,
        seed=setup.seed,
        options=setup.options,
        deck=tuple(cards[number].id for number in setup.deck),
        starter=setup.starter,
    )


def write_setup(setup: AuctionSetup, slug: str, cards: Sequence[Card]) -> Json:
    return write_document(setup_document(setup, slug, cards))


def write_state(state: AnyAuctionState, players: Sequence[PlayerDocument], slug: str, cards: Sequence[Card]) -> Json:
    return write_document(
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


def read_setup(data: object, slug: str) -> SetupDocument:
    return read_document(SetupDocument, data, slug)


def read_state(data: object, slug: str) -> StateDocument:
    document = read_document(StateDocument, data, slug)
    check_header({"game": document.setup.game, "schema": document.setup.schema}, slug)
    return document


def read_view(data: object, slug: str) -> View:
    return read_document(View, data, slug)
