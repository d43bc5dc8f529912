"""The deck of a game that has ended, for everybody to see."""

from typing import Any, NamedTuple

from django import template

from games import selectors
from games.faults import Fault
from games.models import Game
from games.tableau.names import card_name

register = template.Library()


class Dealt(NamedTuple):
    name: str
    turned_up: bool


@register.filter
def deck_in_words(game: Game) -> list[Dealt]:
    """Every card from the top of the deck, and whether the game got that far."""
    if not game.secrets_open or game.setup is None:
        return []
    try:
        rules: Any = selectors.rules_of(game)
        revealed = len(rules.view(selectors.position_of(game).state, None).revealed)
    except Fault:
        return []
    names = {card.id: card_name(card.name) for card in rules.cards}
    return [Dealt(names[card], place < revealed) for place, card in enumerate(game.setup["deck"])]
