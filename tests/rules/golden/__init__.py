"""Short games with everything that everybody is told at every step: a leak shows up as a changed line.

`python -m tests.rules.golden --write` writes the files anew; look at the difference before you commit it.
"""

import json
from pathlib import Path

from games.rules import find_rules
from tests.support.rules.each_game import AUCTIONS
from tests.tools.save_game import first_state, moves, read_script

FOLDER = Path(__file__).parent


def scripts():
    """The playthroughs by name, as scripts of `save_game`."""
    return {file.stem: read_script(file.read_text(encoding="utf-8")) for file in sorted(FOLDER.glob("*.script"))}


def golden_file(name):
    return FOLDER / f"{name}.txt"


def playthrough(script):
    """The text of a golden file: setup, then for every step the action, its events and all views."""
    game = find_rules(script["game"])
    before = first_state(script, "golden")
    lines = [f"about {script['about']}", f"setup {_text(game.setup_to_json(before))}", "", "step 0"]
    lines += _told(game, None, before)
    for number, (seat, action, state) in enumerate(moves(script, before), start=1):
        lines += ["", f"step {number}: seat {seat} {_text(action)}", *_told(game, before, state)]
        before = state
    return "\n".join(lines) + "\n"


def _told(game, before, state):
    """Events, the spectator's view, and of each seat's view the keys that differ from it."""
    table = _table(game, state, None)
    lines = [f"event {_text(event)}" for event in game.events(before, state)]
    lines.append(f"spectator {_text(_news(game, before, table))}")
    for seat in range(len(state.players)):
        view = _table(game, state, seat)
        own = {key: value for key, value in view.items() if value != table[key]}
        assert view.keys() == table.keys()
        lines.append(f"seat {seat} {_text(own)}")
    return lines


def _table(game, state, seat):
    view = game.view_json(state, seat)
    return view if game in AUCTIONS else _short(view)


def _short(thing):
    """Cards of CartesSociété in a few words: there are 175 of them in every view."""
    if isinstance(thing, dict):
        if "family" in thing:
            return "{id} {level}: {cost} {attack}/{hp}".format(**thing)
        return {key: _short(value) for key, value in thing.items()}
    return [_short(item) for item in thing] if isinstance(thing, list) else thing


def _news(game, before, table):
    """The whole table or, where that would be long, what has changed on it."""
    if game in AUCTIONS or before is None:
        return table
    known = _table(game, before, None)
    return {key: value for key, value in table.items() if value != known[key]}


def _text(data):
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
