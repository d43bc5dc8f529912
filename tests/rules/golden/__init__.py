"""Short games with everything that everybody is told at every step: a leak shows up as a changed line.

`python -m tests.rules.golden --write` writes the files anew; look at the difference before you commit it.
"""

import json
from pathlib import Path

from games.rules import find_rules
from tests.rules.builders import IDS, deck_starting
from tests.rules.save_game import read_script

FOLDER = Path(__file__).parent


def scripts():
    """The playthroughs by name, as scripts of `save_game`."""
    return {file.stem: read_script(file.read_text(encoding="utf-8")) for file in sorted(FOLDER.glob("*.script"))}


def golden_file(name):
    return FOLDER / f"{name}.txt"


def playthrough(script):
    """The text of a golden file: setup, then for every step the action, its events and all views."""
    game = find_rules(script["game"])
    state = game.setup(
        int(script["players"]),
        "golden",
        {"open_purses": "closed" not in script},
        deck=deck_starting(*script["deck"].split(), all_ids=IDS[game.slug]),
        starter=int(script["starter"]),
    )
    lines = [f"about {script['about']}", f"setup {_text(game.setup_to_json(state))}", "", "step 0"]
    lines += _told(game, None, state)
    for number, (seat, data) in enumerate(script["moves"], start=1):
        before, state = state, game.play(state, seat, game.action_from_json(data))
        lines += ["", f"step {number}: seat {seat} {_text(data)}", *_told(game, before, state)]
    return "\n".join(lines) + "\n"


def _told(game, before, state):
    """Events, the spectator's view, and of each seat's view the keys that differ from it."""
    table = game.view_json(state, None)
    lines = [f"event {_text(event)}" for event in game.events(before, state)]
    lines.append(f"spectator {_text(table)}")
    for seat in range(len(state.players)):
        view = game.view_json(state, seat)
        own = {key: value for key, value in view.items() if value != table[key]}
        assert view.keys() == table.keys()
        lines.append(f"seat {seat} {_text(own)}")
    return lines


def _text(data):
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
