"""Whole games to look at again, without a table: saved ones, and ones played by chance."""

import json
from datetime import timedelta
from itertools import cycle, product
from random import Random

from django.test import RequestFactory

from games.pages import replay
from games.positions import Move, first_position, next_position
from games.queries.game_file import document_text
from games.queries.game_file.writing import Occasion, document_from
from games.rules import find_rules
from tests.support.rules.each_game import options_of
from tests.support.scenes import SAVED, saved, scene
from tests.support.times import MONDAY

ASKED = RequestFactory().get("/")
MOST_VIEWS = 250
OCCASION = Occasion("abcdefghjk", MONDAY, MONDAY + timedelta(hours=1))
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
    """A whole game in which people do the least more often than anything else."""
    rules, chance = find_rules(slug), Random(seed)
    position = first_position(rules, rules.setup(players, seed, options_of(rules, open_purses)))
    while rules.to_act(position.state):
        (seat,) = rules.to_act(position.state)
        legal = rules.legal_actions(position.state, seat)
        action = legal[chance.choice((0, 0, 0, min(3, len(legal) - 1)))]
        position = next_position(rules, position, Move(position.number + 1, seat, action))
    return scene(rules, position)


def file_of(drawn) -> bytes:
    return document_text(document_of(drawn)).encode()


def document_of(drawn):
    """A scene as the game of a table that is not there, at which nothing was noted."""
    return document_from(drawn, (), OCCASION)


def shown(recording, number, outlook):
    """A moment through these eyes: by name, what differs in its page from that of another."""
    moment = replay.moment_of(recording, number, outlook)
    assert moment is not None
    return replay.whole_parts(replay.parts_of(moment, ASKED))


def every_view(recording):
    """Every moment through everybody's eyes, or in long games through somebody's, in turn: all parts of the page."""
    is_long = len(recording.moments) * len(recording.outlooks) > MOST_VIEWS
    pairs = zip(recording.moments, cycle(recording.outlooks), strict=False)
    for number, outlook in pairs if is_long else product(recording.moments, recording.outlooks):
        yield shown(recording, number, outlook.value)
