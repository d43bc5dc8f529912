"""What a finished game did to ratings, as its table tells it."""

from games.queries.results import RatingResult, rating_results
from games.queries.table import Table
from games.wording.ratings import rated_words, rating_change_words, unrated_words


def ratings_told(table: Table) -> tuple[str, ...]:
    """For each seat, what became of its rating, or why nothing did."""
    return tuple(map(_told, rating_results(table)))


def _told(result: RatingResult) -> str:
    if result.change is None:
        return unrated_words(result.unrated)
    return rating_change_words(result.change) if result.is_shown else rated_words()
