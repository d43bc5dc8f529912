"""What is noted of simulated games beyond who won, worked out by hand."""

from collections import Counter

import pytest

from games.lab.surveys import begin_survey, take_notes
from games.lab.surveys.cartes_societe import Findings
from tests.support.rules.cartes_table import END, RULES, after, buy, copies, evolve, play, position, seat


def noted(state, *actions):
    """The notes of a stretch of a game."""
    notes = take_notes(RULES.slug)
    for action in actions:
        later = after(state, action)
        notes.follow(state, action, later)
        state = later
    return notes.findings()


def test_purchases_evolutions_and_last_boards_are_noted():
    """Seat 1 falls in this combat: what lay there is surveyed all the same."""
    state = position(
        seat("ours-general-1", pv=9),
        seat(*copies("cerf-marquis", 5), hand=copies("cerf-monarque", 3)),
        turn=9,
        acting=0,
        market=("loup-marechal-1",),
    )
    found = noted(state, buy("loup-marechal-1"), END, evolve("cerf-monarque-1"), play("cerf-monarque-1"), END)
    assert (found.turns, found.evolutions, found.bought) == (9, 1, {"Loup": 1})
    bear, stags = found.boards
    assert set(bear) == {"Ours"}
    assert set(stags) == {"Cerf"}
    assert stags["Cerf"] > 5 * bear["Ours"]


def test_a_game_that_notes_nothing_has_nothing_to_tell():
    survey = begin_survey("high-society")
    survey.add(take_notes("high-society").findings(), [0])
    assert (survey.summary(), survey.sheets()) == ({}, [])


@pytest.fixture
def survey():
    """Two games of two: first the bears win over wolves and foxes, then both fall together."""
    survey = begin_survey("cartes-societe")
    bears, mixed = Counter({"Ours": 40}), Counter({"Loup": 30, "Renard": 10})
    survey.add(Findings(12, 0, Counter({"Ours": 3, "Loup": 1}), [bears, mixed]), [0])
    survey.add(Findings(30, 4, Counter({"Ours": 3, "Renard": 1}), [mixed, bears]), [0, 1])
    return survey


def test_length_is_told_in_turns(survey):
    length = survey.summary()["length"]
    assert (length["most_turns"], length["over_before_turn_20"], length["stopped_by_the_limit"]) == (30, 0.5, 0.5)
    assert (length["evolutions_per_game"], length["games_with_evolutions"]) == (2.0, 0.5)


def test_families_are_weighed_on_all_boards_and_on_those_of_winners(survey):
    families = {told["family"]: told for told in survey.summary()["families"]}
    assert (families["Bear"]["of_purchases"], families["Wolf"]["of_purchases"]) == (0.75, 0.125)
    assert (families["Bear"]["of_last_boards"], families["Bear"]["of_winners_boards"]) == (0.5, 0.75)
    assert (families["Fox"]["of_last_boards"], families["Fox"]["of_winners_boards"]) == (0.125, 0.0625)
    assert (families["Bear"]["players_led"], families["Bear"]["win_share_of_led"]) == (2, 0.75)
    assert (families["Fox"]["players_led"], families["Fox"]["win_share_of_led"]) == (0, None)


def test_nothing_is_told_of_no_games():
    survey = begin_survey("cartes-societe")
    assert survey.sheets() == []
    assert survey.summary()["length"] == {}


def test_sheets_say_the_same(survey):
    length, families = survey.sheets()
    assert ("over before turn 20", "50.0 %") in length.rows
    assert families.rows[4] == ("Bear", "75.0 %", "50.0 %", "75.0 %", "2", "75.0 %", "19.8–97.3 %")
    assert families.rows[1][5:] == ("–", "–")
