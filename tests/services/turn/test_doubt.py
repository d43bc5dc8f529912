"""Whoever does not know whether something was played is told. What is said not to have been played never will be."""

import pytest

from games.models import Action, Vote
from games.services.care import interventions
from games.services.refusals import NotAllowed, Refused, Stale
from games.services.turn import play
from tests.support.tables import PASS, do, fresh, running_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob):
    return running_table(alice, bob)


def settle(game, user, key="k"):
    return play.resolve_doubt(user=user, game_id=game.id, key=key)


def test_what_was_played_is_told(game, alice):
    do(game, alice, PASS, key="k")
    version = fresh(game).version
    move = settle(game, alice)
    assert (move.number, move.seat, move.key) == (1, 0, "k")
    assert fresh(game).version == version


def test_what_comes_later_is_not_played_any_more(game, alice):
    version = fresh(game).version
    assert settle(game, alice) is None
    with pytest.raises(Stale):
        do(game, alice, PASS, key="k", version=version)
    assert not Action.objects.exists()


def test_the_same_decision_is_asked_anew(game, alice):
    settle(game, alice)
    now = fresh(game)
    assert (now.turn, now.turn_version) == (0, now.version)
    do(game, alice, PASS, key=str(now.version))
    assert Action.objects.count() == 1


def test_what_comes_after_a_pause_is_not_played_either(game, alice, dana):
    version = fresh(game).version
    interventions.pause(by=dana, game_id=game.id)
    assert settle(game, alice) is None
    interventions.resume(by=dana, game_id=game.id)
    with pytest.raises(Stale):
        do(game, alice, PASS, key="k", version=version)
    assert not Action.objects.exists()


def test_nobody_votes_about_whoever_asks(game, alice, bob):
    Vote.objects.create(game=game, voter=game.seats.get(user=bob), absent=game.seats.get(user=alice))
    assert settle(game, alice) is None
    assert not Vote.objects.exists()


def test_others_decide_on_as_they_were(game, alice, bob):
    version = fresh(game).version
    assert settle(game, bob) is None
    assert fresh(game).version == version
    do(game, alice, PASS, version=version)


def test_nobody_is_told_what_others_have_sent(game, alice, bob, charlie):
    do(game, alice, PASS, key="k")
    assert settle(game, bob) is None
    with pytest.raises(NotAllowed):
        settle(game, charlie)


@pytest.mark.parametrize("key", ["", "k" * 41, "é", "\0"])
def test_key_that_no_form_has_is_refused(game, alice, key):
    version = fresh(game).version
    with pytest.raises(Refused):
        settle(game, alice, key)
    assert fresh(game).version == version
