"""Bots that play a deal among themselves: in memory first, then stored at once."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.bots import processes
from games.models import Action, Game
from games.queries import integrity
from games.rules import GAMES
from games.services.refusals import Refused, Stale, TooFast
from games.services.table import bot_tables, deals
from tests.support.tables import fresh

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("bots_nearby")]

BOTS = ("balanced", "bold", "cautious")


@pytest.fixture
def made(alice):
    return deals.create(owner=alice, slug="high-society", tables=20)


def play(user, made, bots=BOTS):
    return bot_tables.let_bots_play(user=user, code=made.code, bots=bots)


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.slug)
def test_what_is_stored_is_a_whole_game(alice, rules, few_turns):
    game = fresh(play(alice, deals.create(owner=alice, slug=rules.slug, tables=2)))
    assert game.status == Game.Status.FINISHED
    assert integrity.discrepancies(game) == []
    assert Action.objects.filter(game=game).count() == game.action_count > 0
    assert set(Action.objects.filter(game=game).values_list("made_by", flat=True)) == {"bot"}
    names = list(game.seats.values_list("name", "known_as"))
    assert all(name == known_as for name, known_as in names)
    assert len(set(names)) == 3


def test_no_transaction_is_open_while_they_play(alice, made, monkeypatch):
    during: list[object] = []

    def playing(*question):
        during.extend(block for block in connection.atomic_blocks if not vars(block)["_from_testcase"])
        return real(*question)

    real = bot_tables._play_in_pool
    monkeypatch.setattr(bot_tables, "_play_in_pool", playing)
    play(alice, made)
    assert during == []


def test_storing_takes_the_same_few_statements_however_long_they_played(alice, made):
    with CaptureQueriesContext(connection) as stored:
        game = play(alice, made)
    writes = [query["sql"] for query in stored if query["sql"].startswith(("INSERT", "UPDATE"))]
    assert game.action_count > 20
    assert len(writes) < 10


def test_one_game_at_a_time_is_played_for_somebody(alice, bob, made, monkeypatch):
    """While it is played, nothing else of theirs is; others wait for their turn."""
    refused: list[str] = []

    def playing(*question):
        with pytest.raises(TooFast) as refusal:
            play(alice, made)
        refused.append(str(refusal.value))
        return real(*question)

    real = bot_tables._play_in_pool
    monkeypatch.setattr(bot_tables, "_play_in_pool", playing)
    play(alice, made)
    assert refused == ["Your bots are still playing. Wait until they are done."]
    monkeypatch.setattr(bot_tables, "_play_in_pool", real)
    assert play(alice, made).status == Game.Status.FINISHED


def test_whoever_waits_too_long_for_others_is_told_so(alice, made, monkeypatch):
    monkeypatch.setattr(bot_tables, "SECONDS_TO_WAIT", 0.01)
    with bot_tables._place_for("here"), bot_tables._place_for("there"), pytest.raises(TooFast, match="busy"):
        play(alice, made)
    assert cache.get(f"limit:bot_tables:{alice.pk}") is None, "nothing was played"
    assert play(alice, made).status == Game.Status.FINISHED


def test_one_address_leaves_room_for_another(alice, bob, monkeypatch):
    """However many guests it has."""
    monkeypatch.setattr(bot_tables, "SECONDS_TO_WAIT", 0.01)
    of_alice, of_bob = (deals.create(owner=user, slug="high-society", tables=20) for user in (alice, bob))
    with bot_tables._place_for("here"):
        with pytest.raises(TooFast, match="busy"):
            bot_tables.let_bots_play(user=alice, code=of_alice.code, bots=BOTS, opened_from="here")
        assert bot_tables.let_bots_play(user=bob, code=of_bob.code, bots=BOTS, opened_from="there")


def test_second_of_two_clicks_plays_nothing(alice, made):
    def ask():
        return bot_tables.let_bots_play(user=alice, code=made.code, bots=BOTS, seen=0)

    ask()
    with pytest.raises(Stale, match="Meanwhile"):
        ask()
    assert Game.objects.count() == 1


def test_game_that_does_not_end_is_given_up(alice, made, monkeypatch):
    monkeypatch.setattr(processes, "MOST_ACTIONS", 5)
    with pytest.raises(Refused, match="Nothing was stored"):
        play(alice, made)


def test_so_many_a_minute(alice, made):
    for _ in range(bot_tables.BOT_TABLES.most - 1):
        assert bot_tables.BOT_TABLES.consume(alice.pk)
    play(alice, made)
    with pytest.raises(TooFast, match="Wait a little"):
        play(alice, made)
    assert Game.objects.count() == 1


def test_deal_that_was_closed_meanwhile_takes_no_more(alice, made, monkeypatch):
    def playing(*question):
        deals.close(user=alice, code=made.code)
        return real(*question)

    real = bot_tables._play_in_pool
    monkeypatch.setattr(bot_tables, "_play_in_pool", playing)
    with pytest.raises(Stale):
        play(alice, made)
    assert not Game.objects.exists()
    assert cache.get(f"bot_table:{alice.pk}") is None


def test_trouble_stores_nothing(alice, made, monkeypatch):
    monkeypatch.setattr(processes, "play_whole_game", lambda *question: [(0, {"kind": "pass"})])
    with pytest.raises(Refused, match="Nothing was stored"):
        play(alice, made)
    assert not Game.objects.exists()
