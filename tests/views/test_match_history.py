from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django.asserts import assertContains, assertNotContains

from accounts.models import User
from accounts.people.friends import block
from accounts.services.accounts import update_preferences
from games.models import Game, Seat
from tests.support.tables import fresh, person, play_to_the_end, running_table

ADDRESS = "/players/alice/games/"


def finished(*people, days_ago=0, rank=2, won=False, **wishes):
    """A game that the first of these people ended at that place."""
    game = play_to_the_end(running_table(*people, **wishes))
    Game.objects.filter(pk=game.pk).update(ended_at=timezone.now() - timedelta(days=days_ago))
    Seat.objects.filter(game=game, user=people[0]).update(rank=rank, won=won)
    return game


def ids_on(response):
    return [result.game.id for result in response.context["results"]]


@pytest.fixture(scope="module")
def past(until_the_module_ends, django_db_blocker):
    """From the latest game to the earliest: the same for all tests here."""
    with django_db_blocker.unblock():
        alice, bob, charlie = map(person, ("Alice", "Bob", "Charlie"))
        return [
            finished(alice, bob, public=True, rank=1, won=True),
            finished(alice, charlie, days_ago=10, slug="high-society-simplified", public=True),
            finished(alice, bob, days_ago=100, rank=3),
            finished(alice, bob, charlie, days_ago=400, rank=1, won=True, public=True),
        ]


@pytest.fixture
def games(past, db):
    return [fresh(game) for game in past]


@pytest.fixture
def alice(games):
    return User.objects.get(username="alice")


@pytest.fixture
def bob(games):
    return User.objects.get(username="bob")


@pytest.fixture
def charlie(games):
    return User.objects.get(username="charlie")


@pytest.mark.parametrize(
    ("wish", "found"),
    [
        ("", [0, 1, 2, 3]),
        ("game=high-society", [0, 2, 3]),
        ("game=high-society-simplified", [1]),
        ("game=high-society-paris", []),
        ("result=won", [0, 3]),
        ("result=not-won", [1, 2]),
        ("period=month", [0, 1]),
        ("period=year", [0, 1, 2]),
        ("against=charlie", [1, 3]),
        ("against=bob&result=won&period=year", [0]),
        ("game=&result=&period=&against=&page=", [0, 1, 2, 3]),
    ],
)
def test_finds_what_is_looked_for_the_latest_first(as_alice, games, wish, found):
    response = as_alice.get(f"{ADDRESS}?{wish}")
    assert response.status_code == 200
    assert ids_on(response) == [games[number].id for number in found]


def test_sums_up_what_was_found(as_alice, games):
    summary = as_alice.get(ADDRESS).context["summary"]
    assert (summary.played, summary.won, summary.average_rank) == (4, 2, 1.75)
    summary = as_alice.get(f"{ADDRESS}?against=bob&period=year").context["summary"]
    assert (summary.played, summary.won, summary.average_rank) == (2, 1, 2.0)
    assertContains(as_alice.get(ADDRESS), "<div><dt>Average place</dt><dd>1.8</dd></div>", html=True)


def test_what_a_bot_played_out_is_not_won(as_alice, alice, games):
    Seat.objects.filter(game=games[0], user=alice).update(bot="balanced")
    assert ids_on(as_alice.get(f"{ADDRESS}?result=won")) == [games[3].id]
    assert games[0].id in ids_on(as_alice.get(f"{ADDRESS}?result=not-won"))
    assert as_alice.get(ADDRESS).context["summary"].average_rank == 2.0


def test_links_tables_and_replays_where_the_reader_may_see_them(as_alice, as_bob, as_charlie, client, games):
    by_link = games[2].id
    for reader in (as_alice, as_bob):
        assertContains(reader.get(ADDRESS), f'href="/tables/{by_link}/replay/"')
    for reader in (as_charlie, client):
        response = reader.get(ADDRESS)
        assert by_link in ids_on(response)
        assertNotContains(response, by_link)
        assertContains(response, f'href="/tables/{games[0].id}/replay/"')


def test_others_cannot_ask_with_whom_somebody_sat_at_a_table_by_link(as_charlie, as_bob, client, games):
    wish = f"{ADDRESS}?against=bob"
    public = [games[0].id, games[3].id]
    assert ids_on(as_charlie.get(wish)) == ids_on(client.get(wish)) == public
    assert as_charlie.get(wish).context["summary"].played == 2
    assert ids_on(as_bob.get(wish)) == [games[0].id, games[2].id, games[3].id]


def test_others_cannot_look_for_somebody_who_does_not_want_it(as_charlie, as_alice, charlie, bob, games):
    update_preferences(user=bob, results_for="friends")
    sentence = "You cannot look for this username here"
    assertContains(as_charlie.get(f"{ADDRESS}?against=bob"), sentence, status_code=422)
    assertContains(as_charlie.get(f"{ADDRESS}?against=nobody"), sentence, status_code=422)
    # In one's own games one may.
    assert len(ids_on(as_alice.get(f"{ADDRESS}?against=bob"))) == 3


def test_whom_one_has_blocked_or_is_blocked_by_stays_in_ones_own_history(as_alice, alice, bob, charlie, games):
    block(user=bob, person=alice)
    block(user=alice, person=charlie)
    assert len(ids_on(as_alice.get(f"{ADDRESS}?against=bob"))) == 3
    assert len(ids_on(as_alice.get(f"{ADDRESS}?against=charlie"))) == 2


@pytest.mark.parametrize(
    ("junk", "sentence"),
    [
        ("game=chess", "There is no such choice, so it was ignored."),
        ("game=%00", "There is no such choice, so it was ignored."),
        ("result=lost", "There is no such choice, so it was ignored."),
        ("period=decade", "There is no such choice, so it was ignored."),
        ("against=nobody", "You cannot look for this username here, so it was ignored."),
        ("against=a%00b", "Null characters are not allowed."),
        ("against=%FF%FE", "You cannot look for this username here, so it was ignored."),
        ("against=alice", "Nobody plays against themselves, so it was ignored."),
        (f"against={'x' * 5000}", "at most 150 characters"),
    ],
)
def test_junk_is_left_out_with_a_sentence(as_alice, games, junk, sentence):
    response = as_alice.get(f"{ADDRESS}?{junk}")
    assertContains(response, sentence, status_code=422)
    assert len(ids_on(response)) == 4


@pytest.mark.parametrize("page", ["0", "-1", "x", "9" * 5000, "2", "%00"])
def test_a_page_that_is_none_leads_to_one_that_is(as_alice, games, page):
    response = as_alice.get(f"{ADDRESS}?page={page}")
    assert response.status_code == 200
    assert len(ids_on(response)) == 4


def test_has_pages_that_keep_the_filters(as_alice, games, monkeypatch):
    monkeypatch.setattr("games.queries.match_history.PAGE", 1)
    against_bob = [games[number].id for number in (0, 2, 3)]
    first = as_alice.get(f"{ADDRESS}?against=bob&game=high-society")
    assert ids_on(first) == against_bob[:1]
    assertContains(first, 'href="?against=bob&amp;game=high-society&amp;page=2"')
    assertContains(first, "Page 1 of 3")
    assertNotContains(first, "Newer")
    last = as_alice.get(f"{ADDRESS}?against=bob&game=high-society&page=3")
    assert ids_on(last) == against_bob[2:]
    assertContains(last, 'href="?against=bob&amp;game=high-society&amp;page=2"')
    assertNotContains(last, "Older")


def test_says_so_where_there_is_nothing(as_dana, client):
    address = "/players/dana/games/"
    assertContains(as_dana.get(address), "You have not finished a game yet.")
    assertContains(client.get(address), "Dana has not finished a game yet.")
    assertContains(client.get(f"{address}?result=won"), "No games match.")


def test_of_nobody_is_not_found(client, db):
    assert client.get("/players/nobody/games/").status_code == 404


def test_is_linked_from_the_players_page_and_from_my_games(as_alice, games):
    for page in ("/players/alice/", "/my-games/"):
        assertContains(as_alice.get(page), f'href="{ADDRESS}"')


def test_asks_the_same_few_questions_for_many_games(as_alice, games, django_assert_num_queries):
    with CaptureQueriesContext(connection) as for_one:
        assert ids_on(as_alice.get(f"{ADDRESS}?game=high-society-simplified")) == [games[1].id]
    assert len(for_one) <= 10
    with django_assert_num_queries(len(for_one)):
        assert len(ids_on(as_alice.get(f"{ADDRESS}?game=high-society"))) == 3


def test_only_reads(as_alice):
    assert as_alice.post(ADDRESS).status_code == 405
