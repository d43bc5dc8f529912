"""A game in the words of a terminal: what is shown, and what was meant by what is typed."""

from collections.abc import Sequence

from games.lab.terminal.auction import AuctionWords
from games.lab.terminal.base import AnyWords, TerminalCommand
from games.lab.terminal.cartes_societe import CartesWords
from games.rules import AnyRules
from games.rules.auction_rules import AuctionRules

__all__ = ["AnyWords", "TerminalCommand", "words_for"]


def words_for(rules: AnyRules, names: Sequence[str]) -> AnyWords:
    """For one table, where everybody has a name."""
    return AuctionWords(rules.cards, names) if isinstance(rules, AuctionRules) else CartesWords(names)
