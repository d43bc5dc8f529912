"""The house bots, by game and name."""

from games.bots.base import Bot, decide
from games.bots.expert import ExpertBot, check_budget
from games.bots.simple import RandomBot
from games.bots.thumb import BALANCED, BOLD, CAUTIOUS
from games.rules import UnknownGame, find_rules

__all__ = ["Bot", "bot_names", "check_budget", "decide", "find_bot"]

_FIXED: dict[str, Bot] = {"random": RandomBot(), "cautious": CAUTIOUS, "balanced": BALANCED, "bold": BOLD}


def bot_names(slug: str) -> tuple[str, ...]:
    """The bots that play this game."""
    find_rules(slug)
    return (*_FIXED, "expert")


def find_bot(slug: str, name: str, *, seconds: float | None = None, playouts: int | None = None) -> Bot:
    """A bot by name. `expert` thinks for `seconds`, or until it has made `playouts`, two to a sample."""
    check_budget(seconds, playouts)
    if name not in bot_names(slug):
        raise UnknownGame("unknown_bot", f"There is no bot by that name; there are {', '.join(bot_names(slug))}.")
    return ExpertBot(seconds=seconds, playouts=playouts) if name == "expert" else _FIXED[name]
