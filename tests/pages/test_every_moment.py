"""Every moment of whole games, through everybody's eyes: it is drawn, it tells nothing too early, and files keep it."""

import re

import pytest

from games.queries.game_file import read_document, read_file
from games.queries.game_file.writing import first_document_from
from games.rules import GAMES
from games.tableau.amounts import money, worth
from tests.support.recordings import (
    SAVED_GAMES,
    document_of,
    every_view,
    file_of,
    recording_of,
    scene_by_chance,
    scene_of_saved,
    shown,
)
from tests.support.rules.each_game import AUCTIONS, lying_otherwise

BY_CHANCE = [(rules.slug, min(3 + number, rules.max_players), number % 2 == 0) for number, rules in enumerate(GAMES)]
"""In turn with open and with closed purses."""
by_chance = pytest.mark.parametrize(("slug", "players", "open_purses"), BY_CHANCE)

FORBIDDEN = re.compile(r"<script|<style|\sstyle=|\son\w+=")
NOT_LATER = ("told", "public", "private", "log", "charts", "figures")
"""What does not depend on how many moments there are."""


@pytest.mark.parametrize("name", SAVED_GAMES[::4])
def test_of_a_saved_game_is_drawn_and_is_the_same_from_a_file(name):
    drawn = scene_of_saved(name)
    for parts in every_view(recording_of(drawn)):
        assert not FORBIDDEN.search("".join(parts.values()))
    check_file(drawn)


@pytest.mark.parametrize("name", SAVED_GAMES[::6])
def test_of_a_saved_game_tells_nothing_too_early(name):
    check_twins(scene_of_saved(name))


@by_chance
@pytest.mark.usefixtures("few_turns")
def test_of_a_game_by_chance_is_drawn_and_is_the_same_from_a_file(slug, players, open_purses):
    drawn = scene_by_chance(slug, f"{slug} {players}", players, open_purses)
    for parts in every_view(recording_of(drawn)):
        assert not FORBIDDEN.search("".join(parts.values()))
    check_file(drawn)
    check_twins(drawn)


def check_file(drawn):
    """Nothing is lost on the way into a file and out of it."""
    brought = read_file(file_of(drawn))
    assert brought.document == document_of(drawn)
    here, there = recording_of(drawn), recording_of(brought.scene)
    assert there.moments == here.moments
    for number in some_of(here.moments):
        for outlook in here.outlooks:
            assert shown(here, number, outlook.value) == shown(there, number, outlook.value)


def check_twins(drawn):
    """The same moment of a game that stands still there, with its other cards in another order, looks the same."""
    whole = recording_of(drawn)
    for number in some_of(whole.moments[:-1]):
        other = recording_of(cut_off(drawn, number))
        for outlook in whole.outlooks[:-1]:
            then, alone = shown(whole, number, outlook.value), shown(other, number, outlook.value)
            for part in NOT_LATER:
                assert without_length(then[part]) == without_length(alone[part])


def some_of(moments, count=3):
    return moments[:: max(1, len(moments) // count)]


def cut_off(drawn, number):
    """The game as if it stood there now, the hidden cards reversed: a file of version 1 tells no more than that."""
    document = first_document_from(drawn, ())
    setup = lying_otherwise(drawn.rules, document["setup"], drawn.at(number).position.state)
    actions = document["actions"][:number]
    return read_document({**document, "setup": setup, "actions": actions, "outcome": None}).scene


def without_length(html):
    """Stamps tell parts apart by all that is in them, so they go with it."""
    return re.sub(r'data-(?:version|stamp)="[^"]*"|\d+ of \d+', "", html)


@pytest.mark.parametrize("rules", AUCTIONS, ids=lambda rules: rules.slug)
def test_closed_purses_stay_closed_until_the_end(rules):
    drawn = scene_by_chance(rules.slug, "closed", 3, open_purses=False)
    recording, story = recording_of(drawn), list(drawn.position.back())[::-1]
    for position in story[:-1]:
        for outlook in recording.outlooks[:-1]:
            parts = shown(recording, position.number, outlook.value)
            assert 'class="sum"' not in parts["public"]
            assert lines_of(parts, "money") == ([] if outlook.seat is None else [str(outlook.seat)])
            assert lines_of(parts, "status") == ["0", "1", "2"]
            if outlook.seat is not None:
                assert latest(parts) == [fortunes(rules, position)[outlook.seat]]
        assert latest(shown(recording, position.number, "open")) == fortunes(rules, position)
    assert latest(shown(recording, story[-1].number, "")) == fortunes(rules, story[-1])
    assert "nobody&#x27;s money is shown" in shown(recording, story[-2].number, "")["charts"]


def fortunes(rules, position):
    view = rules.view(position.state, None, open_purses=True)
    return [money(player.money + worth(bid)) for player, bid in zip(view.players, view.round.open_bids, strict=True)]


def chart_of(parts, kind):
    return parts["charts"].split(f'data-chart="{kind}"')[1].split("</figure>")[0]


def lines_of(parts, kind):
    return re.findall(r'<g class="chart-line" data-seat="(\d)"', chart_of(parts, kind))


def latest(parts):
    return re.findall(r"<b>(.*?)</b>", chart_of(parts, "money"))
