from urllib.parse import urlencode

from allauth.account.utils import get_next_redirect_url
from django import template
from django.forms import BoundField
from django.template import Context
from django.utils.safestring import SafeString

from accounts.models import User
from accounts.people.avatars import Medallion, medallion

register = template.Library()

LONGEST_WAY_BACK = 500


@register.inclusion_tag("accounts/avatar.svg")
def avatar(person: User | str) -> dict[str, Medallion]:
    """A drawing from the name of a user, or from a name; decorative, so the name belongs beside it."""
    return {"medallion": medallion(str(person), person.pk if isinstance(person, User) else None)}


@register.simple_tag(takes_context=True)
def next_query(context: Context) -> str:
    """What a link to log in or sign up carries, so that one returns here; between such pages it is handed on.

    No page of ours has a long address, and whoever asks for one is not sent it again and again.
    """
    request = context["request"]
    on_the_way = request.path.startswith("/accounts/")
    here = request.path if request.method == "GET" and not on_the_way else get_next_redirect_url(request)
    is_worth_it = here and here != "/" and len(here) <= LONGEST_WAY_BACK
    return f"?{urlencode({'next': here}, safe='/')}" if is_worth_it else ""


@register.filter
def without_placeholder(field: BoundField) -> SafeString:
    """The widget without the placeholder that allauth puts in: there is a label already."""
    return field.as_widget(attrs={"placeholder": False})
