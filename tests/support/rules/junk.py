"""Things that are no action, seat, number, option, deck or document, hostile ones among them."""

import math
from collections import UserDict, UserList, deque
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction

import pytest
from hypothesis import strategies as st


class Hostile(Exception):
    """Raised by hostile things; the rules must never let it out."""


def _refuse(*_args, **_kwargs):
    raise Hostile


class RefusesEverything:
    """Cannot be compared, hashed, counted, walked, called or turned into anything."""

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __hash__ = _refuse
    __bool__ = __len__ = __iter__ = __contains__ = __getitem__ = __int__ = __index__ = __float__ = _refuse
    __call__ = __str__ = _refuse
    __repr__ = object.__repr__


class RefusesItsClass(RefusesEverything):
    """Even asking `isinstance` fails."""

    __hash__ = _refuse

    @property  # type: ignore[misc]
    def __class__(self):
        raise Hostile


class EqualToEverything:
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False


def claiming(kind):
    """Something that says it is of that class, and can do nothing of what the class can."""

    class Liar(RefusesEverything):
        __hash__ = _refuse

        @property  # type: ignore[misc]
        def __class__(self):
            return kind

    return Liar()


class RefusingMeta(type):
    __eq__ = __ne__ = _refuse
    __hash__ = _refuse


class OfRefusingClass(metaclass=RefusingMeta):
    """Its very class cannot be compared or hashed."""


class RefusingDict(dict):
    get = keys = items = values = __iter__ = __getitem__ = __len__ = __eq__ = __ne__ = _refuse
    __repr__ = object.__repr__


class RefusingList(list):
    __iter__ = __getitem__ = __len__ = __eq__ = __ne__ = _refuse
    __repr__ = object.__repr__


class OddInt(int):
    """A number that is not what it seems."""

    __eq__ = EqualToEverything.__eq__
    __hash__ = int.__hash__


class OddStr(str):
    __eq__ = EqualToEverything.__eq__
    __hash__ = str.__hash__


class KeyThatRefuses:
    """Sits in a dict where a known key would be, and refuses to be compared with it."""

    def __init__(self, key):
        self.key = key

    def __hash__(self):
        return hash(self.key)

    __eq__ = _refuse


class Three(IntEnum):
    THREE = 3


def endless_list():
    inside: list = []
    inside.append(inside)
    return inside


def endless_dict():
    inside: dict = {}
    inside["kind"] = inside
    return inside


def deep_list(depth=100_000):
    inside: list = []
    for _ in range(depth):
        inside = [inside]
    return inside


JUNK = {
    "nothing": None,
    "true": True,
    "false": False,
    "minus one": -1,
    "huge": 10**5000,
    "minus huge": -(10**5000),
    "float": 1.0,
    "half": 0.5,
    "not a number": math.nan,
    "infinite": math.inf,
    "minus infinite": -math.inf,
    "complex": 1 + 0j,
    "decimal": Decimal(1),
    "decimal not a number": Decimal("sNaN"),
    "fraction": Fraction(1),
    "enum": Three.THREE,
    "odd int": OddInt(1),
    "empty text": "",
    "digit": "1",
    "word": "pass",
    "half a character": "\ud800",
    "odd text": OddStr("pass"),
    "bytes": b"pass",
    "bytearray": bytearray(b"pass"),
    "memory": memoryview(b"pass"),
    "tuple": (),
    "tuple of one": (1,),
    "list of nothing": [None],
    "endless list": endless_list(),
    "deep list": deep_list(),
    "refusing list": RefusingList(),
    "user list": UserList([object()]),
    "deque": deque([1]),
    "range": range(2),
    "set": {1},
    "frozenset": frozenset({1}),
    "generator": (letter for letter in "pass"),
    "dict of nothing": {None: None},
    "endless dict": endless_dict(),
    "refusing dict": RefusingDict(kind="pass"),
    "user dict": UserDict(kind=[]),
    "refusing key": {KeyThatRefuses("kind"): "pass"},
    "object": object(),
    "class": int,
    "function": len,
    "module": math,
    "ellipsis": ...,
    "not implemented": NotImplemented,
    "error": ValueError("pass"),
    "equal to everything": EqualToEverything(),
    "refuses everything": RefusesEverything(),
    "refuses its class": RefusesItsClass(),
    "of refusing class": OfRefusingClass(),
    "claims to be an int": claiming(int),
    "claims to be a text": claiming(str),
    "claims to be a list": claiming(list),
    "claims to be a tuple": claiming(tuple),
    "claims to be a dict": claiming(dict),
}


def junk_except(*fitting):
    """All junk as parameters of a test, but for what fits in its place after all."""
    return [pytest.param(thing, id=name) for name, thing in each_junk(*fitting)]


def each_junk(*fitting):
    """All junk by name, but for what fits in its place after all."""
    return [(name, thing) for name, thing in JUNK.items() if name not in fitting]


def _by_name(name):
    return JUNK[name]


_scalars = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(min_value=0, max_value=12),
    st.sampled_from([1000, 2000, 25000, 2**70, -(2**70)]),
    st.floats(allow_nan=True, allow_infinity=True),
    st.text(max_size=5),
    st.sampled_from(["kind", "pass", "bid", "cards", "amount", "value", "discard_possession", "title-1"]),
    st.sampled_from(["buy", "play", "replace", "over", "evolve", "end_turn", "card", "lapin-facteur-1"]),
    st.binary(max_size=3),
    st.sampled_from(["odd int", "refuses everything", "claims to be an int", "fraction"]).map(_by_name),
)
_keys = st.one_of(
    st.sampled_from(["kind", "cards", "amount", "value", "card", "open_purses", "game", "schema"]),
    st.text(max_size=3),
    st.integers(),
    st.none(),
)

anything = st.recursive(
    _scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(_keys, inner, max_size=4),
        st.lists(inner, max_size=3).map(tuple),
    ),
    max_leaves=8,
)
"""Whatever may arrive: numbers, texts and hostile things, alone and nested."""
