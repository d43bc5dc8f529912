"""What the rules refuse, in the reader's language: the rules give a code and speak English to programs."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules import RuleViolation

SENTENCES: dict[str, Promise] = {
    "bid_too_low": _("This bid is too low: it has to be above the highest one."),
    "already_played": _("You lay or replace only one card in a turn."),
    "board_full": _("Your board is full: replace a card instead."),
    "cannot_evolve": _("A card evolves when three of its name and of level 1 are all in hand or all on the board."),
    "card_not_in_hand": _("You can only use cards from your hand."),
    "card_not_on_board": _("You can only replace a card on your board."),
    "game_over": _("The game is over."),
    "invalid_player_count": _("This game is for another number of players."),
    "malformed_action": _("This is not something that can be done here."),
    "not_enough_money": _("You do not have that much money."),
    "not_in_market": _("This card is not for sale any more."),
    "not_your_turn": _("It is not your turn."),
    "possession_not_owned": _("You do not have that possession."),
    "too_expensive": _("You have not enough PO left for this card."),
    "unknown_game": _("There is no such game here."),
    "wrong_phase": _("That cannot be done now: the table shows what is to be decided."),
}


def sentence_of(violation: RuleViolation) -> str:
    """What to tell a player; a code that only programs can meet keeps the rules' own words."""
    return str(SENTENCES.get(violation.code, violation.message))
