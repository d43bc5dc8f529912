"""The rules through their public contract beside the tightest loop: same policy, same run, slice by slice."""

import subprocess
import sys
import time
from collections.abc import Callable
from random import Random
from timeit import repeat

from games.rules import find_rules
from tests.benchmarks import limit_auction, limit_cartes

LIMITS = {"high-society": limit_auction.random_game, "cartes-societe": limit_cartes.random_game}
"""For each game that is measured, the same policy without states."""

SLICES = 20
SLICE_SECONDS = 0.15


def contract_game(slug: str, players: int, rng: Random, seed: int) -> int:
    """One uniform-random game from setup to outcome; returns how many actions it took."""
    rules, draw = find_rules(slug), rng.random
    state, actions = rules.setup(players, seed), 0
    while to_act := rules.to_act(state):
        legal = rules.legal_actions(state, to_act[0])
        state = rules.play(state, to_act[0], legal[int(draw() * len(legal))])
        actions += 1
    assert rules.outcome(state) is not None
    return actions


class Meter:
    """Adds up slices of work, so that two things can be measured in turns and share the machine's moods."""

    def __init__(self, work: Callable[[int], int]) -> None:
        self.work = work
        self.games = self.actions = 0
        self.seconds = 0.0

    def slice(self, seconds: float) -> None:
        start = time.perf_counter()
        while time.perf_counter() - start < seconds:
            self.actions += self.work(self.games)
            self.games += 1
        self.seconds += time.perf_counter() - start

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds

    @property
    def actions_per_second(self) -> float:
        return self.actions / self.seconds


def compare(slug: str, players: int) -> tuple[Meter, Meter]:
    ours_rng, limit_rng = Random(1), Random(1)
    ours = Meter(lambda game: contract_game(slug, players, ours_rng, game))
    floor = Meter(lambda game: LIMITS[slug](players, limit_rng))
    for _ in range(SLICES):
        ours.slice(SLICE_SECONDS)
        floor.slice(SLICE_SECONDS)
    return ours, floor


def report_games() -> None:
    print("Uniform-random full games through the contract, beside the tightest loop known (same policy, same run)")
    for slug in LIMITS:
        print(f" {slug}")
        for players in (3, 5):
            report_ratio(slug, players)


def report_ratio(slug: str, players: int) -> None:
    ours, floor = compare(slug, players)
    report_meter(f"{players} players, contract", ours)
    report_meter(f"{players} players, limit", floor)
    print(f"  {players} players, ratio     {ours.games_per_second / floor.games_per_second:9.2f}")


def report_meter(name: str, meter: Meter) -> None:
    print(f"  {name:20} {meter.games_per_second:9,.0f} games/s {meter.actions_per_second:11,.0f} actions/s")


def report_legal_actions() -> None:
    rules = find_rules("high-society")
    state = rules.setup(3, 1)
    seat = rules.to_act(state)[0]
    count, rounds = len(rules.legal_actions(state, seat)), 20_000
    best = min(repeat(lambda: rules.legal_actions(state, seat), number=rounds, repeat=5)) / rounds
    print(f"Legal actions of a full hand, {count:,} of them: {best * 1e6:.2f} µs")


def report_start_up() -> None:
    """In a process of its own, because here everything is built already."""
    code = "import time; s = time.perf_counter(); import games.rules; print(time.perf_counter() - s)"
    spent = [
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout) for _ in range(3)
    ]
    print(f"Start-up, all imports and tables of the rules: {min(spent):.2f} s")


def report() -> None:
    report_games()
    report_legal_actions()
    report_start_up()
