from django.http import HttpRequest

from accounts.models import User


class PersonalRequest(HttpRequest):
    """A request to a view that only people who are logged in reach."""

    user: User


def posted_pk(request: HttpRequest, name: str) -> int | None:
    """Which row a form means, or nothing if no row could have that number."""
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else None
