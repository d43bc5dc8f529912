"""The three things a player can do. Each is small, frozen, and written and read as JSON right here."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypedDict, overload

from games.rules.errors import InvalidState, malformed
from games.rules.high_society.money import FULL_PURSE, SUBSETS, SUMS, TOTAL, cards_in, purse_of
from games.rules.plain import Json, is_object


@dataclass(frozen=True, slots=True)
class Pass:
    """Take the open bid back and leave the auction."""


@dataclass(frozen=True, slots=True)
class Bid:
    """Add these money cards to the open bid."""

    cards: tuple[int, ...]
    purse: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        try:
            purse = purse_of(self.cards)
        except InvalidState as error:
            raise malformed(error.message) from None
        if not purse:
            raise malformed("A bid is a list of at least one money card.")
        object.__setattr__(self, "purse", purse)
        object.__setattr__(self, "cards", cards_in(purse))


@dataclass(frozen=True, slots=True)
class DiscardPossession:
    """Give up the possession of this value to a theft."""

    value: int

    def __post_init__(self) -> None:
        if type(self.value) is not int or not 1 <= self.value <= 10:
            raise malformed("A possession has a value from 1 to 10.")


Action = Pass | Bid | DiscardPossession


class PassJson(TypedDict):
    kind: Literal["pass"]


class BidJson(TypedDict):
    kind: Literal["bid"]
    cards: list[int]


class DiscardPossessionJson(TypedDict):
    kind: Literal["discard_possession"]
    value: int


PASS = Pass()
ACTIONS: tuple[Action, ...] = (PASS, *(Bid(cards_in(purse)) for purse in range(1, FULL_PURSE + 1)))
"""What adding a purse to the open bid is as an action, made once; adding nothing is a pass."""

_READ: dict[str, tuple[tuple[str, ...], Callable[[Json], Action]]] = {
    "pass": ((), lambda data: PASS),
    "bid": (("cards",), lambda data: Bid(data["cards"])),
    "discard_possession": (("value",), lambda data: DiscardPossession(data["value"])),
}


def action_from_json(data: object) -> Action:
    told = data if is_object(data) else {}
    kind = told.get("kind")
    if type(kind) is not str or kind not in _READ:
        raise malformed("An action is an object whose kind is pass, bid or discard_possession.")
    names, make = _READ[kind]
    if set(told) != {"kind", *names}:
        raise malformed(f"An action of kind {kind} has the fields: {', '.join(('kind', *names))}.")
    return make(told)


def action_to_json(action: Action) -> Json:
    if type(action) is Pass:
        return {"kind": "pass"}
    if type(action) is Bid:
        return {"kind": "bid", "cards": list(action.cards)}
    if type(action) is DiscardPossession:
        return {"kind": "discard_possession", "value": action.value}
    raise malformed("This is not an action of High Society.")


class AuctionActions(Sequence[Action]):
    """The pass, then every raise by rising amount: a slice of a table, so even 2,048 actions cost next to nothing."""

    __slots__ = ("_beyond", "_hand", "_start")

    def __init__(self, hand: int, beyond: int) -> None:
        """`beyond` is the amount that the added cards must exceed."""
        self._hand = hand
        self._beyond = beyond
        self._start = bisect_right(SUMS[hand], beyond) - 1

    def __len__(self) -> int:
        return len(SUBSETS[self._hand]) - self._start

    @overload
    def __getitem__(self, place: int) -> Action: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Action]: ...
    def __getitem__(self, place: int | slice) -> Action | Sequence[Action]:
        if isinstance(place, slice):
            return [self[at] for at in range(*place.indices(len(self)))]
        if place > 0:
            return ACTIONS[SUBSETS[self._hand][self._start + place]]
        if place == 0:
            return PASS
        if place < -len(self):
            raise IndexError("no such action")
        return self[len(self) + place]

    def __iter__(self) -> Iterator[Action]:
        yield PASS
        for purse in SUBSETS[self._hand][self._start + 1 :]:
            yield ACTIONS[purse]

    def __contains__(self, action: object) -> bool:
        if type(action) is Bid:
            return not action.purse & ~self._hand and TOTAL[action.purse] > self._beyond
        return type(action) is Pass

    def __repr__(self) -> str:
        return f"<pass or {len(self) - 1} raises>"
