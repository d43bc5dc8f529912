"""Leaderboards as pages, and ratings on players' pages and tables."""

import json
import re

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import User
from games.models import Game, Rating, RatingChange
from games.services.results import ratings
from tests.support.clients import logged_in
from tests.support.factories import UserFactory
from tests.support.results import end
from tests.support.tables import play_to_the_end, running_table, waiting_table

pytestmark = pytest.mark.django_db

BOARD = "/leaderboard/high-society/"


@pytest.fixture
def evening(alice, bob):
    """Alice won against Bob and a bot."""
    return end(running_table(alice, bob, public=True), [1, 2, 3])


class TestLeaderboard:
    def test_lists_people_and_bots(self, client, evening):
        html = client.get(BOARD).content.decode()
        assertContains(client.get(BOARD), '<a href="/players/alice/">Alice</a>')
        assert html.index("Alice") < html.index("Bob") < html.index("Balanced")
        assert '<span class="board-mark is-bot">bot</span>' in html
        assert html.count("provisional</span>") == 3

    def test_gives_nobody_a_number_before_they_have_played_enough(self, client, evening):
        assert re.findall('<td class="number">([^<]+)</td>', client.get(BOARD).text) == []

    def test_gives_a_number_to_whoever_has_played_enough(self, client, evening):
        Rating.objects.update(deviation=6.0)
        response = client.get(BOARD)
        assertContains(response, '<td class="number">1,115 ± 480</td>', html=True)
        assertNotContains(response, "provisional</span>")

    def test_has_a_tab_for_every_game(self, client):
        response = client.get("/leaderboard/high-society-paris/")
        for slug in ("high-society", "high-society-simplified"):
            assertContains(response, f'<a href="/leaderboard/{slug}/">')
        assertContains(response, '<a href="/leaderboard/high-society-paris/" aria-current="page">Paris</a>')

    def test_invites_where_nobody_has_played(self, client):
        assertContains(client.get(BOARD), "Nobody has a rating in this game yet.")

    def test_marks_the_reader(self, as_alice, as_bob, client, evening):
        mark = '<span class="board-mark">you</span>'
        assertContains(as_alice.get(BOARD), mark, count=1)
        assertNotContains(client.get(BOARD), mark)

    def test_shows_the_reader_their_place_from_any_page(self, as_alice, evening):
        users = User.objects.bulk_create(User(username=f"u{number}") for number in range(60))
        Rating.objects.bulk_create(
            Rating(slug="high-society", user=user, mean=30.0, deviation=1.0, score=27.0, games=50) for user in users
        )
        response = as_alice.get(BOARD)
        assertContains(response, '<td class="place-number">61</td>', html=True)
        assertContains(response, '<tbody class="board-own">')
        assertContains(response, '<a rel="next" href="?page=2">')
        second = as_alice.get(f"{BOARD}?page=2")
        assertNotContains(second, '<tbody class="board-own">')
        assertContains(second, "Page 2 of 2")

    @pytest.mark.parametrize("page", ["0", "-1", "99999999999999999999", "x", "%00", "9" * 5000, "१"])
    def test_takes_any_page_for_one_that_is_there(self, client, evening, page):
        assert client.get(f"{BOARD}?page={page}").status_code == 200

    def test_leads_to_the_first_game(self, client):
        assertRedirects(client.get("/leaderboard/"), BOARD)

    @pytest.mark.parametrize("slug", ["chess", "high_society", "x" * 300])
    def test_of_another_game_is_not_found(self, client, slug):
        assert client.get(f"/leaderboard/{slug}/").status_code == 404

    def test_tells_guests_how_to_appear_there(self, client, as_alice, evening):
        assertContains(client.get(BOARD), "create an account to appear here")
        assertNotContains(as_alice.get(BOARD), "create an account to appear here")

    def test_hides_those_who_keep_it_to_themselves(self, client, as_alice, evening, alice):
        User.objects.filter(pk=alice.pk).update(results_for="nobody")
        assertNotContains(client.get(BOARD), "Alice")
        assertContains(as_alice.get(BOARD), "Only you can see yourself here")

    def test_asks_few_questions(self, as_alice, evening, django_assert_max_num_queries):
        for _number in range(3):
            end(running_table(*UserFactory.create_batch(3)), [1, 2, 3])
        with django_assert_max_num_queries(6):
            as_alice.get(BOARD)

    def test_is_linked_from_everywhere(self, client):
        assertContains(client.get("/"), 'href="/leaderboard/"')
        assertContains(client.get("/"), f'href="{BOARD}"')


class TestPlayersPage:
    def test_shows_ratings_with_their_history(self, client, evening, alice, bob):
        end(running_table(alice, bob), [1, 2, 3])
        Rating.objects.update(deviation=6.0)
        response = client.get("/players/alice/")
        assertContains(response, "<strong>1,218 ± 480</strong> after 2 games")
        assertContains(response, 'aria-label="From 1,000 to 1,218"')
        assertContains(response, '<polyline points="3.0,29.0 60.0,15.3 117.0,3.0"/>')

    def test_counts_one_game_as_one(self, client, evening):
        assertContains(client.get("/players/alice/"), "<strong>provisional</strong> after 1 game:")
        assertNotContains(client.get("/players/alice/"), "1,115")

    @pytest.mark.parametrize("audience", ["friends", "nobody"])
    def test_keeps_them_for_those_who_wish_so(self, client, as_alice, as_bob, evening, alice, audience):
        User.objects.filter(pk=alice.pk).update(results_for=audience)
        for other in (client, as_bob):
            assertNotContains(other.get("/players/alice/"), "provisional")
        assertContains(as_alice.get("/players/alice/"), "provisional")

    def test_has_none_for_those_who_have_not_played(self, client, alice):
        assertNotContains(client.get("/players/alice/"), "Ratings")


def ratings_shown(client, game):
    """What a table says of the rating of each seat."""
    page = client.get(f"/tables/{game.id}/").text
    return re.findall(r'<p id="rating-[0-9]" class="rating"(?![^>]* hidden)[^>]*>([^<]+)</p>', page)


class TestTable:
    def test_shows_what_became_of_ratings(self, client, alice, bob):
        game = play_to_the_end(running_table(alice, bob, public=True))
        assert ratings_shown(client, game) == ["rating still provisional"] * 3

    def test_shows_the_number_of_those_who_have_played_enough(self, client, alice, bob):
        game = play_to_the_end(running_table(alice, bob, public=True))
        RatingChange.objects.update(deviation_after=6.0)
        assert ratings_shown(client, game) == ["rating 1,000 ± 480 (±0)"] * 3

    def test_shows_the_same_to_whoever_ended_the_game(self, alice, bob):
        game = play_to_the_end(running_table(alice, bob))
        assertContains(logged_in(bob).get(f"/tables/{game.id}/"), "rating still provisional", count=3)

    def test_says_why_a_seat_is_unrated(self, client, bob):
        guest = UserFactory(is_guest=True)
        game = play_to_the_end(running_table(guest, bob, public=True))
        shown = ["unrated: guests are not rated", *["rating still provisional"] * 2]
        assert ratings_shown(client, game) == shown

    def test_still_says_so_when_the_guest_has_an_account(self, client, bob):
        game = play_to_the_end(running_table(UserFactory(username="dora", is_guest=True), bob, public=True))
        User.objects.filter(username="dora").update(is_guest=False)
        Game.objects.filter(pk=game.pk).update(version=game.version + 1)
        assertContains(client.get(f"/tables/{game.id}/"), "unrated: guests are not rated", count=1)

    def test_says_that_the_table_does_not_count(self, client, alice, bob):
        game = play_to_the_end(running_table(alice, bob, public=True, rated=False))
        assertContains(client.get(f"/tables/{game.id}/"), "unrated: the table does not count", count=3)

    def test_says_that_it_is_still_to_be_counted(self, client, alice, bob, monkeypatch):
        with monkeypatch.context() as fault:
            fault.setattr(ratings, "new_strengths", lambda *args: 1 / 0)
            game = play_to_the_end(running_table(alice, bob, public=True))
        assertContains(client.get(f"/tables/{game.id}/"), "unrated: not counted yet", count=3)
        ratings.rate_missed(game_id=game.id)
        assertContains(client.get(f"/tables/{game.id}/"), "rating still provisional", count=3)

    def test_tells_nobody_what_somebody_keeps_to_themselves(self, as_bob, alice, bob):
        User.objects.filter(pk=alice.pk).update(results_for="friends")
        game = play_to_the_end(running_table(alice, bob))
        assert ratings_shown(as_bob, game) == ["rated", *["rating still provisional"] * 2]

    def test_says_nothing_before_the_end(self, client, alice, bob):
        game = running_table(alice, bob, public=True)
        assertNotContains(client.get(f"/tables/{game.id}/"), 'class="rating"')

    def test_shows_it_in_the_replay_too(self, client, alice, bob):
        game = play_to_the_end(running_table(alice, bob, public=True))
        assertContains(client.get(f"/tables/{game.id}/replay/"), "rating still provisional", count=3)
        assertNotContains(client.get(f"/tables/{game.id}/replay/3/"), "rating still")


class TestNewTable:
    FORM = {"game": "high-society", "size": 3, "bots": 0, "bot": "balanced", "access": "public", "bot_pace": "quick"}

    def test_counts_unless_one_wishes_otherwise(self, as_alice):
        ticked = '<input type="checkbox" name="rated" aria-describedby="id_rated_helptext" id="id_rated" checked>'
        assertContains(as_alice.get("/tables/new/"), ticked)
        for rated in ({"rated": "on"}, {}):
            as_alice.post("/tables/new/", self.FORM | rated)
        assert list(Game.objects.order_by("created_at").values_list("rated", flat=True)) == [True, False]

    def test_says_so_where_it_does_not(self, client, as_alice, alice):
        unrated = waiting_table(alice, rated=False, public=True)
        assertContains(client.get(f"/tables/{unrated.id}/"), "public · unrated")
        assertContains(client.get(f"/invitation/{unrated.invitation}/"), "public · unrated")
        assertContains(client.get("/"), "no clock · unrated")
        rated = waiting_table(alice, public=True)
        assertNotContains(client.get(f"/tables/{rated.id}/"), "unrated")


class TestAdmin:
    def test_shows_ratings_and_changes(self, as_dana, evening, alice):
        assertContains(as_dana.get("/admin/games/rating/"), "1,115 ± 656")
        assertContains(as_dana.get("/admin/games/ratingchange/"), "rating 1,115 ± 656 (+115)")
        rating = Rating.objects.get(user=alice)
        assertContains(as_dana.get(f"/admin/games/rating/{rating.pk}/change/"), "Alice")
        change = RatingChange.objects.get(rating=rating)
        assert as_dana.get(f"/admin/games/ratingchange/{change.pk}/change/").status_code == 200

    def test_is_searched_by_name_table_and_kind(self, as_dana, evening):
        assertContains(as_dana.get("/admin/games/rating/?q=alice"), "1 rating")
        assertContains(as_dana.get("/admin/games/rating/?q=balanced"), "1 rating")
        assertContains(as_dana.get("/admin/games/rating/?slug__exact=high-society"), "3 ratings")
        assertContains(as_dana.get(f"/admin/games/ratingchange/?q={evening.id}"), "3 changes of ratings")

    @pytest.mark.parametrize("what", ["rating", "ratingchange"])
    def test_changes_nothing(self, as_dana, evening, what):
        row = (Rating if what == "rating" else RatingChange).objects.all()[0]
        for place in ("add/", f"{row.pk}/delete/"):
            assert as_dana.get(f"/admin/games/{what}/{place}").status_code == 403
        assert as_dana.post(f"/admin/games/{what}/{row.pk}/change/", {"mean": 99}).status_code == 403

    @pytest.mark.parametrize("what", ["rating", "ratingchange"])
    def test_asks_few_questions(self, as_dana, alice, bob, what, django_assert_max_num_queries):
        for _number in range(4):
            end(running_table(alice, bob), [1, 2, 3])
        with django_assert_max_num_queries(8):
            as_dana.get(f"/admin/games/{what}/")


def test_the_download_holds_ones_own_ratings(as_alice, evening):
    (stored,) = json.loads(as_alice.get("/accounts/data/").content)["ratings"]
    assert (stored["game"], stored["games"], round(stored["mean"], 3)) == ("high-society", 1, 27.869)
    (change,) = stored["changes"]
    assert (change["table"], change["mean_before"], round(change["mean_after"], 3)) == (evening.id, 25.0, 27.869)
