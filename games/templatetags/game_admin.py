"""What the admin's pages about games need."""

from django import template
from django.urls import reverse
from django.utils.http import urlencode

from games.models import Game
from hsweb.worker import late_tasks

register = template.Library()


@register.simple_tag
def intervene_url(what: str, *games: str) -> str:
    """Where an admin is asked whether to do this to these games."""
    return f"{reverse('admin:games_game_intervene', args=[what])}?{urlencode({'games': ','.join(games)})}"


@register.simple_tag
def late_letters() -> int:
    """How many tasks, most of which are letters, wait for longer than they should."""
    return late_tasks().count()


@register.simple_tag
def standing_still() -> int:
    """How many games wait for somebody to repair them."""
    return Game.objects.filter(status=Game.Status.ERRORED).count()
