import re

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import Block, Friendship
from accounts.people.audience import are_friends
from accounts.people.friends import agree, ask, block, relation_between
from accounts.services.accounts import update_preferences
from games.models import Alert, Game, Seat
from games.queries.friends import Tally, tallies_against
from tests.support.clients import logged_in
from tests.support.factories import UserFactory
from tests.support.tables import person, play_to_the_end, running_table, waiting_table

ADDRESS = "/friends/"


def befriend(one, other):
    ask(user=one, person=other)
    agree(user=other, person=one)


def send(client, what, username, **more):
    return client.post(f"{ADDRESS}{what}/", {"username": username, **more})


class TestForms:
    def test_ask_agree_and_end(self, as_alice, as_bob, alice, bob):
        assertContains(send_on(as_alice, "ask", "bob"), "You have asked Bob.")
        page = as_bob.get(ADDRESS)
        assertContains(page, "Friend requests")
        assertContains(page, "1 person asks to be friends")
        assertContains(send_on(as_bob, "agree", "alice"), "You and Alice are friends now.")
        assertContains(as_alice.get(ADDRESS), "No game together yet.")
        assertContains(send_on(as_alice, "part", "bob"), "Done. Bob will not be told.")
        assert not Friendship.objects.exists()

    def test_asking_back_makes_friends(self, as_alice, as_bob, alice, bob):
        send(as_alice, "ask", "bob")
        assertContains(send_on(as_bob, "ask", "alice"), "You and Alice are friends now.")

    def test_block_and_unblock(self, as_alice, alice, bob):
        befriend(alice, bob)
        assertContains(send_on(as_alice, "block", "bob"), "You have blocked Bob. They will not be told.")
        assertContains(as_alice.get(ADDRESS), 'aria-label="Unblock Bob"')
        assertContains(send_on(as_alice, "unblock", "bob"), "Bob is not blocked any more.")
        assertContains(as_alice.get(ADDRESS), "Nobody. If somebody spoils your games")

    def test_leads_back_to_where_it_was_sent_from_but_not_elsewhere(self, as_alice, bob):
        assertRedirects(send(as_alice, "ask", "bob", next="/players/bob/"), "/players/bob/")
        assertRedirects(send(as_alice, "part", "bob", next="//evil.example/"), ADDRESS)

    @pytest.mark.parametrize("what", ["ask", "agree", "part", "block", "unblock"])
    @pytest.mark.parametrize("username", ["", "nobody", "x" * 5000, "a\0b", "\u202e"])
    def test_about_nobody_is_refused_in_a_sentence(self, as_alice, bob, what, username):
        response = send(as_alice, what, username)
        assertContains(response, "Nobody here has this username.", status_code=422)

    def test_what_was_written_stays_in_the_field(self, as_alice):
        assertContains(send(as_alice, "ask", "nobdy"), 'value="nobdy"', status_code=422)

    def test_too_many_are_told_to_wait(self, as_alice, alice):
        for asked in UserFactory.create_batch(20):
            ask(user=alice, person=asked)
        UserFactory(username="late")
        response = send(as_alice, "ask", "late")
        assertContains(response, "You have asked many people already.", status_code=429)
        assert response["Retry-After"] == "60"

    def test_a_flood_is_stopped(self, as_alice, bob, settings):
        settings.ACTIONS_PER_MINUTE = 2
        assert [send(as_alice, "part", "bob").status_code for _ in range(3)] == [302, 302, 429]

    def test_strangers_log_in_first(self, client, bob):
        assertRedirects(client.get(ADDRESS), "/accounts/login/?next=/friends/")
        assert send(client, "ask", "bob").status_code == 302
        assert not Friendship.objects.exists()

    def test_guests_are_shown_the_way_to_an_account(self, bob):
        guest = UserFactory(username="guest-1", is_guest=True)
        as_guest = logged_in(guest)
        assertContains(as_guest.get(ADDRESS), "To have friends you need an account.")
        assertContains(send(as_guest, "ask", "bob"), "Create an account first", status_code=422)
        assertRedirects(send(as_guest, "block", "bob"), ADDRESS)
        assertContains(as_guest.get(ADDRESS), 'aria-label="Unblock Bob"')


def send_on(client, what, username):
    return client.post(f"{ADDRESS}{what}/", {"username": username}, follow=True)


class TestPage:
    def test_invites_those_without_friends(self, as_alice):
        response = as_alice.get(ADDRESS)
        assertContains(response, "No friends here yet.")
        assertContains(response, "Others find you as alice.")
        assert "no-store" in response["Cache-Control"]

    def test_shows_open_tables_of_friends_and_never_those_by_link(self, as_alice, alice, bob):
        befriend(alice, bob)
        waiting, running = waiting_table(bob, public=True), running_table(bob, public=True)
        hidden = [waiting_table(bob), running_table(bob), play_to_the_end(running_table(bob, public=True))]
        private = running_table(bob, public=True)
        Game.objects.filter(pk=private.pk).update(watchable=False)
        response = as_alice.get(ADDRESS)
        assertContains(response, "Bob waits for 2 more")
        assertContains(response, "Sit down")
        assertContains(response, "Watch")
        for game in (waiting, running):
            assertContains(response, f'href="/tables/{game.id}/"')
        for game in (*hidden, private):
            assertNotContains(response, game.id)

    def test_shows_tables_by_link_where_one_sits_too(self, as_alice, alice, bob):
        befriend(alice, bob)
        game = waiting_table(bob, alice)
        assertContains(as_alice.get(ADDRESS), f'href="/tables/{game.id}/"')
        assertContains(as_alice.get(ADDRESS), "You sit there")

    def test_offers_nobody_the_table_of_somebody_they_are_kept_apart_from(self, as_alice, alice, bob, charlie, dana):
        befriend(alice, bob)
        block(user=charlie, person=alice)
        block(user=alice, person=dana)
        for host in (charlie, dana):
            assertNotContains(as_alice.get(ADDRESS), waiting_table(host, bob, public=True).id)

    def test_shows_nothing_of_strangers_and_of_those_who_have_not_agreed(self, as_alice, alice, bob, charlie):
        ask(user=alice, person=bob)
        for host in (bob, charlie):
            assertNotContains(as_alice.get(ADDRESS), waiting_table(host, public=True).id)

    def test_tells_how_one_fares_against_each(self, as_alice, alice, bob):
        befriend(alice, bob)
        games = [play_to_the_end(running_table(alice, bob)) for _ in range(3)]
        places(games[0], alice, rank=1, won=True), places(games[0], bob, rank=2)
        places(games[1], alice, rank=3), places(games[1], bob, rank=1, won=True)
        places(games[2], alice, rank=1, won=True, bot="balanced"), places(games[2], bob, rank=1, won=True)
        assert tallies_against(alice, [bob]) == {bob.pk: Tally(played=3, ahead=1, behind=1, won=1, lost=2)}
        text = " ".join(re.sub("<[^>]*>", "", as_alice.get(ADDRESS).text).split())
        assert "3 games together · you were ahead in 1 and Bob in 1; you won 1, Bob won 2." in text
        assertContains(as_alice.get(ADDRESS), 'href="/players/alice/games/?against=bob"')

    def test_counts_in_the_menu_of_every_page_who_asks(self, as_alice, alice, bob, charlie):
        assertNotContains(as_alice.get("/"), "menu-count")
        ask(user=bob, person=alice)
        ask(user=charlie, person=alice)
        assertContains(as_alice.get("/"), "2 people ask to be friends")
        block(user=alice, person=bob)
        ask(user=bob, person=alice)
        assertContains(as_alice.get("/"), "1 person asks to be friends")
        assertNotContains(as_alice.get(ADDRESS), "Bob would")

    def test_asks_the_same_few_questions_for_many_friends(self, as_alice, alice, django_assert_max_num_queries):
        for number in range(6):
            friend, blocked, asking, asked = (person(f"{name}{number}") for name in ("Ben", "Cleo", "Dora", "Eve"))
            befriend(friend, alice)
            waiting_table(friend, public=True)
            play_to_the_end(running_table(alice, friend))
            block(user=alice, person=blocked)
            ask(user=asking, person=alice)
            ask(user=alice, person=asked)
        with django_assert_max_num_queries(12):
            as_alice.get(ADDRESS)


def places(game, user, *, rank, won=False, bot=""):
    Seat.objects.filter(game=game, user=user).update(rank=rank, won=won, bot=bot)


class TestPlayersPage:
    ADDRESS = "/players/alice/"

    def test_offers_what_fits(self, as_bob, as_alice, alice, bob):
        assertContains(as_bob.get(self.ADDRESS), "Ask to be friends")
        ask(user=bob, person=alice)
        assertContains(as_bob.get(self.ADDRESS), "You have asked Alice to be friends.")
        assertContains(as_alice.get("/players/bob/"), "Bob would like to be friends with you.")
        agree(user=alice, person=bob)
        assertContains(as_bob.get(self.ADDRESS), "End the friendship")
        block(user=bob, person=alice)
        assertContains(as_bob.get(self.ADDRESS), "You have blocked Alice.")
        assertNotContains(as_bob.get(self.ADDRESS), "Ask to be friends")

    def test_offers_nothing_to_strangers_and_to_oneself(self, client, as_alice, alice):
        for reader in (client, as_alice):
            assertNotContains(reader.get(self.ADDRESS), "Block Alice")

    def test_offers_guests_no_friendship_but_a_block(self, as_bob, bob, alice):
        UserFactory(username="guest-1", display_name="Merry Magpie", is_guest=True)
        page = as_bob.get("/players/guest-1/")
        assertNotContains(page, "Ask to be friends")
        assertContains(page, "Block Merry Magpie")

    @pytest.mark.parametrize("audience", ["friends", "nobody"])
    def test_keeps_results_from_those_who_may_not_see_them(self, client, as_bob, as_alice, alice, bob, audience):
        game = play_to_the_end(running_table(alice, bob, public=True))
        update_preferences(user=alice, results_for=audience)
        for reader in (client, as_bob):
            for page in (reader.get(self.ADDRESS), reader.get(f"{self.ADDRESS}games/")):
                assertContains(page, "Alice does not show their results to everybody.")
                assertNotContains(page, game.id)
                assertNotContains(page, "Played")
        assertContains(as_alice.get(self.ADDRESS), game.id)
        assertContains(as_alice.get(f"{self.ADDRESS}games/"), game.id)

    def test_shows_them_to_friends(self, as_bob, alice, bob):
        game = play_to_the_end(running_table(alice, public=True))
        update_preferences(user=alice, results_for="friends")
        befriend(alice, bob)
        assertContains(as_bob.get(self.ADDRESS), game.id)

    def test_looks_to_the_blocked_like_that_of_somebody_private(self, as_bob, alice, bob):
        """But for the name, nothing tells a block from a choice that has nothing to do with the reader."""
        private = person("Ellen")
        update_preferences(user=private, results_for="nobody")
        play_to_the_end(running_table(alice, public=True))
        block(user=alice, person=bob)
        assert worded(as_bob.get("/players/ellen/"), "ellen") == worded(as_bob.get(self.ADDRESS), "alice")
        for asked in (alice, private):
            assertContains(send_on(as_bob, "ask", asked.username), f"You have asked {asked}.")
        assert relation_between(bob, alice) == relation_between(bob, private)
        assert worded(as_bob.get("/players/ellen/"), "ellen") == worded(as_bob.get(self.ADDRESS), "alice")
        assert Block.objects.count() == 1


def worded(response, name):
    """What a page says, whoever it is about."""
    text = re.sub(r"<svg.*?</svg>|<input[^>]*csrf[^>]*>|hx-headers='[^']*'", "", response.text, flags=re.DOTALL)
    return re.sub(name, "somebody", text, flags=re.IGNORECASE)


class TestWaitingRoom:
    def test_friends_are_invited_with_one_click(self, as_alice, alice, bob, charlie):
        befriend(alice, bob)
        game = waiting_table(alice)
        page = as_alice.get(f"/tables/{game.id}/")
        assertContains(page, "Invite Bob")
        assertNotContains(page, "Invite Charlie")
        as_alice.post(f"/tables/{game.id}/invite/", {"username": "bob"})
        page = as_alice.get(f"/tables/{game.id}/")
        assertContains(page, "Invited: Bob")
        assertNotContains(page, "Invite Bob")
        assert Alert.objects.get().recipient == bob

    def test_lists_nobody_who_is_there_or_wants_no_invitations(self, as_alice, alice, bob, charlie):
        befriend(alice, bob)
        befriend(alice, charlie)
        update_preferences(user=charlie, invited_by="nobody")
        game = waiting_table(alice, bob)
        page = as_alice.get(f"/tables/{game.id}/")
        assertNotContains(page, "Invite Bob")
        assertNotContains(page, "Invite Charlie")

    def test_lists_each_ones_own_friends(self, as_bob, alice, bob, charlie):
        befriend(alice, charlie)
        assertNotContains(as_bob.get(f"/tables/{waiting_table(alice, bob).id}/"), "Invite Charlie")

    def test_whoever_is_blocked_is_refused_with_a_neutral_sentence(self, as_bob, alice, bob):
        block(user=alice, person=bob)
        game = waiting_table(alice, public=True)
        for path in (f"/tables/{game.id}/join/", f"/invitation/{game.invitation}/"):
            response = as_bob.post(path, {"display_name": ""})
            assertContains(response, "You cannot sit down at this table.", status_code=403)
            assertNotContains(response, "block", status_code=403)


def test_a_friendship_between_two_is_the_same_from_both_sides(alice, bob):
    befriend(alice, bob)
    assert are_friends(bob, alice)
    assert tallies_against(bob, [alice]) == {}
