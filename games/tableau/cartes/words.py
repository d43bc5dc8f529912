"""What CartesSociété says of itself: its name, and what its rules refuse."""

from django.utils.translation import gettext_lazy as _

from games.tableau.game_words import GameWords, Text

WORDS = {
    "cartes-societe": GameWords(
        name=_("CartesSociété"),
        edition=_("CartesSociété"),
        about=_("Another game altogether: buy animals, let them evolve, and be the last one standing."),
    ),
}

REFUSALS: dict[str, Text] = {
    "already_played": _("You can play or replace only one card in a turn."),
    "board_full": _("Your board is full: replace a card instead."),
    "cannot_evolve": _("A card evolves when three of its name and of level 1 are all in hand or all on the board."),
    "card_not_in_hand": _("You can only use cards from your hand."),
    "card_not_on_board": _("You can only replace a card on your board."),
    "not_in_market": _("This card is not for sale any more."),
    "too_expensive": _("You do not have enough PO left for this card."),
}
