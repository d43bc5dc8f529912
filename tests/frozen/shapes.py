"""What stands where in JSON: the paths of its keys, sorted, and what type of value each has.

They are collected over whole games that chance plays, the same ones each time.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Any, NamedTuple

from games.queries.game_file import read_document
from games.queries.game_file.events import Noted
from games.queries.game_file.writing import Occasion, document_from
from games.rules import GAMES, Rules
from games.rules.server import GameServer
from tests.support.rules.each_game import options_of, piles_of

WORDS = ("kind", "type", "phase", "reason", "status")
"""Keys whose values are words of the game, which mean something to programs."""
SEEDS = (1, 2, 14)
"""Games that end in different ways; somebody wins the last one."""
EVERY = 3
"""Views are large, and from one moment to the next hardly anything in their shape changes."""
MOMENT = datetime(2026, 1, 1, tzinfo=UTC)


class Step(NamedTuple):
    """A state, what happened before it, and by which action."""

    state: Any
    events: Sequence[Mapping[str, Any]]
    seat: int | None = None
    action: Any = None


@dataclass
class Shape:
    """What has been seen at each path so far."""

    types: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    words: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))

    def see(self, value: Any, path: str = "") -> None:
        self.types[path].add(type_of(value))
        if isinstance(value, dict):
            for key, one in value.items():
                self.see(one, f"{path}.{key}" if path else key)
        elif isinstance(value, list):
            for one in value:
                self.see(one, f"{path}[]")
        elif isinstance(value, str) and path.rpartition(".")[2] in WORDS:
            self.words[path].add(value)

    def told(self) -> dict[str, Any]:
        """Each path with its types, or with its words."""
        told: dict[str, Any] = {path: " or ".join(sorted(types)) for path, types in self.types.items() if path}
        return told | {f"{path} says": sorted(words) for path, words in self.words.items()}


def type_of(value: Any) -> str:
    return {dict: "object", list: "list", type(None): "null"}.get(type(value), type(value).__name__)


def of_all_games() -> dict[str, dict[str, Any]]:
    """For every game, with each choice of its options: views, actions, setup, events, snapshot, and the file of it."""
    return {
        f"{rules.slug}{purses(rules, choice)}": of_game(rules, choice)
        for rules in GAMES
        for choice in ((True, False) if rules.option_names else (True,))
    }


def purses(rules: Rules[Any, Any, Any], choice: bool) -> str:
    return f" with {'open' if choice else 'closed'} purses" if rules.option_names else ""


def of_game(rules: Rules[Any, Any, Any], choice: bool) -> dict[str, Any]:
    shapes: dict[str, Shape] = defaultdict(Shape)
    for seed in SEEDS:
        steps = whole_game(rules, seed, choice)
        shapes["setup"].see(plain(rules.setup_to_json(steps[0].state)))
        for number, step in enumerate(steps):
            look_at(rules, shapes, step)
            if number % EVERY == 0 or not rules.to_act(step.state):
                look_at_views(rules, shapes, step.state)
    shapes["snapshot"].see(snapshot(rules, choice))
    shapes["file"].see(downloaded(rules, choice))
    return {name: shape.told() for name, shape in shapes.items()}


def whole_game(rules: Rules[Any, Any, Any], seed: int, choice: bool) -> list[Step]:
    """A game in which chance decides between the least and the most that can be done."""
    chance = Random(seed)
    first = rules.setup(3, seed, options_of(rules, choice))
    steps = [Step(first, rules.events(None, first))]
    while seats := rules.to_act(before := steps[-1].state):
        legal = rules.legal_actions(before, seats[0])
        action = legal[chance.choice((0, 0, min(3, len(legal) - 1), len(legal) - 1))]
        after = rules.play(before, seats[0], action)
        steps.append(Step(after, rules.events(before, after), seats[0], rules.action_to_json(action)))
    return steps


def look_at(rules: Rules[Any, Any, Any], shapes: dict[str, Shape], step: Step) -> None:
    for event in step.events:
        shapes[f"event {event['type']}"].see(plain(event))
    for seat in rules.to_act(step.state):
        for action in rules.legal_actions(step.state, seat):
            data = plain(rules.action_to_json(action))
            shapes[f"action {data['kind']}"].see(data)


def look_at_views(rules: Rules[Any, Any, Any], shapes: dict[str, Shape], state: Any) -> None:
    for seat in (None, *range(len(state.players))):
        shapes["view"].see(rules.view_json(state, seat))


def plain(thing: Any) -> Any:
    """As whoever gets it by a wire has it."""
    return json.loads(json.dumps(thing))


def snapshot(rules: Rules[Any, Any, Any], choice: bool) -> Any:
    server = GameServer()
    game = server.new_game(["ana", "ben", 7], 1, rules.slug, options=options_of(rules, choice))
    seat = rules.to_act(server.get_state(game))[0]
    server.step(game, ("ana", "ben", 7)[seat], rules.timeout_action(server.get_state(game), seat))
    return plain(server.snapshot(game))


def downloaded(rules: Rules[Any, Any, Any], choice: bool) -> Any:
    """What the site makes of the file of a finished game, at which somebody left and somebody else took their seat."""
    played = read_document(first_file_of(rules, whole_game(rules, SEEDS[-1], choice))).scene
    left = Noted(after=1, kind="left", name="Ana", seat=0, at=MOMENT)
    written = plain(document_from(played, [left], Occasion("abcdefghjk", MOMENT, MOMENT)))
    return plain(read_document(written).document)


def first_file_of(rules: Rules[Any, Any, Any], steps: list[Step]) -> dict[str, Any]:
    """The file of a game, as the first releases wrote it."""
    setup, outcome = rules.setup_to_json(steps[0].state), rules.outcome(steps[-1].state)
    assert outcome is not None
    return {
        "schema": "hsweb-game",
        "version": 1,
        "game": rules.slug,
        "rules": rules.version,
        "options": setup["options"],
        "players": [{"name": name, "bot": "", "substitute": False} for name in ("Dev", "Bob", "Cleo")],
        "former": [{"seat": 0, "until": 1, "name": "Ana"}],
        "setup": setup,
        "actions": [
            {"number": number, "seat": step.seat, "action": step.action, "made_by": "player", "at": MOMENT.isoformat()}
            for number, step in enumerate(steps[1:], start=1)
        ],
        "notices": [{"after": 1, "kind": "left", "name": "Ana"}],
        "outcome": {
            "reason": outcome.reason,
            "winners": list(outcome.winners),
            "seats": [
                {"money": seat.money, "cast_out": seat.cast_out, "rank": seat.rank, "score": seat.score}
                for seat in outcome.seats
            ],
        },
    }


def cards() -> dict[str, list[str]]:
    """The ids of the cards in every game's deck."""
    return {rules.slug: sorted(ids(rules)) for rules in GAMES}


def ids(rules: Rules[Any, Any, Any]) -> set[str]:
    return {card for pile in piles_of(rules.setup_to_json(rules.setup(3, 1))["deck"]) for card in pile}
