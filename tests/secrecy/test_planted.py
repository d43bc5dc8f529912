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
from games.tableau.cartes.faces import card_name
from games.views import answers
from tests.rules.each_game import hidden
from tests.secrecy.evening import Evening, Plan, listening, told
from tests.secrecy.same_past import SamePast
from tests.secrecy.tours import look_at_the_table, make_a_mistake, on, read_letters
from tests.secrecy.twins import differences, twins_in_a_purse, twins_in_the_deck

pytestmark = pytest.mark.django_db(transaction=True)

CLASSIC, CARTES = GAMES[0], GAMES[-1]
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


def names_in_a_page(monkeypatch):
    beside_the_table(monkeypatch, lambda game: " then ".join(map(card_name, hidden_at(game)[1])))


IN_ORDER = "in the order of the deck"


@pytest.mark.parametrize(
    ("rules", "plant", "where", "what"),
    [
        (CLASSIC, setup_in_a_page, "GET /tables/", IN_ORDER),
        (CLASSIC, deck_in_a_log_line, "log, games", IN_ORDER),
        (CLASSIC, seed_in_a_refusal, "POST /tables/", "the seed"),
        (CLASSIC, salt_in_a_column_of_the_admin, "dana, GET /admin/games/game/", "the salt"),
        (CLASSIC, deck_as_a_title_in_the_admin, "dana, GET /admin/games/game/", IN_ORDER),
        (CARTES, deck_in_a_log_line, "log, games", IN_ORDER),
        (CARTES, names_in_a_page, "GET /tables/", IN_ORDER),
    ],
)
async def test_finder_finds_it(rules, plant, where, what, monkeypatch):
    plant(monkeypatch)
    evening = Evening(Plan(rules.slug))
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
    assert [found for found in told(evening) if where in found and IN_ORDER in found]


def beside_the_table(monkeypatch, secret):
    """Something that everybody is shown, drawn from the state of the game."""
    draw = pages.public_html
    monkeypatch.setattr(pages, "public_html", lambda game: f'{draw(game)}<i data-x="{secret(game)}"></i>')


def hidden_at(game):
    return hidden(selectors.rules_of(game), selectors.position_of(game).state)


def next_card(game):
    return hidden_at(game)[0][0]


def last_card(game):
    return hidden_at(game)[0][-1]


def last_red_card_is_near(game):
    state = selectors.position_of(game).state
    return state.setup.last_draw - state.drawn


def money_of_the_first(game):
    return CLASSIC.view(selectors.position_of(game).state, 0).you.money


@pytest.mark.parametrize(
    ("rules", "secret"), [(CLASSIC, next_card), (CLASSIC, last_red_card_is_near), (CARTES, last_card)]
)
async def test_twins_show_a_single_card(rules, secret, monkeypatch):
    beside_the_table(monkeypatch, secret)
    assert await differences(twins_in_the_deck(rules), {1: look_at_the_table}, sockets=False)


async def test_twins_show_a_single_purse(monkeypatch):
    beside_the_table(monkeypatch, money_of_the_first)
    assert await differences(twins_in_a_purse(CLASSIC), {5: look_at_the_table}, sockets=False)


def next_of_the_tier(game):
    return hidden_at(game)[selectors.position_of(game).state.tier - 1][0]


def market_to_come(game):
    """What somebody finds who plays on in thought, but with the true cards."""
    state = now = selectors.position_of(game).state
    while state.turn == now.turn and state.seat is not None:
        state = CARTES.play(state, state.seat, CARTES.timeout_action(state, state.seat))
    return state.market


def after_the_third_turn(secret):
    return lambda game: secret(game) if selectors.position_of(game).state.turn > 3 else ""


def look_on(evening):
    evening.get(evening.others[0], f"/tables/{evening.game_id}/")


@pytest.mark.parametrize("secret", [next_of_the_tier, market_to_come])
async def test_twins_with_the_same_past_show_what_shows_late(secret, monkeypatch):
    beside_the_table(monkeypatch, after_the_third_turn(secret))
    assert await SamePast(last_turn=5).differences(look_on, sockets=False)


async def test_twins_in_the_deck_do_not_show_what_shows_late(monkeypatch):
    beside_the_table(monkeypatch, after_the_third_turn(next_of_the_tier))
    twins = twins_in_the_deck(CARTES)
    tours = dict.fromkeys(range(len(twins.one.script)), look_on)
    assert await differences(twins, tours, sockets=False) == []
