"""The searches find what they are for: each leak that is planted here is found."""

import logging

import pytest
from channels.db import database_sync_to_async
from django.contrib import admin

from games import letters, pages, selectors
from games.consumers import TableConsumer
from games.models import Game
from games.rules import GAMES
from games.services import play
from games.views import answers
from tests.secrecy.evening import Evening, Plan, listening, told
from tests.secrecy.tours import look_at_the_table, make_a_mistake, on, read_letters
from tests.secrecy.twins import differences, twins_in_a_purse, twins_in_the_deck

pytestmark = pytest.mark.django_db(transaction=True)

CLASSIC = GAMES[0]
LOOKING = {0: look_at_the_table, 1: make_a_mistake}


def setup_in_a_page(monkeypatch):
    print_it = pages.fine_print_html
    monkeypatch.setattr(pages, "fine_print_html", lambda game, *who: f"{print_it(game, *who)}<!-- {game.setup} -->")


def deck_in_a_log_line(monkeypatch):
    settle = play.settle_turn

    def settle_and_log(game, position, **how):
        logging.getLogger("games").debug("Settled %s", position.state.setup.deck)
        settle(game, position, **how)

    monkeypatch.setattr(play, "settle_turn", settle_and_log)


def seed_in_a_refusal(monkeypatch):
    monkeypatch.setattr(answers, "sentence_of", lambda problem: f"Not with {Game.objects.get().canonical_setup}")


def salt_in_a_column_of_the_admin(monkeypatch):
    games = admin.site._registry[Game]
    monkeypatch.setattr(games, "list_display", (*games.list_display, "salt"))


def deck_as_a_title_in_the_admin(monkeypatch):
    games = admin.site._registry[Game]
    monkeypatch.setattr(type(games), "players", lambda self, game: " / ".join(game.setup["deck"]))


@pytest.mark.parametrize(
    ("plant", "where", "what"),
    [
        (setup_in_a_page, "GET /tables/", "in the order of the deck"),
        (deck_in_a_log_line, "log, games", "in the order of the deck"),
        (seed_in_a_refusal, "POST /tables/", "the seed"),
        (salt_in_a_column_of_the_admin, "dana, GET /admin/games/game/", "the salt"),
        (deck_as_a_title_in_the_admin, "dana, GET /admin/games/game/", "in the order of the deck"),
    ],
)
async def test_finder_finds_it(plant, where, what, monkeypatch):
    plant(monkeypatch)
    evening = Evening(Plan(CLASSIC.slug))
    await database_sync_to_async(evening.set_up)()
    with listening(evening):
        await evening.play(on(LOOKING), until=2, sockets=False)
    assert [found for found in told(evening) if where in found and what in found]


def deck_in_a_frame(monkeypatch):
    show = TableConsumer._table
    monkeypatch.setattr(TableConsumer, "_table", lambda self, game: f"{show(self, game)}<!-- {game.setup} -->")


def deck_in_a_letter(monkeypatch):
    monkeypatch.setattr(letters, "_until", lambda game: str(game.setup["deck"]))


@pytest.mark.parametrize(
    ("plant", "tours", "where"),
    [(deck_in_a_frame, {}, "socket /ws/tables/"), (deck_in_a_letter, {1: read_letters}, "letter about turn")],
)
async def test_finder_finds_it_in_what_is_sent(plant, tours, where, monkeypatch):
    plant(monkeypatch)
    evening = Evening(Plan(CLASSIC.slug))
    await database_sync_to_async(evening.set_up)()
    with listening(evening):
        await evening.play(on(tours), until=2)
    assert [found for found in told(evening) if where in found and "in the order of the deck" in found]


def beside_the_table(monkeypatch, secret):
    """Something that everybody is shown, drawn from the state of the game."""
    draw = pages.public_html
    monkeypatch.setattr(pages, "public_html", lambda game: f'{draw(game)}<i data-x="{secret(game)}"></i>')


def next_card(game):
    state = selectors.position_of(game).state
    return state.setup.deck[state.drawn]


def last_red_card_is_near(game):
    state = selectors.position_of(game).state
    return state.setup.last_draw - state.drawn


def money_of_the_first(game):
    return CLASSIC.view(selectors.position_of(game).state, 0).you.money


@pytest.mark.parametrize("secret", [next_card, last_red_card_is_near])
async def test_twins_show_a_single_card(secret, monkeypatch):
    beside_the_table(monkeypatch, secret)
    assert await differences(twins_in_the_deck(CLASSIC), {1: look_at_the_table}, sockets=False)


async def test_twins_show_a_single_purse(monkeypatch):
    beside_the_table(monkeypatch, money_of_the_first)
    assert await differences(twins_in_a_purse(CLASSIC), {5: look_at_the_table}, sockets=False)
