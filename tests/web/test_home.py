import pytest
from pytest_django.asserts import assertContains

from games.rules import GAMES

pytestmark = pytest.mark.django_db


def test_answers_directly(client):
    response = client.get("/")
    assert response.status_code == 200
    assert "<title>High Society with friends · hsweb</title>" in response.text


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_lists_every_game_with_its_rules(client, game):
    response = client.get("/")
    assertContains(response, f"<h3>{game.name}</h3>", html=True)
    assertContains(response, f"<p>{game.min_players}–{game.max_players} players</p>", html=True)
    assertContains(response, f'href="/rules/{game.slug}/"')


def test_only_reads(client):
    assert client.head("/").status_code == 200
    assert client.post("/").status_code == 405
