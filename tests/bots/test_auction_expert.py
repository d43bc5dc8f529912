"""The bot that thinks at auctions: as strong as its play-outs, repeatable, and done when its time is up."""

from random import Random

import pytest

from games.bots import decide, find_bot
from games.bots.auction import expert
from games.bots.auction.playout import Future
from games.rules import find_rules
from tests.bots.test_every_bot import play_out
from tests.support.rules.each_game import AUCTIONS, DIFFERENT


@pytest.mark.parametrize("slug", [rules.slug for rules in DIFFERENT if rules in AUCTIONS])
@pytest.mark.parametrize("seat", range(3))
def test_wins_most_games_against_two_rules_of_thumb_from_every_seat(slug, seat):
    wins = cast_out = 0
    for seed in range(12):
        bots = [find_bot(slug, "cautious"), find_bot(slug, "balanced")]
        bots.insert(seat, find_bot(slug, "expert", playouts=60))
        outcome = play_out(slug, bots, seed)
        wins += seat in outcome.winners
        cast_out += outcome.seats[seat].cast_out
    assert wins > 6
    assert cast_out <= 2


def test_the_same_chance_and_play_outs_give_the_same_game():
    def once():
        return play_out("high-society", [find_bot("high-society", "expert", playouts=20)] * 3, seed=4)

    assert once() == once()


def test_thinks_until_the_time_is_up(monkeypatch):
    """A clock of our own: it stands still while eight samples are played, then moves on by ten milliseconds."""
    ticks = iter(range(1000))
    monkeypatch.setattr("games.bots.budget.time.perf_counter", lambda: next(ticks) * 0.010)
    samples = []

    def gain(self, price):
        samples.append(price)
        return 1.0

    monkeypatch.setattr(Future, "gain", gain)
    rules = find_rules("high-society")
    state = rules.setup(3, seed=1)
    decide(find_bot("high-society", "expert", seconds=0.045), rules, state, rules.to_act(state)[0], Random(1))
    assert len(samples) == 5 * expert.SAMPLES_PER_LOOK_AT_THE_CLOCK


@pytest.mark.parametrize(("gain", "kind"), [(0.5, "bid"), (-0.5, "pass"), (0.0, "pass"), (0.01, "pass")])
def test_raises_only_if_that_is_clearly_better(monkeypatch, gain, kind):
    monkeypatch.setattr(Future, "gain", lambda self, price: gain)
    rules = find_rules("high-society")
    state = rules.setup(3, seed=1)
    action = decide(find_bot("high-society", "expert", playouts=10), rules, state, rules.to_act(state)[0], Random(1))
    assert rules.action_to_json(action)["kind"] == kind


def test_passes_without_thinking_when_nothing_else_is_legal(monkeypatch):
    monkeypatch.setattr(Future, "gain", lambda self, price: pytest.fail("nothing to think about"))
    rules = find_rules("high-society-simplified")
    state = rules.setup(3, seed=1, starter=0)
    state = rules.play(state, 0, rules.action_from_json({"kind": "bid", "amount": 45}))
    action = decide(find_bot(rules.slug, "expert", playouts=10), rules, state, 1, Random(1))
    assert rules.action_to_json(action) == {"kind": "pass"}
