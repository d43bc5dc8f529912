"""Seats that are kept under a name: who may have them, and what everybody else may not."""

from typing import Any

import pytest

from accounts.models import User
from accounts.people.friends import block
from games.models import Game, KeptSeat
from games.services.care import interventions
from games.services.refusals import NotAllowed, Refused, Stale
from games.services.table import deals, rooms, seats
from tests.support.factories import UserFactory
from tests.support.tables import fresh, play_to_the_end, running_table, waiting_table, whole_table
from tests.support.threads import at_once


def names(game):
    return [seat.name for seat in game.kept_seats.all()]


def kept_for(game, name):
    return game.kept_seats.get(name=name)


def guest(name="Merry Otter") -> Any:
    return UserFactory(display_name=name, is_guest=True)


@pytest.fixture
def game(alice):
    """Alice keeps a seat for Ben and one for Cleo; one of four is free."""
    return waiting_table(alice, size=4, kept=("Ben", "Cleo"))


class TestOpening:
    def test_keeps_seats_and_seats_nobody(self, alice, game):
        assert names(game) == ["Ben", "Cleo"]
        assert [seat.user for seat in game.seats.all()] == [alice]
        assert not User.objects.exclude(pk=alice.pk).exists()
        assert len({game.invitation, *(kept.invitation for kept in game.kept_seats.all())}) == 3

    def test_keeps_them_beside_bots(self, alice):
        game = waiting_table(alice, size=3, kept=("Ben",), bots=("bold",))
        assert (names(game), game.seats.count()) == (["Ben"], 2)

    @pytest.mark.parametrize("size", [3, 4])
    def test_needs_a_seat_for_each(self, alice, size):
        with pytest.raises(Refused, match=f"A table for {size} has no room"):
            waiting_table(alice, size=size, kept=("Ben", "Cleo")[: size - 2], bots=("bold", "bold"))
        assert not Game.objects.exists()

    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("", "at least one letter"),
            ("x" * 41, "at most 40"),
            ("Administrator", "kept for the site"),
            ("B\u200b", "invisible"),
        ],
    )
    def test_needs_names_that_people_may_have(self, alice, name, words):
        with pytest.raises(Refused, match=words) as refused:
            waiting_table(alice, kept=("Ben", name))
        assert refused.value.code == "invalid_name"
        assert not Game.objects.exists()

    def test_writes_names_as_everybody_does(self, alice):
        assert names(waiting_table(alice, kept=("  Aunt   Agatha ",))) == ["Aunt Agatha"]

    @pytest.mark.parametrize("kept", [("Ben", "ben"), ("Bill", "BiIl"), ("ALICE",)])
    def test_needs_names_that_can_be_told_apart(self, alice, kept):
        with pytest.raises(Refused, match="like another name at this table") as refused:
            waiting_table(alice, kept=kept)
        assert refused.value.code == "same_name"

    def test_calls_no_bot_like_somebody_for_whom_a_seat_is_kept(self, alice, monkeypatch):
        monkeypatch.setattr("games.services.table.bot_names.NAMES", ("Lady Lark", "Miss Marigold"))
        game = waiting_table(alice, kept=("Lady Lark",), bots=("bold",))
        assert game.seats.get(bot="bold").name == "Miss Marigold"


class TestForEverybodyElse:
    """The seat is taken."""

    @pytest.fixture
    def full(self, alice):
        return waiting_table(alice, size=3, public=True, kept=("Ben",), bots=("bold",))

    @pytest.mark.parametrize(
        "deed",
        [
            lambda game, alice, bob: rooms.join(user=bob, game_id=game.id),
            lambda game, alice, bob: rooms.join(user=bob, game_id=game.id, invitation=game.invitation),
            lambda game, alice, bob: rooms.add_bot(user=alice, game_id=game.id, bot="bold"),
            lambda game, alice, bob: rooms.invite(user=alice, game_id=game.id, username="bob"),
            lambda game, alice, bob: rooms.keep_seat(user=alice, game_id=game.id, name="Cleo"),
        ],
    )
    def test_there_is_none(self, full, alice, bob, deed):
        with pytest.raises(Stale) as refused:
            deed(full, alice, bob)
        assert refused.value.code == "full"
        assert full.seats.count() == 2

    def test_bots_fill_the_others(self, alice, game):
        rooms.fill(user=alice, game_id=game.id, bot="bold")
        assert (game.seats.count(), names(game)) == (2, ["Ben", "Cleo"])

    def test_the_table_says_how_many_are_free(self, game):
        table = whole_table(game)
        assert [seat.name for seat in table.kept] == ["Ben", "Cleo"]
        assert len(table.free) == 1


class TestTaking:
    def test_gives_a_guest_the_seat_and_the_name(self, game):
        ben = guest()
        rooms.join(user=ben, game_id=game.id, invitation=kept_for(game, "Ben").invitation)
        assert [seat.shown_name for seat in whole_table(game).seats] == ["Alice", "Ben"]
        assert names(game) == ["Cleo"]
        assert User.objects.get(pk=ben.pk).display_name == "Ben"
        assert fresh(game).version > game.version

    def test_leaves_those_with_an_account_their_own_name(self, game, bob):
        rooms.join(user=bob, game_id=game.id, invitation=kept_for(game, "Ben").invitation)
        assert [seat.shown_name for seat in whole_table(game).seats] == ["Alice", "Bob"]
        assert names(game) == ["Cleo"]

    @pytest.mark.parametrize("public", [True, False])
    def test_happens_once(self, alice, bob, charlie, public):
        game = waiting_table(alice, size=4, public=public, kept=("Ben",))
        invitation = kept_for(game, "Ben").invitation
        rooms.join(user=bob, game_id=game.id, invitation=invitation)
        with pytest.raises(NotAllowed, match="its seat is taken") as refused:
            rooms.join(user=charlie, game_id=game.id, invitation=invitation)
        assert refused.value.code == "unknown_invitation"
        assert not game.seats.filter(user=charlie).exists()

    def test_again_is_no_error(self, game, bob):
        invitation = kept_for(game, "Ben").invitation
        for _time in range(2):
            rooms.join(user=bob, game_id=game.id, invitation=invitation)
        assert game.seats.filter(user=bob).count() == 1

    def test_is_not_for_those_who_sit_there(self, game, alice):
        rooms.join(user=alice, game_id=game.id, invitation=kept_for(game, "Ben").invitation)
        assert (game.seats.count(), names(game)) == (1, ["Ben", "Cleo"])

    def test_needs_an_invitation_to_this_very_table(self, game, bob, charlie):
        elsewhere = waiting_table(charlie, size=4, public=True)
        with pytest.raises(NotAllowed):
            rooms.join(user=bob, game_id=elsewhere.id, invitation=kept_for(game, "Ben").invitation)
        assert names(game) == ["Ben", "Cleo"]

    def test_is_not_for_those_whom_the_host_has_blocked(self, game, alice, bob):
        block(user=alice, person=bob)
        with pytest.raises(NotAllowed) as refused:
            rooms.join(user=bob, game_id=game.id, invitation=kept_for(game, "Ben").invitation)
        assert refused.value.code == "not_welcome"
        assert names(game) == ["Ben", "Cleo"]

    def test_is_not_for_the_banned(self, game):
        banned = guest()
        User.objects.filter(pk=banned.pk).update(is_active=False)
        with pytest.raises(NotAllowed) as refused:
            rooms.join(user=banned, game_id=game.id, invitation=kept_for(game, "Ben").invitation)
        assert refused.value.code == "banned"
        assert names(game) == ["Ben", "Cleo"]
        assert User.objects.get(pk=banned.pk).display_name == "Merry Otter"

    def test_is_not_for_those_who_know_the_deck(self, alice, bob, charlie):
        deal = deals.create(owner=alice, slug="high-society", tables=2)
        waiting_table(bob, deal=deal.code)
        game = waiting_table(alice, deal=deal.code, kept=("Ben",))
        with pytest.raises(Refused) as refused:
            rooms.join(user=bob, game_id=game.id, invitation=kept_for(game, "Ben").invitation)
        assert refused.value.code == "same_deal"
        assert names(game) == ["Ben"]

    @pytest.mark.django_db(transaction=True)
    def test_is_for_one_of_two_who_come_at_once(self, transactional_db):
        alice, *friends = (UserFactory(username=name) for name in ("alice", "bob", "charlie"))
        game = waiting_table(alice, size=4, kept=("Ben",))
        invitation = kept_for(game, "Ben").invitation

        def sit_down(user):
            try:
                return rooms.join(user=user, game_id=game.id, invitation=invitation)
            except NotAllowed as refused:
                return refused.code

        answers = at_once(*(lambda user=user: sit_down(user) for user in friends))
        assert answers.count("unknown_invitation") == 1
        assert game.seats.count() == 2


class TestTheHost:
    def test_keeps_one_more(self, alice, game):
        rooms.keep_seat(user=alice, game_id=game.id, name=" Dora ")
        assert names(game) == ["Ben", "Cleo", "Dora"]
        assert fresh(game).version == game.version + 1

    @pytest.mark.parametrize(("name", "code"), [("ben", "same_name"), ("Bob", "same_name"), ("\x00", "invalid_name")])
    def test_keeps_none_under_a_name_that_is_none(self, alice, bob, name, code):
        game = waiting_table(alice, bob, size=4, kept=("Ben",))
        with pytest.raises(Refused) as refused:
            rooms.keep_seat(user=alice, game_id=game.id, name=name)
        assert refused.value.code == code
        assert fresh(game).version == game.version

    def test_releases_one(self, alice, bob, game):
        kept = kept_for(game, "Ben")
        for _time in range(2):
            rooms.release_seat(user=alice, game_id=game.id, pk=kept.pk)
        assert names(game) == ["Cleo"]
        with pytest.raises(NotAllowed):
            rooms.join(user=bob, game_id=game.id, invitation=kept.invitation)

    def test_releases_none_elsewhere(self, alice, charlie, game):
        rooms.release_seat(user=charlie, game_id=waiting_table(charlie).id, pk=kept_for(game, "Ben").pk)
        assert names(game) == ["Ben", "Cleo"]

    @pytest.mark.parametrize("deed", [{"pk": 1}, {"name": "Dora"}])
    def test_alone_decides(self, alice, bob, deed):
        game = waiting_table(alice, bob, size=4, kept=("Ben",))
        change: Any = rooms.release_seat if "pk" in deed else rooms.keep_seat
        with pytest.raises(NotAllowed) as refused:
            change(user=bob, game_id=game.id, **deed)
        assert refused.value.code == "not_host"

    def test_leaves_them_to_the_next(self, alice, bob):
        game = waiting_table(alice, bob, size=4, kept=("Ben",))
        seats.leave(user=alice, game_id=game.id)
        assert (fresh(game).host, names(game)) == (bob, ["Ben"])


class TestTheEnd:
    def test_comes_with_the_start(self, alice, bob, charlie):
        game = waiting_table(alice, bob, charlie, size=5, kept=("Ben", "Cleo"))
        kept = kept_for(game, "Ben")
        rooms.start(user=alice, game_id=game.id)
        assert (fresh(game).size, names(game), whole_table(game).kept) == (3, [], ())
        with pytest.raises(NotAllowed):
            rooms.join(user=guest(), game_id=game.id, invitation=kept.invitation)

    def test_comes_with_the_end_of_the_table(self, alice, game):
        rooms.close(user=alice, game_id=game.id)
        assert not KeptSeat.objects.exists()

    def test_comes_when_the_last_person_leaves(self, alice, game):
        seats.leave(user=alice, game_id=game.id)
        assert fresh(game).status == Game.Status.CLOSED
        assert not KeptSeat.objects.exists()

    def test_comes_with_an_admin(self, game, dana):
        Game.objects.filter(pk=game.pk).update(status=Game.Status.ERRORED)
        interventions.abort(by=dana, game_id=game.id)
        assert not KeptSeat.objects.exists()

    def test_does_not_come_while_the_table_stands_still(self, game, dana):
        Game.objects.filter(pk=game.pk).update(status=Game.Status.ERRORED)
        assert [seat.name for seat in whole_table(game).kept] == ["Ben", "Cleo"]
        interventions.resume(by=dana, game_id=game.id)
        assert [seat.name for seat in whole_table(game).kept] == ["Ben", "Cleo"]

    def test_a_rematch_keeps_none(self, alice, bob):
        before = play_to_the_end(running_table(alice, bob))
        again = rooms.rematch(user=alice, game_id=before.id)
        assert names(again) == []

    def test_whoever_takes_the_last_seat_of_a_rematch_begins_it(self, alice, bob):
        before = play_to_the_end(running_table(alice, bob))
        again = rooms.rematch(user=alice, game_id=before.id)
        rooms.keep_seat(user=alice, game_id=again.id, name="Ben")
        rooms.join(user=guest(), game_id=again.id, invitation=kept_for(again, "Ben").invitation)
        assert fresh(again).status == Game.Status.RUNNING
        assert "Ben" in [seat.shown_name for seat in whole_table(again).seats]


def test_a_table_with_kept_seats_counts_as_any_other(alice, monkeypatch):
    monkeypatch.setattr(rooms, "MOST_TABLES", 1)
    waiting_table(alice, kept=("Ben",))
    with pytest.raises(Refused) as refused:
        waiting_table(alice)
    assert refused.value.code == "too_many_tables"
