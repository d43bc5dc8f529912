"""The measuring stick: uniform-random High Society in the tightest loop we know.

No states, no validation, no views: only what the machine must do at least. Cards 0 to 9 are possessions, 10 to 12
titles, 13 to 15 misfortunes; money is eleven bits.
"""

from bisect import bisect_right
from random import Random

THOUSANDS = (1, 2, 3, 4, 6, 8, 10, 12, 15, 20, 25)
FULL_HAND = 2**11 - 1

TOTAL = [0] * (FULL_HAND + 1)
for mask in range(1, FULL_HAND + 1):
    low = mask & -mask
    TOTAL[mask] = TOTAL[mask ^ low] + THOUSANDS[low.bit_length() - 1]


def _subsets(hand: int) -> list[int]:
    found, subset = [], hand
    while subset:
        found.append(subset)
        subset = (subset - 1) & hand
    return sorted(found, key=TOTAL.__getitem__)


SUBSETS = [_subsets(hand) for hand in range(FULL_HAND + 1)]
SUMS = [[TOTAL[s] for s in subsets] for subsets in SUBSETS]


def random_game(players: int, rng: Random) -> int:
    """Plays one game to its score; returns how many actions it took."""
    draw = rng.random
    deck = list(range(16))
    rng.shuffle(deck)
    hand, bid, owned = [FULL_HAND] * players, [0] * players, [0] * players
    titles, scandal, debt, pending = ([0] * players for _ in range(4))
    red = actions = seat = 0
    for card in deck:
        if 10 <= card <= 13:
            red += 1
            if red == 4:
                break
        passed, left, high = 0, players, 0
        while True:
            actions += 1
            mine = hand[seat]
            sums = SUMS[mine]
            first = bisect_right(sums, high - TOTAL[bid[seat]])
            raises = len(sums) - first
            pick = int(draw() * (raises + 1))
            if pick < raises:
                cards = SUBSETS[mine][first + pick]
                hand[seat] = mine ^ cards
                bid[seat] |= cards
                high = TOTAL[bid[seat]]
            else:
                hand[seat] |= bid[seat]
                bid[seat] = 0
                passed |= 1 << seat
                left -= 1
                if card >= 13:
                    bid = [0] * players
                    break
                if left == 1:
                    seat = next(s for s in range(players) if not passed >> s & 1)
                    bid[seat] = 0
                    break
            seat = (seat + 1) % players
            while passed >> seat & 1:
                seat = (seat + 1) % players
        if card < 10:
            if pending[seat]:
                pending[seat] = 0
            else:
                owned[seat] |= 1 << card
        elif card < 13:
            titles[seat] += 1
        elif card == 13:
            scandal[seat] = 1
        elif card == 14:
            debt[seat] = 1
        elif owned[seat]:
            actions += 1
            choices = [c for c in range(10) if owned[seat] >> c & 1]
            owned[seat] ^= 1 << choices[int(draw() * len(choices))]
        else:
            pending[seat] = 1
    _best(hand, owned, titles, scandal, debt)
    return actions


def _best(
    hand: list[int], owned: list[int], titles: list[int], scandal: list[int], debt: list[int]
) -> tuple[float, int, int] | None:
    money = [TOTAL[h] for h in hand]
    poorest = min(money)
    scores = [
        (
            (sum(c + 1 for c in range(10) if owned[s] >> c & 1) - 5 * debt[s]) * 2 ** titles[s] / 2 ** scandal[s],
            money[s],
            s,
        )
        for s in range(len(hand))
        if money[s] > poorest
    ]
    return max(scores, default=None)
