"""The waiting room: what each form does, and for whom."""

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import User
from accounts.people.friends import agree, ask
from games.models import Alert, Game, Webhook
from games.services.table import rooms
from tests.support.form_answers import head_of, problem_told, stamp_in
from tests.support.tables import fresh, play_to_the_end, running_table, waiting_table

ACTIONS = (
    *("join", "leave", "add-bot", "fill", "remove", "renew-invitation", "rename", "start", "close", "rematch"),
    *("invite", "keep-seat", "release-seat", "webhook", "webhook/disconnect"),
)
HOSTS_ONLY = (
    *("add-bot", "fill", "remove", "renew-invitation", "start", "close"),
    *("keep-seat", "release-seat", "webhook", "webhook/disconnect"),
)


@pytest.fixture
def table(alice, bob):
    """Alice's table by link only, at which Bob sits, too; two seats are free."""
    return waiting_table(alice, bob, size=4)


@pytest.fixture
def public_table(alice, bob):
    return waiting_table(alice, bob, size=4, public=True)


def to(game, action):
    return f"/tables/{game.id}/{action}/"


@pytest.mark.parametrize("action", ACTIONS)
class TestEveryForm:
    def test_takes_only_posts(self, as_alice, table, action):
        assert as_alice.get(to(table, action)).status_code == (200 if action == "webhook" else 405)

    def test_does_not_know_link_only_tables_for_outsiders(self, as_charlie, as_dana, client, table, action):
        for outsider in (as_charlie, as_dana, client):
            assert outsider.post(to(table, action)).status_code == 404
        assert fresh(table).version == table.version

    def test_does_not_know_tables_that_are_not_there(self, as_alice, action):
        assert as_alice.post(f"/tables/nowhere123/{action}/").status_code == 404
        assert as_alice.post(f"/tables/%00/{action}/").status_code == 404

    def test_needs_its_token(self, table, action):
        assert Client(enforce_csrf_checks=True).post(to(table, action)).status_code == 403

    def test_never_fails_on_junk(self, as_alice, as_bob, public_table, action):
        for person in (as_bob, as_alice):
            for junk in ("", "\x00", "9" * 5000, "-1", "٣", "<b>"):
                form = dict.fromkeys(("seat", "bot", "name", "kept"), junk)
                answer = person.post(to(public_table, action), form)
                assert answer.status_code in (200, 302, 403, 409, 422)


@pytest.mark.parametrize("action", HOSTS_ONLY)
def test_what_hosts_decide_is_not_for_others(as_bob, as_charlie, client, public_table, action):
    wishes = {"bot": "bold", "seat": public_table.seats.get(user=public_table.host).pk}
    assertContains(as_bob.post(to(public_table, action), wishes), "Only the host", status_code=403)
    assertContains(as_charlie.post(to(public_table, action), wishes), "Only the host", status_code=403)
    assertRedirects(client.post(to(public_table, action), wishes), f"/accounts/login/?next=/tables/{public_table.id}/")
    assert fresh(public_table).version == public_table.version


@pytest.mark.parametrize("action", HOSTS_ONLY)
def test_refusals_come_with_the_fresh_table(as_bob, public_table, action, htmx):
    response = as_bob.post(to(public_table, action), headers=htmx)
    assert response.status_code == 403
    assert 'id="public"' in response.text
    assert 'id="private"' in response.text
    assert "Only the host of the table can do that." in response.text
    assert "<html" not in response.text


class TestJoin:
    def test_takes_a_seat(self, as_charlie, charlie, public_table):
        assertRedirects(as_charlie.post(to(public_table, "join")), f"/tables/{public_table.id}/")
        assert public_table.seats.filter(user=charlie).exists()

    def test_answers_htmx_with_the_fresh_table(self, as_charlie, public_table, htmx):
        response = as_charlie.post(to(public_table, "join"), headers=htmx)
        assertContains(response, "Leave the table")
        assertNotContains(response, "<html")

    def test_makes_a_guest_of_a_stranger(self, client, public_table, htmx):
        response = client.post(to(public_table, "join"), headers=htmx)
        assert response["HX-Redirect"] == f"/tables/{public_table.id}/"
        assert public_table.seats.filter(user__is_guest=True).count() == 1

    def test_again_changes_nothing(self, as_charlie, charlie, public_table):
        as_charlie.post(to(public_table, "join"))
        version = fresh(public_table).version
        as_charlie.post(to(public_table, "join"))
        assert public_table.seats.filter(user=charlie).count() == 1
        assert fresh(public_table).version == version

    def test_says_that_every_seat_is_taken(self, as_charlie, alice):
        game = waiting_table(alice, size=3, public=True, bots=("bold", "bold"))
        assertContains(as_charlie.post(to(game, "join")), "Every seat at this table is taken.", status_code=409)

    def test_says_that_the_game_has_begun(self, as_charlie, alice):
        game = running_table(alice, public=True)
        assertContains(as_charlie.post(to(game, "join")), "already begun", status_code=409)

    def test_makes_no_guest_for_a_table_without_a_seat(self, client, alice):
        game = running_table(alice, public=True)
        assertContains(client.post(to(game, "join")), "already begun", status_code=409)
        assert not User.objects.filter(is_guest=True).exists()


class TestLeave:
    def test_goes_home(self, as_bob, bob, table):
        assertRedirects(as_bob.post(to(table, "leave")), "/")
        assert not table.seats.filter(user=bob).exists()

    def test_tells_htmx_to_go_home(self, as_bob, table, htmx):
        assert as_bob.post(to(table, "leave"), headers=htmx)["HX-Redirect"] == "/"

    def test_passes_the_table_on(self, as_alice, bob, table):
        as_alice.post(to(table, "leave"))
        assert fresh(table).host == bob

    def test_leaves_a_bot_in_a_running_game(self, as_bob, bob, alice):
        game = running_table(alice, bob)
        assertContains(as_bob.post(to(game, "leave"), follow=True), "You have left the game.")
        assert game.seats.get(user=bob).substituted
        assertRedirects(as_bob.post(to(game, "leave")), "/")

    def test_game_against_bots_waits(self, as_alice, alice):
        """And nothing says that a bot plays on for nobody."""
        game = running_table(alice)
        as_alice.post(to(game, "leave"))
        assertContains(as_alice.get(f"/tables/{game.id}/"), "Nobody plays here any more: the game waits")
        assertContains(as_alice.get("/my-games/"), "Waiting for you to come back")

    def test_changes_nothing_at_a_table_where_one_does_not_sit(self, as_charlie, public_table):
        assertRedirects(as_charlie.post(to(public_table, "leave")), "/")
        assert fresh(public_table).version == public_table.version

    def test_is_nothing_for_people_who_do_not_sit_there(self, as_charlie, alice, bob):
        game = running_table(alice, bob, public=True)
        assertContains(as_charlie.post(to(game, "leave")), "You do not sit at this table.", status_code=403)


class TestBots:
    def test_are_added_one_by_one(self, as_alice, table):
        assertRedirects(as_alice.post(to(table, "add-bot"), {"bot": "expert"}), f"/tables/{table.id}/")
        assert [seat.bot for seat in table.seats.all()] == ["", "", "expert"]

    def test_fill_the_table(self, as_alice, table, htmx):
        assertContains(as_alice.post(to(table, "fill"), {"bot": "bold"}, headers=htmx), "Everybody is here.")
        assert [seat.bot for seat in table.seats.all()] == ["", "", "bold", "bold"]
        assert as_alice.post(to(table, "fill"), {"bot": "bold"}).status_code == 302
        assert table.seats.count() == 4

    def test_need_a_seat(self, as_alice, table):
        as_alice.post(to(table, "fill"), {"bot": "bold"})
        response = as_alice.post(to(table, "add-bot"), {"bot": "bold"})
        assertContains(response, "Every seat at this table is taken.", status_code=409)

    @pytest.mark.parametrize("action", ["add-bot", "fill"])
    def test_refusal_stands_beside_the_form(self, as_alice, alice, htmx, monkeypatch, action):
        monkeypatch.setattr(rooms, "MOST_WITH_EXPERTS", 0)
        room = waiting_table(alice, size=4)
        live, plain = (as_alice.post(to(room, action), {"bot": "expert"}, headers=how) for how in (htmx, None))
        form = plain.text.partition('class="bots-form"')[2].partition("</form>")[0]
        assert live.status_code == plain.status_code == 422
        assert "tables with experts open already" in problem_told(live)
        assert f'id="{head_of(live)["problem"]["at"]}"' in form
        assert problem_told(live) in form

    @pytest.mark.parametrize("action", ["add-bot", "fill"])
    def test_of_unknown_kinds_are_refused(self, as_alice, table, action):
        response = as_alice.post(to(table, action), {"bot": "genius"})
        assertContains(response, "There is no bot of that kind.", status_code=422)
        assert table.seats.count() == 2


class TestRemove:
    def test_frees_the_seat(self, as_alice, as_bob, bob, table):
        seat = table.seats.get(user=bob)
        assertRedirects(as_alice.post(to(table, "remove"), {"seat": seat.pk}), f"/tables/{table.id}/")
        assert not table.seats.filter(user=bob).exists()
        assert as_bob.get(f"/tables/{table.id}/").status_code == 404

    def test_again_is_no_error(self, as_alice, bob, table):
        seat = table.seats.get(user=bob)
        for _time in range(2):
            assert as_alice.post(to(table, "remove"), {"seat": seat.pk}).status_code == 302

    def test_does_not_reach_other_tables(self, as_alice, bob, charlie, table):
        elsewhere = waiting_table(charlie, bob)
        as_alice.post(to(table, "remove"), {"seat": elsewhere.seats.get(user=bob).pk})
        assert elsewhere.seats.filter(user=bob).exists()

    def test_never_removes_the_host(self, as_alice, alice, table):
        as_alice.post(to(table, "remove"), {"seat": table.seats.get(user=alice).pk})
        assert table.seats.filter(user=alice).exists()


class TestInvitationLink:
    def test_is_renewed(self, as_alice, client, table):
        as_alice.post(to(table, "renew-invitation"))
        renewed = fresh(table).invitation
        assert renewed != table.invitation
        assert client.get(f"/invitation/{table.invitation}/").status_code == 404
        assert client.get(f"/invitation/{renewed}/").status_code == 200

    def test_is_shown_to_those_who_sit_there_with_its_code(self, as_bob, table):
        response = as_bob.get(f"/tables/{table.id}/")
        assertContains(response, f"/invitation/{table.invitation}/")
        assertContains(response, 'class="qr"')

    def test_is_not_shown_to_visitors(self, as_charlie, client, public_table):
        for visitor in (as_charlie, client):
            assertNotContains(visitor.get(f"/tables/{public_table.id}/"), public_table.invitation)


class TestKeptSeats:
    @pytest.fixture
    def kept(self, as_alice, table):
        as_alice.post(to(table, "keep-seat"), {"name": "Ben"})
        return table.kept_seats.get()

    def test_are_shown_to_everybody_and_their_links_to_the_host(self, as_alice, as_bob, table, kept):
        pages = [browser.get(f"/tables/{table.id}/") for browser in (as_alice, as_bob)]
        for page in pages:
            assertContains(page, "Kept for Ben")
            assertContains(page, "1 seat is free")
        assertContains(pages[0], f'value="http://localhost:8000/invitation/{kept.invitation}/"')
        assertNotContains(pages[1], kept.invitation)

    def test_works_without_javascript(self, as_alice, table):
        address = f"/tables/{table.id}/"
        assertRedirects(as_alice.post(to(table, "keep-seat"), {"name": "Ben"}), address)
        assertRedirects(as_alice.post(to(table, "release-seat"), {"kept": table.kept_seats.get().pk}), address)
        assertNotContains(as_alice.get(address), "Ben")

    def test_a_name_that_is_refused_stays_in_its_field(self, as_alice, table, htmx):
        live, plain = (as_alice.post(to(table, "keep-seat"), {"name": "bob"}, headers=how) for how in (htmx, None))
        form = plain.text.partition('<details id="keep-fold"')[2].partition("</form>")[0]
        assert live.status_code == plain.status_code == 422
        assert "bob looks too much like another name" in problem_told(live)
        assert f'id="{head_of(live)["problem"]["at"]}"' in form
        assert 'value="bob"' in form
        assert problem_told(live) in form

    def test_are_kept_while_a_seat_is_free(self, as_alice, table, kept):
        as_alice.post(to(table, "keep-seat"), {"name": "Cleo"})
        page = as_alice.get(f"/tables/{table.id}/")
        assertContains(page, "Every other seat is kept for somebody")
        assertNotContains(page, 'id="keep-fold"')
        full = as_alice.post(to(table, "keep-seat"), {"name": "Dora"})
        assertContains(full, "Every seat at this table is taken.", status_code=409)

    def test_start_says_what_becomes_of_them(self, as_alice, alice, bob, charlie):
        room = waiting_table(alice, bob, charlie, size=4, kept=("Ben",))
        words = "The game begins with the 3 players who are here, and no seat is kept any longer."
        assertContains(as_alice.get(f"/tables/{room.id}/"), words)

    def test_are_not_offered_to_visitors(self, as_charlie, alice, bob):
        room = waiting_table(alice, bob, size=3, public=True, kept=("Ben",))
        page = as_charlie.get(f"/tables/{room.id}/")
        assertContains(page, "Kept for Ben")
        assertNotContains(page, "Join as Charlie")
        row = as_charlie.get("/").text.partition('id="public-tables"')[2]
        assert "place-blank" not in row
        assert "Sit down" not in row

    def test_of_friends_are_not_offered(self, as_charlie, alice, bob, charlie):
        ask(user=bob, person=charlie)
        agree(user=charlie, person=bob)
        waiting_table(alice, bob, size=3, public=True, kept=("Ben",))
        assertNotContains(as_charlie.get("/friends/"), "Sit down")


class TestRename:
    def test_is_seen_by_everybody_at_once(self, as_alice, as_bob, table, htmx):
        answer = as_bob.post(to(table, "rename"), {"display_name": " Robert "}, headers=htmx)
        assertContains(answer, "You are Robert.")
        assert fresh(table).version == table.version + 1
        assertContains(as_alice.get(f"/tables/{table.id}/"), "Remove Robert")

    def test_works_without_javascript(self, as_bob, table):
        answer = as_bob.post(to(table, "rename"), {"display_name": "Robert"}, follow=True)
        assertContains(answer, "You are Robert.")

    @pytest.mark.parametrize("name", ["", "   ", "A\u200bna", "x" * 41])
    def test_refuses_what_is_no_name(self, as_bob, bob, table, name):
        answer = as_bob.post(to(table, "rename"), {"display_name": name})
        assert answer.status_code == 422
        assert problem_told(answer)
        assert User.objects.get(pk=bob.pk).display_name == "Bob"

    def test_is_for_those_who_sit_there(self, as_charlie, charlie, public_table):
        assert as_charlie.post(to(public_table, "rename"), {"display_name": "Charles"}).status_code == 403
        assert User.objects.get(pk=charlie.pk).display_name == "Charlie"

    def test_comes_before_the_start(self, as_alice, alice, bob):
        game = running_table(alice, bob)
        assert as_alice.post(to(game, "rename"), {"display_name": "Alicia"}).status_code == 409


class TestStart:
    def test_begins_the_game(self, as_alice, alice, bob, charlie):
        game = waiting_table(alice, bob, charlie, size=4)
        assertRedirects(as_alice.post(to(game, "start")), f"/tables/{game.id}/")
        assert (fresh(game).status, fresh(game).size) == (Game.Status.RUNNING, 3)

    def test_again_is_no_error(self, as_alice, alice, bob, charlie):
        game = waiting_table(alice, bob, charlie)
        as_alice.post(to(game, "start"))
        version = fresh(game).version
        assert as_alice.post(to(game, "start")).status_code == 302
        assert fresh(game).version == version

    def test_waits_for_the_least_number(self, as_alice, table, htmx):
        assertContains(as_alice.get(f"/tables/{table.id}/"), "One more player is needed.")
        response = as_alice.post(to(table, "start"), headers=htmx)
        assertContains(response, "This game needs at least 3 players.", status_code=422)


class TestClose:
    def test_ends_the_table(self, as_alice, as_bob, table):
        assertRedirects(as_alice.post(to(table, "close")), f"/tables/{table.id}/")
        assert fresh(table).status == Game.Status.CLOSED
        response = as_bob.get(f"/tables/{table.id}/")
        assertContains(response, "This table is closed.")
        assertContains(response, 'href="/tables/new/"')

    def test_again_is_told_in_words(self, as_alice, table):
        as_alice.post(to(table, "close"))
        assertContains(as_alice.post(to(table, "close")), "This table is closed.", status_code=409)

    def test_is_too_late_in_a_running_game(self, as_alice, alice, htmx):
        game = running_table(alice)
        assert as_alice.post(to(game, "close"), headers=htmx).status_code == 409


class TestRematch:
    def test_gathers_the_same_people(self, as_alice, as_bob, alice, bob):
        ended = play_to_the_end(running_table(alice, bob))
        response = as_alice.post(to(ended, "rematch"))
        again = Game.objects.get(rematch_of=ended)
        assertRedirects(response, f"/tables/{again.id}/")
        assert again.status == Game.Status.WAITING
        assert as_bob.post(to(ended, "rematch")).url == f"/tables/{again.id}/"
        assert fresh(again).status == Game.Status.RUNNING

    def test_twice_is_one(self, as_alice, alice, bob, htmx):
        ended = play_to_the_end(running_table(alice, bob))
        first = as_alice.post(to(ended, "rematch"), headers=htmx)
        again = as_alice.post(to(ended, "rematch"), headers=htmx)
        assert first["HX-Redirect"] == again["HX-Redirect"]

    def test_comes_after_the_end(self, as_alice, alice, bob):
        game = running_table(alice, bob)
        assertContains(as_alice.post(to(game, "rematch")), "has not ended yet", status_code=409)

    def test_is_for_those_who_played(self, as_charlie, alice, bob):
        ended = play_to_the_end(running_table(alice, bob, public=True))
        assertContains(as_charlie.post(to(ended, "rematch")), "You did not play", status_code=403)


class TestWhatIsShown:
    def test_to_the_host(self, as_alice, table):
        response = as_alice.get(f"/tables/{table.id}/")
        for words in ("You host this table", "Fill all 2 seats", "Remove Bob", "Close this table", "2 seats are free"):
            assertContains(response, words)

    def test_to_somebody_who_sits_there(self, as_bob, table):
        response = as_bob.get(f"/tables/{table.id}/")
        assertContains(response, "Leave the table")
        for words in ("You host this table", "Remove ", "Start the game"):
            assertNotContains(response, words)

    def test_to_a_visitor(self, as_charlie, public_table):
        response = as_charlie.get(f"/tables/{public_table.id}/")
        assertContains(response, "Join as Charlie")
        assertNotContains(response, "Leave the table")

    def test_to_a_stranger(self, client, public_table):
        response = client.get(f"/tables/{public_table.id}/")
        assertContains(response, "Join as a guest")
        assertContains(response, f"/accounts/login/?next=/tables/{public_table.id}/")

    def test_that_two_players_are_a_curiosity(self, as_alice, alice):
        game = waiting_table(alice, slug="high-society-paris", size=2)
        assertContains(as_alice.get(f"/tables/{game.id}/"), "Two players is a curiosity")

    def test_how_it_is_played(self, as_alice, alice):
        game = waiting_table(alice, turn_seconds=30, open_purses=False, bots=("bold",), bot_pace="quick")
        response = as_alice.get(f"/tables/{game.id}/")
        assertContains(
            response, "30 s a turn · whoever is late passes · closed purses · by link only · bots move at once"
        )
        assertContains(response, "bold bot")
        assertContains(response, "the house bots still know what was spent")

    def test_whether_bots_hurry(self, as_alice, alice):
        hurried, usual = (waiting_table(alice, bots=("bold",), hurry=wish) for wish in (True, False))
        words = "bots take their time like people · bots hurry among themselves"
        assertContains(as_alice.get(f"/tables/{hurried.id}/"), words)
        assertNotContains(as_alice.get(f"/tables/{usual.id}/"), "hurry among themselves")

    def test_that_every_seat_is_taken(self, as_alice, alice, bob, charlie):
        assertContains(as_alice.get(f"/tables/{waiting_table(alice, bob, charlie).id}/"), "Every seat is taken")


class TestInvite:
    def test_tells_somebody_and_says_so(self, as_bob, table, charlie):
        assertRedirects(as_bob.post(to(table, "invite"), {"username": " charlie "}), f"/tables/{table.id}/")
        assert Alert.objects.get().recipient == charlie
        assertContains(as_bob.get(f"/tables/{table.id}/"), "Invited: Charlie")

    def test_is_for_those_who_sit_there(self, as_charlie, public_table):
        assert as_charlie.post(to(public_table, "invite"), {"username": "dana"}).status_code == 403

    @pytest.mark.parametrize(
        ("username", "words"),
        [("nobody", "Nobody with this username can be invited by name."), ("bob", "Bob sits at this table already.")],
    )
    def test_explains_what_is_wrong(self, as_alice, table, username, words):
        assertContains(as_alice.post(to(table, "invite"), {"username": username}), words, status_code=422)
        assert not Alert.objects.exists()

    def test_keeps_what_was_typed_and_tells_it_beside_the_field(self, as_alice, table, htmx):
        """The page leaves its field alone, and is told why; whoever has no scripts is shown both."""
        page = as_alice.get(f"/tables/{table.id}/").text
        live, plain = (as_alice.post(to(table, "invite"), {"username": "nobody"}, headers=how) for how in (htmx, None))
        fold = plain.text.partition('<details id="invite-fold"')[2].partition("</details>")[0]
        assert stamp_in(live.text, "invite-username") == stamp_in(page, "invite-username")
        assert "Nobody with this username" in problem_told(live)
        assert f'id="{head_of(live)["problem"]["at"]}"' in fold
        assert " open " in fold.partition(">")[0]
        assert 'value="nobody"' in fold
        assert problem_told(live) in fold

    def test_finds_names_however_they_are_capitalised(self, as_alice, table, charlie):
        as_alice.post(to(table, "invite"), {"username": "Charlie"})
        assert Alert.objects.get().recipient == charlie

    def test_is_listed_in_the_games_of_whoever_is_asked(self, as_alice, as_charlie, table):
        as_alice.post(to(table, "invite"), {"username": "charlie"})
        assertContains(as_charlie.get("/my-games/"), f"/invitation/{table.invitation}/")
        as_charlie.post(f"/invitation/{table.invitation}/")
        assertNotContains(as_charlie.get("/my-games/"), f"/invitation/{table.invitation}/")

    def test_needs_a_free_seat(self, as_alice, alice, bob, charlie):
        full = waiting_table(alice, bob, bots=("bold",))
        assertContains(as_alice.post(to(full, "invite"), {"username": "charlie"}), "is taken", status_code=409)

    def test_has_a_limit(self, as_alice, table, charlie, monkeypatch):
        assert as_alice.post(to(table, "invite"), {"username": "charlie"}).status_code == 302
        monkeypatch.setattr("hsweb.limits.rates.consume_one", lambda name, *count: name != "invitations")
        assertContains(as_alice.post(to(table, "invite"), {"username": "charlie"}), "many people", status_code=429)


class TestWebhook:
    WISHES = {"url": "https://chat.example.org/hook/secret", "style": "discord", "kinds": ["turn", "ended"]}

    def test_is_connected_and_never_shown(self, as_alice, as_bob, table):
        assertRedirects(as_alice.post(to(table, "webhook"), self.WISHES), f"/tables/{table.id}/")
        assert Webhook.objects.get().kinds == ["turn", "ended"]
        page = as_alice.get(f"/tables/{table.id}/")
        assertContains(page, "The chat at chat.example.org gets news of this table.")
        assertNotContains(page, "secret")
        assertNotContains(as_bob.get(f"/tables/{table.id}/"), "chat.example.org")

    def test_explains_what_is_wrong(self, as_alice, table):
        answer = as_alice.post(to(table, "webhook"), {**self.WISHES, "url": "http://chat.example.org/"})
        assertContains(answer, "begins with https://", status_code=422)
        assertContains(answer, '<details id="chat-fold" class="fold" open', status_code=422)
        assert not Webhook.objects.exists()

    def test_tells_why_it_was_dropped(self, as_alice, table):
        as_alice.post(to(table, "webhook"), self.WISHES)
        Webhook.objects.update(dropped="it answered 404")
        assertContains(as_alice.get(f"/tables/{table.id}/"), "gets no more news: it answered 404.")

    def test_can_be_changed_in_a_game_that_runs(self, as_alice, as_bob, alice, bob):
        game = running_table(alice, bob)
        assertContains(as_alice.get(f"/tables/{game.id}/"), to(game, "webhook"))
        assertNotContains(as_bob.get(f"/tables/{game.id}/"), to(game, "webhook"))
        assertContains(as_alice.get(to(game, "webhook")), "Address of the webhook")
        refused = as_alice.post(to(game, "webhook"), {**self.WISHES, "kinds": []})
        assertContains(refused, "Choose at least one thing", status_code=422)
        assertContains(refused, self.WISHES["url"], status_code=422)
        as_alice.post(to(game, "webhook"), self.WISHES)
        assertContains(as_alice.get(f"/tables/{game.id}/"), "The chat is connected.")
        as_alice.post(to(game, "webhook/disconnect"))
        assert not Webhook.objects.exists()
