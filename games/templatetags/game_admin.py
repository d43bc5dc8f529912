"""Links of the admin's pages about games."""

from django import template
from django.urls import reverse
from django.utils.http import urlencode

register = template.Library()


@register.simple_tag
def intervene_url(what: str, *games: str) -> str:
    """Where an admin is asked whether to do this to these games."""
    return f"{reverse('admin:games_game_intervene', args=[what])}?{urlencode({'games': ','.join(games)})}"
