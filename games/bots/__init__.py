"""The house bots, by game and name."""

from games.bots.auction import AUCTION_TEAM
from games.bots.base import Bot, Team, decide
from games.bots.budget import Budget, check_budget
from games.bots.cartes_societe import CARTES_SOCIETE_TEAM
from games.bots.simple import RandomBot
from games.rules import UnknownGame, find_rules

__all__ = ["Bot", "bot_names", "check_budget", "decide", "find_bot"]

_TEAMS: dict[str, Team] = {
    "high-society": AUCTION_TEAM,
    "high-society-paris": AUCTION_TEAM,
    "high-society-simplified": AUCTION_TEAM,
    "cartes-societe": CARTES_SOCIETE_TEAM,
}


def bot_names(slug: str) -> tuple[str, ...]:
    """The bots that play this game: the same names everywhere."""
    find_rules(slug)
    return ("random", *Team._fields)


def find_bot(slug: str, name: str, *, seconds: float | None = None, playouts: int | None = None) -> Bot:
    """A bot by name. `expert` thinks for `seconds`, or until it has made `playouts`."""
    budget = Budget(seconds, playouts)
    if name not in bot_names(slug):
        raise UnknownGame("unknown_bot", f"There is no bot by that name; there are {', '.join(bot_names(slug))}.")
    if name == "random":
        return RandomBot()
    team = _TEAMS[slug]
    if name == "expert":
        return team.expert(budget)
    fixed: Bot = getattr(team, name)
    return fixed
