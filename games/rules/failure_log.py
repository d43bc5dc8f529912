"""What is logged of failures on a server of games: the kind of an exception, never its text, which may quote a deck."""

import logging

logger = logging.getLogger("games.rules.server")


def log_stopped_game(game_id: str, failure: Exception) -> None:
    logger.error("Game %s is stopped: %s", game_id, type(failure).__name__)


def log_failed_handler(game_id: str, event_type: str, failure: Exception) -> None:
    logger.error("A handler failed at %s in game %s: %s", event_type, game_id, type(failure).__name__)
