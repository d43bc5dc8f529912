"""What an admin can do about a game, and that its players are told."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.services.accounts import ban
from games.models import Action, Game, Notice
from games.queries import my_games, personal_data
from games.queries.access import may_see
from games.queries.seats import read_seats
from games.services.care import interventions
from games.services.refusals import Refused, Stale
from games.services.table import seats
from games.services.turn import clock, timeouts
from games.wording.table_notices import notice_sentence
from games.wording.tables import sentence_for_player
from tests.support.factories import UserFactory
from tests.support.tables import (
    PASS,
    bid,
    do,
    fresh,
    part_of,
    person,
    running_table,
    story_at,
    waiting_table,
    whole_table,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin():
    return UserFactory(username="keeper", display_name="Keeper", is_staff=True, is_superuser=True)


@pytest.fixture
def people():
    return [person(name) for name in ("Ana", "Ben", "Cleo")]


@pytest.fixture
def game(people):
    return running_table(*people)


def told(game) -> list[str]:
    game = fresh(game)
    return [notice_sentence(notice, read_seats(game.id)) for notice in whole_table(game).notices]


def time_left(game) -> timedelta:
    deadline = fresh(game).deadline
    assert deadline is not None
    return deadline - timezone.now()


def test_paused_game_refuses_moves_and_goes_on_where_it_stood(game, people, admin):
    before = fresh(game)
    interventions.pause(by=admin, game_id=game.id, reason="power cut")
    with pytest.raises(Stale, match="paused"):
        do(game, people[0], bid(1))
    assert (fresh(game).status, fresh(game).action_count, fresh(game).wake_at) == ("paused", 0, None)
    interventions.resume(by=admin, game_id=game.id)
    do(game, people[0], bid(1))
    assert fresh(game).action_count == before.action_count + 1
    assert told(game) == [
        "The admin Keeper paused the game. The reason: “power cut”",
        "The admin Keeper resumed the game.",
    ]


def test_form_from_before_a_pause_still_counts(game, people, admin):
    version = fresh(game).version
    interventions.pause(by=admin, game_id=game.id)
    interventions.resume(by=admin, game_id=game.id)
    do(game, people[0], bid(2), version=version)
    assert fresh(game).action_count == 1


def test_no_time_passes_while_a_game_is_paused(people, admin):
    with time_machine.travel("2026-05-01 20:00+00:00", tick=False) as now:
        game = running_table(*people, turn_seconds=60)
        do(game, people[0], bid(1))
        left = time_left(game)
        now.shift(timedelta(seconds=20))
        interventions.pause(by=admin, game_id=game.id)
        assert fresh(game).deadline is None
        now.shift(timedelta(hours=9))
        assert clock.claim_due() == []
        interventions.resume(by=admin, game_id=game.id)
        assert time_left(game) == left - timedelta(seconds=20)
        assert fresh(game).wake_at is not None


def test_aborted_game_has_no_result_and_an_open_deck(game, people, admin):
    interventions.abort(by=admin, game_id=game.id, reason="a cheat")
    ended = fresh(game)
    assert (ended.status, ended.turn_began_at is None, ended.wake_at) == ("aborted", False, None)
    assert ended.ended_at is not None
    assert set(ended.seats.values_list("rank", "won")) == {(None, False)}
    with pytest.raises(Stale, match="ended"):
        do(game, people[0], bid(1))
    assert ended.salt in part_of(ended, people[0], "fine-print")
    assert told(game) == ["The admin Keeper ended the game without a result. The reason: “a cheat”"]
    with pytest.raises(Refused):
        interventions.resume(by=admin, game_id=game.id)


def test_abort_closes_a_waiting_table(people, admin):
    game = waiting_table(*people)
    interventions.abort(by=admin, game_id=game.id)
    assert fresh(game).status == "closed"


def test_bot_replaces_a_player_who_may_come_back(game, people, admin):
    interventions.substitute(by=admin, game_id=game.id, seat=0, reason="asleep")
    assert fresh(game).seats.get(number=0).bot
    assert fresh(game).wake_at is not None
    with pytest.raises(Refused, match="already"):
        interventions.substitute(by=admin, game_id=game.id, seat=0)
    seats.come_back(user=people[0], game_id=game.id)
    assert told(game) == ["The admin Keeper put a bot in Ana's seat. The reason: “asleep”", "Ana is back."]


def test_seat_is_handed_to_somebody_else(game, people, admin):
    dora = person("Dora")
    do(game, people[0], bid(1))
    interventions.hand_over(by=admin, game_id=game.id, seat=1, to=dora)
    assert told(game) == ["The admin Keeper gave the seat of Ben to Dora."]
    assert not may_see(fresh(game), people[1])
    do(game, dora, bid(2))
    assert Action.objects.get(game=game, number=2).seat == 1
    with pytest.raises(Refused, match="sit at this table"):
        do(game, people[1], PASS)


def test_seat_of_a_bot_can_be_handed_over(people, admin):
    game = running_table(people[0])
    bot = fresh(game).seats.get(number=1).name
    interventions.hand_over(by=admin, game_id=game.id, seat=1, to=people[1])
    assert not fresh(game).seats.get(number=1).bot_playing
    assert told(game) == [f"The admin Keeper gave the seat of {bot} to Ben."]


def test_seat_is_not_handed_to_somebody_who_cannot_take_it(game, people, admin):
    with pytest.raises(Refused, match="already"):
        interventions.hand_over(by=admin, game_id=game.id, seat=1, to=people[2])
    with pytest.raises(Refused, match="cannot play"):
        interventions.hand_over(by=admin, game_id=game.id, seat=1, to=UserFactory.create(is_active=False))


def test_admin_acts_for_a_stuck_seat_as_the_clock_would(game, people, admin):
    with pytest.raises(Refused, match="not the turn"):
        interventions.act_for(by=admin, game_id=game.id, seat=1)
    interventions.act_for(by=admin, game_id=game.id, seat=0, reason="three days")
    made = Action.objects.get(game=game)
    assert (made.made_by, made.action["kind"], made.seat) == ("admin", "pass", 0)
    log = [line.text for line in story_at(game)]
    assert log[:2] == [
        "The admin Keeper moved for Ana. The reason: “three days”",
        "An admin passes for Ana.",
    ]


@pytest.mark.parametrize("service", [interventions.pause, interventions.resume, interventions.act_for])
def test_what_is_not_possible_is_refused_in_words(service, people, admin):
    game = waiting_table(*people)
    wishes = {"seat": 0} if service is interventions.act_for else {}
    with pytest.raises(Refused, match="not possible"):
        service(by=admin, game_id=game.id, **wishes)
    assert not Notice.objects.exists()


def test_bots_play_on_for_somebody_who_is_banned(game, people, admin):
    waiting = waiting_table(people[0], person("Dora"))
    ban(user=people[0], by=admin)
    assert fresh(game).seats.get(number=0).bot_playing
    assert fresh(game).wake_at is not None
    assert not fresh(waiting).seats.filter(user=people[0]).exists()
    assert str(fresh(waiting).host) == "Dora"
    assert told(game) == ["The admin Keeper put a bot in Ana's seat."]


def test_paused_game_is_told_wherever_it_is_listed(game, people, admin):
    interventions.pause(by=admin, game_id=game.id)
    mine = my_games.my_games(people[0])
    assert not mine.to_act
    assert [sentence_for_player(table, list(table.seats.all()), people[0].pk) for table in mine.running] == [
        "Your game against Ben and Cleo is paused"
    ]
    assert "paused the game" in part_of(game, people[0], "company")
    assert 'id="composer"' not in part_of(game, people[0], "private")


def test_time_does_not_run_out_in_a_paused_game(people, admin):
    game = running_table(*people, turn_seconds=30)
    interventions.pause(by=admin, game_id=game.id)
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - timedelta(minutes=1))
    assert not timeouts.time_out(game_id=game.id)


def test_admins_do_not_meddle_with_seats_where_they_play(people):
    ana = people[0]
    ana.is_staff = ana.is_superuser = True
    ana.save()
    game = running_table(*people)
    for service, wishes in (
        (interventions.act_for, {"seat": 0}),
        (interventions.substitute, {"seat": 1}),
        (interventions.hand_over, {"seat": 1, "to": person("Dora")}),
    ):
        with pytest.raises(Refused, match="play in this game yourself"):
            service(by=ana, game_id=game.id, **wishes)
    interventions.pause(by=ana, game_id=game.id)


def test_nobody_hands_a_seat_to_themselves(game, admin):
    with pytest.raises(Refused, match="to themselves"):
        interventions.hand_over(by=admin, game_id=game.id, seat=1, to=admin)


def test_what_was_done_before_a_seat_was_handed_over_stays_with_who_did_it(game, people, admin):
    dora = person("Dora")
    do(game, people[0], bid(1))
    do(game, people[1], bid(2))
    interventions.hand_over(by=admin, game_id=game.id, seat=1, to=dora)
    do(game, people[2], bid(3))
    do(game, people[0], bid(4))
    do(game, dora, bid(6))
    (mine,) = personal_data.personal_games(dora)
    assert [action["number"] for action in mine["actions"]] == [5]


def test_successor_keeps_the_name_they_came_with(game, people, admin):
    namesake = UserFactory.create(username="other", display_name="Ana")
    interventions.hand_over(by=admin, game_id=game.id, seat=1, to=namesake)
    assert [seat.shown_name for seat in read_seats(game.id)] == ["Ana", "Ana (2)", "Cleo"]
