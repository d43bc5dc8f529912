"""Looking after games in Django's admin: everything can be read but secrets, nothing can be edited."""

from games.admin.games import GameAdmin
from games.admin.ratings import RatingAdmin, RatingChangeAdmin

__all__ = ["GameAdmin", "RatingAdmin", "RatingChangeAdmin"]
