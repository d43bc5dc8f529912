"""The deck of a game that has ended, for everybody to see."""

from django import template

from games import selectors
from games.faults import Fault, told_apart
from games.models import Game
from games.tableau import Pile, tableau_of

register = template.Library()


@register.filter
def piles_in_words(game: Game) -> list[Pile]:
    """Every card from the top of its pile, and whether the game got that far."""
    if not game.secrets_open or game.setup is None:
        return []
    try:
        rules, position = selectors.rules_of(game), selectors.position_of(game)
        with told_apart("showing what was dealt"):
            return tableau_of(rules).piles(rules, game.setup, position.state)
    except Fault:
        return []
