"""The games of the house, as a program that chooses one has to know them."""

from functools import cache

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from ninja import Router

from games.api.answers import answers
from games.api.schemas import GamesInfo
from games.api.shapes import Shapes, of_actions
from games.bots import bot_names
from games.models import Game
from games.rules import GAMES, AnyRules
from games.rules.plain import Json
from games.services.table.rooms import BANK_SECONDS, CORRESPONDENCE_SECONDS, LIVE_SECONDS
from games.wording.bots import by_strength
from games.wording.games import about, game_called, options_of

router = Router(tags=["games"])


@router.get("games", response=answers(GamesInfo), auth=None, summary="All games, and what a table may choose")
def list_games(request: HttpRequest) -> Json:
    return {
        "games": [_game_info(rules) for rules in GAMES],
        "clocks": [None, *LIVE_SECONDS, *CORRESPONDENCE_SECONDS],
        "banks": [None, *BANK_SECONDS],
        "on_timeout": Game.OnTimeout.values,
        "paces": Game.Pace.values,
    }


def _game_info(rules: AnyRules) -> Json:
    return {
        "game": rules.slug,
        "name": game_called(rules.slug),
        "about": about(rules.slug),
        "rules_version": rules.version,
        "min_players": rules.min_players,
        "max_players": rules.max_players,
        "options": [
            {
                "name": option.name,
                "label": str(option.label),
                "help": str(option.help_text),
                "default": option.default,
            }
            for option in options_of(rules)
        ],
        "bots": by_strength(bot_names(rules.slug)),
        "action_schema": _action_schema(rules),
        "rules": f"{settings.SITE_URL}{reverse('games:rules', args=[rules.slug])}",
    }


@cache
def _action_schema(rules: AnyRules) -> Json:
    """Whole, for those who take it alone."""
    shapes = Shapes()
    found = of_actions(shapes, rules)
    return {"anyOf": list(shapes.definitions.values()) or found}
