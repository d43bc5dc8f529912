"""Every step of whole games is drawn for every seat, and nothing drawn depends on the order of the undrawn deck."""

import dataclasses
import re

import pytest

from games.positions import Move, first_position, next_position
from games.rules import GAMES, find_rules
from tests.support.rules.each_game import lying_otherwise
from tests.support.rules.invariants import with_other_secrets
from tests.support.scenes import by_chance, log_html, private_html, public_html, scene

pytestmark = pytest.mark.usefixtures("few_turns")

every_kind = pytest.mark.parametrize(
    ("slug", "players", "open_purses"),
    [
        (rules.slug, players, open_purses)
        for rules in GAMES
        for players, open_purses in (
            (rules.min_players, True),
            (rules.max_players - 1, False),
            (rules.max_players, True),
        )
    ],
)


def drawn(rules, position):
    """All that is drawn of a position, for everybody."""
    shown = scene(rules, position)
    seats = [private_html(shown, seat) for seat in range(len(shown.people))]
    return [public_html(shown), log_html(shown, last=12), *seats]


@every_kind
def test_every_step_is_drawn_without_inline_styles_or_scripts(slug, players, open_purses):
    rules = find_rules(slug)
    for position in by_chance(slug, f"{slug} {players}", players, open_purses).back():
        for html in drawn(rules, position):
            assert not re.search(r"<script|<style|\sstyle=|\son\w+=", html)


@every_kind
def test_nothing_tells_the_order_of_the_deck(slug, players, open_purses):
    rules = find_rules(slug)
    position = by_chance(slug, f"{slug} {players}", players, open_purses)
    running = [earlier for earlier in position.back() if rules.outcome(earlier.state) is None]
    for earlier in running[:: max(1, len(running) // 6)]:
        assert drawn(rules, earlier) == drawn(rules, reshuffled(rules, earlier))


def reshuffled(rules, position):
    """The same game with the hidden cards in reverse order."""
    first, *rest = list(position.back())[::-1]
    again = lying_otherwise(rules, rules.setup_to_json(first.state), position.state)
    other = first_position(rules, rules.setup_from_json(again))
    for step in rest:
        assert step.move is not None
        move = Move(**{f.name: getattr(step.move, f.name) for f in dataclasses.fields(Move)})
        other = next_position(rules, other, move)
    return dataclasses.replace(other, state=with_other_secrets(rules, position.state))
