"""Save a finished game for ever: `python -m tests.tools.save_game NAME < script` writes finished_games/NAME.json.

A script says what the game shows, how it is set up, and who does what, one line each:

    about A title for nothing
    game high-society
    players 3
    starter 0
    deck title-1 title-2 title-3 scandal
    0 pass
    1 bid 1000 4000
    2 give 7

Cards that `deck` leaves out lie below in printed order; `closed` plays with closed purses; in the simplified game a
bid is an amount. CartesSociété knows `buy`, `play`, `replace` and `evolve` with ids of cards, and `end_turn`. After
`rest` everybody's time runs out until the game is over; with a number behind it, chance decides what they do. The
outcome that is written is what the rules make of it: check it by hand before you commit it.
"""

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from games.rules import find_rules
from tests.support.rules.each_game import AUCTIONS, deck_of, timeout

FOLDER = Path(__file__).parents[1] / "rules" / "finished_games"


def read_script(text):
    """The script as a dict, with its moves as (seat, action) pairs."""
    script: dict[str, Any] = {"moves": []}
    for line in filter(None, map(str.strip, text.splitlines())):
        word, _, rest = line.partition(" ")
        if word.isdigit():
            script["moves"].append((int(word), read_action(script["game"], rest.split())))
        else:
            script[word] = rest
    return script


CARDS_OF = {"buy": ["card"], "play": ["card"], "replace": ["card", "over"], "evolve": ["card"], "end_turn": []}


def read_action(slug, words):
    if words[0] in CARDS_OF:
        return {"kind": words[0], **dict(zip(CARDS_OF[words[0]], words[1:], strict=True))}
    kind, *numbers = words[0], *map(int, words[1:])
    if kind == "pass":
        return {"kind": "pass"}
    if kind == "give":
        return {"kind": "discard_possession", "value": numbers[0]}
    if slug == "high-society-simplified":
        return {"kind": "bid", "amount": numbers[0]}
    return {"kind": "bid", "cards": numbers}


def first_state(script, seed):
    game = find_rules(script["game"])
    return game.setup(
        int(script["players"]),
        seed,
        {"open_purses": "closed" not in script} if game in AUCTIONS else {},
        deck=deck_of(game, *script["deck"].split()),
        starter=int(script["starter"]),
    )


def moves(script, state):
    """Every move as (seat, JSON of the action, next state)."""
    game = find_rules(script["game"])
    for seat, action in script["moves"]:
        state = game.play(state, seat, game.action_from_json(action))
        yield seat, action, state
    chance = Random(script.get("rest"))
    while "rest" in script and game.to_act(state):
        seat, action = timeout(game, state)
        if script["rest"]:
            action = chance.choice(game.legal_actions(state, seat))
        state = game.play(state, seat, action)
        yield seat, game.action_to_json(action), state


def play_script(script):
    """The whole game as it is saved."""
    game = find_rules(script["game"])
    state = first_state(script, "saved game")
    setup, actions = game.setup_to_json(state), []
    for seat, action, after in moves(script, state):
        actions.append((seat, action))
        state = after
    assert game.outcome(state) is not None, "the game is not over yet"
    return {"about": script["about"], "setup": setup, "actions": actions, "outcome": brief(game.outcome(state))}


def brief(outcome):
    """An outcome without the words of its lines, which may be put differently one day."""
    return {
        "reason": outcome.reason,
        "winners": list(outcome.winners),
        "seats": [
            {
                "money": seat.money,
                "cast_out": seat.cast_out,
                "rank": seat.rank,
                "score": seat.score,
                "lines": [[line.kind, line.total] for line in seat.lines],
            }
            for seat in outcome.seats
        ],
    }


def write_game(saved):
    """JSON with one action, and one seat of the outcome, per line."""
    actions = ",\n".join(f"    {_text(action)}" for action in saved["actions"])
    seats = ",\n".join(f"      {_text(seat)}" for seat in saved["outcome"]["seats"])
    return "\n".join(
        [
            "{",
            f'  "about": {_text(saved["about"])},',
            f'  "setup": {_text(saved["setup"])},',
            f'  "actions": [\n{actions}\n  ],',
            '  "outcome": {',
            f'    "reason": {_text(saved["outcome"]["reason"])},',
            f'    "winners": {_text(saved["outcome"]["winners"])},',
            f'    "seats": [\n{seats}\n    ]',
            "  }",
            "}\n",
        ]
    )


def _text(data):
    return json.dumps(data, ensure_ascii=False)


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit("usage: python -m tests.tools.save_game NAME < script")
    path = FOLDER / f"{sys.argv[1]}.json"
    path.write_text(write_game(play_script(read_script(sys.stdin.read()))), encoding="utf-8")
    print(path.read_text(encoding="utf-8"))
