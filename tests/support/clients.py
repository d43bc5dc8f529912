"""Browsers without scripts, in which somebody is logged in."""

from django.test import Client

HTMX = {"HX-Request": "true"}
"""Headers of a request that htmx makes."""


def logged_in(user):
    client = Client(headers={"accept": "text/html"})
    client.force_login(user)
    return client
