"""The bot that thinks about CartesSociété: what it sees in a position, and how long it looks."""

from random import Random

import pytest

from games.bots import decide, find_bot
from games.bots.cartes_societe.estimate import estimate
from games.bots.cartes_societe.expert import PLANS_COMPARED, promising
from games.bots.cartes_societe.playout import Future
from games.bots.cartes_societe.table import SECOND_SIDE, read_table, steps
from tests.bots.test_cartes_reckoning import NUMBER
from tests.bots.test_every_bot import play_out
from tests.support.rules.cartes_table import RULES, after, buy, copies, fallen, play, position, seat

SLUG = RULES.slug
BLACKSMITH = NUMBER["ours-forgeron"]


def chosen(state, playouts=60):
    action = decide(find_bot(SLUG, "expert", playouts=playouts), RULES, state, state.seat, Random(1))
    return RULES.action_to_json(action)


def test_wins_most_games_against_two_rules_of_thumb():
    wins = 0
    for seed in range(9):
        bots = [find_bot(SLUG, "cautious"), find_bot(SLUG, "bold")]
        bots.insert(seed % 3, find_bot(SLUG, "expert", playouts=24))
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
    monkeypatch.setattr(Future, "worth", lambda self, plan: pytest.fail("nothing to think about"))
    state = position(seat(hand=copies("cerf-chambellan", 3)), seat(), turn=5, acting=0)
    assert chosen(state)["kind"] == "evolve"


def test_strikes_when_that_ends_the_game():
    """The blacksmith counts more, but leaves the other one a little health to strike back; with the stag they fall."""
    mine = seat(*copies("ours-archiduc", 4), hand=("cerf-monarque-1", "ours-forgeron-1*"), po=0, pv=60)
    state = position(seat(*copies("cerf-monarque", 4, start=2), "lapin-patriarche-1", pv=30), mine, turn=9, acting=1)
    assert next(iter(promising(read_table(RULES.view(state, 1))))).laid == BLACKSMITH + SECOND_SIDE
    assert chosen(state) == {"kind": "play", "card": "cerf-monarque-1"}


def test_puts_a_better_card_in_the_place_of_the_weakest():
    board = (
        *copies("cerf-valet", 2),
        *copies("loup-banquier", 2),
        *copies("ours-general", 2),
        *copies("cerf-marquis", 2),
    )
    state = position(
        seat(*board, hand=("cerf-monarque-1",), po=0), seat(*copies("ours-archiduc", 5)), turn=17, acting=0
    )
    action = chosen(state)
    assert (action["kind"], action["card"]) == ("replace", "cerf-monarque-1")
    assert action["over"].startswith("cerf-valet")


def test_ends_its_turn_when_nothing_else_is_legal(monkeypatch):
    monkeypatch.setattr(Future, "worth", lambda self, plan: pytest.fail("nothing to think about"))
    state = position(seat(po=0), seat(), turn=5, acting=0)
    assert chosen(state) == {"kind": "end_turn"}


def test_thinks_until_the_time_is_up(monkeypatch):
    """A clock of our own: it stands still while a sample is played for all plans, then moves on.

    One of four cards is laid, or none: three rounds, with five plans, three and two, and two samples in each.
    """
    ticks = iter(range(1000))
    monkeypatch.setattr("games.bots.budget.time.perf_counter", lambda: next(ticks) * 0.010)
    tried = []

    def worth(self, plan):
        tried.append(plan)
        return 0.0

    monkeypatch.setattr(Future, "worth", worth)
    decide(find_bot(SLUG, "expert", seconds=0.045), RULES, to_lay_one_of_four(), 0, Random(1))
    assert len(tried) == 2 * (5 + 3 + 2)


def test_play_outs_overrule_the_estimate(monkeypatch):
    """However little a plan seems to be worth, it is taken if all games go well with it."""
    state = to_lay_one_of_four()
    least = list(promising(read_table(RULES.view(state, 0))))[-1]
    monkeypatch.setattr(Future, "worth", lambda self, plan: 1.0 if plan == least else -1.0)
    assert find_step(chosen(state, playouts=2000), state) == least.first_step()


def test_without_a_difference_in_play_outs_the_estimate_decides(monkeypatch):
    state = to_lay_one_of_four()
    best = next(iter(promising(read_table(RULES.view(state, 0)))))
    monkeypatch.setattr(Future, "worth", lambda self, plan: 0.0)
    assert find_step(chosen(state), state) == best.first_step()


def test_only_the_most_promising_plans_are_played_out():
    market = [f"{name}-1" for name in ("cerf-marquis", "ours-general", "loup-banquier", "renard-diplomate")]
    state = position(seat(hand=("cerf-chambellan-1", "loup-capitaine-1")), seat(), turn=7, acting=0, market=market)
    table = read_table(RULES.view(state, 0))
    plans, estimated = promising(table), estimate(table)
    assert len(plans) == PLANS_COMPARED < len(estimated)
    assert set(plans) == set(sorted(estimated, key=estimated.__getitem__)[-PLANS_COMPARED:])
    assert max(plans.values()) == 0.0


def to_lay_one_of_four():
    hand = ("cerf-chambellan-1", "ours-brasseur-1", "loup-capitaine-1", "herisson-tailleur-1")
    return position(seat(hand=hand, po=0), seat(), turn=5, acting=0)


def find_step(action, state):
    legal = RULES.legal_actions(state, state.seat)
    choices = steps(RULES.view(state, state.seat), legal)
    return next(step for step, choice in choices.items() if RULES.action_to_json(choice) == action)


def test_copies_of_a_name_are_one_thought():
    state = position(seat(), seat(), turn=5, acting=0, market=copies("cerf-chambellan", 5))
    assert chosen(state, playouts=1)["kind"] == "buy"
    laid = after(state, buy("cerf-chambellan-1"), play("cerf-chambellan-1"))
    assert chosen(laid, playouts=1)["kind"] == "buy"


def test_plays_on_where_somebody_has_fallen():
    state = position(seat(), fallen(), seat(), turn=9, acting=2)
    assert chosen(state, playouts=2)["kind"] in ("buy", "end_turn")
