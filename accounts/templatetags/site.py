"""What the site is called, also on pages that know nothing of who asks."""

from django import template
from django.conf import settings

register = template.Library()

DRAWN_NAME = "hsweb"
"""The name that the wordmark spells in letters of its own; any other is set in type."""


@register.simple_tag
def site_name() -> str:
    name: str = settings.SITE_NAME
    return name


@register.inclusion_tag("_wordmark.html")
def wordmark() -> dict[str, object]:
    """The sign and the name of the site; decorative, so what it stands in needs the name as a label."""
    return {"name": settings.SITE_NAME, "is_drawn": settings.SITE_NAME == DRAWN_NAME}
