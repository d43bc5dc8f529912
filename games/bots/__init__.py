"""The house bots, by game and name."""

from games.bots.base import Bot, decide
from games.bots.simple import RandomBot

__all__ = ["Bot", "bot_names", "decide", "find_bot"]

AUCTION_BOTS = ("random", "cautious", "balanced", "bold", "expert")


def bot_names(slug: str) -> tuple[str, ...]:
    """The bots that play this game, weakest first."""
    return AUCTION_BOTS


def find_bot(slug: str, name: str, *, seconds: float | None = None, playouts: int | None = None) -> Bot:
    """A bot by name. `expert` thinks for that long, or with `playouts` for exactly that many samples."""
    return RandomBot()
