"""Whom somebody has blocked does not get near them; whoever is blocked learns nothing of it."""

import pytest

from accounts.people.friends import agree, ask, block
from accounts.services.accounts import update_preferences
from games.models import Alert, Game
from games.queries.chat import fellow_players
from games.queries.rooms import invited_to
from games.queries.seats import read_seats
from games.services.refusals import NotAllowed, Refused
from games.services.table import chat, rooms
from tests.support.tables import PASS, chat_at, do, fresh, play_to_the_end, running_table, waiting_table


def invite(game, user, username):
    return rooms.invite(user=user, game_id=game.id, username=username)


def refused(game, user, username):
    with pytest.raises(Refused) as refusal:
        invite(game, user, username)
    return refusal.value.code, str(refusal.value)


class TestInvitations:
    def test_who_cannot_be_invited_is_not_told_from_nobody(self, alice, bob, charlie):
        game = waiting_table(bob)
        nobody = refused(game, bob, "nobody")
        assert nobody == ("unknown_person", "Nobody with this username can be invited by name. Send them the link.")
        block(user=alice, person=bob)
        assert refused(game, bob, "alice") == nobody
        update_preferences(user=charlie, invited_by="nobody")
        assert refused(game, bob, "charlie") == nobody
        update_preferences(user=charlie, invited_by="friends")
        assert refused(game, bob, "charlie") == nobody
        assert not Alert.objects.exists()

    def test_friends_may_be_all_who_invite(self, alice, bob):
        update_preferences(user=alice, invited_by="friends")
        ask(user=alice, person=bob)
        agree(user=bob, person=alice)
        invite(waiting_table(bob), bob, "alice")
        assert Alert.objects.get().recipient == alice

    def test_whoever_has_blocked_somebody_is_reminded(self, alice, bob):
        block(user=alice, person=bob)
        assert refused(waiting_table(alice), alice, "bob") == ("blocked", "You have blocked Bob. Unblock them first.")


class TestSeats:
    @pytest.mark.parametrize("public", [True, False])
    def test_there_is_none_at_a_table_that_the_other_hosts(self, alice, bob, public):
        game = waiting_table(alice, public=public)
        block(user=alice, person=bob)
        with pytest.raises(NotAllowed, match=r"You cannot sit down at this table\."):
            rooms.join(user=bob, game_id=game.id, invitation=game.invitation)
        assert list(game.seats.values_list("user__username", flat=True)) == ["alice"]

    def test_whoever_has_blocked_may_sit_down_at_the_others(self, alice, bob):
        block(user=alice, person=bob)
        assert waiting_table(bob, alice).seats.count() == 2

    def test_somebody_elses_table_is_open_to_both(self, alice, bob, charlie):
        block(user=alice, person=bob)
        assert waiting_table(charlie, alice, bob).seats.count() == 3

    def test_whoever_sits_there_already_stays(self, alice, bob):
        game = waiting_table(alice, bob)
        block(user=alice, person=bob)
        rooms.join(user=bob, game_id=game.id, invitation=game.invitation)
        assert game.seats.filter(user=bob).exists()

    def test_a_game_goes_on_as_it_was(self, alice, bob):
        game = running_table(alice, bob)
        version = fresh(game).version
        block(user=alice, person=bob)
        assert fresh(game).version == version
        do(game, alice, PASS)
        do(game, bob, PASS)
        assert fresh(game).action_count == 2


class TestRematch:
    def test_whoever_is_blocked_does_not_join_the_others(self, alice, bob):
        game = play_to_the_end(running_table(alice, bob))
        block(user=alice, person=bob)
        again = rooms.rematch(user=alice, game_id=game.id)
        assert not Alert.objects.filter(game=again, recipient=bob).exists()
        with pytest.raises(NotAllowed, match=r"You cannot sit down at this table\."):
            rooms.rematch(user=bob, game_id=game.id)
        assert fresh(again).status == Game.Status.WAITING

    def test_waits_for_whoever_has_blocked_without_a_sign(self, alice, bob, charlie):
        """In the new waiting room everybody is named as told; the courier tells who wants to hear."""
        game = play_to_the_end(running_table(alice, bob, charlie))
        block(user=alice, person=bob)
        again = rooms.rematch(user=bob, game_id=game.id)
        assert invited_to(again.id) == [alice, charlie]
        assert fresh(again).status == Game.Status.WAITING


class TestChat:
    @pytest.fixture
    def game(self, alice, bob, charlie):
        return waiting_table(charlie, alice, bob)

    def say(self, game, user, text, key="k"):
        return chat.say(user=user, game_id=game.id, text=text, key=key)

    def lines(self, game, reader):
        return [line.text for line in chat_at(game, reader)]

    def to_mute(self, game, reader):
        return {fellow.shown_name for fellow in fellow_players(game.id, read_seats(game.id), reader)}

    def test_is_read_by_everybody_but_who_has_blocked(self, game, alice, bob, charlie):
        self.say(game, bob, "From Bob")
        self.say(game, alice, "From Alice")
        block(user=alice, person=bob)
        assert self.lines(game, alice) == ["From Alice"]
        assert (
            self.lines(game, bob) == self.lines(game, charlie) == self.lines(game, None) == ["From Bob", "From Alice"]
        )

    def test_calls_nobody_who_has_blocked(self, game, alice, bob, charlie):
        block(user=alice, person=bob)
        self.say(game, bob, "@alice @charlie, look!")
        assert [alert.recipient for alert in Alert.objects.filter(kind="mention")] == [charlie]

    def test_who_is_blocked_need_not_be_muted(self, game, alice, bob, charlie):
        block(user=alice, person=bob)
        assert self.to_mute(game, alice) == {"Charlie"}
        assert self.to_mute(game, bob) == {"Alice", "Charlie"}
