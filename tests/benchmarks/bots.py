"""What a decision costs and how many play-outs the expert gets for its time."""

import time
from random import Random

from games.bots import bot_names, decide, find_bot
from games.bots.auction.playout import Future
from games.bots.auction.price_level import price_level
from games.bots.auction.table import read_table
from games.rules import GAMES, Rules

DECISIONS = 300


def seconds_per_decision(rules: Rules, name: str) -> float:
    bot, rng, spent, made, seed = find_bot(rules.slug, name, playouts=100), Random(1), 0.0, 0, 0
    state = rules.setup(3, seed)
    while made < DECISIONS:
        if not (to_act := rules.to_act(state)):
            seed += 1
            state = rules.setup(3, seed)
            continue
        start = time.perf_counter()
        action = decide(bot, rules, state, to_act[0], rng)
        spent += time.perf_counter() - start
        made += 1
        state = rules.play(state, to_act[0], action)
    return spent / made


def playouts_per_second(rules: Rules) -> float:
    state = rules.setup(3, 4)
    table = read_table(rules.view(state, rules.to_act(state)[0]))
    future, samples = Future(table, *price_level(table), Random(1)), 1000
    start = time.perf_counter()
    for _ in range(samples):
        future.gain(table.highest_bid + 1)
    return 2 * samples / (time.perf_counter() - start)


def report() -> None:
    print("Bots, three players (expert with 100 play-outs)")
    for rules in GAMES:
        figures = "  ".join(
            f"{name} {seconds_per_decision(rules, name) * 1e3:.2f} ms" for name in bot_names(rules.slug)
        )
        print(f"  {rules.slug}: {figures}; {playouts_per_second(rules):,.0f} play-outs/s from the first card")
