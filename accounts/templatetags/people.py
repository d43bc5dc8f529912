from django import template
from django.forms import BoundField
from django.utils.safestring import SafeString

from accounts.avatars import Medallion, medallion
from accounts.models import User

register = template.Library()


@register.inclusion_tag("accounts/avatar.svg")
def avatar(person: User | str) -> dict[str, Medallion]:
    """A drawing from the name of a user, or from a name; decorative, so the name belongs beside it."""
    return {"medallion": medallion(str(person))}


@register.filter
def bare(field: BoundField) -> SafeString:
    """The widget without the placeholder that allauth puts in: there is a label already."""
    return field.as_widget(attrs={"placeholder": False})
