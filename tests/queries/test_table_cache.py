"""What is stored comes from what is stored: nothing that a process remembers of a table is ever written, or outlives
what it tells of people."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from accounts.services.accounts import ban, delete_account, lift_ban, update_preferences
from games.models import Game, Message, Notice, Seat
from games.pages.drawing import drawing_of
from games.pages.parts import whole
from games.queries.positions import rules_of
from games.queries.table_cache import table_cache
from games.queries.tables import read_table
from games.services.care import interventions
from games.services.refusals import NotAllowed
from games.services.table import seats
from games.services.table.rooms import rename
from games.services.turn import play, timeouts
from tests.support.factories import UserFactory
from tests.support.tables import PASS, bid, do, fresh, person, play_to_the_end, running_table, waiting_table
from tests.support.times import MONDAY

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)


@pytest.fixture
def people(now):
    return [person(name) for name in ("Ana", "Ben", "Cleo")]


def shown(game, viewer=None) -> str:
    """All that a fresh page of the table shows, without its tokens, in which any name may stand by chance."""
    client = Client()
    if viewer is not None:
        client.force_login(viewer)
    return re.sub(r"\b\w{64}\b", "", client.get(f"/tables/{game.id}/").text)


def pushed(game) -> str:
    """All that a socket would push from what the process has at hand."""
    known = table_cache.table(game.id)
    assert known is not None
    drawn = drawing_of(known).public
    return whole(drawn, "public") + whole(drawn, "log")


class TestTimeBank:
    @pytest.fixture
    def game(self, people):
        return running_table(*people, turn_seconds=86_400, bank_seconds=86_400)

    def test_stays_empty_once_time_has_run_out(self, game, people, now):
        do(game, people[0], bid(1))
        now.shift(2 * DAY)
        assert timeouts.time_out(game_id=game.id)
        do(game, people[2], PASS)
        # Ana has the card; she begins again, and then it is Ben's turn.
        do(game, people[0], bid(2))
        assert fresh(game).turn == 1
        assert fresh(game).deadline == MONDAY + 3 * DAY
        now.shift(DAY / 2)
        do(game, people[1], PASS)
        assert Seat.objects.get(game=game, number=1).bank_left == 0

    def test_is_what_another_process_has_left_of_it(self, game, people, now):
        do(game, people[0], bid(1))
        Seat.objects.filter(game=game, number=2).update(bank_left=1000)
        do(game, people[1], PASS)
        assert fresh(game).deadline == MONDAY + DAY + timedelta(seconds=1000)
        now.shift(DAY / 2)
        do(game, people[2], PASS)
        assert Seat.objects.get(game=game, number=2).bank_left == 1000


class TestSomebodyWhoLeft:
    @pytest.fixture
    def game(self, people):
        game = running_table(*people, public=True)
        do(game, people[0], bid(1))
        seats.leave(user=people[1], game_id=game.id)
        return game

    def test_takes_the_name_away_from_a_game_that_goes_on(self, game, people):
        assert "Ben" in shown(game)
        assert "Ben" in shown(game, people[0])
        delete_account(user=people[1])
        for viewer in (None, people[0]):
            assert "Ben" not in shown(game, viewer)
        play.act_for_bot(game_id=game.id, number=1, seat=1, action=_passing(game))
        do(game, people[2], bid(2))
        assert "Former player" in shown(game)
        assert "Ben" not in pushed(game)
        for viewer in (None, people[0]):
            assert "Ben" not in shown(game, viewer)

    def test_is_told_to_those_who_look(self, game, people):
        before = fresh(game).version
        delete_account(user=people[1])
        assert fresh(game).version > before
        assert fresh(game).turn_version == game.turn_version + 1, "nobody's decision became another one"

    def test_loses_the_link_to_a_page_that_is_gone(self, game, people, dana):
        assert "/players/ben/" in shown(game)
        ban(user=people[1], by=dana)
        assert "/players/ben/" not in shown(game)
        lift_ban(user=people[1], by=dana)
        assert "/players/ben/" in shown(game)


def _passing(game):
    rules = rules_of(game)
    return rules.action_from_json(PASS)


def test_deleting_an_account_takes_the_name_away_from_games_that_are_over(people):
    game = play_to_the_end(running_table(*people, public=True))
    assert "Ben" in shown(game)
    before = fresh(game).version
    delete_account(user=people[1])
    assert fresh(game).version == before + 1, "whoever still looks at it is shown it anew"
    assert "Ben" not in shown(game)


def test_deleting_an_account_costs_the_same_with_many_games_that_are_over(alice, bob, django_assert_max_num_queries):
    over = [Game(slug="high-society", rules_version=1, size=3, status="finished") for _ in range(1200)]
    Game.objects.bulk_create(over)
    Seat.objects.bulk_create(
        Seat(game=game, number=number, user=user) for game in over for number, user in enumerate((alice, bob))
    )
    with django_assert_max_num_queries(60):
        delete_account(user=alice)
    assert set(Game.objects.values_list("version", flat=True)) == {1}


def test_name_is_taken_away_from_notices_and_chat(people, dana):
    game = running_table(people[0], people[1], public=True)
    Message.objects.create(game=game, author=people[1], text="Good evening", key="k")
    interventions.hand_over(by=dana, game_id=game.id, seat=1, to=people[2])
    assert "Ben" in shown(game, people[0])
    delete_account(user=people[1])
    assert "Ben" not in shown(game, people[0])
    assert "Good evening" in shown(game, people[0])


def test_new_name_is_seen_in_every_waiting_room(people):
    rooms = [waiting_table(people[0], people[1], public=True) for _ in range(2)]
    for room in rooms:
        assert "Ben" in shown(room)
    update_preferences(user=people[1], display_name="Benedict")
    for room in rooms:
        assert "Benedict" in shown(room)
    rename(user=people[1], game_id=rooms[0].id, name="Benjamin")
    for room in rooms:
        assert "Benjamin" in shown(room)


def test_admin_who_renames_somebody_is_seen_in_waiting_rooms(people, admin_client):
    room = waiting_table(people[0], people[1], public=True)
    assert "Ben" in shown(room)
    form = {"username": "ben", "display_name": "Benedict", "theme": "auto"}
    assert admin_client.post(f"/admin/accounts/user/{people[1].pk}/change/", form).status_code == 302
    assert "Benedict" in shown(room)


def test_seat_that_was_handed_over_is_not_seen_by_whoever_sat_there(people, dana):
    game = running_table(people[0], people[1])
    seat = Seat.objects.get(game=game, number=1)
    interventions.hand_over(by=dana, game_id=game.id, seat=1, to=people[2])
    before = Seat.objects.values().get(pk=seat.pk)
    seats.mark_seen(owners={seat.pk: people[1].pk}, number=7)
    seats.mark_tab_hidden(owners={seat.pk: people[1].pk})
    assert Seat.objects.values().get(pk=seat.pk) == before


def test_whoever_was_banned_after_their_time_ran_out_is_not_brought_back_by_an_open_page(people, now, dana):
    game = running_table(*people, turn_seconds=86_400, on_timeout="bot")
    now.shift(2 * DAY)
    assert timeouts.time_out(game_id=game.id)
    ban(user=people[0], by=dana)
    seats.return_at_once(user=people[0], game_id=game.id)
    assert Seat.objects.get(game=game, number=0).bot_playing


def test_game_that_another_process_has_repaired_is_played_on(people, dana):
    """This process still remembers that it stood still."""
    game = running_table(*people)
    Game.objects.filter(pk=game.pk).update(status="errored", version=game.version + 1)
    Notice.objects.create(game=game, after=0, kind=Notice.Kind.ERRORED)
    remembered: Any = read_table(game.id)
    interventions.resume(by=dana, game_id=game.id)
    table_cache.keep_table(remembered)
    client = Client()
    client.force_login(people[0])
    form = {"version": fresh(game).version, "key": "k", "action": "pass"}
    assert client.post(f"/tables/{game.id}/act/", form).status_code == 302
    assert fresh(game).action_count == 1


def test_former_owner_of_a_seat_cannot_act_on_what_is_remembered(people, dana):
    game = running_table(*people[:2])
    do(game, people[0], bid(1))
    interventions.hand_over(by=dana, game_id=game.id, seat=1, to=UserFactory.create())
    with pytest.raises(NotAllowed):
        do(game, people[1], PASS)
