from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.queries import my_games
from games.views.answers import viewer_of


def waiting(request: HttpRequest) -> dict[str, object]:
    """How many games wait for whoever asks; counted where a page shows it."""
    return {"waiting_count": SimpleLazyObject(lambda: my_games.count_waiting(viewer_of(request)))}
