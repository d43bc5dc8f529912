"""What everybody can expect of the cards to come: how many auctions, how many points, how near the end."""

from collections.abc import Sequence

from games.bots.auction.table import TITLE

TITLE_POINTS = 8
"""What a title is worth beside possessions, roughly."""

NEARNESS = 0.2


def auctions_to_come(undrawn: int, reds_left: int) -> float:
    """The last red card's expected place among the undrawn, less itself."""
    return max(0.0, reds_left * (undrawn + 1) / (reds_left + 1) - 1)


def nearness_of_the_end(undrawn: int, reds_left: int) -> float:
    """1 when the next card is the last, towards 0 when the game is young."""
    return 1 / (1 + NEARNESS * auctions_to_come(undrawn, reds_left))


def good_points(cards: Sequence[int]) -> int:
    """Points that these cards bring to somebody; misfortunes bring none."""
    return sum(TITLE_POINTS if card == TITLE else card for card in cards if card >= 0)


class Outlook:
    """Those expectations for every later moment, looked up by cards left and red cards left."""

    def __init__(self, undrawn: Sequence[int], players: int) -> None:
        share = good_points(undrawn) / max(1, len(undrawn)) / players
        lefts, reds = range(len(undrawn) + 1), range(5)
        self.hoped = [[auctions_to_come(left, red) * share for red in reds] for left in lefts]
        """Points that each player can hope for."""
        self.nearness = [[nearness_of_the_end(left, red) for red in reds] for left in lefts]
