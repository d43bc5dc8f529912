"""The auction games once more, as plainly as their rules are written: lists of cards on a table, nothing clever.

Random games are played here and in the code under test side by side, and must agree at every step.
"""

from fractions import Fraction
from math import floor
from typing import Any

from tests.support.rules.builders import NOTES

DEBTS = {"gambling-debt", "passe"}
SCANDALS = {"scandal", "scandale"}
THEFTS = {"theft", "faux-pas"}


class Refused(Exception):
    """Carries the code of what the referee does not allow."""


def kind_of(card):
    return card.split("-")[0] if card.split("-")[-1].isdigit() else card


def is_possession(card):
    return kind_of(card) in {"possession", "luxury", "value"}


def is_title(card):
    return kind_of(card) in {"title", "prestige", "double"}


def is_misfortune(card):
    return not is_possession(card) and not is_title(card)


def is_red(card):
    return is_title(card) or card in SCANDALS


def value_of(card):
    return int(card.split("-")[1])


class Referee:
    """A game of High Society, in either edition."""

    def __init__(self, slug, players, deck, starter):
        self.slug = slug
        self.seats = range(players)
        self.deck = list(deck)
        self.hands: list[Any] = [list(NOTES) for _ in self.seats]
        self.bids: list[Any] = [[] for _ in self.seats]
        self.spent: list[Any] = [[] for _ in self.seats]
        self.cards: list[Any] = [[] for _ in self.seats]
        self.gone: list[str] = []
        self.revealed = []
        self.starter = starter
        self.reveal()

    def reveal(self):
        self.card = self.deck[len(self.revealed)]
        self.revealed.append(self.card)
        self.passed = []
        over = len([card for card in self.revealed if is_red(card)]) == 4
        self.phase = "over" if over else "auction"
        self.turn = None if over else self.starter

    def total(self, seat):
        return sum(self.bids[seat])

    def leader(self):
        best = max(self.seats, key=self.total)
        return best if self.total(best) else None

    def highest_bid(self):
        return max(self.total(seat) for seat in self.seats)

    def act(self, seat, action):
        if self.phase == "over":
            raise Refused("game_over")
        if seat != self.turn:
            raise Refused("not_your_turn")
        if (action["kind"] == "discard_possession") != (self.phase == "discard"):
            raise Refused("wrong_phase")
        if action["kind"] == "pass":
            self.pass_by(seat)
        elif action["kind"] == "bid":
            self.bid(seat, action)
            self.turn = self.next_after(seat)
        else:
            self.give_up(seat, action["value"])

    def next_after(self, seat):
        seat = (seat + 1) % len(self.seats)
        while seat in self.passed:
            seat = (seat + 1) % len(self.seats)
        return seat

    def bid(self, seat, action):
        notes = action["cards"]
        if any(note not in self.hands[seat] for note in notes):
            raise Refused("card_not_in_hand")
        if self.total(seat) + sum(notes) <= self.highest_bid():
            raise Refused("bid_too_low")
        for note in notes:
            self.hands[seat].remove(note)
            self.bids[seat].append(note)

    def take_back(self, seat):
        self.hands[seat] += self.bids[seat]
        self.bids[seat] = []

    def pay(self, seat):
        self.spent[seat] += self.bids[seat]
        self.bids[seat] = []

    def pass_by(self, seat):
        self.take_back(seat)
        if is_misfortune(self.card):
            self.suffer(seat)
            return
        self.passed.append(seat)
        left = [other for other in self.seats if other not in self.passed]
        if len(left) == 1:
            self.win(left[0])
        else:
            self.turn = self.next_after(seat)

    def win(self, seat):
        self.pay(seat)
        pending = [card for card in self.cards[seat] if card in THEFTS]
        if pending and is_possession(self.card):
            self.cards[seat].remove(pending[0])
            self.gone += [pending[0], self.card]
        else:
            self.cards[seat].append(self.card)
        self.start_next(seat)

    def start_next(self, receiver):
        self.starter = receiver
        self.reveal()

    def suffer(self, seat):
        for other in self.seats:
            self.pay(other)
        if self.card in THEFTS and any(is_possession(card) for card in self.cards[seat]):
            self.phase = "discard"
            self.turn = self.starter = seat
        else:
            self.cards[seat].append(self.card)
            self.start_next(seat)

    def give_up(self, seat, value):
        chosen = [card for card in self.cards[seat] if is_possession(card) and value_of(card) == value]
        if not chosen:
            raise Refused("possession_not_owned")
        self.cards[seat].remove(chosen[0])
        self.gone += [chosen[0], self.card]
        self.start_next(seat)

    def money(self, seat):
        return sum(self.hands[seat])

    def score(self, seat):
        cards = self.cards[seat]
        score = Fraction(sum(value_of(card) for card in cards if is_possession(card)))
        for card in cards:
            score -= 5 if card in DEBTS else 0
        for card in cards:
            score *= 2 if is_title(card) else 1
        for card in cards:
            score /= 2 if card in SCANDALS else 1
        if self.slug == "high-society-paris":
            return max(0, floor(score))
        return score

    def merit(self, seat):
        if self.slug == "high-society-paris":
            return self.score(seat), self.money(seat), self.highest_luxury(seat)
        return self.score(seat), self.money(seat)

    def highest_luxury(self, seat):
        return max([value_of(card) for card in self.cards[seat] if is_possession(card)], default=0)

    def cast_out(self):
        least = min(self.money(seat) for seat in self.seats)
        return [seat for seat in self.seats if self.money(seat) == least]

    def winners(self):
        safe = [seat for seat in self.seats if seat not in self.cast_out()]
        return [seat for seat in safe if self.merit(seat) == max(self.merit(other) for other in safe)]


class SimplifiedReferee(Referee):
    """The simplified game: amounts instead of notes, and the start moves on."""

    def __init__(self, slug, players, deck, starter):
        super().__init__(slug, players, deck, starter)
        self.hands = [45 for _ in self.seats]
        self.bids = [0 for _ in self.seats]
        self.spent = [0 for _ in self.seats]

    def total(self, seat):
        return self.bids[seat]

    def act(self, seat, action):
        """Whoever bids 0 passes."""
        super().act(seat, {"kind": "pass"} if action.get("amount") == 0 else action)

    def bid(self, seat, action):
        if action["amount"] <= self.highest_bid():
            raise Refused("bid_too_low")
        if action["amount"] > self.hands[seat] + self.bids[seat]:
            raise Refused("not_enough_money")
        self.take_back(seat)
        self.hands[seat] -= action["amount"]
        self.bids[seat] = action["amount"]

    def take_back(self, seat):
        self.hands[seat] += self.bids[seat]
        self.bids[seat] = 0

    def pay(self, seat):
        self.spent[seat] += self.bids[seat]
        self.bids[seat] = 0

    def start_next(self, receiver):
        self.starter = (self.starter + 1) % len(self.seats)
        self.reveal()

    def money(self, seat):
        return self.hands[seat]

    def score(self, seat):
        return 0 if seat in self.cast_out() else super().score(seat)

    def merit(self, seat):
        return self.score(seat)
