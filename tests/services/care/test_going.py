"""Whoever is deleted or banned leaves nobody waiting, whatever else they are doing at that moment."""

from datetime import timedelta
from functools import partial

import pytest
from django.db import connection
from django.db.models import Exists, F, OuterRef, Q

from accounts.models import User
from accounts.services import accounts
from accounts.services.accounts import ban, delete_account
from games.faults import Fault
from games.models import Game, Seat
from games.queries.seats import read_seats
from games.services.care import containment, interventions
from games.services.refusals import Refused
from games.services.table import rooms, seats
from tests.support.factories import UserFactory
from tests.support.tables import do, fresh, play_to_the_end, running_table, waiting_table
from tests.support.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)

OPEN = Q(game__status__in=("waiting", "running", "paused", "errored"))


@pytest.fixture
def rounds():
    """SQLite lets one in at a time: there is nothing in between that could be tried."""
    return 16 if connection.vendor == "postgresql" else 2


def somebody():
    return UserFactory(is_guest=True)


def opening(person, host):
    """They open a table."""
    return partial(rooms.open_table, host=person, chosen=rooms.TableSettings("high-society", size=3))


def joining(person, host):
    game = waiting_table(host)
    return partial(rooms.join, user=person, game_id=game.id, invitation=game.invitation)


def starting(person, host):
    game = waiting_table(person, host, bots=("balanced",))
    return partial(rooms.start, user=person, game_id=game.id)


def coming_back(person, host):
    game = running_table(person, host)
    seats.leave(user=person, game_id=game.id)
    return partial(seats.come_back, user=person, game_id=game.id)


def being_given_a_seat(person, host):
    game = running_table(host, UserFactory())
    admin = UserFactory.create(is_staff=True)
    return partial(interventions.hand_over, by=admin, game_id=game.id, seat=1, to=person)


def moving(person, host):
    game = running_table(host, person)
    do(game, host, {"kind": "pass"})
    return lambda: do(game, person, {"kind": "pass"})


def asking_for_a_rematch(person, host):
    game = play_to_the_end(running_table(person, host, slug="high-society-simplified"))
    return partial(rooms.rematch, user=person, game_id=game.id)


def deleting(person, admin):
    return partial(delete_account, user=person)


def banning(person, admin):
    return partial(ban, user=person, by=admin)


def trying(work):
    """Whoever is gone may be refused."""
    try:
        work()
    except Refused:
        return


@pytest.mark.parametrize("going", [deleting, banning])
@pytest.mark.parametrize(
    "doing", [opening, joining, starting, coming_back, being_given_a_seat, moving, asking_for_a_rematch]
)
def test_no_table_waits_for_whoever_is_gone(doing, going, rounds, dana):
    for _ in range(rounds // 4 + 1 if doing is asking_for_a_rematch else rounds):
        person, host = somebody(), UserFactory()
        at_once(partial(trying, doing(person, host)), going(person, dana))
    left = Seat.objects.filter(OPEN, user__is_active=False)
    assert not left.filter(bot="").exists(), "a seat that nobody plays"
    assert not left.filter(game__status=Game.Status.WAITING).exists(), "a seat that nobody takes"
    assert not Game.objects.filter(status=Game.Status.WAITING, host__is_active=False).exists()
    turns = left.filter(game__status=Game.Status.RUNNING, game__turn=F("number"))
    played_on = turns.filter(Exists(Seat.objects.filter(game=OuterRef("game"), bot="", user__is_active=True)))
    assert not played_on.filter(game__act_at=None).exists(), "a turn that nobody takes"


@pytest.mark.parametrize("going", [deleting, banning])
def test_a_table_that_stood_still_does_not_wait_for_them_later(going, dana):
    person, other = somebody(), somebody()
    game = waiting_table(person, other)
    containment.stop_game(game_id=game.id, fault=Fault("broken"))
    going(person, dana)()
    interventions.resume(by=dana, game_id=game.id)
    game = fresh(game)
    assert (game.status, game.host) == (Game.Status.WAITING, other)
    assert [seat.user for seat in game.seats.all()] == [other]
    assert game.wake_at is not None


@pytest.mark.parametrize("going", [deleting, banning])
def test_a_table_that_stood_still_closes_when_its_last_person_goes(going, dana):
    person = somebody()
    game = waiting_table(person, bots=("balanced",))
    containment.stop_game(game_id=game.id, fault=Fault("broken"))
    going(person, dana)()
    assert fresh(game).status == Game.Status.CLOSED


def test_what_fails_at_one_table_keeps_the_name_at_none(monkeypatch):
    """Whoever is deleted takes their name along, whatever else goes wrong."""
    person, other = somebody(), somebody()
    games, name = [running_table(person, other) for _ in range(2)], str(person)
    monkeypatch.setattr(seats, "substitute", lambda *args, **kwargs: 1 / 0)
    delete_account(user=person)
    assert User.objects.get(pk=person.pk).leaving_since is not None
    for game in games:
        names = [seat.shown_name for seat in read_seats(game.id)]
        assert name not in names


def test_whose_seat_went_to_somebody_else_meanwhile_has_left(monkeypatch, dana):
    person, other = somebody(), somebody()
    game = running_table(person, other)
    monkeypatch.setattr(seats, "tables_left_by", lambda user: [game.id])
    interventions.hand_over(by=dana, game_id=game.id, seat=0, to=UserFactory.create())
    delete_account(user=person)
    assert User.objects.get(pk=person.pk).leaving_since is None


def test_what_was_left_undone_is_done_later(monkeypatch):
    """As if the process had ended between closing the account and leaving its tables."""
    person, other = somebody(), somebody()
    game = waiting_table(person, other)
    with monkeypatch.context() as broken:
        broken.setattr(accounts, "_run_leave_hooks", lambda *args: None)
        delete_account(user=person)
    assert fresh(game).host == person
    monkeypatch.setattr(accounts, "TRY_AGAIN_AFTER", timedelta(0))
    accounts.finish_leaving()
    assert fresh(game).host == other
    assert [seat.user for seat in fresh(game).seats.all()] == [other]
