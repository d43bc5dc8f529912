"""Looking after games in Django's admin: everything can be read but secrets, nothing can be edited."""

from games.admin.games import GameAdmin

__all__ = ["GameAdmin"]
