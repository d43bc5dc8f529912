from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Game, Notice
from games.queries.results import Rematch, rematch_of
from games.rules import UnknownGame
from games.services.refusals import NotAllowed, Refused, Stale, TooFast
from games.services.table import rooms, seats
from tests.support.factories import UserFactory
from tests.support.tables import fresh, play_to_the_end, running_table, waiting_table, whole_table
from tests.support.threads import at_once


def test_opening_seats_the_host_and_the_bots(alice):
    game = waiting_table(alice, size=4, bots=("cautious", "expert"))

    assert game.host == alice
    assert list(game.seats.values_list("user", "bot")) == [(alice.pk, ""), (None, "cautious"), (None, "expert")]
    assert len(set(game.seats.exclude(bot="").values_list("name", flat=True))) == 2


@pytest.mark.parametrize(
    "wishes",
    [
        {"size": 2},
        {"size": 6},
        {"bots": ("bold",) * 3},
        {"turn_seconds": 45},
        {"bot_pace": "frantic"},
        {"bots": ("x",)},
    ],
)
def test_impossible_wishes_are_refused(alice, wishes):
    with pytest.raises(Refused):
        waiting_table(alice, **wishes)
    assert not Game.objects.exists()


def test_unknown_game_is_refused(alice):
    with pytest.raises(UnknownGame):
        waiting_table(alice, slug="chess")


def test_joining_a_public_table_needs_no_invitation(alice, bob):
    game = waiting_table(alice, public=True)

    rooms.join(user=bob, game_id=game.id)
    assert game.seats.filter(user=bob).exists()


@pytest.mark.parametrize("invitation", [None, "", "wrong"])
def test_joining_a_private_table_needs_its_invitation(alice, bob, invitation):
    game = waiting_table(alice)

    with pytest.raises(NotAllowed):
        rooms.join(user=bob, game_id=game.id, invitation=invitation)


def test_joining_twice_takes_one_seat(alice, bob):
    game = waiting_table(alice, bob)

    rooms.join(user=bob, game_id=game.id, invitation=game.invitation)
    assert game.seats.filter(user=bob).count() == 1


def test_full_table_takes_nobody(alice, bob, charlie, dana):
    game = waiting_table(alice, bob, charlie)

    with pytest.raises(Stale) as refused:
        rooms.join(user=dana, game_id=game.id, invitation=game.invitation)
    assert refused.value.code == "full"


def test_revoked_invitation_opens_nothing(alice, bob):
    game = waiting_table(alice)
    rooms.renew_invitation(user=alice, game_id=game.id)

    with pytest.raises(NotAllowed):
        rooms.join(user=bob, game_id=game.id, invitation=game.invitation)
    assert fresh(game).invitation != game.invitation


@pytest.mark.parametrize(
    "deed",
    [
        lambda **who: rooms.add_bot(bot="bold", **who),
        lambda **who: rooms.remove(seat_id=1, **who),
        rooms.close,
        rooms.renew_invitation,
        rooms.start,
    ],
)
def test_only_the_host_looks_after_a_table(alice, bob, deed):
    game = waiting_table(alice, bob)

    with pytest.raises(NotAllowed):
        deed(user=bob, game_id=game.id)
    assert fresh(game).version == game.version


def test_host_removes_somebody(alice, bob):
    game = waiting_table(alice, bob)
    seat = game.seats.get(user=bob)

    for _ in range(2):
        rooms.remove(user=alice, game_id=game.id, seat_id=seat.pk)
    assert not game.seats.filter(user=bob).exists()


def test_host_cannot_remove_themselves(alice):
    game = waiting_table(alice)

    rooms.remove(user=alice, game_id=game.id, seat_id=game.seats.get().pk)
    assert game.seats.get().user == alice


def test_seat_left_free_is_taken_again(alice, bob, charlie):
    game = waiting_table(alice, bob, charlie)
    seats.leave(user=bob, game_id=game.id)

    rooms.add_bot(user=alice, game_id=game.id, bot="bold")
    assert sorted(game.seats.values_list("number", flat=True)) == [0, 1, 2]


def test_table_goes_on_without_its_host(alice, bob):
    game = waiting_table(alice, bob)

    seats.leave(user=alice, game_id=game.id)
    assert fresh(game).host == bob


def test_table_without_people_closes(alice):
    game = waiting_table(alice, bots=("bold",))

    seats.leave(user=alice, game_id=game.id)
    assert fresh(game).status == Game.Status.CLOSED
    assert fresh(game).wake_at is None


def test_start_needs_the_least_number_of_players(alice, bob):
    game = waiting_table(alice, bob)

    with pytest.raises(Refused, match="needs at least 3 players"):
        rooms.start(user=alice, game_id=game.id)
    assert fresh(game).status == Game.Status.WAITING


def test_start_is_possible_with_free_seats(alice, bob, charlie):
    game = waiting_table(alice, bob, charlie, size=5)

    rooms.start(user=alice, game_id=game.id)
    assert fresh(game).size == 3
    assert fresh(game).setup["players"] == 3  # type: ignore[index]


def test_starting_twice_starts_once(alice, bob):
    game = waiting_table(alice, bob, bots=("bold",))
    for _ in range(2):
        rooms.start(user=alice, game_id=game.id)

    assert fresh(game).version == game.version + 1


def test_seats_are_shuffled_at_the_start(alice, bob, charlie, dana):
    orders = set()
    for _ in range(12):
        game = waiting_table(alice, bob, charlie, dana, size=4)
        rooms.start(user=alice, game_id=game.id)
        orders.add(tuple(game.seats.order_by("number").values_list("user", flat=True)))

    assert len(orders) > 1
    assert all(sorted(order) == sorted(orders.copy().pop()) for order in orders)


def test_nobody_joins_a_running_game(alice, bob, charlie):
    game = running_table(alice, bob)

    with pytest.raises(Stale):
        rooms.join(user=charlie, game_id=game.id, invitation=game.invitation)


def test_forgotten_table_expires(alice, time_machine):
    now = timezone.now()
    time_machine.move_to(now, tick=False)
    game = waiting_table(alice)

    time_machine.move_to(now + timedelta(hours=23, minutes=59))
    assert not rooms.expire(game_id=game.id)
    time_machine.move_to(now + timedelta(hours=24))
    assert rooms.expire(game_id=game.id)
    assert fresh(game).status == Game.Status.CLOSED


def test_rematch_against_bots_begins_at_once_and_seats_rotate(alice):
    before = play_to_the_end(running_table(alice, size=4))

    after = fresh(rooms.rematch(user=alice, game_id=before.id))
    old = [seat.shown_name for seat in before.seats.order_by("number")]
    assert after.status == Game.Status.RUNNING
    assert [seat.shown_name for seat in after.seats.order_by("number")] == old[1:] + old[:1]


def test_rematch_waits_for_everybody(alice, bob):
    before = play_to_the_end(running_table(alice, bob, open_purses=False, turn_seconds=60))

    after = rooms.rematch(user=bob, game_id=before.id)
    assert fresh(after).status == Game.Status.WAITING
    assert (after.host, after.turn_seconds, after.options["open_purses"]) == (bob, 60, False)
    assert rooms.rematch(user=alice, game_id=before.id).id == after.id
    assert fresh(after).status == Game.Status.RUNNING
    assert after.seats.get(number=0).user == bob


def test_rematch_is_told_to_those_who_still_look_at_the_game_before(alice, bob):
    before = running_table(alice, bob, size=4)
    Game.objects.filter(pk=before.pk).update(status=Game.Status.FINISHED)
    after, versions = rooms.rematch(user=bob, game_id=before.id), [fresh(before).version]
    assert told_of_rematch(before, alice) == Rematch(after.id, has_begun=False, is_over=False, is_seated=False)
    assert told_of_rematch(before, bob) == Rematch(after.id, has_begun=False, is_over=False, is_seated=True)

    rooms.start(user=bob, game_id=after.id)
    versions.append(fresh(before).version)
    assert told_of_rematch(before, alice) == Rematch(after.id, has_begun=True, is_over=False, is_seated=False)
    Game.objects.filter(pk=after.pk).update(status=Game.Status.FINISHED)
    assert told_of_rematch(before, alice) == Rematch(after.id, has_begun=True, is_over=True, is_seated=False)
    assert versions == sorted(set(versions)), "open pages hear of each of these"


def test_rematch_that_is_closed_is_told_to_them_too(alice, bob):
    before = running_table(alice, bob)
    Game.objects.filter(pk=before.pk).update(status=Game.Status.FINISHED)
    after, version = rooms.rematch(user=bob, game_id=before.id), fresh(before).version
    rooms.close(user=bob, game_id=after.id)
    assert told_of_rematch(before, alice) is None
    assert fresh(before).version > version


def told_of_rematch(before, user):
    return rematch_of(whole_table(before), user.pk)


def test_rematch_is_for_those_who_played(alice, charlie):
    before = play_to_the_end(running_table(alice))

    with pytest.raises(NotAllowed):
        rooms.rematch(user=charlie, game_id=before.id)


def test_rematch_comes_after_the_end(alice):
    game = running_table(alice)

    with pytest.raises(Stale):
        rooms.rematch(user=alice, game_id=game.id)


def test_new_rematch_after_the_first_was_closed(alice, bob):
    before = play_to_the_end(running_table(alice, bob))
    first = rooms.rematch(user=alice, game_id=before.id)
    rooms.close(user=alice, game_id=first.id)

    assert rooms.rematch(user=alice, game_id=before.id).id != first.id


def test_nobody_opens_tables_without_end(alice, monkeypatch):
    monkeypatch.setattr(rooms, "MOST_TABLES", 2)
    waiting_table(alice)
    waiting_table(alice)

    with pytest.raises(Refused) as refused:
        waiting_table(alice)
    assert refused.value.code == "too_many_tables"


def test_game_that_everybody_has_left_keeps_nobody_from_opening_another(alice, bob, monkeypatch):
    """Nothing happens there any more; and whoever comes back counts it again."""
    monkeypatch.setattr(rooms, "MOST_TABLES", 1)
    alone = running_table(alice)
    seats.leave(user=alice, game_id=alone.id)
    together = running_table(alice, bob)
    with pytest.raises(Refused):
        waiting_table(alice)
    seats.leave(user=alice, game_id=together.id)
    with pytest.raises(Refused):
        waiting_table(alice)
    seats.leave(user=bob, game_id=together.id)
    waiting_table(alice)


def test_opening_and_closing_tables_has_a_limit(alice):
    for _ in range(rooms.NEW_TABLES.most):
        rooms.close(user=alice, game_id=waiting_table(alice).id)
    with pytest.raises(TooFast):
        waiting_table(alice)


@pytest.mark.django_db(transaction=True)
def test_limit_of_tables_is_exact_for_those_who_ask_for_many_at_once(alice):
    chosen = rooms.TableSettings("high-society", size=3)

    def open_one():
        try:
            return rooms.open_table(host=alice, chosen=chosen)
        except Refused:
            return None

    opened = at_once(*[open_one] * (rooms.NEW_TABLES.most - 1))
    assert Game.objects.filter(host=alice).count() == len(list(filter(None, opened))) == rooms.MOST_TABLES


class TestExperts:
    """They keep a processor busy, so nobody has many tables with them."""

    @pytest.fixture
    def guest(self, db):
        return UserFactory(is_guest=True)

    def test_guests_have_fewer_tables_with_them(self, alice, guest):
        for person, most in ((alice, rooms.MOST_WITH_EXPERTS), (guest, rooms.MOST_WITH_EXPERTS_OF_GUESTS)):
            for _ in range(most):
                waiting_table(person, bots=("expert",))
            with pytest.raises(Refused, match="experts") as refused:
                waiting_table(person, bots=("expert",))
            assert refused.value.code == "too_many_experts"
            assert Game.objects.filter(host=person).count() == most
            waiting_table(person, bots=("balanced",))

    def test_several_of_them_sit_at_one_table(self, guest):
        for _ in range(rooms.MOST_WITH_EXPERTS_OF_GUESTS):
            game = waiting_table(guest, size=4, bots=("expert",))
        rooms.add_bot(user=guest, game_id=game.id, bot="expert")
        rooms.fill(user=guest, game_id=game.id, bot="expert")
        assert game.seats.filter(bot="expert").count() == 3

    @pytest.mark.parametrize("asking", [rooms.add_bot, rooms.fill])
    def test_they_are_not_asked_to_a_table_later_either(self, guest, asking):
        for _ in range(rooms.MOST_WITH_EXPERTS_OF_GUESTS):
            waiting_table(guest, bots=("expert",))
        game = waiting_table(guest)
        with pytest.raises(Refused, match="experts"):
            asking(user=guest, game_id=game.id, bot="expert")
        assert not game.seats.filter(bot="expert").exists()

    def test_a_table_that_is_over_does_not_count(self, guest):
        for _ in range(rooms.MOST_WITH_EXPERTS_OF_GUESTS):
            game = waiting_table(guest, bots=("expert",))
        rooms.close(user=guest, game_id=game.id)
        waiting_table(guest, bots=("expert",))


class TestComingBackToAGameThatEverybodyHasLeft:
    """It counts for nobody meanwhile, and for its host again once somebody is back."""

    @pytest.fixture
    def left(self, alice, bob):
        games = [running_table(alice, bob) for _ in range(2)]
        for game in games:
            for person in (alice, bob):
                seats.leave(user=person, game_id=game.id)
        return games

    def test_is_refused_while_the_host_has_enough_tables(self, alice, bob, left, monkeypatch):
        monkeypatch.setattr(rooms, "MOST_TABLES", 1)
        seats.come_back(user=alice, game_id=left[0].id)
        for person in (alice, bob):
            with pytest.raises(Refused):
                seats.come_back(user=person, game_id=left[1].id)
        seats.come_back(user=bob, game_id=left[0].id)
        for person in (alice, bob):
            seats.leave(user=person, game_id=left[0].id)
        seats.come_back(user=bob, game_id=left[1].id)

    def test_is_refused_while_the_host_has_enough_experts(self, alice, monkeypatch):
        monkeypatch.setattr(rooms, "MOST_WITH_EXPERTS", 1)
        games = []
        for _ in range(2):
            games.append(rooms.start(user=alice, game_id=waiting_table(alice, bots=("expert", "bold")).id))
            seats.leave(user=alice, game_id=games[-1].id)
        seats.come_back(user=alice, game_id=games[0].id)
        with pytest.raises(Refused):
            seats.come_back(user=alice, game_id=games[1].id)

    def test_does_not_happen_by_itself_either(self, alice, bob, left, monkeypatch):
        monkeypatch.setattr(rooms, "MOST_TABLES", 0)
        Notice.objects.filter(game=left[0], seat=0).update(kind=Notice.Kind.TIMED_OUT)
        seats.return_at_once(user=alice, game_id=left[0].id)
        assert fresh(left[0]).seats.get(user=alice).substituted
        monkeypatch.undo()
        seats.return_at_once(user=alice, game_id=left[0].id)
        assert not fresh(left[0]).seats.get(user=alice).substituted


def test_whoever_has_enough_tables_inherits_none(alice, bob, charlie, monkeypatch):
    monkeypatch.setattr(rooms, "MOST_WITH_EXPERTS", 1)
    waiting_table(bob, bots=("expert",))
    game = waiting_table(alice, bob, charlie, size=4, bots=("expert",))

    seats.leave(user=alice, game_id=game.id)
    assert fresh(game).host == charlie
    seats.leave(user=charlie, game_id=game.id)
    assert fresh(game).status == Game.Status.CLOSED
