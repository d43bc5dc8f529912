"""The searches find what they are for: each leak that is planted here is found."""

import logging
from dataclasses import replace

import pytest
from channels.db import database_sync_to_async
from django.contrib import admin

from games.api import states
from games.live import actions
from games.live.table import TableConsumer
from games.models import Game
from games.pages.drawing import Drawing
from games.queries.events import Story
from games.queries.tables import read_table
from games.rules import GAMES
from games.services import refusals
from games.services.turn import play
from games.tableau.cartes.faces import card_name
from games.wording import notifications
from tests.support.rules.each_game import hidden
from tests.support.secrecy.evening import Evening, Plan, listening, told
from tests.support.secrecy.same_past import SamePast
from tests.support.secrecy.tours import ask_what_was_played, look_at_the_table, make_a_mistake, on, read_letters
from tests.support.secrecy.twins import differences, twins_in_a_purse, twins_in_the_deck

pytestmark = pytest.mark.django_db(transaction=True)

CLASSIC, CARTES = GAMES[0], GAMES[-1]
LOOKING = {0: look_at_the_table, 1: make_a_mistake}


def setup_in_a_page(monkeypatch):
    draw = Drawing.of_seat

    def draw_and_tell(drawing, seat):
        parts = draw(drawing, seat)
        return {**parts, "fine-print": longer(parts["fine-print"], f"<!-- {setup_of(drawing.table)} -->")}

    monkeypatch.setattr(Drawing, "of_seat", draw_and_tell)


def longer(part, html):
    """A part at whose end something more is told."""
    return replace(part, content=(*part.content[:-1], part.content[-1] + html))


def setup_of(table):
    return table.rules.setup_to_json(table.position.state)


def deck_in_a_log_line(monkeypatch):
    settle = play.advance_turn

    def settle_and_log(game, position, **how):
        logging.getLogger("games").debug("Settled %s", position.state.setup.deck)
        settle(game, position, **how)

    monkeypatch.setattr(play, "advance_turn", settle_and_log)


def seed_in_a_refusal(monkeypatch):
    monkeypatch.setattr(refusals, "sentence_of", lambda problem: f"Not with {Game.objects.get().canonical_setup}")


def salt_in_a_column_of_the_admin(monkeypatch):
    games = admin.site._registry[Game]
    monkeypatch.setattr(games, "list_display", (*games.list_display, "salt"))


def deck_as_a_title_in_the_admin(monkeypatch):
    games = admin.site._registry[Game]
    monkeypatch.setattr(type(games), "players", lambda self, game: " / ".join(game.setup["deck"]))


def names_in_a_page(monkeypatch):
    beside_the_table(monkeypatch, lambda table: " then ".join(map(card_name, hidden_at(table)[1])))


def setup_in_a_view(monkeypatch):
    view = states._view
    monkeypatch.setattr(states, "_view", lambda table, seat: {**(view(table, seat) or {}), "setup": setup_of(table)})


def seed_in_an_event(monkeypatch):
    since = Story.since

    def tell_more(story, number):
        return [{**event, "seed": setup_of(story.table)["seed"]} for event in since(story, number)]

    monkeypatch.setattr(Story, "since", tell_more)


IN_ORDER = "in the order of the deck"


@pytest.mark.parametrize(
    ("rules", "plant", "where", "what"),
    [
        (CLASSIC, setup_in_a_page, "GET /tables/", IN_ORDER),
        (CLASSIC, setup_in_a_view, "GET /api/v1/tables/", IN_ORDER),
        (CLASSIC, seed_in_an_event, "stream PersonFeed", "the seed"),
        (CARTES, seed_in_an_event, "stream TableFeed", "the seed"),
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
    send = TableConsumer._frame_to

    def send_and_tell(consumer, after, extra):
        return f"{send(consumer, after, extra)}<!-- {setup_of(after.drawing.table)} -->"

    monkeypatch.setattr(TableConsumer, "_frame_to", send_and_tell)


def deck_in_an_answer(monkeypatch):
    play_it = actions._play

    def play_and_tell(request, user, game_id):
        told, version = play_it(request, user, game_id)
        return {"answer": {**told["answer"], "setup": str(Game.objects.get().setup)}}, version

    monkeypatch.setattr(actions, "_play", play_and_tell)


def deck_in_a_refusal_on_a_socket(monkeypatch):
    monkeypatch.setattr(refusals, "sentence_of", lambda problem: f"Not with {Game.objects.get().setup}")


def deck_in_what_was_played(monkeypatch):
    monkeypatch.setattr(actions, "sentence_about", lambda table, number: f"You played. {setup_of(table)}")


def deck_in_a_letter(monkeypatch):
    monkeypatch.setattr(notifications, "_until", lambda game: str(game.setup["deck"]))


@pytest.mark.parametrize(
    ("plant", "tours", "where"),
    [
        (deck_in_a_frame, {}, "socket /ws/tables/"),
        (deck_in_an_answer, {}, "socket /ws/tables/"),
        (deck_in_a_refusal_on_a_socket, {1: make_a_mistake}, "socket /ws/tables/"),
        (deck_in_what_was_played, {1: ask_what_was_played}, "socket /ws/tables/"),
        (deck_in_a_letter, {1: read_letters}, "letter about turn"),
    ],
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
    draw = Drawing._draw_public

    def draw_and_tell(drawing, before):
        parts = draw(drawing, before)
        return {**parts, "public": longer(parts["public"], f'<i data-x="{secret(drawing.table)}"></i>')}

    monkeypatch.setattr(Drawing, "_draw_public", draw_and_tell)


def hidden_at(table):
    return hidden(table.rules, table.position.state)


def next_card(table):
    return hidden_at(table)[0][0]


def last_card(table):
    return hidden_at(table)[0][-1]


def last_red_card_is_near(table):
    state = table.position.state
    return state.setup.last_draw - state.drawn


def money_of_the_first(table):
    return CLASSIC.view(table.position.state, 0).you.money


@pytest.mark.parametrize(
    ("rules", "secret"), [(CLASSIC, next_card), (CLASSIC, last_red_card_is_near), (CARTES, last_card)]
)
async def test_twins_show_a_single_card(rules, secret, monkeypatch):
    beside_the_table(monkeypatch, secret)
    assert await differences(twins_in_the_deck(rules), {1: look_at_the_table}, sockets=False)


async def test_twins_show_a_single_card_in_an_answer_on_a_socket(monkeypatch):
    play_it = actions._play

    def play_and_tell(request, user, game_id):
        told, version = play_it(request, user, game_id)
        return {"answer": {**told["answer"], "x": next_card(read_table(game_id))}}, version

    monkeypatch.setattr(actions, "_play", play_and_tell)
    found = await differences(twins_in_the_deck(CLASSIC), {})
    assert found
    assert [difference for difference in found if '"answer":' not in difference] == []


async def test_twins_show_a_single_purse(monkeypatch):
    beside_the_table(monkeypatch, money_of_the_first)
    assert await differences(twins_in_a_purse(CLASSIC), {5: look_at_the_table}, sockets=False)


def next_of_the_tier(table):
    return hidden_at(table)[table.position.state.tier - 1][0]


def market_to_come(table):
    """What somebody finds who plays on in thought, but with the true cards."""
    state = now = table.position.state
    while state.turn == now.turn and state.seat is not None:
        state = CARTES.play(state, state.seat, CARTES.timeout_action(state, state.seat))
    return state.market


def after_the_third_turn(secret):
    return lambda table: secret(table) if table.position.state.turn > 3 else ""


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
