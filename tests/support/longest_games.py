"""The longest games there can be, or nearly so: everybody always does as much as the rules let them."""

from collections import defaultdict
from datetime import timedelta
from itertools import cycle, islice
from typing import Any

from games.models import Notice
from games.positions import Move, first_position, next_position
from games.queries.game_file.events import Noted
from games.queries.game_file.fields import LONGEST_NAME
from games.queries.game_file.schema import MOST_NOTICES
from games.queries.game_file.writing import document_from
from games.rules.cartes_societe.board import count
from games.tableau import Person
from games.tableau.scene import Former
from tests.support.recordings import OCCASION
from tests.support.rules.each_game import options_of
from tests.support.scenes import scene
from tests.support.times import MONDAY

MOMENT = MONDAY + timedelta(microseconds=1)
SEEDS = {"high-society": 76, "high-society-paris": 76, "high-society-simplified": 3, "cartes-societe": 24}
"""Those of decks with which a game lasts long."""
LENGTHS = {"high-society": 196, "high-society-paris": 196, "high-society-simplified": 403, "cartes-societe": 451}
"""How many actions that makes. Bids that were planned for it came to a fifth more."""


def longest_file(rules) -> Any:
    """The file of such a game, at which as much was noted as a file may tell, about the longest names."""
    position = longest_game(rules)
    people = [Person(seat, letter * LONGEST_NAME, "balanced", True) for seat, letter in enumerate(letters(rules))]
    former = [Former(one.seat, position.number, one.name) for one in islice(cycle(people), MOST_NOTICES)]
    noted = [
        Noted(position.number, Notice.Kind.TIMED_OUT, one.name, one.seat, MOMENT)
        for one in islice(cycle(people), MOST_NOTICES)
    ]
    drawn = scene(rules, position, people=tuple(people), former=tuple(former))
    return document_from(drawn, noted, OCCASION)


def letters(rules) -> list[str]:
    """Of those that take most bytes, one for each seat."""
    return [chr(0x20000 + seat) for seat in range(rules.max_players)]


def longest_game(rules):
    first = rules.setup(rules.max_players, SEEDS.get(rules.slug, 1), options_of(rules, False))
    position, eager = first_position(rules, first), EAGER.get(rules.slug, raise_least)
    while seats := rules.to_act(position.state):
        action = eager(rules, position.state, seats[0])
        position = next_position(rules, position, Move(position.number + 1, seats[0], action, at=MOMENT))
    return position


def raise_least(rules, state, seat):
    """The first thing that is more than the least."""
    legal = rules.legal_actions(state, seat)
    return legal[min(1, len(legal) - 1)]


def do_everything(rules, state, seat):
    """Leave a card for everybody who is still to buy, and lay what hurts others least, so that nobody falls."""
    kinds = defaultdict(list)
    for action in rules.legal_actions(state, seat):
        kinds[rules.action_to_json(action)["kind"]].append(action)
    to_come = [other for other, player in enumerate(state.players) if player.alive and not state.has_ended(other)]
    if kinds["buy"] and len(state.market) >= len(to_come):
        return kinds["buy"][0]
    if kinds["evolve"]:
        return kinds["evolve"][0]
    laid = [*kinds["play"], *kinds["replace"]]
    return min(laid, key=lambda action: harm(rules, state, seat, action), default=kinds["end_turn"][0])


def harm(rules, state, seat, action):
    totals = count(rules.play(state, seat, action).players[seat].board)
    return 2 * totals.attack - totals.hp


EAGER = {"cartes-societe": do_everything}
