"""A game in the words of a terminal: what is shown, and what was meant by what is typed."""

from collections.abc import Sequence
from typing import Any

from games.rules import Rules
from games.rules.auction_rules import AuctionRules
from games.terminal.auction import AuctionWords
from games.terminal.base import Wish, Words
from games.terminal.cartes_societe import CartesWords

__all__ = ["Wish", "Words", "words_for"]


def words_for(rules: Rules[Any, Any, Any], names: Sequence[str]) -> Words:
    """For one table, where everybody has a name."""
    return AuctionWords(rules.cards, names) if isinstance(rules, AuctionRules) else CartesWords(names)
