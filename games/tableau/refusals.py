"""What the rules refuse, in the reader's language: the rules give a code and speak English to programs."""

from functools import cache

from django.utils.translation import gettext_lazy as _

from games.rules import GAMES, RuleViolation
from games.tableau.contract import tableau_of
from games.tableau.game_words import Text

OF_EVERY_GAME: dict[str, Text] = {
    "game_over": _("The game is over."),
    "invalid_player_count": _("This game is for another number of players."),
    "malformed_action": _("You cannot do that here."),
    "not_your_turn": _("It is not your turn."),
    "unknown_game": _("There is no such game here."),
    "wrong_phase": _("You cannot do that now: the table shows what is to be decided."),
}


@cache
def sentences() -> dict[str, Text]:
    """By code, those of every game and those that only some games refuse with."""
    found = dict(OF_EVERY_GAME)
    for rules in GAMES:
        found |= tableau_of(rules).refusals
    return found


def sentence_of(violation: RuleViolation) -> str:
    """What to tell a player; a code that only programs can meet keeps the rules' own words."""
    return str(sentences().get(violation.code, violation.message))
