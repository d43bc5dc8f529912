"""A game in the words of a terminal: what is shown, and what was meant by what is typed."""

from collections.abc import Sequence

from games.lab.terminal.auction import AuctionWords
from games.lab.terminal.base import AnyWords, TerminalCommand
from games.lab.terminal.cartes_societe import CartesWords
from games.lab.terminal.plain import PlainWords
from games.rules import AnyRules
from games.rules.auction_rules import AuctionRules
from games.rules.cartes_societe import CartesSociete

__all__ = ["AnyWords", "TerminalCommand", "words_for"]


def words_for(rules: AnyRules, names: Sequence[str]) -> AnyWords:
    """For one table, where everybody has a name."""
    if isinstance(rules, AuctionRules):
        return AuctionWords(rules.cards, names)
    return CartesWords(names) if isinstance(rules, CartesSociete) else PlainWords(names)
