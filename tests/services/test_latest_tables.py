"""What a process remembers of a table, so that those who look at it need not all read it."""

from typing import Any

import pytest

from games import selectors
from games.models import Seat
from games.services import play
from games.services.refusals import NotAllowed
from tests.tables import bid, do, fresh, running_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob):
    return running_table(alice, bob)


@pytest.fixture
def kept(game, alice):
    """The table after a first move, as it is known."""
    do(game, alice, bid(1))
    known: Any = selectors.latest_tables.get(game.id, 0)
    assert known is not None
    return known


def test_move_is_known_once_it_is_committed(game, kept):
    assert kept.version == fresh(game).version
    assert [seat.user_id for seat in kept.seated] == [seat.user_id for seat in selectors.seats_of(fresh(game))]


def test_move_that_is_not_committed_is_not_known(game, kept, bob, monkeypatch):
    monkeypatch.setattr(play, "settle_turn", lambda *args, **kwargs: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        do(game, bob, bid(2))

    assert selectors.latest_tables.get(game.id, 0) is kept
    position: Any = selectors.positions.get(fresh(game))
    assert position.number == 1


def test_older_version_is_not_taken_for_a_later_one(game, kept):
    version = kept.version

    assert selectors.latest_tables.get(game.id, version) is kept
    assert selectors.latest_tables.get(game.id, version + 1) is None


def test_table_that_was_read_long_ago_is_told_from_a_recent_one(game, kept):
    kept.read_at -= 10

    assert selectors.latest_tables.get(game.id, 0, seconds=20) is kept
    assert selectors.latest_tables.get(game.id, 0, seconds=5) is None


def test_next_move_leaves_the_known_table_as_it_is(game, kept, bob):
    shown = [(seat.seen_at, seat.seen_actions) for seat in kept.seated]
    do(game, bob, bid(2))

    assert [(seat.seen_at, seat.seen_actions) for seat in kept.seated] == shown
    assert Seat.objects.get(game=game, user=bob).seen_actions == 2


def test_change_of_seats_is_seen_by_the_next_move(game, kept, bob, charlie):
    """Who sits where changes with the version: what was known before is not asked."""
    Seat.objects.filter(game=game, user=bob).update(user=charlie)
    type(game).objects.filter(pk=game.pk).update(version=kept.version + 1)

    with pytest.raises(NotAllowed):
        do(game, bob, bid(2))
    do(game, charlie, bid(2))


def test_table_that_was_not_read_whole_is_not_kept(game, kept):
    changed = fresh(game)
    changed.version += 1
    selectors.latest_tables.keep(changed)

    assert selectors.latest_tables.get(game.id, 0) is kept
