"""Who only hears the events can lay out the whole table: hands, bids, cards, prices."""

from random import Random
from typing import Any

import pytest

from tests.rules.test_random_games import choose
from tests.support.rules.builders import NOTES
from tests.support.rules.cartes_listener import CartesListener
from tests.support.rules.each_game import AUCTIONS, every_game
from tests.support.rules.referee import THEFTS


class Listener:
    """Rebuilds the table from events alone."""

    def __init__(self, players):
        self.hands: list[Any] = [set(NOTES) for _ in range(players)]
        self.bids: list[Any] = [set() for _ in range(players)]
        self.spent: list[Any] = [set() for _ in range(players)]
        self.cards: list[set[str]] = [set() for _ in range(players)]
        self.revealed: list[str] = []
        self.ended: tuple[str, list[int]] | None = None

    def hear(self, event):
        getattr(self, f"on_{event['type']}")(**{key: value for key, value in event.items() if key != "type"})

    def on_game_started(self, players, starter):
        assert players == len(self.hands)
        assert 0 <= starter < players

    def on_card_revealed(self, card, red_revealed):
        self.revealed.append(card)
        assert not any(self.bids)

    def on_bid_placed(self, seat, total, cards=()):
        self.hands[seat] -= set(cards)
        self.bids[seat] |= set(cards)
        assert total == sum(self.bids[seat]) == max(map(sum, self.bids))

    def on_passed(self, seat, returned):
        assert self.bids[seat] == set(returned)
        self.hands[seat] |= self.bids[seat]
        self.bids[seat] = set()

    def pay(self, seat, cards, total):
        assert (self.bids[seat], sum(self.bids[seat])) == (set(cards), total)
        self.spent[seat] |= self.bids[seat]
        self.bids[seat] = set()

    def on_card_won(self, seat, card, total, cards=()):
        self.pay(seat, cards, total)
        self.cards[seat].add(card)

    def on_misfortune_taken(self, seat, card):
        self.cards[seat].add(card)

    def on_money_lost(self, seat, cards, total):
        self.pay(seat, cards, total)

    def on_theft_pending(self, seat):
        assert self.cards[seat] & THEFTS

    def on_possession_stolen(self, seat, card, pending):
        self.cards[seat] -= {card, *THEFTS}

    def on_game_ended(self, reason, winners):
        self.ended = (reason, winners)

    def check_same_table(self, view):
        assert list(view.revealed) == self.revealed
        assert [as_heard(bid) for bid in view.round.open_bids] == self.bids
        for seat, player in enumerate(view.players):
            assert as_heard(player.money if player.hand is None else player.hand) == self.hands[seat]
            assert as_heard(player.money_discarded) == self.spent[seat]
            if view.phase != "discard":
                assert set(player.cards) == self.cards[seat]


class SimplifiedListener(Listener):
    def __init__(self, players):
        super().__init__(players)
        self.hands = [45] * players
        self.bids = [0] * players
        self.spent = [0] * players

    def on_bid_placed(self, seat, total, cards=()):
        assert total > max(self.bids)
        self.hands[seat] -= total - self.bids[seat]
        self.bids[seat] = total

    def on_passed(self, seat, returned):
        assert returned == self.bids[seat]
        self.hands[seat] += returned
        self.bids[seat] = 0

    def on_card_won(self, seat, card, total, cards=()):
        assert total == self.bids[seat]
        self.spent[seat] += total
        self.bids[seat] = 0
        self.cards[seat].add(card)


LISTENERS: dict[str, Any] = {"high-society-simplified": SimplifiedListener, "cartes-societe": CartesListener}


def as_heard(money):
    return money if isinstance(money, int) else set(money)


@pytest.mark.parametrize("style", ["passing", "careful", "eager"])
@every_game
def test_events_are_enough_to_follow_a_game(game, style):
    random = Random(f"{game.slug} {style}")
    for seed in range(12 if game in AUCTIONS else 4):
        players = random.randint(game.min_players, game.max_players)
        state, heard = game.setup(players, seed), LISTENERS.get(game.slug, Listener)(players)
        for event in game.events(None, state):
            heard.hear(event)
        while acting := game.to_act(state):
            legal = game.legal_actions(state, acting[0])
            after = game.play(state, acting[0], legal[choose(random, legal, style)])
            for event in game.events(state, after):
                heard.hear(event)
            heard.check_same_table(game.view(after, None))
            state = after
        outcome = game.outcome(state)
        assert heard.ended == (outcome.reason, list(outcome.winners))
