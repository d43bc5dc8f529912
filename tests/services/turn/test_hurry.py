"""What is left to bots alone is soon over; time stands still here, and tests move it on."""

import asyncio
from datetime import timedelta

import pytest
from channels.db import database_sync_to_async
from django.utils import timezone

from games.bots import processes
from games.models import SETTLING, Action, Game
from games.queries.positions import position_of, rules_of
from games.services.table import rooms, seats
from games.services.turn import clock, hurry, play, standing_orders
from games.services.turn.schedule import PACES, WITHIN_A_TURN
from games.standing_orders.auction import THIS_AUCTION
from tests.support.factories import UserFactory
from tests.support.rules.each_game import deck_of
from tests.support.tables import PASS, deal, do, fresh, running_table
from tests.support.times import MONDAY

MOST = timedelta(seconds=3)
LATENCY = timedelta(milliseconds=45)
"""From the moment a bot is due to its stored move: a process that thinks, and a transaction."""
SIMPLIFIED, CARTES = "high-society-simplified", "cartes-societe"
END_TURN = {"kind": "end_turn"}


def table(*people, slug=SIMPLIFIED, **wishes) -> Game:
    """The cards lie in printed order: a possession comes first. Bots begin behind the people."""
    wishes = {"size": 8 if slug == SIMPLIFIED else 4, **wishes}
    game = running_table(*people, slug=slug, **wishes)
    return deal(game, people, deck=deck_of(rules_of(game)))


def waits(game) -> timedelta:
    """How long the bot that is to act waits from now on."""
    act_at = fresh(game).act_at
    assert act_at is not None
    return act_at - timezone.now()


def bot_plays(game, action=None):
    """By default the least that is more than doing nothing."""
    game = fresh(game)
    legal = rules_of(game).legal_actions(position_of(game).state, game.turn)
    chosen = legal[1] if action is None else rules_of(game).action_from_json(action)
    assert play.act_for_bot(game_id=game.id, number=game.action_count, seat=game.turn, action=chosen)


def let_bots_finish(game, now, bids) -> int:
    """So many of them bid at their moments, and all others pass; how many moves that were until the card is sold."""
    stage, moves = stage_of(game), 0
    while stage_of(game) == stage:
        now.move_to(timezone.now() + waits(game) + LATENCY)
        bot_plays(game, None if moves < bids else PASS)
        moves += 1
    return moves


def stage_of(game) -> int:
    game = fresh(game)
    return rules_of(game).stage(position_of(game).state)


@pytest.mark.django_db
class TestAlone:
    @pytest.mark.parametrize("pace", Game.Pace.values)
    @pytest.mark.parametrize("bids", [1, 5, 14])
    def test_what_one_person_has_left_is_over_in_three_seconds(self, alice, now, pace, bids):
        game = table(alice, bot_pace=pace)
        do(game, alice, PASS)
        moves = let_bots_finish(game, now, bids)
        assert moves >= bids
        assert timezone.now() - MONDAY <= MOST
        assert waits(game) >= SETTLING, "how it ended is seen before anybody bids for the next card"

    def test_twenty_bids_wait_for_less_than_two_seconds_together(self, alice, now):
        game = table(alice, bot_pace="leisurely")
        do(game, alice, PASS)
        assert let_bots_finish(game, now, 14) >= 20
        assert Action.objects.filter(game=game).count() >= 21
        assert timezone.now() - MONDAY <= hurry.HURRY + 21 * LATENCY

    def test_the_first_bids_can_be_followed(self, alice, now):
        game = table(alice, bot_pace="human")
        do(game, alice, PASS)
        assert waits(game) == hurry.SHARE * hurry.HURRY
        assert waits(game) > timedelta(seconds=0.5)

    def test_quick_bots_are_no_slower(self, alice, now):
        game = table(alice, bot_pace="quick")
        do(game, alice, PASS)
        least, most = (timedelta(seconds=seconds) for seconds in PACES["quick"])
        assert least <= waits(game) <= most

    def test_who_is_still_in_is_not_hurried(self, alice, now):
        game = table(alice, bot_pace="leisurely")
        do(game, alice, {"kind": "bid", "amount": 1})
        assert waits(game) >= timedelta(seconds=PACES["leisurely"][0])

    def test_somebody_whose_seat_a_bot_plays_is_no_person(self, alice, bob, now):
        game = table(alice, bob, bot_pace="leisurely")
        do(game, alice, PASS)
        seats.leave(user=bob, game_id=game.id)
        assert waits(game) == hurry.SHARE * hurry.HURRY


@pytest.mark.django_db
class TestTogether:
    def test_bots_keep_their_pace_unless_the_table_has_chosen(self, alice, bob, now):
        game = table(alice, bob, bot_pace="leisurely")
        for who in (alice, bob):
            do(game, who, PASS)
        assert waits(game) >= timedelta(seconds=PACES["leisurely"][0])

    def test_they_hurry_once_everybody_is_out(self, alice, bob, now):
        game = table(alice, bob, bot_pace="leisurely", hurry=True)
        do(game, alice, PASS)
        do(game, bob, {"kind": "bid", "amount": 1})
        assert waits(game) >= timedelta(seconds=PACES["leisurely"][0])
        for _ in range(6):
            bot_plays(game)
        later = timezone.now() + timedelta(seconds=60)
        now.move_to(later)
        do(game, bob, PASS)
        let_bots_finish(game, now, 5)
        assert timezone.now() - later <= MOST

    def test_whoever_has_left_orders_is_still_in(self, alice, bob, now):
        game = table(alice, bob, bot_pace="leisurely", hurry=True)
        do(game, alice, PASS)
        do(game, bob, {"kind": "bid", "amount": 1})
        before = fresh(game).act_at
        standing_orders.give(user=bob, game_id=game.id, stage=1, kind="pass", scope=THIS_AUCTION)
        assert fresh(game).act_at == before
        bot_plays(game)
        assert waits(game) >= timedelta(seconds=PACES["leisurely"][0])

    def test_a_rematch_is_played_alike(self, alice, bob):
        game = table(alice, bob, hurry=True)
        Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED)
        assert rooms.rematch(user=alice, game_id=game.id).hurry


@pytest.mark.django_db
class TestTurnsOfEverybody:
    def test_who_has_ended_their_turn_likes_to_follow(self, alice, now):
        game = table(alice, slug=CARTES, bot_pace="leisurely")
        do(game, alice, END_TURN)
        assert waits(game) >= timedelta(seconds=PACES["leisurely"][0])
        bot_plays(game)
        assert waits(game) >= timedelta(seconds=PACES["leisurely"][0]) * WITHIN_A_TURN


@pytest.mark.django_db(transaction=True)
async def test_the_clock_does_not_look_at_all_games_between_two_moves_in_a_hurry(monkeypatch):
    """All that is left of the auction happens in one go, and an expert thinks for no longer than has to be."""
    given: list[float] = []

    async def note(thought, seconds):
        given.append(seconds)
        return rules_of(await database_sync_to_async(Game.objects.get)(pk=thought.game_id)).action_from_json(PASS)

    monkeypatch.setattr(clock, "_decision", note)
    monkeypatch.setattr(hurry, "HURRY", timedelta(seconds=0.2))

    def begun():
        alice = UserFactory()
        game = table(alice, size=5)
        do(game, alice, PASS)
        Game.objects.filter(pk=game.pk).update(wake_at=timezone.now())
        return game

    game = await database_sync_to_async(begun)()
    await asyncio.wait_for(clock.wake(game.id), 20)
    assert await database_sync_to_async(stage_of)(game) == 2
    assert given == [processes.LEAST_EXPERT_SECONDS] * 3
