"""CartesSociété once more, as plainly as its rules are written: lists of card ids on a table.

A card on its second side has a star behind its id. Chance comes from the generator by the book.
"""

from hashlib import sha256

from tests.support.rules.by_the_book import below, shuffled, words
from tests.support.rules.cartes_cards import IDS, attack_of, cost_of, hp_of, is_evolved, limit_of, name_of
from tests.support.rules.referee import Refused

GOLD = {1: 4, 2: 3, 3: 5, 4: 5, 5: 7, 6: 7, 7: 9, 8: 9}
"""What the first turns give; all others give 11."""


class CartesReferee:
    def __init__(self, setup):
        self.seats = range(setup["players"])
        self.piles = {int(tier): list(pile) for tier, pile in setup["deck"].items()}
        self.deal = sha256(" ".join(card for tier in range(1, 6) for card in self.piles[tier]).encode()).hexdigest()
        self.market = []
        self.discard = []
        self.pv = [400 for _ in self.seats]
        self.hands: list[list[str]] = [[] for _ in self.seats]
        self.boards: list[list[str]] = [[] for _ in self.seats]
        self.fell = {}
        self.phase = "turn"
        self.turn = 0
        self.begin_turn()

    @property
    def living(self):
        return [seat for seat in self.seats if seat not in self.fell]

    @property
    def tier(self):
        return {1: 1, 2: 1, 3: 2, 4: 2, 5: 3, 6: 3, 7: 4, 8: 4}.get(self.turn, 5)

    def begin_turn(self):
        self.turn += 1
        self.fill()
        gold = GOLD.get(self.turn, 11)
        self.po = [gold if seat in self.living else 0 for seat in self.seats]
        self.played = [False for _ in self.seats]
        seat = (self.turn - 1) // 2 % len(self.seats)
        clockwise = [*self.seats[seat:], *self.seats[:seat]]
        self.waiting = [seat for seat in clockwise if seat in self.living]
        self.first = self.waiting[0]

    def fill(self):
        pile = self.piles[self.tier]
        while len(self.market) < 5:
            if not pile:
                pile += shuffled(words(f"{self.deal}/refill/{self.turn}"), sorted(self.discard, key=IDS.index))
                self.discard = []
            if not pile:
                return
            self.market.append(pile.pop(0))

    def act(self, seat, action):
        if self.phase == "over":
            raise Refused("game_over")
        if seat != self.waiting[0]:
            raise Refused("not_your_turn")
        what = {key: value for key, value in action.items() if key != "kind"}
        getattr(self, action["kind"])(seat, **what)

    def buy(self, seat, card):
        if card not in self.market:
            raise Refused("not_in_market")
        if cost_of(card) > self.po[seat]:
            raise Refused("too_expensive")
        self.market.remove(card)
        self.po[seat] -= cost_of(card)
        self.hands[seat].append(card)

    def from_hand(self, seat, card):
        if self.played[seat]:
            raise Refused("already_played")
        lying = [other for other in self.hands[seat] if other.rstrip("*") == card]
        if not lying:
            raise Refused("card_not_in_hand")
        return lying[0]

    def play(self, seat, card):
        lying = self.from_hand(seat, card)
        if len(self.boards[seat]) >= limit_of(self.boards[seat]):
            raise Refused("board_full")
        self.hands[seat].remove(lying)
        self.boards[seat].append(lying)
        self.played[seat] = True

    def replace(self, seat, card, over):
        lying = self.from_hand(seat, card)
        places = [other.rstrip("*") for other in self.boards[seat]]
        if over not in places:
            raise Refused("card_not_on_board")
        self.hands[seat].remove(lying)
        self.boards[seat][places.index(over)] = lying
        self.discard.append(over)
        self.played[seat] = True

    def evolve(self, seat, card):
        for zone in (self.hands[seat], self.boards[seat]):
            same = sorted(other for other in zone if name_of(other) == name_of(card) and not is_evolved(other))
            if card in same and len(same) >= 3:
                same.remove(card)
                for leaving in same[:2]:
                    zone.remove(leaving)
                    self.discard.append(leaving)
                zone[zone.index(card)] = card + "*"
                return
        raise Refused("cannot_evolve")

    def end_turn(self, seat):
        self.waiting.remove(seat)
        if not self.waiting:
            self.fight()

    def fight(self):
        attacks = {seat: attack_of(self.boards[seat]) for seat in self.living}
        shields = {seat: hp_of(self.boards[seat]) for seat in self.living}
        for by in attacks:
            for on in attacks:
                if by != on:
                    self.pv[on] -= max(0, attacks[by] - shields[on])
        for seat in attacks:
            if self.pv[seat] <= 0:
                self.fell[seat] = self.turn
                self.hands[seat], self.boards[seat], self.po[seat], self.played[seat] = [], [], 0, False
        if len(self.living) < 2 or self.turn == 30:
            self.phase = "over"
            return
        if self.turn in {2, 4, 6, 8}:
            self.mix()
        self.begin_turn()

    def mix(self):
        chance = words(f"{self.deal}/mix/{self.turn}")
        left = shuffled(chance, [*self.piles[self.tier], *self.market])
        cut = 1 + below(chance, len(left) - 1) if len(left) > 1 else len(left)
        self.piles[self.tier + 1] = shuffled(chance, [*self.piles[self.tier + 1], *left[:cut]])
        self.discard += left[cut:]
        self.piles[self.tier], self.market = [], []

    def reason(self):
        return {0: "fell_together", 1: "last_standing"}.get(len(self.living), "turn_limit")

    def merit(self, seat):
        """The living before the fallen, who fell later before who fell earlier, and more health before less."""
        return self.fell.get(seat, 99), self.pv[seat]

    def winners(self):
        return [seat for seat in self.seats if self.merit(seat) == max(map(self.merit, self.seats))]
