"""What a decision costs and how many play-outs the expert gets for its time."""

import time
from collections.abc import Callable
from random import Random
from typing import Any

from games.bots import bot_names, decide, find_bot
from games.bots.auction.playout import Future as Auctions
from games.bots.auction.price_level import price_level
from games.bots.auction.table import read_table as read_auction
from games.bots.cartes_societe.expert import promising
from games.bots.cartes_societe.playout import Future as Turns
from games.bots.cartes_societe.table import read_table as read_market
from games.rules import GAMES, Rules
from games.rules.auction_rules import AuctionRules

DECISIONS, SAMPLES = 300, 1000


def seconds_per_decision(rules: Rules, name: str, decisions: int) -> float:
    bot, rng, spent, made, seed = find_bot(rules.slug, name, playouts=100), Random(1), 0.0, 0, 0
    state = rules.setup(3, seed)
    while made < decisions:
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


def playouts_per_second(rules: Rules, samples: int) -> float:
    state = rules.setup(3, 4)
    view = rules.view(state, rules.to_act(state)[0])
    sample, playouts = auction_sample(view) if isinstance(rules, AuctionRules) else turns_sample(view)
    start = time.perf_counter()
    for _ in range(samples):
        sample()
    return playouts * samples / (time.perf_counter() - start)


Sample = tuple[Callable[[], float], int]
"""What the expert does again and again, and how many play-outs that is."""


def auction_sample(view: Any) -> Sample:
    """With the prize, and without it."""
    table = read_auction(view)
    future = Auctions(table, *price_level(table), Random(1))
    return lambda: future.gain(table.highest_bid + 1), 2


def turns_sample(view: Any) -> Sample:
    """The most promising turn, with the cards in another order each time."""
    table, rng = read_market(view), Random(1)
    plan = next(iter(promising(table)))
    return lambda: Turns(table, rng).worth(plan), 1


def report(decisions: int = DECISIONS, samples: int = SAMPLES) -> None:
    print("Bots, three players (expert with 100 play-outs)")
    for rules in GAMES:
        spent = {name: seconds_per_decision(rules, name, decisions) for name in bot_names(rules.slug)}
        figures = "  ".join(f"{name} {seconds * 1e3:.2f} ms" for name, seconds in spent.items())
        print(f"  {rules.slug}: {figures}; {playouts_per_second(rules, samples):,.0f} play-outs/s from the first card")
