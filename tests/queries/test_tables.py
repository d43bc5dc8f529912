"""What a process remembers of a table, so that those who look at it need not all read it."""

from dataclasses import replace
from time import monotonic
from typing import Any, NamedTuple

import pytest
import time_machine
from django.db.models import F

from games.models import Game, Seat
from games.queries import tables
from games.queries.table_cache import BYTES_A_POSITION, BYTES_A_TABLE, TableCache, table_cache
from games.queries.tables import MOST_TRIES, read_table
from games.services.refusals import NotAllowed
from games.services.table import rooms
from games.services.turn import play
from tests.support.tables import bid, do, fresh, running_table, waiting_table, whole_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob):
    return running_table(alice, bob)


@pytest.fixture
def kept(game, alice):
    """The table after a first move, as it is known to whoever had read it before."""
    whole_table(game)
    do(game, alice, bid(1))
    known: Any = table_cache.table(game.id)
    assert known is not None
    return known


def known_position(game):
    return table_cache.position(game.id, game.repairs, game.action_count + 10)


def test_move_is_known_once_it_is_committed(game, kept):
    assert kept.version == fresh(game).version
    assert kept.position is known_position(game)
    assert kept == whole_table(game), "what follows from a move is what somebody would read"


def test_time_that_a_move_took_is_known(alice, bob):
    with time_machine.travel("2026-03-02 12:00:00+00:00", tick=False) as now:
        game = running_table(alice, bob, turn_seconds=86_400, bank_seconds=86_400)
        before = whole_table(game)
        now.shift(1.5 * 86_400)
        do(game, alice, bid(1))
    known = table_cache.table(game.id)
    assert known is not None
    assert (before.seats[0].bank_left, known.seats[0].bank_left) == (86_400, 43_200)
    assert known == whole_table(game)


def test_move_that_is_not_committed_is_not_known(game, kept, bob, monkeypatch):
    monkeypatch.setattr(play, "advance_turn", lambda *args, **kwargs: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        do(game, bob, bid(2))

    assert table_cache.table(game.id) is kept
    assert known_position(game).number == 1


def test_older_version_is_not_taken_for_a_later_one(game, kept):
    version = kept.version

    assert table_cache.table(game.id, version) is kept
    assert table_cache.table(game.id, version + 1) is None


def test_older_version_does_not_take_the_place_of_a_later_one(game, kept):
    table_cache.keep_table(replace(kept, version=kept.version - 1))

    assert table_cache.table(game.id) is kept


def test_table_that_was_read_long_ago_is_told_from_a_recent_one(game, kept):
    table_cache.keep_table(kept, monotonic() - 10)

    assert table_cache.table(game.id, 0, seconds=20) is kept
    assert table_cache.table(game.id, 0, seconds=5) is None


def test_next_move_leaves_the_known_table_as_it_is(game, kept, bob):
    shown = replace(kept)
    do(game, bob, bid(2))

    assert kept == shown
    assert whole_table(game).action_count == kept.action_count + 1
    assert Seat.objects.get(game=game, user=bob).seen_actions == 2


def test_change_of_seats_is_seen_by_the_next_move(game, kept, bob, charlie):
    """Who sits where changes with the version: what was known before is not asked."""
    Seat.objects.filter(game=game, user=bob).update(user=charlie)
    Game.objects.filter(pk=game.pk).update(version=kept.version + 1)

    with pytest.raises(NotAllowed):
        do(game, bob, bid(2))
    do(game, charlie, bid(2))
    assert table_cache.table(game.id, kept.version + 1) is None, "a move alone does not lead there from what is known"


class TestTableThatWasNotReadWhole:
    def change_while_it_is_read(self, monkeypatch, times):
        """Somebody changes the table after its row was read, so many times."""
        left, read_last = [None] * times, tables._read_last

        def changing(game):
            if left:
                left.pop()
                Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
            return read_last(game)

        monkeypatch.setattr(tables, "_read_last", changing)

    def test_is_not_kept(self, game, kept, monkeypatch):
        self.change_while_it_is_read(monkeypatch, MOST_TRIES)
        assert read_table(game.id) is not None
        assert table_cache.table(game.id) is kept

    def test_is_read_again(self, game, kept, monkeypatch):
        self.change_while_it_is_read(monkeypatch, MOST_TRIES - 1)
        table = read_table(game.id)
        assert table is not None
        assert table.version == fresh(game).version
        assert table_cache.table(game.id) is table

    def test_is_read_again_where_nobody_sits(self, game, kept, monkeypatch):
        Seat.objects.filter(game=game).delete()
        self.change_while_it_is_read(monkeypatch, 1)
        table = read_table(game.id)
        assert table is not None
        assert table.version == fresh(game).version

    def test_has_the_kept_seats_of_its_version(self, alice, monkeypatch):
        game, read_last = waiting_table(alice, kept=("Ben",)), tables._read_last

        def release_and_read(row):
            monkeypatch.setattr(tables, "_read_last", read_last)
            rooms.release_seat(user=alice, game_id=game.id, pk=game.kept_seats.get().pk)
            return read_last(row)

        monkeypatch.setattr(tables, "_read_last", release_and_read)
        table = read_table(game.id)
        assert table is not None
        assert (table.version, table.kept) == (fresh(game).version, ())

    def test_is_not_kept_without_its_game(self, game, kept):
        Game.objects.filter(pk=game.pk).update(version=F("version") + 1)
        assert read_table(game.id, bare=True) is not None
        assert table_cache.table(game.id) is kept

    def test_is_not_made_of_a_move(self, game, alice):
        assert table_cache.table(game.id) is None
        do(game, alice, bid(1))
        assert table_cache.table(game.id) is None
        assert known_position(game).number == 1


class Drawn(NamedTuple):
    version: int
    size: int


class TestRoom:
    """For so many bytes; what was not asked for longest makes room for the rest."""

    @pytest.fixture
    def three(self, game):
        """Tables without positions."""
        table = replace(whole_table(game), position=None)
        return [replace(table, id=name) for name in ("a", "b", "c")]

    @pytest.fixture
    def small(self, three):
        """Room for three tables."""
        store = TableCache(3 * BYTES_A_TABLE)
        for table in three:
            store.keep_table(table)
        return store

    def known(self, store):
        return {name for name in "abcd" if store.table(name) is not None}

    def test_is_made_by_what_was_not_asked_for_longest(self, small, three):
        assert small.table("a") is three[0]
        small.keep_table(replace(three[0], id="d"))
        assert self.known(small) == {"a", "c", "d"}
        assert small.size == len(small) * BYTES_A_TABLE

    def test_is_made_for_drawings(self, small, three):
        drawn = small.get_or_draw(three[0], "en", lambda before: Drawn(three[0].version, BYTES_A_TABLE))
        assert self.known(small) == {"a", "c"}
        assert small.get_or_draw(three[0], "en", pytest.fail) is drawn

    def test_is_made_for_positions(self, small, kept):
        small.keep_position("c", 0, kept.position)
        assert self.known(small) == {"b", "c"}
        assert small.size == 2 * BYTES_A_TABLE + (kept.position.number + 1) * BYTES_A_POSITION

    def test_is_counted_anew_for_every_drawing(self, small, three):
        table = three[0]
        for number in range(20):
            later = replace(table, version=table.version + number)
            small.get_or_draw(later, "en", lambda before, later=later: Drawn(later.version, BYTES_A_TABLE))
        assert small.size == 3 * BYTES_A_TABLE
        assert len(small) == 2

    def test_is_not_taken_from_what_was_asked_for_just_now(self, small, three):
        small.get_or_draw(three[1], "en", lambda before: Drawn(three[1].version, 99 * BYTES_A_TABLE))
        assert self.known(small) == {"b"}

    def test_is_given_back(self, small):
        small.clear()
        assert (small.size, len(small)) == (0, 0)
