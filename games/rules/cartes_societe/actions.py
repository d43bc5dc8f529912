"""The five things a player can do. Each is small, frozen, and written and read as JSON right here."""

from dataclasses import dataclass, fields
from functools import cache
from typing import Literal, TypedDict

from games.rules.cartes_societe.cards import IDS, NUMBERS
from games.rules.errors import malformed
from games.rules.plain import Json, is_object


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Leave the rest of this turn's gold and let the next player act."""


@dataclass(frozen=True, slots=True)
class _OnCard:
    card: str

    def __post_init__(self) -> None:
        _check_card(self.card)


@dataclass(frozen=True, slots=True)
class Buy(_OnCard):
    """Take this card from the market into the hand."""


@dataclass(frozen=True, slots=True)
class Play(_OnCard):
    """Lay this card from the hand on the board."""


@dataclass(frozen=True, slots=True)
class Evolve(_OnCard):
    """Flip this card; two others of its name in the same zone go."""


@dataclass(frozen=True, slots=True)
class Replace:
    """Lay this card from the hand in the place of one on the board, which goes."""

    card: str
    over: str

    def __post_init__(self) -> None:
        _check_card(self.card)
        _check_card(self.over)


def _check_card(card: object) -> None:
    if type(card) is not str or card not in NUMBERS:
        raise malformed("A card is named by its id, such as lapin-facteur-3.")


Action = EndTurn | Buy | Play | Replace | Evolve


class EndTurnJson(TypedDict):
    kind: Literal["end_turn"]


class OnCardJson(TypedDict):
    kind: Literal["buy", "play", "evolve"]
    card: str


class ReplaceJson(TypedDict):
    kind: Literal["replace"]
    card: str
    over: str


END_TURN = EndTurn()
KINDS: dict[str, type[Action]] = {
    "buy": Buy,
    "play": Play,
    "replace": Replace,
    "evolve": Evolve,
    "end_turn": EndTurn,
}
_FIELDS = {word: tuple(field.name for field in fields(kind)) for word, kind in KINDS.items()}


@cache
def buy(number: int) -> Buy:
    return Buy(IDS[number])


@cache
def play(number: int) -> Play:
    return Play(IDS[number])


@cache
def evolve(number: int) -> Evolve:
    return Evolve(IDS[number])


@cache
def replace(number: int, over: int) -> Replace:
    return Replace(IDS[number], IDS[over])


def action_from_json(data: object) -> Action:
    told = data if is_object(data) else {}
    kind = told.get("kind")
    if type(kind) is not str or kind not in KINDS:
        raise malformed(f"An action is an object whose kind is one of: {', '.join(KINDS)}.")
    names = _FIELDS[kind]
    if set(told) != {"kind", *names}:
        raise malformed(f"An action of kind {kind} has the fields: {', '.join(('kind', *names))}.")
    return KINDS[kind](*(told[name] for name in names))


def action_to_json(action: Action) -> Json:
    for word, kind in KINDS.items():
        if type(action) is kind:
            return {"kind": word, **{name: getattr(action, name) for name in _FIELDS[word]}}
    raise malformed("This is not an action of CartesSociété.")
