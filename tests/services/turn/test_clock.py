from datetime import timedelta

import pytest
from django.utils import timezone

from games.bots import processes
from games.models import SETTLING, Action, Game
from games.rules import find_rules
from games.rules.high_society import CLASSIC_RULES
from games.services.table import seats
from games.services.turn import clock, play, timeouts
from games.services.turn.schedule import PACES, TELL_AFTER_LIVE
from tests.support.tables import PASS, bid, deal, do, fresh, running_table, waiting_table


def due(game, seconds=0):
    """Let this game be due since that many seconds."""
    Game.objects.filter(pk=game.pk).update(wake_at=timezone.now() - timedelta(seconds=seconds))


def run_out(game):
    past = timezone.now() - timedelta(seconds=1)
    Game.objects.filter(pk=game.pk).update(deadline=past, wake_at=past)


def test_turn_has_its_time(alice, bob, time_machine):
    now = timezone.now()
    time_machine.move_to(now, tick=False)
    game = running_table(alice, bob, turn_seconds=60)

    do(game, alice, bid(1))
    turn = fresh(game)
    assert turn.deadline == now + timedelta(seconds=60)
    assert (turn.tell_at, turn.remind_at) == (now + TELL_AFTER_LIVE, now + timedelta(seconds=48))
    assert turn.wake_at == turn.tell_at


def test_after_a_settlement_there_is_time_to_look(alice, bob, charlie, time_machine):
    now = timezone.now()
    time_machine.move_to(now, tick=False)
    game = running_table(alice, bob, charlie, turn_seconds=60)

    do(game, alice, PASS)
    do(game, bob, PASS)
    assert fresh(game).deadline == now + SETTLING + timedelta(seconds=60)


def test_theft_choice_has_half_the_time(alice, bob, charlie, time_machine):
    now = timezone.now()
    time_machine.move_to(now, tick=False)
    people = (alice, bob, charlie)
    game = running_table(*people, turn_seconds=60)
    cards = [card.id for card in CLASSIC_RULES.cards]
    deck = ["possession-5", "theft", *(card for card in cards if card not in ("possession-5", "theft"))]
    deal(game, people, deck=deck)

    do(game, alice, PASS)
    do(game, bob, PASS)
    do(game, charlie, PASS)
    assert fresh(game).turn == 2, "Charlie got the piano and now loses it"
    assert fresh(game).deadline == now + timedelta(seconds=30)


def test_without_a_clock_there_is_no_deadline(alice, bob):
    game = running_table(alice, bob)

    do(game, alice, bid(1))
    assert (fresh(game).deadline, fresh(game).remind_at) == (None, None)


def test_time_out_plays_and_says_so(alice, bob):
    game = running_table(alice, bob, turn_seconds=30)
    run_out(game)

    assert timeouts.time_out(game_id=game.id)
    assert list(Action.objects.values_list("seat", "action", "made_by")) == [(0, PASS, "clock")]
    assert not timeouts.time_out(game_id=game.id), "the next player has just begun"


def test_early_clock_does_nothing(alice, bob):
    game = running_table(alice, bob, turn_seconds=30)

    assert not timeouts.time_out(game_id=game.id)
    assert not Action.objects.exists()


def test_due_games_are_claimed_once(alice):
    game = running_table(alice)
    due(game)

    assert clock.claim_due() == [game.id]
    assert clock.claim_due() == []


def test_claim_of_a_dead_clock_runs_out(alice):
    game = running_table(alice)
    due(game)
    clock.claim_due()

    due(game)
    assert clock.claim_due() == [game.id]


def test_games_wake_in_the_order_they_are_due(alice):
    games = [running_table(alice) for _ in range(3)]
    for seconds, game in enumerate(games):
        due(game, seconds)

    assert clock.claim_due() == [game.id for game in reversed(games)]


def test_addresses_take_turns_and_games_at_work_count(alice, bob):
    """However many tables of one address wait for their bots, one of another is next."""
    crowd, (alone,) = [running_table(alice) for _ in range(4)], [running_table(bob)]
    Game.objects.filter(pk__in=[game.pk for game in crowd]).update(opened_from="here")
    Game.objects.filter(pk=alone.pk).update(opened_from="elsewhere")
    for game in crowd:
        due(game, 5)
    due(alone, 1)

    at_work = {crowd[0].id, crowd[1].id}
    assert clock.claim_due(1, at_work) == [alone.id]
    assert set(clock.claim_due(9, at_work)) == {crowd[2].id, crowd[3].id}


def test_within_an_address_hosts_take_turns(alice, bob):
    crowd, (alone,) = [running_table(alice) for _ in range(3)], [running_table(bob)]
    Game.objects.update(opened_from="here")
    for game in crowd:
        due(game, 5)
    due(alone, 1)

    assert clock.claim_due(2)[1] == alone.id


def test_forgotten_table_is_closed(alice):
    game = waiting_table(alice)
    run_out(game)

    assert clock.run_due(game.id) is None
    assert fresh(game).status == Game.Status.CLOSED


def test_bot_is_asked_for_its_seat(alice):
    game = deal(running_table(alice), (alice,), starter=1)

    thought = clock.run_due(game.id)
    assert thought is not None
    assert (thought.bot, thought.seat, thought.number) == ("balanced", 1, 0)


def test_bot_does_not_play_a_seat_that_was_taken_back(alice, bob):
    game = running_table(alice, bob)
    seats.leave(user=alice, game_id=game.id)
    thought = clock.run_due(game.id)
    assert thought is not None
    seats.come_back(user=alice, game_id=game.id)

    rules = find_rules("high-society")
    decided = rules.action_from_json(PASS)
    assert not play.act_for_bot(game_id=game.id, number=thought.number, seat=thought.seat, action=decided)


def test_bot_does_not_play_an_old_decision(alice, bob):
    game = deal(running_table(alice, bob), (alice, bob), starter=2)
    decided = find_rules("high-society").action_from_json(bid(1))

    assert play.act_for_bot(game_id=game.id, number=0, seat=2, action=decided)
    assert not play.act_for_bot(game_id=game.id, number=0, seat=2, action=decided)


@pytest.mark.parametrize("pace", Game.Pace.values)
def test_bots_keep_the_pace_of_the_table(alice, pace, time_machine):
    now = timezone.now()
    time_machine.move_to(now, tick=False)
    game = running_table(alice, bot_pace=pace)
    do(game, alice, bid(1))

    least, most = PACES[pace]
    due_at = fresh(game).wake_at
    assert due_at is not None
    assert timedelta(seconds=least) <= due_at - now <= timedelta(seconds=most)


def test_each_address_wakes_one_game_after_the_other(alice, bob):
    """Whoever lets many games be due waits behind themselves."""
    many = [running_table(alice) for _ in range(4)]
    one = running_table(bob)
    Game.objects.filter(pk__in=[game.pk for game in many]).update(opened_from="there")
    Game.objects.filter(pk=one.pk).update(opened_from="elsewhere")
    for seconds, game in enumerate((one, *many)):
        due(game, seconds)

    claimed = clock.claim_due(most=3)
    assert claimed == [many[3].id, one.id, many[2].id]
    assert clock.claim_due() == [many[1].id, many[0].id]


def test_tables_without_an_address_take_turns_by_host(alice, bob):
    many = [running_table(alice) for _ in range(3)]
    one = running_table(bob)
    for seconds, game in enumerate((one, *many)):
        due(game, seconds)

    assert one.id in clock.claim_due(most=2)


@pytest.mark.parametrize(("waiting", "seconds"), [(0, 0.25), (5, 0.25), (20, 3 / 21), (100, 0.1), (10_000, 0.1)])
def test_experts_are_given_less_time_the_more_of_them_wait(waiting, seconds, monkeypatch):
    monkeypatch.setattr(processes, "experts_at_once", lambda: 1)
    assert processes.expert_seconds(waiting) == pytest.approx(seconds)


def test_game_knows_with_whom_its_bots_take_turns(alice):
    game = deal(running_table(alice), (alice,), starter=1)
    Game.objects.filter(pk=game.pk).update(opened_from="somewhere")

    thought = clock.run_due(game.id)
    assert thought is not None
    assert thought.path == ("somewhere", alice.pk, game.id)


async def test_quick_bots_never_wait_behind_experts():
    doors = clock.queues_of_this_loop()
    quick, expert = (clock.PendingDecision(("", None, ""), "", 0, "", 0, bot, None, 0) for bot in ("bold", "expert"))
    assert doors.to(quick) is not doors.to(expert)
    assert clock.queues_of_this_loop() is doors
