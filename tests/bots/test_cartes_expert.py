"""The bot that thinks about CartesSociété: what it sees in a position, and how long it looks."""

from random import Random

import pytest

from games.bots import decide, find_bot
from games.bots.cartes_societe.playout import Future
from tests.bots.test_every_bot import play_out
from tests.rules.cartes_table import RULES, after, buy, copies, fallen, play, position, seat

SLUG = RULES.slug


def chosen(state, playouts=60):
    action = decide(find_bot(SLUG, "expert", playouts=playouts), RULES, state, state.seat, Random(1))
    return RULES.action_to_json(action)


def test_wins_most_games_against_two_rules_of_thumb():
    wins = 0
    for seed in range(9):
        bots = [find_bot(SLUG, "cautious"), find_bot(SLUG, "bold")]
        bots.insert(seed % 3, find_bot(SLUG, "expert", playouts=100))
        wins += seed % 3 in play_out(SLUG, bots, seed).winners
    assert wins > 4


def test_the_same_chance_and_play_outs_give_the_same_game():
    def once():
        return play_out(SLUG, [find_bot(SLUG, "expert", playouts=5)] * 2, seed=4)

    assert once() == once()


def test_buys_the_third_of_a_name():
    """Stags and bears count about the same, but with this stag three make one."""
    state = position(
        seat(hand=copies("cerf-chambellan", 2), po=3),
        seat(),
        turn=5,
        acting=0,
        market=("ours-brasseur-1", "cerf-chambellan-3", "loup-capitaine-1"),
    )
    assert chosen(state) == {"kind": "buy", "card": "cerf-chambellan-3"}


def test_evolves_three_in_hand_without_thinking(monkeypatch):
    monkeypatch.setattr(Future, "worth", lambda self, step: pytest.fail("nothing to think about"))
    state = position(seat(hand=copies("cerf-chambellan", 3)), seat(), turn=5, acting=0)
    assert chosen(state)["kind"] == "evolve"


def test_strikes_when_that_ends_the_game():
    """The bear would save some health, but with the stag the other one falls."""
    mine = seat("ours-archiduc-2", hand=("cerf-monarque-1", "ours-archiduc-3"), po=0, pv=60)
    state = position(seat("ours-archiduc-1", pv=25), mine, turn=9, acting=1)
    assert chosen(state) == {"kind": "play", "card": "cerf-monarque-1"}


def test_puts_a_better_card_in_the_place_of_the_weakest():
    board = (
        *copies("cerf-valet", 2),
        *copies("loup-banquier", 2),
        *copies("ours-general", 2),
        *copies("cerf-marquis", 2),
    )
    state = position(
        seat(*board, hand=("cerf-monarque-1",), po=0), seat(*copies("ours-archiduc", 5)), turn=11, acting=0
    )
    action = chosen(state)
    assert (action["kind"], action["card"]) == ("replace", "cerf-monarque-1")
    assert action["over"].startswith("cerf-valet")


def test_ends_its_turn_when_nothing_else_is_legal(monkeypatch):
    monkeypatch.setattr(Future, "worth", lambda self, step: pytest.fail("nothing to think about"))
    state = position(seat(po=0), seat(), turn=5, acting=0)
    assert chosen(state) == {"kind": "end_turn"}


def test_thinks_until_the_time_is_up(monkeypatch):
    """A clock of our own: it stands still while a sample is played for each of five cards, then moves on."""
    ticks = iter(range(1000))
    monkeypatch.setattr("games.bots.budget.time.perf_counter", lambda: next(ticks) * 0.010)
    tried = []

    def worth(self, step):
        tried.append(step)
        return 0.0

    monkeypatch.setattr(Future, "worth", worth)
    names = ("cerf-chambellan", "ours-brasseur", "loup-capitaine", "herisson-tailleur", "renard-notaire")
    state = position(seat(), seat(), turn=5, acting=0, market=[f"{name}-1" for name in names])
    decide(find_bot(SLUG, "expert", seconds=0.045), RULES, state, 0, Random(1))
    assert len(tried) == 5 * len(names)


def test_copies_of_a_name_are_one_thought():
    state = position(seat(), seat(), turn=5, acting=0, market=copies("cerf-chambellan", 5))
    assert chosen(state, playouts=1)["kind"] == "buy"
    laid = after(state, buy("cerf-chambellan-1"), play("cerf-chambellan-1"))
    assert chosen(laid, playouts=1)["kind"] == "buy"


def test_plays_on_where_somebody_has_fallen():
    state = position(seat(), fallen(), seat(), turn=9, acting=2)
    assert chosen(state, playouts=2)["kind"] in ("buy", "end_turn")
