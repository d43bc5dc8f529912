"""Who hears the events of CartesSociété and nothing else."""

from tests.support.rules.cartes_cards import PILES, attack_of, hp_of
from tests.support.rules.cartes_invariants import ids


class CartesListener:
    """Hands, boards, market, piles and health of CartesSociété from events alone. Cards of level 2 have a star."""

    def __init__(self, players):
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.boards: list[list[str]] = [[] for _ in range(players)]
        self.pv = [400] * players
        self.po = [0] * players
        self.living = set(range(players))
        self.piles = {tier: set(pile) for tier, pile in PILES.items()}
        self.market: list[str] = []
        self.discard: set[str] = set()
        self.ended: tuple[str, list[int]] | None = None

    def hear(self, event):
        getattr(self, f"on_{event['type']}")(**{key: value for key, value in event.items() if key != "type"})

    def on_game_started(self, players, starter):
        assert (players, starter) == (len(self.pv), 0)

    def on_turn_started(self, turn, tier, po, first):
        self.turn, self.tier, self.acting = turn, tier, first
        self.po = [po if seat in self.living else 0 for seat in range(len(self.pv))]

    def on_market_filled(self, cards, reshuffled):
        pile = self.piles[str(self.tier)]
        if reshuffled:
            pile |= self.discard
            self.discard = set()
        assert pile >= set(cards)
        pile -= set(cards)
        self.market += cards

    def on_card_bought(self, seat, card, cost):
        self.market.remove(card)
        self.hands[seat].append(card)
        self.po[seat] -= cost

    def lying(self, zone, card):
        return card if card in zone else card + "*"

    def on_card_played(self, seat, card):
        laid = self.lying(self.hands[seat], card)
        self.hands[seat].remove(laid)
        self.boards[seat].append(laid)

    def on_card_replaced(self, seat, card, over):
        laid, board = self.lying(self.hands[seat], card), self.boards[seat]
        self.hands[seat].remove(laid)
        board[board.index(self.lying(board, over))] = laid
        self.discard.add(over)

    def on_card_evolved(self, seat, card, zone, discarded):
        cards = {"hand": self.hands, "board": self.boards}[zone][seat]
        cards[cards.index(card)] = card + "*"
        for gone in discarded:
            cards.remove(gone)
            self.discard.add(gone)

    def on_turn_ended(self, seat):
        assert seat == self.acting
        later = [*range(seat + 1, len(self.pv)), *range(seat + 1)]
        self.acting = next(other for other in later if other in self.living)

    def on_combat(self, turn, hits, pv):
        assert turn == self.turn
        for hit in hits:
            assert hit["damage"] == attack_of(self.boards[hit["by"]]) - hp_of(self.boards[hit["on"]]) > 0
            self.pv[hit["on"]] -= hit["damage"]
        assert self.pv == pv

    def on_eliminated(self, seat, pv):
        assert self.pv[seat] == pv <= 0
        self.living.remove(seat)
        self.hands[seat], self.boards[seat], self.po[seat] = [], [], 0

    def on_piles_mixed(self, into, up, discarded):
        left = {*self.market, *self.piles[str(into - 1)]}
        assert left >= set(discarded)
        assert len(left) - len(discarded) == up
        self.piles[str(into)] |= left - set(discarded)
        self.discard |= set(discarded)
        self.piles[str(into - 1)], self.market = set(), []

    def on_game_ended(self, reason, winners):
        self.ended = (reason, winners)

    def check_same_table(self, view):
        assert (view.turn, view.tier) == (self.turn, self.tier)
        assert view.to_act == (() if self.ended else (self.acting,))
        assert ids(view.market) == self.market
        assert set(ids(view.discard)) == self.discard
        assert {tier: set(ids(pile)) for tier, pile in view.piles.items()} == self.piles
        for seat, player in enumerate(view.players):
            assert (ids(player.hand), ids(player.board)) == (self.hands[seat], self.boards[seat])
            assert (player.pv, player.po, player.alive) == (self.pv[seat], self.po[seat], seat in self.living)
