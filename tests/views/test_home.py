import pytest
from pytest_django.asserts import assertContains, assertNotContains

from games.models import Game
from games.rules import GAMES
from games.services.table import rooms
from tests.support.factories import UserFactory
from tests.support.tables import SEED, play_to_the_end, running_table, waiting_table

pytestmark = pytest.mark.django_db


def test_answers_directly(client):
    response = client.get("/")
    assert response.status_code == 200
    assert "<title>Card games with friends · hsweb</title>" in response.text


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_lists_every_game_with_its_rules(client, game):
    response = client.get("/")
    assertContains(response, f"<h3>{game.name}</h3>", html=True)
    assertContains(response, f"<p>{game.min_players}–{game.max_players} players</p>", html=True)
    assertContains(response, f'href="/rules/{game.slug}/"')


def test_only_reads(client):
    assert client.head("/").status_code == 200
    assert client.post("/").status_code == 405


def test_makes_nobody_a_guest(client, django_user_model):
    client.get("/")
    assert not django_user_model.objects.exists()


def test_invites_when_no_table_is_open(client):
    assertContains(client.get("/"), "No public table is open right now.")


def test_lists_public_tables_as_sentences(client, alice, bob):
    game = waiting_table(alice, bob, size=4, public=True, turn_seconds=60)
    response = client.get("/")
    assertContains(response, f'href="/tables/{game.id}/"')
    assertContains(response, "Alice waits for 2 more")
    assertContains(response, "classic · 60 s a turn")


def test_tells_a_full_table_from_a_running_one(client, alice, bob):
    waiting_table(alice, size=3, public=True, bots=("bold", "bold"))
    running_table(bob, public=True)
    response = client.get("/")
    assertContains(response, "Alice is ready to start")
    assertContains(response, "Bob, ")
    assertNotContains(response, "Sit down")


def test_keeps_to_itself_what_is_not_public_or_is_over(client, alice, bob):
    link_only = waiting_table(alice)
    closed = waiting_table(alice, public=True)
    rooms.close(user=alice, game_id=closed.id)
    ended = play_to_the_end(running_table(bob, public=True))
    response = client.get("/")
    for game in (link_only, closed, ended):
        assertNotContains(response, game.id)


def test_shows_no_secrets(client, alice):
    game = running_table(alice, public=True)
    page = client.get("/").text
    for secret in (SEED, game.salt, game.invitation):
        assert secret not in page


def test_names_are_text_and_not_html(client):
    waiting_table(UserFactory(display_name="<b>Bold</b>"), public=True)
    assertContains(client.get("/"), "&lt;b&gt;Bold&lt;/b&gt; waits for 2 more")


def test_asks_the_database_the_same_few_questions_for_many_tables(client, django_assert_max_num_queries):
    for number in range(12):
        waiting_table(UserFactory(), UserFactory(), size=3 + number % 3, public=True, bots=("bold",))
    assert Game.objects.count() == 12
    with django_assert_max_num_queries(4):
        client.get("/")
