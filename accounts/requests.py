from django.http import HttpRequest

from accounts.models import User


class PersonalRequest(HttpRequest):
    """A request to a view that only people who are logged in reach."""

    user: User
