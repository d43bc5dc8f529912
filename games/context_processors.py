from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games import personal
from games.views.answers import viewer_of


def waiting(request: HttpRequest) -> dict[str, Any]:
    """How many games wait for whoever asks; counted where a page shows it."""
    return {"waiting_count": SimpleLazyObject(lambda: personal.count_waiting(viewer_of(request)))}
