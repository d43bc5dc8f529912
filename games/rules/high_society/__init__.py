"""High Society: the classic game and the Paris edition."""

from games.rules.high_society.rules import CLASSIC_RULES, PARIS_RULES

__all__ = ["CLASSIC_RULES", "PARIS_RULES"]
