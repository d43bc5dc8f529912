import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertRedirects

from accounts.models import User
from games.models import Game
from games.rules import GAMES

ADDRESS = "/play-now/"
pytestmark = pytest.mark.django_db


def test_makes_a_guest_and_a_running_game(client):
    response = client.post(ADDRESS)
    game, guest = Game.objects.get(), User.objects.get()
    assertRedirects(response, f"/tables/{game.id}/")
    assert guest.is_guest
    assert (game.status, game.public, game.turn_seconds, game.host) == (Game.Status.RUNNING, False, None, guest)
    assert game.seats.filter(user=guest).count() == 1
    assert game.seats.exclude(bot="").count() == 3


def test_is_for_known_people_too(as_alice, alice):
    as_alice.post(ADDRESS)
    assert Game.objects.get().host == alice
    assert User.objects.count() == 1


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_plays_every_game(client, game):
    assert client.post(ADDRESS, {"game": game.slug}).status_code == 302
    assert Game.objects.get().slug == game.slug


@pytest.mark.parametrize("slug", ["whist", "", "\x00", "high-society\x00"])
def test_says_that_there_is_no_such_game_and_makes_no_guest(client, slug):
    assertContains(client.post(ADDRESS, {"game": slug}), "There is no such game here.", status_code=422)
    assert not User.objects.exists()
    assert not Game.objects.exists()


def test_again_is_another_game(as_alice):
    as_alice.post(ADDRESS)
    as_alice.post(ADDRESS)
    assert Game.objects.count() == 2


def test_takes_only_posts(client):
    assert client.get(ADDRESS).status_code == 405
    assert not User.objects.exists()


def test_needs_the_token_of_its_form():
    assert Client(enforce_csrf_checks=True).post(ADDRESS).status_code == 403
