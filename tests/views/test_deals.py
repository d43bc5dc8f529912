"""The pages of deals: what they tell, to whom, and when."""

from typing import Any

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games.models import Deal, Game
from games.rules import find_rules
from games.services.table import deals, rooms
from games.tableau.auction.names import card_name
from tests.support.clients import logged_in
from tests.support.tables import fresh, person, play_to_the_end, waiting_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(db):
    return [person(name) for name in ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fred")]


@pytest.fixture
def as_ana(people):
    return logged_in(people[0])


@pytest.fixture
def made(people):
    return deals.create(owner=people[0], slug="high-society", tables=2)


def table(made, *players, **wishes):
    game = waiting_table(*players, deal=made.code, **wishes)
    rooms.start(user=players[0], game_id=game.id)
    return fresh(game)


def test_a_deal_is_made_and_found_again(as_ana):
    answer = as_ana.post("/deals/", {"game": "high-society-paris", "tables": "3"})
    made = Deal.objects.get()
    assertRedirects(answer, f"/deals/{made.code}/")
    assert (made.slug, made.tables) == ("high-society-paris", 3)
    assertContains(as_ana.get("/deals/"), made.code)


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"game": "high-society", "tables": ""}, "Say how many tables"),
        ({"game": "high-society", "tables": "many"}, "whole number"),
        ({"game": "high-society", "tables": "21"}, "less than or equal to 20"),
        ({"game": "chess", "tables": "2"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_is_told(as_ana, form, sentence):
    assertContains(as_ana.post("/deals/", form), sentence, status_code=422)
    assert not Deal.objects.exists()


def test_a_link_fills_in_the_form_of_a_new_table(as_ana, made):
    page = as_ana.get(f"/tables/new/?deal={made.code}").text
    assert f'value="{made.code}"' in page
    assert as_ana.get("/tables/new/?deal=nothing").status_code == 200


def test_a_table_is_opened_with_a_code_however_it_is_typed(as_ana, made):
    wishes = {"game": "high-society", "size": "3", "access": "link", "deal": f" {made.code.upper()} "}
    as_ana.post("/tables/new/", wishes)
    assert Game.objects.get().deal == made


def test_a_wrong_code_is_told_and_nothing_is_lost(as_ana):
    wishes = {"game": "high-society", "size": "3", "access": "link", "deal": "nodealhere"}
    answer = as_ana.post("/tables/new/", wishes)
    assertContains(answer, "There is no deal with this code.", status_code=422)
    assertContains(answer, 'value="nodealhere"', status_code=422)


@pytest.mark.parametrize("code", ["nodealhere", "x", "9" * 60])
def test_no_page_without_a_deal(as_ana, code):
    assert as_ana.get(f"/deals/{code}/").status_code == 404
    assert as_ana.post(f"/deals/{code}/close/").status_code == 404


class TestSealed:
    def test_tells_nothing_but_that_tables_play(self, people, as_ana, made):
        here, there = table(made, *people[:3]), table(made, *people[3:])
        play_to_the_end(there)
        page = as_ana.get(f"/deals/{made.code}/").text
        assert "Table 2" in page
        for name in ("Dora", "Emil", "Fred", there.id):
            assert name not in page
        assert here.id in page, "the way to one's own table"
        assert "Side by side" not in page

    def test_a_game_that_is_over_keeps_its_deck_to_itself(self, people, as_ana, made):
        game = play_to_the_end(table(made, *people[:3]))
        assert game.setup is not None
        page = as_ana.get(f"/tables/{game.id}/").text
        assert "The deck stays sealed" in page
        assert game.commitment in page
        for secret in (game.salt, game.setup["seed"], "data-setup", "Let others play this deck", "/download/"):
            assert secret not in page
        assert as_ana.get(f"/tables/{game.id}/download/").status_code == 404
        assert as_ana.get(f"/tables/{game.id}/replay/1/?seat=open").status_code == 404

    def test_others_do_not_see_the_table_or_its_replay(self, people, as_ana, client, made):
        table(made, *people[:3])
        there = play_to_the_end(table(made, *people[3:], public=True))
        for path in ("", "log/", "replay/", "replay/3/"):
            for somebody in (as_ana, client):
                assert somebody.get(f"/tables/{there.id}/{path}").status_code == 404

    def test_the_admin_tells_no_card_either(self, people, made, admin_client):
        game = play_to_the_end(table(made, *people[:3]))
        page = admin_client.get(f"/admin/games/game/{game.id}/change/").text
        rules: Any = find_rules("high-society")
        names = {card.id: card_name(card.name) for card in rules.cards}
        for card in made.deck:
            assert names[card] not in page
        assert "Ana" in page


class TestOpen:
    @pytest.fixture
    def games(self, people, made):
        return [play_to_the_end(table(made, *people[:3])), play_to_the_end(table(made, *people[3:]))]

    def test_results_stand_side_by_side(self, as_ana, made, games):
        page = as_ana.get(f"/deals/{made.code}/").text
        for name in ("Ana", "Ben", "Cleo", "Dora", "Emil", "Fred"):
            assert name in page
        assert "Side by side" in page
        for game in games:
            assert f"/tables/{game.id}/replay/" in page

    def test_are_for_those_who_played(self, client, made, games):
        page = client.get(f"/deals/{made.code}/")
        assertContains(page, "The results are for those who played this deal.")
        assertNotContains(page, "Dora")

    def test_those_who_played_see_the_other_table(self, as_ana, games):
        assert as_ana.get(f"/tables/{games[1].id}/replay/").status_code == 200
        assertContains(as_ana.get(f"/tables/{games[1].id}/"), "The deck, unsealed")

    def test_costs_as_many_questions_for_many_tables(self, people, as_ana, django_assert_max_num_queries):
        made = deals.create(owner=people[0], slug="high-society", tables=2)
        play_to_the_end(table(made, *people[:3]))
        play_to_the_end(table(made, *people[3:]))
        as_ana.get(f"/deals/{made.code}/")
        with django_assert_max_num_queries(12):
            as_ana.get(f"/deals/{made.code}/")


def test_no_more_tables(people, as_ana, made):
    assertRedirects(as_ana.post(f"/deals/{made.code}/close/"), f"/deals/{made.code}/")
    assert Deal.objects.get().closed_at is not None
    assertContains(logged_in(people[1]).post(f"/deals/{made.code}/close/"), "Only the person who made", status_code=403)


def test_bots_play_it(as_ana, made, bots_nearby):
    answer = as_ana.post(f"/deals/{made.code}/bots/", {"seats": "4", "seen": "0"})
    assertRedirects(answer, f"/deals/{made.code}/#table-1", fetch_redirect_response=False)
    page = as_ana.get(f"/deals/{made.code}/")
    assertContains(page, "The bots have played it: that is table 1.")
    assertContains(page, "bots among themselves")
    assert as_ana.post(f"/deals/{made.code}/bots/", {"seats": "4", "seen": "0"}).status_code == 409
    assert Game.objects.get().status == Game.Status.FINISHED
    for junk in ("2", "99", "x", ""):
        assert as_ana.post(f"/deals/{made.code}/bots/", {"seats": junk}).status_code == 422


def test_a_deal_is_made_of_a_game_that_is_over(people, as_ana):
    game = waiting_table(*people[:3])
    rooms.start(user=people[0], game_id=game.id)
    assertContains(as_ana.post(f"/tables/{game.id}/deal/"), "still sealed", status_code=409)
    game = play_to_the_end(fresh(game))
    assertContains(as_ana.get(f"/tables/{game.id}/"), "Let others play this deck")
    assertRedirects(as_ana.post(f"/tables/{game.id}/deal/"), f"/deals/{Deal.objects.get().code}/")
    assertContains(as_ana.get(f"/deals/{Deal.objects.get().code}/"), "known deal")
