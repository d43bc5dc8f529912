"""Replaying finds whatever columns say that setup and actions do not."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.models import Action, Game, Seat
from games.queries.integrity import discrepancies
from games.rules import GAMES
from games.services.care import interventions
from tests.support.factories import UserFactory
from tests.support.tables import SEED, bid, do, fresh, person, play_to_the_end, running_table, waiting_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    return [person(name) for name in ("Ana", "Ben", "Cleo")]


@pytest.fixture
def game(people):
    game = running_table(*people)
    do(game, people[0], bid(1))
    return game


@pytest.mark.parametrize("slug", [rules.slug for rules in GAMES])
def test_sound_games_of_every_kind_and_standing(slug, people):
    running = running_table(*people, slug=slug)
    with_clock = running_table(*people, slug=slug, turn_seconds=60)
    finished = play_to_the_end(running_table(*people, slug=slug))
    paused, aborted = running_table(*people, slug=slug), running_table(people[0], slug=slug)
    admin: Any = UserFactory(is_staff=True)
    interventions.pause(by=admin, game_id=paused.id)
    interventions.abort(by=admin, game_id=aborted.id)
    for game in (running, with_clock, finished, paused, aborted, waiting_table(*people, slug=slug)):
        assert discrepancies(fresh(game)) == [], game.status


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        ({"action_count": 2}, "action_count is 2, but the actions say 1"),
        ({"turn": 0}, "turn is 0, but the actions say 1"),
        ({"status": "finished"}, "status is finished, but the actions say running"),
        ({"size": 5}, "size is 5, but the actions say 3"),
        ({"ended_at": timezone.now()}, "ended_at"),
        ({"options": {"open_purses": False}}, "option open_purses is False, but the actions say True"),
        ({"options": []}, "option open_purses is None"),
        ({"commitment": "0" * 64}, "not the one whose hash was published"),
        ({"salt": "other"}, "not the one whose hash was published"),
        ({"turn_seconds": 60}, "Nothing ends this turn"),
        ({"wake_at": None}, "Nothing wakes the game"),
        ({"slug": "unknown"}, "UnknownGame"),
        ({"setup": None}, "no setup"),
    ],
)
def test_damaged_columns_are_found(game, damage, found):
    Game.objects.filter(pk=game.pk).update(**damage)
    problems = discrepancies(fresh(game))
    assert any(found in problem for problem in problems), problems
    assert SEED not in str(problems)


def test_damaged_history_is_found(game, people):
    do(game, people[1], bid(2))
    Action.objects.filter(game=game, number=1).update(number=5)
    assert discrepancies(fresh(game)) == ["The numbers of the actions have a gap"]


def test_damaged_results_are_found(game):
    finished = play_to_the_end(game)
    Seat.objects.filter(game=game, number=2).update(score=99.0)
    (problem,) = discrepancies(finished)
    assert "rank, score and won of seat 2" in problem


def test_missing_seat_is_found(game):
    Seat.objects.filter(game=game, number=2).delete()
    (problem,) = discrepancies(fresh(game))
    assert "for 3 players" in problem


def test_command_tells_all_is_well(game):
    out = StringIO()
    call_command("verify", stdout=out)
    assert "1 games agree with their history." in out.getvalue()


def test_command_names_what_is_wrong_and_fails(game):
    Game.objects.filter(pk=game.pk).update(turn=2)
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 1 games do not agree"):
        call_command("verify", game.id, stdout=out)
    assert f"{game.id}: turn is 2, but the actions say 1" in out.getvalue()


def test_command_knows_no_such_game():
    with pytest.raises(CommandError, match="no game nowhere"):
        call_command("verify", "nowhere")
