"""High Society, simplified."""

from games.rules.simplified.rules import SIMPLIFIED_RULES

__all__ = ["SIMPLIFIED_RULES"]
