"""The games of the house, as an explicit list."""

from games.rules.base import AnyRules, Outcome, Rules
from games.rules.cartes_societe import CARTES_SOCIETE_RULES
from games.rules.errors import IllegalAction, InvalidAction, InvalidState, RuleViolation, UnknownGame
from games.rules.high_society import CLASSIC_RULES, PARIS_RULES
from games.rules.simplified import SIMPLIFIED_RULES

__all__ = [
    "GAMES",
    "AnyRules",
    "IllegalAction",
    "InvalidAction",
    "InvalidState",
    "Outcome",
    "RuleViolation",
    "Rules",
    "UnknownGame",
    "find_rules",
]

GAMES: tuple[AnyRules, ...] = (CLASSIC_RULES, PARIS_RULES, SIMPLIFIED_RULES, CARTES_SOCIETE_RULES)


def find_rules(slug: str, version: int | None = None) -> AnyRules:
    """The rules by that name: the newest version, or the one a stored game was begun with."""
    for rules in GAMES:
        if type(slug) is str and rules.slug == slug and version in (None, rules.version):
            return rules
    raise UnknownGame("unknown_game", "There is no such game here.")
