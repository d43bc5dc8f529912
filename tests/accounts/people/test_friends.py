"""Who becomes friends with whom, who has blocked whom, and what each of them may know of it."""

from contextlib import suppress
from threading import Barrier, Thread
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import connection

from accounts.models import Block, Friendship, User
from accounts.people import friends
from accounts.people.audience import are_friends, friends_of, may_invite, may_see_results, shows_results_to
from accounts.people.friends import agree, ask, block, relation_between, remove, requests_by, requests_to, unblock
from accounts.services.accounts import ban, delete_account, personal_data, update_preferences
from tests.support.factories import UserFactory
from tests.support.tables import person


def befriend(one, other):
    ask(user=one, person=other)
    agree(user=other, person=one)


def refusal(call, **wishes):
    with pytest.raises(ValidationError) as caught:
        call(**wishes)
    return " ".join(caught.value.messages)


class TestFriends:
    def test_whoever_is_asked_decides(self, alice, bob):
        ask(user=alice, person=bob)
        assert [wish.asker for wish in requests_to(bob)] == [alice]
        assert [wish.asked for wish in requests_by(alice)] == [bob]
        assert not are_friends(alice, bob)
        agree(user=bob, person=alice)
        assert (are_friends(alice, bob), are_friends(bob, alice)) == (True, True)
        assert (list(friends_of(alice)), list(friends_of(bob))) == ([bob], [alice])
        assert not requests_to(bob).exists()

    def test_asking_twice_is_asking_once(self, alice, bob):
        for _ in range(2):
            ask(user=alice, person=bob)
        assert Friendship.objects.count() == 1

    def test_asking_somebody_who_asks_is_agreeing(self, alice, bob):
        ask(user=alice, person=bob)
        ask(user=bob, person=alice)
        assert Friendship.objects.count() == 1
        assert are_friends(alice, bob)

    def test_asking_a_friend_changes_nothing(self, alice, bob):
        befriend(alice, bob)
        since = Friendship.objects.get().since
        ask(user=bob, person=alice)
        ask(user=alice, person=bob)
        agree(user=alice, person=bob)
        assert Friendship.objects.get().since == since

    def test_nobody_agrees_to_what_they_asked_themselves(self, alice, bob):
        ask(user=alice, person=bob)
        assert refusal(agree, user=alice, person=bob) == "Bob has withdrawn the request."
        assert not are_friends(alice, bob)

    def test_nobody_agrees_to_what_was_taken_back(self, alice, bob):
        ask(user=alice, person=bob)
        remove(user=alice, person=bob)
        assert refusal(agree, user=bob, person=alice) == "Alice has withdrawn the request."

    @pytest.mark.parametrize("who", ["alice", "bob"])
    @pytest.mark.parametrize("agreed", [False, True])
    def test_either_of_the_two_ends_it_and_twice_is_once(self, alice, bob, who, agreed):
        befriend(alice, bob) if agreed else ask(user=alice, person=bob)
        pair = (alice, bob) if who == "alice" else (bob, alice)
        for _ in range(2):
            remove(user=pair[0], person=pair[1])
        assert not Friendship.objects.exists()

    def test_ending_one_friendship_leaves_the_others(self, alice, bob, dana):
        befriend(alice, bob)
        befriend(dana, alice)
        remove(user=alice, person=bob)
        assert list(friends_of(alice)) == [dana]

    def test_nobody_befriends_themselves(self, alice):
        assert refusal(ask, user=alice, person=alice) == "You are your own best friend already."

    def test_guests_need_an_account_first(self, alice, guest):
        assert refusal(ask, user=guest, person=alice).startswith("Create an account first")
        assert refusal(ask, user=alice, person=guest).startswith("Gracious Heron plays as a guest.")
        assert not Friendship.objects.exists()

    def test_twenty_an_hour_are_enough(self, alice):
        people = UserFactory.create_batch(21)
        for asked in people[:20]:
            ask(user=alice, person=asked)
        with pytest.raises(friends.TooFast, match="You have asked many people already"):
            ask(user=alice, person=people[20])
        assert requests_by(alice).count() == 20

    def test_those_who_were_asked_count_as_friends(self, alice, bob, dana, monkeypatch):
        monkeypatch.setattr(friends, "MOST_FRIENDS", 1)
        ask(user=alice, person=bob)
        most = "You have 1 friends or have asked them, and that is the most."
        assert refusal(ask, user=alice, person=dana) == most
        ask(user=dana, person=alice)
        assert refusal(agree, user=alice, person=dana) == most
        agree(user=bob, person=alice)
        assert list(friends_of(alice)) == [bob]

    def test_who_is_banned_is_not_listed(self, alice, bob, dana):
        befriend(alice, bob)
        ban(user=bob, by=dana)
        assert list(friends_of(alice)) == []


class TestBlocks:
    def test_ends_friendships_and_requests_of_both(self, alice, bob, dana):
        befriend(alice, bob)
        ask(user=dana, person=alice)
        block(user=alice, person=bob)
        block(user=alice, person=dana)
        assert not Friendship.objects.exists()

    def test_twice_is_once(self, alice, bob):
        for _ in range(2):
            block(user=alice, person=bob)
        assert Block.objects.count() == 1
        for _ in range(2):
            unblock(user=alice, person=bob)
        assert not Block.objects.exists()

    def test_nobody_blocks_themselves(self, alice):
        assert refusal(block, user=alice, person=alice) == "Nobody can block themselves."

    def test_has_a_limit(self, alice, bob, dana, monkeypatch):
        monkeypatch.setattr(friends, "MOST_BLOCKED", 1)
        block(user=alice, person=bob)
        assert refusal(block, user=alice, person=dana) == "You have blocked 1 people. Unblock some first."
        block(user=alice, person=bob)

    def test_is_open_to_guests(self, alice, guest):
        block(user=guest, person=alice)
        assert Block.objects.get().blocker == guest

    def test_whoever_is_blocked_asks_as_if_nothing_had_happened(self, alice, bob, dana):
        """What they are shown is the same as with somebody who does not answer."""
        block(user=alice, person=bob)
        for asked in (alice, dana):
            ask(user=bob, person=asked)
        assert [wish.asked for wish in requests_by(bob)] == [alice, dana]
        assert relation_between(bob, alice) == relation_between(bob, dana) == friends.Relation(asked=True)
        assert not requests_to(alice).exists()
        assert requests_to(dana).exists()
        assert relation_between(alice, bob) == friends.Relation(blocked=True)

    def test_whoever_has_blocked_neither_asks_nor_agrees(self, alice, bob):
        block(user=alice, person=bob)
        ask(user=bob, person=alice)
        assert refusal(ask, user=alice, person=bob) == "You have blocked Bob. Unblock them first."
        assert refusal(agree, user=alice, person=bob) == "Bob has withdrawn the request."
        assert not are_friends(alice, bob)

    def test_what_was_asked_meanwhile_is_read_after_unblocking(self, alice, bob):
        block(user=alice, person=bob)
        ask(user=bob, person=alice)
        unblock(user=alice, person=bob)
        assert [wish.asker for wish in requests_to(alice)] == [bob]


AUDIENCES = {
    "everybody": {"herself": True, "friend": True, "stranger": True, "blocked": False, "anonymous": True},
    "friends": {"herself": True, "friend": True, "stranger": False, "blocked": False, "anonymous": False},
    "nobody": {"herself": True, "friend": False, "stranger": False, "blocked": False, "anonymous": False},
}


class TestAudience:
    @pytest.fixture
    def readers(self, alice, bob, dana):
        stranger = person("Stranger")
        befriend(alice, bob)
        block(user=alice, person=dana)
        # A wish is no friendship.
        ask(user=stranger, person=alice)
        return {"herself": alice, "friend": bob, "stranger": stranger, "blocked": dana, "anonymous": None}

    @pytest.mark.parametrize("audience", AUDIENCES)
    def test_results_are_shown_to_those_for_whom_they_are(self, alice, readers, audience):
        update_preferences(user=alice, results_for=audience)
        assert {who: may_see_results(alice, reader) for who, reader in readers.items()} == AUDIENCES[audience]

    @pytest.mark.parametrize("audience", AUDIENCES)
    def test_lists_agree(self, alice, readers, audience):
        update_preferences(user=alice, results_for=audience)
        found = {
            who: User.objects.filter(shows_results_to(reader), pk=alice.pk).exists() for who, reader in readers.items()
        }
        assert found == AUDIENCES[audience]

    @pytest.mark.parametrize("audience", AUDIENCES)
    def test_invitations_are_taken_from_those_from_whom_they_are_wanted(self, alice, readers, audience):
        update_preferences(user=alice, invited_by=audience)
        for who in ("friend", "stranger", "blocked"):
            assert may_invite(alice, readers[who]) == AUDIENCES[audience][who]

    def test_whoever_blocks_goes_on_seeing(self, alice, dana, readers):
        assert may_see_results(dana, alice)
        assert User.objects.filter(shows_results_to(alice), pk=dana.pk).exists()


class TestDataAndFarewell:
    def test_the_download_names_friends_and_blocks_but_not_who_blocked(self, alice, bob, dana):
        eve, frank = person("Eve"), person("Frank")
        befriend(alice, bob)
        block(user=alice, person=dana)
        block(user=eve, person=alice)
        ask(user=alice, person=eve)
        ask(user=frank, person=alice)
        ask(user=dana, person=alice)
        update_preferences(user=alice, results_for="friends", invited_by="nobody")
        data: Any = personal_data(user=alice)
        people = {key: [row["username"] for row in rows] for key, rows in data["people"].items()}
        assert people == {"friends": ["bob"], "asked_by_me": ["eve"], "asking_me": ["frank"], "blocked": ["dana"]}
        assert (data["account"]["results_for"], data["account"]["invited_by"]) == ("friends", "nobody")
        others: Any = personal_data(user=bob)
        assert [row["username"] for row in others["people"]["friends"]] == ["alice"]

    def test_whoever_goes_takes_both_along(self, alice, bob, dana):
        befriend(alice, bob)
        ask(user=dana, person=bob)
        block(user=alice, person=dana)
        block(user=bob, person=dana)
        delete_account(user=alice)
        assert [(block.blocker, block.blocked) for block in Block.objects.all()] == [(bob, dana)]
        assert not Friendship.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_two_who_ask_each_other_at_once_become_friends_once(alice, bob):
    for _ in range(5):
        Friendship.objects.all().delete()
        at_once(lambda: ask(user=alice, person=bob), lambda: ask(user=bob, person=alice))
        assert Friendship.objects.count() == 1
        assert are_friends(alice, bob)


@pytest.mark.django_db(transaction=True)
def test_whoever_blocks_while_the_other_agrees_has_no_friend(alice, bob):
    for _ in range(5):
        Block.objects.all().delete()
        ask(user=alice, person=bob)

        def agree_if_still_asked():
            with suppress(ValidationError):
                agree(user=bob, person=alice)

        at_once(lambda: block(user=alice, person=bob), agree_if_still_asked)
        assert Block.objects.count() == 1
        assert not Friendship.objects.exists()


def at_once(*calls):
    barrier, troubles = Barrier(len(calls)), []

    def run(call):
        try:
            barrier.wait(20)
            call()
        except Exception as trouble:
            troubles.append(trouble)
        finally:
            connection.close()

    threads = [Thread(target=run, args=[call]) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert troubles == []


def test_admins_read_and_change_nothing(client, alice, bob, dana):
    befriend(alice, bob)
    block(user=alice, person=dana)
    client.force_login(dana)
    assert client.get("/admin/accounts/friendship/?q=alice").context["cl"].result_count == 1
    assert client.get("/admin/accounts/block/?q=bob").context["cl"].result_count == 0
    tie = Friendship.objects.get()
    assert client.post(f"/admin/accounts/friendship/{tie.pk}/delete/", {"post": "yes"}).status_code == 403
    User.objects.filter(pk=dana.pk).update(is_superuser=False)
    assert client.get("/admin/accounts/block/").status_code == 403
