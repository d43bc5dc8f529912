"""The bot that thinks: it plays the rest of the game many times over sampled decks and compares the two ways an
auction can go for it.

Every hand is public, so the order of the deck and the tempers of the others are the only unknowns. An auction asks one
question: is it better for me to have this card at that price, or to leave it to somebody else? A raise that is outbid
comes home again, so the answer for the cheapest raise decides the move.
"""

from collections.abc import Sequence
from random import Random

from games.bots.auction.playout import Future
from games.bots.auction.price_level import price_level
from games.bots.auction.purse import added_by, cheapest, give_up_least, handiest
from games.bots.auction.table import read_table
from games.bots.budget import Budget
from games.rules.auction import DISCARD, View
from games.rules.base import Action

RAISES_COMPARED = 60
SMALL_NOTE = 2.0
"""What it is worth, in units, to keep a small note for later."""

DOUBT = 0.02
"""How much better a raise must look than a pass: money once spent never comes back."""

PLAYOUTS_PER_SAMPLE = 2
SAMPLES_PER_LOOK_AT_THE_CLOCK = 8


class ExpertBot:
    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def choose(self, view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
        if view.phase == DISCARD:
            return give_up_least(legal_actions)
        if len(legal_actions) == 1:
            return legal_actions[0]
        samples = self.budget.samples(PLAYOUTS_PER_SAMPLE, SAMPLES_PER_LOOK_AT_THE_CLOCK)
        table = read_table(view)
        action = handiest(cheapest(legal_actions, RAISES_COMPARED), table, SMALL_NOTE)
        price = table.players[table.me].bid + added_by(action, table)
        future = Future(table, *price_level(table), rng)
        gains = [future.gain(price) for _ in samples]
        return action if sum(gains) > DOUBT * len(gains) else legal_actions[0]
