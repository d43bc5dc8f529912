import pytest
from django.test import Client

HTMX = {"HX-Request": "true"}


def logged_in(user):
    client = Client(headers={"accept": "text/html"})
    client.force_login(user)
    return client


@pytest.fixture
def as_alice(alice):
    return logged_in(alice)


@pytest.fixture
def as_bob(bob):
    return logged_in(bob)


@pytest.fixture
def as_charlie(charlie):
    return logged_in(charlie)


@pytest.fixture
def as_dana(dana):
    return logged_in(dana)


@pytest.fixture
def htmx():
    """Headers of a request that htmx makes."""
    return HTMX
