from collections import Counter
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.models import Action, Game, Message, Mute
from games.queries import positions, tables
from games.queries.presence import AWAY_AFTER
from games.services import changes
from games.services.table import rooms, seats
from tests.support.form_answers import problem_told, stamp_in
from tests.support.tables import bid, do, fresh, play_to_the_end, running_table, waiting_table

HTMX: Any = {"headers": {"HX-Request": "true"}}


@pytest.fixture
def game(alice, bob):
    """Alice begins, Bob follows, then a bot. By invitation only."""
    return running_table(alice, bob)


def url(name, game):
    return reverse(f"games:{name}", args=[game.id])


def bid_form(game, *cards, **changes):
    return {"version": game.version, "key": "k1", "action": "bid", "cards": [1000 * card for card in cards], **changes}


def counted(call, name, calls):
    def calling(*args, **kwargs):
        calls[name] += 1
        return call(*args, **kwargs)

    return calling


class TestPage:
    def test_seated_player_sees_table_and_own_hand(self, client, alice, game):
        client.force_login(alice)
        page = client.get(url("table", game)).content.decode()

        assert 'id="public"' in page
        assert 'name="cards"' in page
        assert f'data-line="/ws/tables/{game.id}/' in page
        assert 'data-settling="2500"' in page

    def test_public_table_is_open_to_all(self, client, game):
        Game.objects.update(public=True)
        page = client.get(url("table", game)).content.decode()

        assert 'id="public"' in page
        assert 'name="cards"' not in page

    def test_whoever_comes_back_is_not_told_that_they_are_away(self, client, alice, bob, game):
        long_ago = timezone.now() - AWAY_AFTER * 2
        Game.objects.update(turn_began_at=long_ago)
        game.seats.update(seen_at=long_ago)
        for person, is_told in ((alice, False), (bob, True)):
            client.force_login(person)
            page = client.get(url("table", game)).content.decode()
            assert ("Alice has been away for a while" in page) is is_told

    @pytest.mark.parametrize("name", ["table", "log"])
    def test_private_table_does_not_exist_for_outsiders(self, client, charlie, game, name):
        assert client.get(url(name, game)).status_code == 404
        client.force_login(charlie)
        assert client.get(url(name, game)).status_code == 404

    def test_page_that_is_not_there_leads_those_in_who_play_there(self, client, charlie, game):
        """The same words, whether there is such a table or not."""
        pages = [client.get(path).content.decode() for path in (url("table", game), "/tables/aaaaaaaaaa/")]
        for page, path in zip(pages, (url("table", game), "/tables/aaaaaaaaaa/"), strict=True):
            assert f'href="/accounts/login/?next={path}"' in page
            assert "ask for the invitation link" in page
        client.force_login(charlie)
        assert "/accounts/login/" not in client.get(url("table", game)).content.decode()
        assert "invitation link" not in client.get("/nothing/").content.decode()

    @pytest.mark.parametrize("path", ["/tables/nothere/", "/tables/a%00b/", "/tables/" + "x" * 500 + "/"])
    def test_unknown_table(self, client, db, path):
        assert client.get(path).status_code == 404

    @pytest.mark.parametrize("name", ["table", "log"])
    def test_is_only_read(self, client, alice, game, name):
        client.force_login(alice)
        assert client.post(url(name, game)).status_code == 405

    def test_waiting_and_closed_tables_have_a_page(self, client, alice):
        client.force_login(alice)
        game = waiting_table(alice)
        assert client.get(url("table", game)).status_code == 200
        Game.objects.update(status=Game.Status.CLOSED)
        assert client.get(url("table", game)).status_code == 200
        assert client.get(url("log", game)).status_code == 200

    def test_finished_game_offers_a_rematch(self, client, alice, game):
        play_to_the_end(game)
        client.force_login(alice)

        assert url("rematch", game) in client.get(url("table", game)).content.decode()

    def test_finished_game_tells_what_became_of_the_rematch(self, client, alice, bob, game):
        play_to_the_end(game)
        client.force_login(alice)
        before = client.get(url("table", game)).content.decode()
        again = rooms.rematch(user=bob, game_id=game.id)
        waiting = client.get(url("table", game)).content.decode()
        client.force_login(bob)
        seated = client.get(url("table", game)).content.decode()
        rooms.rematch(user=alice, game_id=game.id)
        begun = client.get(url("table", game)).content.decode()
        Game.objects.filter(pk=again.pk).update(status=Game.Status.FINISHED)
        over = client.get(url("table", game)).content.decode()

        assert "data-asked" not in before
        assert ("A rematch is being set up." in waiting, "Join the rematch" in waiting) == (True, True)
        assert ("Join the rematch" in seated, "Go to your seat" in seated) == (False, True)
        assert ("The rematch has begun." in begun, "Go to your seat" in begun) == (True, True)
        assert ("The rematch has been played." in over, "Look at it" in over) == (True, True)
        assert all(f'href="{url("table", again)}"' in page for page in (seated, begun, over))
        ceremonies = {page[page.index('id="ceremony"') :].partition("</article>")[0] for page in (before, waiting)}
        assert len(ceremonies) == 1, "what is shown of the end stays as it is"

    def test_whole_story_can_be_read(self, client, alice, game):
        do(game, alice, bid(4))
        client.force_login(alice)

        assert "Alice bids 4,000" in client.get(url("log", game)).content.decode()

    def test_whoever_returns_is_told_what_happened(self, client, alice, bob, game):
        do(game, alice, bid(4))
        game.seats.filter(user=bob).update(seen_at=None, seen_actions=0)
        client.force_login(bob)

        assert "While you were away" in client.get(url("table", game)).content.decode()

    def test_costs_few_queries(self, client, alice, game, django_assert_max_num_queries):
        client.force_login(alice)
        client.get(url("table", game))

        with django_assert_max_num_queries(10):
            client.get(url("table", game))
        do(game, alice, bid(1))
        with django_assert_max_num_queries(11):
            client.get(url("table", game))


class TestAct:
    def test_plain_form_plays_and_returns_to_the_table(self, client, alice, game):
        client.force_login(alice)
        response = client.post(url("act", game), bid_form(game, 1, 4))

        assert (response.status_code, response["Location"]) == (302, url("table", game))
        assert Action.objects.get().action == {"kind": "bid", "cards": [1000, 4000]}

    def test_htmx_gets_the_fresh_table(self, client, alice, game):
        client.force_login(alice)
        response = client.post(url("act", game), bid_form(game, 1, 4), **HTMX)

        page = response.content.decode()
        assert response.status_code == 200
        assert "5,000" in page
        for part in ("public", "private", "log", "company"):
            assert f'id="{part}"' in page

    @pytest.mark.django_db(transaction=True)
    def test_finds_the_table_its_rules_and_its_position_once_each(self, client, alice, game, monkeypatch):
        client.force_login(alice)
        client.get(url("table", game))
        found: Counter[str] = Counter()
        for module in (positions, tables, changes):
            for name in ("find_rules", "position_of", "read_table"):
                if hasattr(module, name):
                    monkeypatch.setattr(module, name, counted(getattr(module, name), name, found))
        with CaptureQueriesContext(connection) as asked:
            client.post(url("act", game), bid_form(game, 1), **HTMX)
        of_games = [query for query in asked.captured_queries if query["sql"].startswith('SELECT "games_game"')]

        assert found == {"find_rules": 1, "position_of": 1}
        assert len(of_games) == 1

    def test_pass(self, client, alice, game):
        client.force_login(alice)
        client.post(url("act", game), {"version": game.version, "key": "k", "action": "pass"})

        assert Action.objects.get().action == {"kind": "pass"}

    @pytest.mark.parametrize("htmx", [{}, HTMX])
    def test_double_click_plays_once(self, client, alice, game, htmx):
        client.force_login(alice)
        for _ in range(2):
            response = client.post(url("act", game), bid_form(game, 1), **htmx)
            assert response.status_code in (200, 302)

        assert Action.objects.count() == 1

    @pytest.mark.parametrize("htmx", [{}, HTMX])
    def test_stale_form_gets_the_fresh_table_and_a_sentence(self, client, alice, bob, game, htmx):
        do(game, alice, bid(1))
        client.force_login(bob)
        response = client.post(url("act", game), bid_form(game, 2), **htmx)

        assert response.status_code == 409
        assert "had moved on" in response.content.decode()
        assert 'id="public"' in response.content.decode()
        assert Action.objects.count() == 1

    @pytest.mark.parametrize("htmx", [{}, HTMX])
    @pytest.mark.parametrize(
        "changes",
        [
            {"cards": []},
            {"cards": ["5000"]},
            {"cards": ["1000", "1000"]},
            {"cards": ["x"]},
            {"cards": ["9" * 5000]},
            {"action": "dance"},
            {"action": ""},
            {"key": ""},
            {"key": "k" * 100},
            {"key": "a\0b"},
            {"action": "discard_possession", "discard": "3"},
        ],
    )
    def test_impossible_action_gets_a_sentence(self, client, alice, game, changes, htmx):
        client.force_login(alice)
        response = client.post(url("act", game), bid_form(game, 1, **changes), **htmx)

        assert response.status_code == 422
        assert problem_told(response)
        assert not Action.objects.exists()

    def test_refused_page_leads_back_to_the_table_in_another_language(self, client, alice, game):
        """A form's own address has nothing to look at."""
        client.force_login(alice)
        page = client.post(url("act", game), bid_form(game, 1, action="dance")).text
        assert f'name="next" value="{url("table", game)}"' in page

    @pytest.mark.parametrize("version", ["", "x", "-1", "9" * 400, "1.5", "\0", "²"])
    def test_broken_version_is_stale(self, client, alice, game, version):
        client.force_login(alice)

        assert client.post(url("act", game), bid_form(game, 1, version=version)).status_code == 409

    def test_out_of_turn(self, client, bob, game):
        client.force_login(bob)

        assert client.post(url("act", game), bid_form(game, 1), **HTMX).status_code == 422

    def test_outsider(self, client, charlie, game):
        client.force_login(charlie)
        assert client.post(url("act", game), bid_form(game, 1)).status_code == 404
        Game.objects.update(public=True)
        assert client.post(url("act", game), bid_form(game, 1)).status_code == 403

    def test_whoever_is_logged_out_is_asked_to_log_in(self, client, game):
        Game.objects.update(public=True)
        plain = client.post(url("act", game), bid_form(game, 1))
        live = client.post(url("act", game), bid_form(game, 1), **HTMX)

        assert plain["Location"].startswith(reverse("account_login"))
        assert live["HX-Refresh"] == "true"

    @pytest.mark.parametrize("name", ["act", "come_back", "vote", "say", "mute"])
    def test_get_does_nothing(self, client, alice, game, name):
        client.force_login(alice)

        assert client.get(url(name, game)).status_code == 405

    def test_needs_the_token_of_the_page(self, alice, game):
        from django.test import Client

        strict = Client(enforce_csrf_checks=True)
        strict.force_login(alice)
        assert strict.post(url("act", game), bid_form(game, 1)).status_code == 403
        assert strict.post(url("act", game), bid_form(game, 1), **HTMX)["HX-Refresh"] == "true"
        assert not Action.objects.exists()

    def test_waiting_table_refuses_moves_in_words(self, client, alice):
        game = waiting_table(alice)
        client.force_login(alice)

        assert client.post(url("act", game), bid_form(game, 1), **HTMX).status_code == 409

    def test_simplified_game_takes_an_amount(self, client, alice):
        game = running_table(alice, slug="high-society-simplified")
        client.force_login(alice)
        form = {"version": game.version, "key": "k", "action": "bid", "amount": "7"}

        assert client.post(url("act", game), form).status_code == 302
        assert Action.objects.get().action == {"kind": "bid", "amount": 7}

    def test_an_amount_of_nothing_passes_and_no_amount_is_refused_in_words(self, client, alice):
        game = running_table(alice, slug="high-society-simplified")
        client.force_login(alice)
        form = {"version": game.version, "key": "k", "action": "bid"}

        empty = client.post(url("act", game), {**form, "amount": ""}, **HTMX)
        assert empty.status_code == 422
        assert "You cannot do that here." in empty.content.decode()
        assert not Action.objects.exists()
        assert client.post(url("act", game), {**form, "amount": "0"}, **HTMX).status_code == 200
        assert Action.objects.get().action == {"kind": "pass"}


class TestSeats:
    def test_coming_back(self, client, alice, game):
        seats.leave(user=alice, game_id=game.id)
        client.force_login(alice)
        assert "Take my seat back" in client.get(url("table", game)).content.decode()

        assert client.post(url("come_back", game), **HTMX).status_code == 200
        assert game.seats.get(user=alice).bot_playing == ""

    def test_voting_against_somebody_who_is_there(self, client, bob, game):
        client.force_login(bob)

        assert client.post(url("vote", game), {"seat": 0}, **HTMX).status_code == 422

    @pytest.mark.parametrize("seat", ["", "x", "-1", "99999999999999999999", "\0"])
    def test_voting_against_nobody(self, client, bob, game, seat):
        client.force_login(bob)

        assert client.post(url("vote", game), {"seat": seat}).status_code == 422


class TestChat:
    def test_saying_something(self, client, alice, game):
        client.force_login(alice)
        response = client.post(url("say", game), {"text": "<i>Santé</i>", "key": "k"}, **HTMX)

        assert "&lt;i&gt;Santé&lt;/i&gt;" in response.content.decode()
        assert Message.objects.get().author == alice

    def test_without_htmx(self, client, alice, game):
        client.force_login(alice)

        assert client.post(url("say", game), {"text": "Santé", "key": "k"}).status_code == 302
        assert Message.objects.count() == 1

    def test_what_was_refused_stays_in_the_field(self, client, alice, game):
        """The page leaves its field alone, and is told why; whoever has no scripts is shown it again."""
        client.force_login(alice)
        page = client.get(url("table", game)).text
        form = {"text": "word " * 100, "key": "k"}
        live, plain = client.post(url("say", game), form, **HTMX), client.post(url("say", game), form)

        assert live.status_code == plain.status_code == 422
        assert problem_told(live) == problem_told(plain) == "That is too long. A message has at most 300 characters."
        assert stamp_in(live.text, "chat-text") == stamp_in(page, "chat-text")
        assert "word word" in plain.text

    def test_outsider_only_reads(self, client, charlie, game):
        Game.objects.update(public=True)
        client.force_login(charlie)

        assert url("say", game) not in client.get(url("table", game)).content.decode()
        assert client.post(url("say", game), {"text": "Boo", "key": "k"}, **HTMX).status_code == 403

    def test_too_fast(self, client, alice, game):
        client.force_login(alice)
        answers = [client.post(url("say", game), {"text": "x", "key": str(n)}, **HTMX).status_code for n in range(6)]

        assert answers == [200] * 5 + [429]

    def test_muting_and_reading_again(self, client, alice, bob, game):
        client.force_login(alice)
        client.post(url("mute", game), {"seat": 1, "muted": "1"}, **HTMX)
        assert Mute.objects.get().muted == bob

        client.post(url("mute", game), {"seat": 1, "muted": "0"}, **HTMX)
        assert not Mute.objects.exists()

    @pytest.mark.parametrize("seat", ["", "x", "2", "0"])
    def test_muting_nobody(self, client, alice, game, seat):
        client.force_login(alice)

        assert client.post(url("mute", game), {"seat": seat}, **HTMX).status_code == 422


def test_no_page_tells_the_deck_or_the_seed(client, alice, game):
    client.force_login(alice)
    now = fresh(game)
    for name in ("table", "log"):
        page = client.get(url(name, game)).content.decode()
        assert now.setup["seed"] not in page  # type: ignore[index]
        assert now.salt not in page


def test_deck_is_sealed_from_the_start(client, alice, game):
    client.force_login(alice)

    assert fresh(game).commitment in client.get(url("table", game)).content.decode()


def test_too_many_forms_in_a_minute_are_refused_in_words(client, alice, game, settings):
    settings.ACTIONS_PER_MINUTE = 2
    client.force_login(alice)
    answers = [client.post(url("act", game), bid_form(game, 1, key=f"k{number}"), **HTMX) for number in range(3)]
    assert [answer.status_code for answer in answers] == [200, 409, 429]
    assert "That is a lot at once." in answers[2].content.decode()
    assert answers[2]["Retry-After"] == "60"
    assert fresh(game).action_count == 1


class TestChatWithoutScripts:
    def test_what_is_refused_is_told_with_its_status_and_stays_in_the_field(self, client, alice, game):
        client.force_login(alice)
        answer = client.post(url("say", game), {"text": "x" * 301, "key": "k"})
        assert answer.status_code == 422
        assert "That is too long." in answer.text
        assert f'value="{"x" * 301}"' in answer.text

    def test_too_much_at_once_is_429(self, client, alice, game):
        client.force_login(alice)
        answers = [client.post(url("say", game), {"text": "x", "key": str(key)}).status_code for key in range(6)]
        assert answers == [302] * 5 + [429]


def test_address_of_a_form_has_a_page_that_says_so(client, alice, game):
    client.force_login(alice)
    answer = client.get(url("act", game))
    assert (answer.status_code, answer["Allow"]) == (405, "POST")
    assert "Nothing to see here" in answer.text


@pytest.mark.parametrize(("page", "most"), [("log", 7), ("replay", 7)])
def test_pages_about_a_game_cost_few_queries(client, alice, game, page, most, django_assert_max_num_queries):
    client.force_login(alice)
    with django_assert_max_num_queries(most):
        client.get(url(page, game))
