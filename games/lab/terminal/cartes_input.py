"""What a person types in CartesSociété: cards are named by their numbers in the lists that are shown."""

import re
from collections.abc import Iterator, Sequence

from games.rules.cartes_societe.cards import Card
from games.rules.cartes_societe.view import PlayerView, View
from games.rules.errors import IllegalAction
from games.rules.plain import Json

SHORT = {"b": "buy", "p": "play", "r": "replace", "e": "evolve", "end": "end_turn", "pass": "end_turn"}
NUMBERS_AFTER = {"buy": 1, "play": 1, "replace": 2, "evolve": 1, "end_turn": 0}
BETWEEN_WORDS = re.compile(r"[\s,]+")
NUMBER = re.compile(r"[0-9]{1,3}")


def read_action(line: str, view: View) -> Json:
    word, *rest = BETWEEN_WORDS.split(line.strip().lower())
    kind = SHORT.get(word, word)
    if NUMBERS_AFTER.get(kind) != len(rest) or not all(NUMBER.fullmatch(number) for number in rest):
        raise IllegalAction("malformed_action", "Type buy, play or evolve and a number, replace and two, end, or help.")
    me = acting(view)
    lists: dict[str, list[Sequence[Card]]] = {
        "buy": [view.market],
        "play": [me.hand],
        "replace": [me.hand, me.board],
        "evolve": [list(evolving(view))],
        "end_turn": [],
    }
    cards = [_pick(cards, int(number)) for cards, number in zip(lists[kind], rest, strict=True)]
    return {"kind": kind, **dict(zip(("card", "over"), (card.id for card in cards), strict=False))}


def acting(view: View) -> PlayerView:
    assert view.seat is not None, "spectators do not act"
    return view.players[view.seat]


def evolving(view: View) -> Iterator[Card]:
    """A card of each name that may be flipped: first those in hand, then those on the board."""
    me, told = acting(view), set()
    for place, zone in enumerate((me.hand, me.board)):
        for card in zone:
            if view.legal and card.id in view.legal.evolve and (place, card.name) not in told:
                told.add((place, card.name))
                yield card


def _pick(cards: Sequence[Card], number: int) -> Card:
    if not 1 <= number <= len(cards):
        raise IllegalAction("malformed_action", f"There is no number {number} in that list.")
    return cards[number - 1]
