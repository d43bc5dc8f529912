"""What sockets have to learn every few seconds is asked once for all of them."""

from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY

from games.live import poller
from games.live.poller import Viewer
from games.models import Game, Seat
from games.queries.table_marks import Mark
from games.services.turn import standing_orders, timeouts
from hsweb.sessions import SessionStore
from tests.support.tables import bid, do, fresh, person, running_table

pytestmark = pytest.mark.django_db


@dataclass
class Socket:
    session_key: str | None = None
    user: Any = None
    game_id: str = ""
    place: Viewer | None = None
    spectator_place: tuple[str, str] | None = None

    presence_is_new: bool = False
    token_id: int | None = None
    follows_everything: bool = False

    def on_update(self, update):
        raise AssertionError

    def on_presence_noted(self):
        raise AssertionError


def at(game, user, session=None):
    seat = Seat.objects.get(game=game, user=user)
    return Socket(session, user, game.id, Viewer(game.id, seat.pk, user, game.action_count, seat.substituted))


def logged_in(user):
    session = SessionStore()
    session[SESSION_KEY], session[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
    session.create()
    return session.session_key


@pytest.fixture
def people(db):
    return [person(name) for name in ("Ana", "Ben", "Cleo")]


def test_many_sockets_cost_as_many_questions_as_one(people, django_assert_num_queries):
    ana, ben, cleo = people
    tables = [running_table(ana, ben, cleo) for _ in range(4)]
    sockets = [at(table, user, logged_in(user)) for table in tables for user in people]
    for asked in (sockets[:1], sockets):
        with django_assert_num_queries(7):
            poller.read_update(asked)


def test_nobody_who_watches_nothing_costs_anything(django_assert_num_queries):
    with django_assert_num_queries(0):
        poller.read_update([Socket()])


def test_update_tells_the_version_of_each_table(people):
    here, there = running_table(*people), running_table(*people)
    do(here, people[0], bid(1))
    update = poller.read_update([at(here, people[0]), at(there, people[0]), Socket(game_id="nothere")])
    assert update.marks == {
        here.id: Mark(fresh(here).version, gone=False),
        there.id: Mark(fresh(there).version, gone=False),
    }


def test_update_tells_that_somebody_is_gone(people):
    game = running_table(*people)
    Game.objects.update(turn_began_at="2026-01-01T00:00Z")
    Seat.objects.filter(user=people[0]).update(seen_at="2026-01-01T00:00Z")
    assert poller.read_update([at(game, people[1])]).marks[game.id].gone


def test_update_tells_which_sessions_hold(people):
    ana, ben, _cleo = people
    game = running_table(*people)
    sessions = [logged_in(ana), logged_in(ben)]
    SessionStore(sessions[1]).delete()
    stolen = Socket(sessions[0], ben, game.id)
    assert poller.read_update([at(game, ana, sessions[0]), at(game, ben, sessions[1])]).sessions == {sessions[0]}
    assert poller.read_update([stolen]).sessions == set()


def test_update_tells_orders_of_those_who_ask_alone(people):
    game = running_table(*people)
    standing_orders.give(user=people[1], game_id=game.id, stage=1, kind="pass", scope="auction")
    ben, cleo = at(game, people[1]), at(game, people[2])
    assert list(poller.read_update([ben, cleo]).orders) == [ben.place.seat_id]
    assert poller.read_update([cleo]).orders == {}


def test_on_presence_noted_in_one_go_for_all_who_have_seen_the_same(people, django_assert_num_queries):
    game = running_table(*people)
    do(game, people[0], bid(1))
    Seat.objects.update(seen_at=None, seen_actions=0)
    places = [at(fresh(game), user).place for user in people[:2]]
    with django_assert_num_queries(1):
        poller.note_presence(places)
    seen = list(Seat.objects.order_by("number").values_list("seen_actions", flat=True))
    assert seen == [1, 1, 0]
    assert Seat.objects.filter(seen_at=None).count() == 1


def test_whoever_is_there_gets_the_seat_back_that_was_lost_by_time(people):
    game = running_table(*people, turn_seconds=60, on_timeout="bot")
    Game.objects.update(deadline="2026-01-01T00:00Z")
    timeouts.time_out(game_id=game.id)
    assert Seat.objects.get(user=people[0]).substituted
    poller.note_presence([at(fresh(game), people[0]).place])
    assert not Seat.objects.get(user=people[0]).substituted
