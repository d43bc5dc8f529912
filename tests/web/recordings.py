"""Whole games to look at again, without a table: saved ones, and ones played by chance."""

import json
from random import Random

from django.test import RequestFactory

from games import replay
from games.documents import written
from games.documents.writing import document_from
from games.history import Move, following, opening
from games.rules import find_rules
from tests.tableau.tables import SAVED, saved, scene

ASKED = RequestFactory().get("/")
SAVED_GAMES = sorted(file.stem for file in SAVED.glob("*.json"))


def recording_of(drawn):
    """A scene as it would be looked at if it were brought as a file."""
    return replay.Recording(
        name="A game",
        scene=drawn,
        moments=range(drawn.position.number + 1),
        outlooks=replay.all_outlooks(drawn.people),
        address="/game/",
        back_url="/",
        back_words="Back",
    )


def scene_of_saved(name):
    slug = json.loads((SAVED / f"{name}.json").read_text(encoding="utf-8"))["setup"]["game"]
    return scene(find_rules(slug), saved(name))


def scene_by_chance(slug, seed, players, open_purses=True):
    """A whole game in which people pass more often than they raise."""
    rules, chance = find_rules(slug), Random(seed)
    position = opening(rules, rules.setup(players, seed, {"open_purses": open_purses}))
    while rules.to_act(position.state):
        (seat,) = rules.to_act(position.state)
        legal = rules.legal_actions(position.state, seat)
        action = legal[chance.choice((0, 0, 0, min(3, len(legal) - 1)))]
        position = following(rules, position, Move(position.number + 1, seat, action))
    return scene(rules, position)


def file_of(drawn) -> bytes:
    return written(document_from(drawn, [])).encode()


def shown(recording, number, outlook):
    moment = replay.moment_of(recording, number, outlook)
    assert moment is not None
    return replay.parts_of(moment, ASKED)


def every_view(recording):
    """Every moment through everybody's eyes: its number, the outlook, and all parts of the page."""
    for number in recording.moments:
        for outlook in recording.outlooks:
            yield number, outlook, shown(recording, number, outlook.value)
