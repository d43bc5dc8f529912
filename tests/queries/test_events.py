"""Events of a table: numbered for ever, with phases and what was noted, and no more of money than the pages tell."""

import random
from itertools import pairwise

import pytest

from games.models import Game, Notice, Seat
from games.queries.events import Story
from games.queries.table_cache import table_cache
from games.rules import find_rules
from games.services.care import interventions
from games.services.table import rooms, seats
from tests.support.rules.builders import deck_starting
from tests.support.rules.each_game import DIFFERENT
from tests.support.tables import (
    PASS,
    bid,
    deal,
    do,
    fresh,
    person,
    play_to_the_end,
    running_table,
    waiting_table,
    whole_table,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(now):
    return [person(name) for name in ("Ana", "Ben", "Cleo")]


def told(game, since=0):
    return Story(whole_table(game)).since(since)


def kinds(events):
    return [event["type"] for event in events]


@pytest.mark.parametrize("game", DIFFERENT, ids=lambda game: game.slug)
def test_what_was_told_is_told_again_and_something_behind_it(game, people, now, dana):
    """Whatever is done and noted, in whole games."""
    chance = random.Random(game.slug)
    table = running_table(*people, slug=game.slug, size=len(people))
    interrupt(table, dana)
    heard = told(table)
    while fresh(table).status == Game.Status.RUNNING:
        now.shift(1)
        step(table, chance, dana)
        again = told(table)
        assert again[: len(heard)] == heard
        assert told(table, len(heard)) == again[len(heard) :]
        heard = again
    assert [event["number"] for event in heard] == list(range(1, len(heard) + 1))
    assert heard[-1]["type"] == "game_ended"
    assert "notice" in kinds(heard)
    table_cache.clear()
    assert told(table) == heard


def step(table, chance, admin):
    """Something legal, and now and then something that admins do."""
    now = fresh(table)
    rules = find_rules(now.slug)
    if chance.random() < 0.1:
        interrupt(now, admin)
        return
    position, turn = whole_table(now).position, now.turn
    assert position is not None
    assert turn is not None
    legal = rules.legal_actions(position.state, turn)
    seat = Seat.objects.select_related("user").get(game=now, number=turn)
    do(now, seat.user, rules.action_to_json(legal[chance.randrange(min(len(legal), 6))]))


def interrupt(table, admin):
    interventions.pause(game_id=table.pk, by=admin, reason="Tea")
    interventions.resume(game_id=table.pk, by=admin)


def test_a_game_goes_through_its_phases(people):
    game = running_table(*people)
    deal(game, people, deck=deck_starting("title-1", "scandal", "possession-3", "title-2", "title-3"))
    play_to_the_end(game)
    phases = [(event["from"], event["to"]) for event in told(game) if event["type"] == "phase_changed"]
    assert phases[0][0] == "setup"
    assert phases[-2:] == [(phases[-3][1], "scoring"), ("scoring", "finished")]
    assert {to for _from, to in phases} == {"auction", "disgrace_auction", "scoring", "finished"}
    assert all(one[1] == other[0] for one, other in pairwise(phases))


def test_each_says_when_it_happened_and_who_made_the_move(people):
    game = running_table(*people)
    first = told(game)
    assert {event["made_by"] for event in first} == {None}
    started = fresh(game).started_at
    assert started is not None
    assert {event["at"] for event in first} == {started.isoformat()}
    do(game, people[0], bid(1))
    (bidding,) = told(game, len(first))
    assert (bidding["type"], bidding["action"], bidding["made_by"]) == ("bid_placed", 1, "player")
    assert (bidding["game"], bidding["number"]) == (game.pk, len(first) + 1)


def test_what_was_noted_before_the_start_comes_first(people, dana, now):
    game = waiting_table(people[0], *people[1:])
    Notice.objects.create(game=game, after=0, kind=Notice.Kind.PAUSED, by=dana)
    now.shift(60)
    rooms.start(user=people[0], game_id=game.pk)
    noted, begun, *_ = told(game)
    assert (noted["type"], noted["number"], noted["action"]) == ("notice", 1, 0)
    assert (begun["type"], begun["number"]) == ("game_started", 2)


def test_a_notice_between_two_moves_keeps_its_place(people, now):
    game = running_table(*people)
    begun = len(told(game))
    seats.leave(user=people[2], game_id=game.pk)
    now.shift(1)
    do(game, people[0], PASS)
    left, *moved = told(game, begun)
    assert (left["type"], left["action"], left["seat"]) == ("notice", 0, 2)
    assert "Cleo" in left["text"]
    assert {event["action"] for event in moved} == {1}


class TestClosedPurses:
    @pytest.fixture
    def game(self, people):
        return running_table(*people, open_purses=False)

    def test_bids_are_told_while_their_auction_goes_on(self, game, people):
        do(game, people[0], bid(4))
        assert told(game)[-1]["total"] == 4000

    def test_afterwards_they_are_told_no_more_until_the_end(self, game, people):
        do(game, people[0], bid(4))
        before = told(game)
        for player in people[1:]:
            do(game, player, PASS)
        (after,) = (event for event in told(game) if event["type"] == "bid_placed")
        assert (after["number"], after["total"], after["cards"]) == (before[-1]["number"], None, None)
        play_to_the_end(game)
        first = next(event for event in told(game) if event["type"] == "bid_placed")
        assert (first["number"], first["total"]) == (before[-1]["number"], 4000)


def test_a_table_that_waits_has_none(people):
    story = Story(whole_table(waiting_table(*people)))
    assert (story.last_number, story.since(0)) == (0, [])
