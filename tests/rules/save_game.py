"""Save a finished game for ever: `python -m tests.rules.save_game NAME < script` writes finished_games/NAME.json.

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
bid is an amount. The outcome that is written is what the rules make of it: check it by hand before you commit it.
"""

import json
import sys
from pathlib import Path
from typing import Any

from games.rules import find_rules
from tests.rules.builders import IDS, deck_starting

FOLDER = Path(__file__).parent / "finished_games"


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


def read_action(slug, words):
    kind, *numbers = words[0], *map(int, words[1:])
    if kind == "pass":
        return {"kind": "pass"}
    if kind == "give":
        return {"kind": "discard_possession", "value": numbers[0]}
    if slug == "high-society-simplified":
        return {"kind": "bid", "amount": numbers[0]}
    return {"kind": "bid", "cards": numbers}


def play_script(script):
    """The whole game as it is saved."""
    game = find_rules(script["game"])
    state = game.setup(
        int(script["players"]),
        "saved game",
        {"open_purses": "closed" not in script},
        deck=deck_starting(*script["deck"].split(), all_ids=IDS[game.slug]),
        starter=int(script["starter"]),
    )
    setup = game.setup_to_json(state)
    for seat, action in script["moves"]:
        state = game.play(state, seat, game.action_from_json(action))
    assert game.outcome(state) is not None, "the game is not over yet"
    return {"about": script["about"], "setup": setup, "actions": script["moves"], "outcome": brief(game.outcome(state))}


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
    path = FOLDER / f"{sys.argv[1]}.json"
    path.write_text(write_game(play_script(read_script(sys.stdin.read()))), encoding="utf-8")
    print(path.read_text(encoding="utf-8"))
