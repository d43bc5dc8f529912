"""Games to draw: played by chance from a seed, replayed from a file, or set up move by move."""

import json
import random
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from games.pages import story
from games.pages.parts import Parts, draw_all, whole, without_tokens
from games.positions import Move, Position, first_position, next_position
from games.rules import find_rules
from games.tableau import Asked, Person, Scene, draw_log, tableau_of
from games.tableau.fragments import NO_DOCK, fragment
from tests.support.rules.each_game import deck_of, options_of

SAVED = Path(__file__).parents[1] / "rules" / "finished_games"
NAMES = ("Ana", "Bob", "Cleo", "Dev", "Esther", "Farid", "Greta", "Hugo")


def people(players: int, names=NAMES) -> tuple[Person, ...]:
    return tuple(Person(seat, names[seat]) for seat in range(players))


def scene(rules, position: Position, **more: Any) -> Scene:
    state = position.state
    given = {
        "people": people(len(state.players)),
        "version": position.number,
        "hides_past": tableau_of(rules).hides_past(rules.setup_to_json(state)["options"]),
    }
    return Scene(rules, position, **{**given, **more})


def play(slug: str, *actions: Any, players: int = 3, deck=None, starter: int = 0, open_purses: bool = True) -> Scene:
    """A scene after these actions, each by whoever is to act: "pass", a list of notes, an amount, or an object.

    `deck` names the cards on top.
    """
    rules = find_rules(slug)
    cards = None if deck is None else deck_of(rules, *deck)
    return going_on(rules, rules.setup(players, "a seed", options_of(rules, open_purses), cards, starter), *actions)


def going_on(rules, state: Any, *actions: Any) -> Scene:
    """A scene in which a game began in this state, and then these actions were played."""
    position = first_position(rules, state)
    for action in actions:
        position = step(rules, position, action)
    return scene(rules, position)


def step(rules, position: Position, action: Any, made_by: str = "player") -> Position:
    (seat,) = rules.to_act(position.state)
    done = rules.action_from_json(_written(action))
    return next_position(
        rules, position, Move(position.number + 1, seat, done, made_by, datetime(2026, 1, 1, tzinfo=UTC))
    )


def _written(action: Any) -> dict[str, Any]:
    if action == "pass":
        return {"kind": "pass"}
    if isinstance(action, list):
        return {"kind": "bid", "cards": [1000 * note for note in action]}
    return {"kind": "bid", "amount": action} if isinstance(action, int) else action


def by_chance(slug: str, seed: str, players: int, open_purses: bool = True) -> Position:
    """A whole game of the first few things that can be done, the same for the same seed."""
    rules, chance = find_rules(slug), random.Random(seed)
    position = first_position(rules, rules.setup(players, seed, options_of(rules, open_purses)))
    while rules.to_act(position.state):
        (seat,) = rules.to_act(position.state)
        legal = rules.legal_actions(position.state, seat)
        action = legal[chance.randrange(min(len(legal), 6))]
        position = next_position(rules, position, Move(position.number + 1, seat, action))
    return position


def saved(name: str) -> Position:
    document = json.loads((SAVED / f"{name}.json").read_text(encoding="utf-8"))
    rules = find_rules(document["setup"]["game"])
    position = first_position(rules, rules.setup_from_json(document["setup"]))
    for _, action in document["actions"]:
        position = step(rules, position, action)
    return position


def at(position: Position, number: int) -> Position:
    return next(earlier for earlier in position.back() if earlier.number == number)


def draw_public(drawn: Scene) -> Any:
    """The table as everybody sees it; each kind of game has its own."""
    return tableau_of(drawn.rules).draw_public(drawn)


def draw_private(drawn: Scene, seat: int) -> Any:
    """What that seat sees beside it."""
    return tableau_of(drawn.rules).draw_private(drawn, seat)


def public_html(drawn: Scene) -> str:
    return whole(public_parts(drawn), "public")


def public_parts(drawn: Scene) -> Parts:
    """The table as everybody sees it; at its end nothing is known of ratings, nor of other games."""
    people = drawn.people if drawn.outcome is not None else ()
    beside = [fragment("games/table/_rating.html", seat=person.seat, words="") for person in people]
    if people:
        beside += [
            fragment("games/table/_series.html", words=""),
            fragment("games/table/_look_again.html", url=""),
        ]
    return draw_all((*tableau_of(drawn.rules).public_fragments(draw_public(drawn)), *beside))


def private_html(drawn: Scene, seat: int | None, act_url: str = "/act/") -> str:
    return without_tokens(whole(private_parts(drawn, seat, act_url), "private"))


def private_parts(drawn: Scene, seat: int | None, act_url: str = "/act/") -> Parts:
    """What that seat, or a spectator, sees beside it; who is to act decides in the version of the scene."""
    if seat is None:
        return draw_all((NO_DOCK,))
    asked = Asked(act_url, drawn.version, None)
    return draw_all(tableau_of(drawn.rules).private_fragments(draw_private(drawn, seat), asked))


def log_html(drawn: Scene, last: int | None = None) -> str:
    return story.log_html(draw_log(drawn, last))
