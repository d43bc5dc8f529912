"""Parts of a table that depend on a few frozen facts alone: the same facts come again and again, and are drawn once.

One move changes little of a table. Whatever is drawn here is found again by its facts, in whichever game, for whomever.
"""

from collections.abc import Hashable, Iterable
from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

register = template.Library()

KEPT_DRAWINGS = 8192


@register.simple_tag
def drawn(template_name: str, **facts: Hashable) -> SafeString:
    """What this template makes of these facts, and of nothing else."""
    return _drawn(template_name, get_language(), tuple(facts.items()))


@register.simple_tag
def drawn_each(template_name: str, name: str, things: Iterable[Hashable], **facts: Hashable) -> SafeString:
    """The same for each of these things, which the template knows by that name."""
    language, shared = get_language(), tuple(facts.items())
    return mark_safe("".join(_drawn(template_name, language, ((name, thing), *shared)) for thing in things))


@lru_cache(maxsize=KEPT_DRAWINGS)
def _drawn(template_name: str, language: str | None, facts: tuple[tuple[str, Hashable], ...]) -> SafeString:
    """`language` is the one in force: templates have words of their own."""
    return mark_safe(render_to_string(template_name, dict(facts)))
