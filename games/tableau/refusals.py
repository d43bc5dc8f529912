"""What the rules refuse, in the reader's language: the rules give a code and speak English to programs."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.rules import RuleViolation

SENTENCES: dict[str, Promise] = {
    "bid_too_low": _("This bid is too low: it has to be above the highest one."),
    "card_not_in_hand": _("You can only bid money cards from your hand."),
    "game_over": _("The game is over."),
    "invalid_player_count": _("This game is for another number of players."),
    "malformed_action": _("This is not something that can be done here. Choose money for a bid, or pass."),
    "not_enough_money": _("You do not have that much money."),
    "not_your_turn": _("It is not your turn."),
    "possession_not_owned": _("You do not have that possession."),
    "unknown_game": _("There is no such game here."),
    "wrong_phase": _("That cannot be done now: the table shows what is to be decided."),
}


def sentence_of(violation: RuleViolation) -> str:
    """What to tell a player; a code that only programs can meet keeps the rules' own words."""
    return str(SENTENCES.get(violation.code, violation.message))
