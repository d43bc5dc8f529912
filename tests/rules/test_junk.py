"""Junk of any type: a rule violation with the right code comes out, never anything else, and nothing has changed."""

import math
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules import GAMES, IllegalAction, InvalidState, RuleViolation
from tests.support.rules.builders import code_of
from tests.support.rules.each_game import acting, deck_of, does_least, every_auction, every_game
from tests.support.rules.junk import JUNK, KeyThatRefuses, anything, each_junk

TURN = 2
KINDS = ("pass", "bid", "discard_possession", "buy", "play", "replace", "evolve", "end_turn")
FIRST_CARD = "lapin-facteur-1"


def running(game):
    """A game in which seat 2 is to act."""
    return acting(game, TURN)


def refuse(code, call, *args, kind: type[RuleViolation] = IllegalAction, **kwargs):
    with pytest.raises(kind) as error:
        call(*args, **kwargs)
    assert code_of(error) == code


@every_game
class TestEachJunk:
    """A failure names the junk: look for `_name` in the traceback."""

    def test_as_action_in_json(self, game):
        for _name, junk in each_junk():
            refuse("malformed_action", game.action_from_json, junk)

    def test_as_kind(self, game):
        for _name, junk in each_junk("word"):
            refuse("malformed_action", game.action_from_json, {"kind": junk})
            refuse("malformed_action", game.action_from_json, {"kind": junk, "cards": [1000]})

    def test_as_content_of_an_action(self, game):
        for _name, junk in each_junk():
            refuse("malformed_action", game.action_from_json, {"kind": "bid", "cards": junk})
            refuse("malformed_action", game.action_from_json, {"kind": "bid", "cards": [junk]})
            refuse("malformed_action", game.action_from_json, {"kind": "bid", "cards": [1000, junk]})
            refuse("malformed_action", game.action_from_json, {"kind": "bid", "amount": junk})
            refuse("malformed_action", game.action_from_json, {"kind": "discard_possession", "value": junk})
            refuse("malformed_action", game.action_from_json, {**does_least(game), "extra": junk})
            for kind in ("buy", "play", "evolve", "replace"):
                refuse("malformed_action", game.action_from_json, {"kind": kind, "card": junk})
            refuse("malformed_action", game.action_from_json, {"kind": "replace", "card": FIRST_CARD, "over": junk})

    def test_as_action(self, game):
        state = running(game)
        for _name, junk in each_junk():
            refuse("malformed_action", game.play, state, TURN, junk)
            refuse("malformed_action", game.action_to_json, junk)
        assert state == running(game)

    def test_as_seat(self, game):
        state = running(game)
        action = game.legal_actions(state, TURN)[0]
        for _name, junk in each_junk():
            refuse("not_your_turn", game.play, state, junk, action)
            refuse("not_your_turn", game.play, state, junk, junk)
            refuse("not_your_turn", game.timeout_action, state, junk)
            assert len(game.legal_actions(state, junk)) == 0
        assert state == running(game)

    def test_as_seat_of_a_view(self, game):
        for _name, junk in each_junk("nothing"):
            refuse("invalid_seat", game.view, running(game), junk)

    def test_as_players(self, game):
        for _name, junk in each_junk():
            refuse("invalid_player_count", game.setup, junk, 1)

    def test_as_seed(self, game):
        for _name, junk in each_junk("minus one", "empty text", "digit", "word"):
            refuse("invalid_seed", game.setup, 3, junk)

    def test_as_starter(self, game):
        for _name, junk in each_junk("nothing"):
            refuse("invalid_starter", game.setup, 3, 1, starter=junk)

    def test_as_deck(self, game):
        for _name, junk in each_junk("nothing"):
            refuse("invalid_deck", game.setup, 3, 1, deck=junk)

    def test_in_a_deck(self, game):
        for _name, junk in each_junk():
            refuse(
                "invalid_deck", game.setup, 3, 1, deck=deck_of(game, lying=lambda pile, junk=junk: [junk, *pile[1:]])
            )
            refuse("invalid_deck", game.setup, 3, 1, deck=deck_of(game, lying=lambda pile, junk=junk: [*pile, junk]))

    def test_as_options(self, game):
        for _name, junk in each_junk("nothing"):
            refuse("invalid_options", game.setup, 3, 1, junk)

    def test_as_an_option(self, game):
        for _name, junk in each_junk("true", "false"):
            refuse("invalid_options", game.setup, 3, 1, {"open_purses": junk})
            refuse("invalid_options", game.setup, 3, 1, {"open_purses": True, "more": junk})

    def test_as_document(self, game):
        for read in (game.from_json, game.setup_from_json, game.view_from_json):
            for _name, junk in each_junk():
                refuse("malformed_json", read, junk, kind=InvalidState)
                refuse("malformed_json", read, {"game": junk, "schema": 1}, kind=InvalidState)
                refuse("malformed_json", read, {"game": game.slug, "schema": junk}, kind=InvalidState)


@every_game
def test_nothing_stands_for_what_is_left_to_chance(game):
    assert game.setup(3, 1, None, None, None) == game.setup(3, 1)


@every_game
def test_options_may_be_any_mapping_and_a_deck_any_sequence(game):
    lazily = game.setup(3, 1, MappingProxyType({}), deck=deck_of(game, lying=tuple))
    assert lazily == game.setup(3, 1, {}, deck=deck_of(game)) == game.setup(3, 1, deck=deck_of(game))


@every_auction
def test_purses_are_open_unless_they_are_closed(game):
    closed = game.setup(3, 1, MappingProxyType({"open_purses": False}))
    assert closed.setup.options.open_purses is False
    assert game.setup(3, 1, {}) == game.setup(3, 1, {"open_purses": True}) == game.setup(3, 1)


@every_game
@pytest.mark.parametrize("name", ["nothing", "huge", "float", "not a number", "bytes", "tuple", "object", "class"])
def test_junk_as_a_key(game, name):
    key = JUNK[name]
    refuse("malformed_action", game.action_from_json, {key: "pass"})
    refuse("malformed_action", game.action_from_json, {"kind": "pass", key: 1})
    refuse("invalid_options", game.setup, 3, 1, {key: True})
    refuse("invalid_deck", game.setup, 3, 1, deck={key: [FIRST_CARD]})
    refuse("malformed_json", game.from_json, {**game.to_json(running(game)), key: 1}, kind=InvalidState)


@every_game
def test_keys_that_refuse_to_be_compared(game):
    refuse("malformed_action", game.action_from_json, {KeyThatRefuses("kind"): "pass"})
    refuse("malformed_action", game.action_from_json, {"kind": "pass", KeyThatRefuses("cards"): 1})
    refuse("malformed_action", game.action_from_json, {"kind": "bid", KeyThatRefuses("cards"): [1000]})
    refuse("malformed_action", game.action_from_json, {"kind": "bid", KeyThatRefuses("amount"): 7})
    refuse("invalid_options", game.setup, 3, 1, {KeyThatRefuses("open_purses"): True})
    refuse("malformed_json", game.from_json, {KeyThatRefuses("game"): game.slug}, kind=InvalidState)


def outcome_of(call, *args):
    """What came of it: a value and no code, or a code and no value. Anything but a rule violation gets through."""
    try:
        return call(*args), None
    except RuleViolation as error:
        return None, error.code


@every_game
@settings(max_examples=50)
@given(data=anything)
def test_any_action_in_json_is_read_or_malformed(game, data):
    action, code = outcome_of(game.action_from_json, data)
    if code is None:
        assert game.action_to_json(action)["kind"] in KINDS
    else:
        assert code == "malformed_action"


FIELDS = st.dictionaries(st.sampled_from(["cards", "amount", "value", "card", "over", "extra"]), anything, max_size=2)


@every_game
@settings(max_examples=50)
@given(kind=st.sampled_from(KINDS), rest=FIELDS)
def test_any_action_of_a_known_kind_is_read_or_malformed(game, kind, rest):
    action, code = outcome_of(game.action_from_json, {**rest, "kind": kind})
    if code is None:
        written = game.action_to_json(action)["kind"]
        assert written == kind or (kind, rest, written) == ("bid", {"amount": 0}, "pass")
    else:
        assert code == "malformed_action"


@every_game
@settings(max_examples=50)
@given(seat=anything, action=anything)
def test_anything_played_is_refused(game, seat, action):
    state = running(game)
    _, code = outcome_of(game.play, state, seat, action)
    mine = type(seat) is int and seat == TURN
    assert code == ("malformed_action" if mine else "not_your_turn")
    assert state == running(game)


@every_game
@settings(max_examples=50)
@given(seed=anything, options=anything, deck=st.none() | anything, starter=anything)
def test_anything_set_up_for_three_is_refused_or_a_game(game, seed, options, deck, starter):
    state, code = outcome_of(game.setup, 3, seed, options, deck, starter)
    if code is None:
        assert state.setup.seed == seed
    else:
        assert code in {"invalid_seed", "invalid_options", "invalid_deck", "invalid_starter"}


def places(data, path=()):
    """Every place in a document; of long lists, in which all is read alike, both ends."""
    yield path
    if isinstance(data, dict):
        for key in data:
            yield from places(data[key], (*path, key))
    if isinstance(data, list):
        for at in range(len(data)) if len(data) < 4 else (0, len(data) - 1):
            yield from places(data[at], (*path, at))


def changed(data, path, value):
    """The document with another value in that place."""
    if not path:
        return value
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[path[0]] = changed(data[path[0]], path[1:], value)
    return copy


PLAIN_JUNK: list[Any] = [None, True, -1, 10**400, 1.0, math.nan, math.inf, "", "junk", [], [[]], {}, {"a": 1}]


@every_game
@pytest.mark.parametrize("name", ["to_json", "setup_to_json"])
def test_a_document_with_plain_junk_in_any_place_is_refused_or_read_as_it_stands(game, name):
    write, read = getattr(game, name), getattr(game, name.replace("to_json", "from_json"))
    document = write(running(game))
    for path in places(document):
        for junk in PLAIN_JUNK:
            edited = changed(document, path, junk)
            state, code = outcome_of(read, edited)
            assert code is not None or write(state) == edited


HOSTILE = [
    "odd int",
    "odd text",
    "endless list",
    "deep list",
    "refusing list",
    "refusing dict",
    "refusing key",
    "equal to everything",
    "refuses everything",
    "refuses its class",
    "of refusing class",
    "claims to be an int",
    "claims to be a text",
    "claims to be a list",
    "claims to be a dict",
]


@every_game
@pytest.mark.parametrize("name", HOSTILE)
def test_a_document_with_a_hostile_thing_in_any_place_is_malformed(game, name):
    for document, read in (
        (game.to_json(running(game)), game.from_json),
        (game.view_json(running(game), TURN), game.view_from_json),
    ):
        for path in places(document):
            refuse("malformed_json", read, changed(document, path, JUNK[name]), kind=InvalidState)


@every_game
def test_a_document_without_one_of_its_keys_or_with_another_is_malformed(game):
    state = running(game)
    for document, read in (
        (game.to_json(state), game.from_json),
        (game.setup_to_json(state), game.setup_from_json),
        (game.view_json(state, 0), game.view_from_json),
    ):
        refuse("malformed_json", read, {**document, "extra": 1}, kind=InvalidState)
        for key in document:
            rest = {name: value for name, value in document.items() if name != key}
            refuse("malformed_json", read, rest, kind=InvalidState)


@every_game
def test_a_document_of_another_game_or_schema_is_malformed(game):
    state = running(game)
    for other in GAMES:
        if other is not game:
            refuse("malformed_json", other.from_json, game.to_json(state), kind=InvalidState)
            refuse("malformed_json", other.setup_from_json, game.setup_to_json(state), kind=InvalidState)
            refuse("malformed_json", other.view_from_json, game.view_json(state, 0), kind=InvalidState)
    for schema in (0, 2, 99):
        refuse("malformed_json", game.from_json, {**game.to_json(state), "schema": schema}, kind=InvalidState)
        inside = changed(game.to_json(state), ("setup", "schema"), schema)
        refuse("malformed_json", game.from_json, inside, kind=InvalidState)


@every_game
@settings(max_examples=50)
@given(data=st.data())
def test_a_view_with_anything_in_any_place_is_refused_or_read_as_it_stands(game, data):
    document = game.view_json(running(game), TURN)
    path = data.draw(st.sampled_from(list(places(document))))
    edited = changed(document, path, data.draw(anything))
    view, code = outcome_of(game.view_from_json, edited)
    assert (code is None) != (view is None)
    if view is not None:
        assert (view.game, view.schema) == (edited["game"], edited["schema"]) == (game.slug, 1)
