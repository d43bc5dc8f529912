"""Everybody is answered at every address as the matrix says."""

import pytest
import time_machine
from django.urls import URLResolver, get_resolver

from tests.support.secrecy.matrix import ROWS, everybody
from tests.support.secrecy.people import TABLES, WHO, World
from tests.support.secrecy.still import NOW

ONE_CLICK = "accounts/unsubscribe/<str:token>/"
"""Mail programs post here on behalf of their users: the address itself is signed."""


@pytest.fixture(scope="module")
def world(until_the_module_ends, django_db_blocker):
    """The same for all tests here: whatever a request changes is undone, and nobody is away for long."""
    with django_db_blocker.unblock(), time_machine.travel(NOW, tick=False):
        yield World()


def routes(patterns, before=""):
    for pattern in patterns:
        route = before + str(pattern.pattern)
        yield from routes(pattern.url_patterns, route) if isinstance(pattern, URLResolver) else [route]


def test_every_address_has_a_row_and_every_row_an_address():
    assert set(routes(get_resolver().url_patterns)) == set(ROWS)


def asked(world, row, table):
    """Where to ask at that table, and with what form."""
    facts = world.facts[table]
    if row.is_for_programs:
        return row.path.format(**facts), {name: in_json(name, value, facts) for name, value in row.form.items()}
    return row.path.format(**facts), {name: str(value).format(**facts) for name, value in row.form.items()}


def in_json(name, value, facts):
    """A version is a number, wherever it comes from."""
    written = value.format(**facts) if isinstance(value, str) else value
    return int(written) if name == "version" else written


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("route", ROWS)
def test_everybody_is_answered_as_written(route, method, world):
    row, wrong = ROWS[route], []
    for number, table in enumerate(TABLES if row.asks_for_a_table(method) else TABLES[1:2]):
        path, form = asked(world, row, table)
        for who, right in zip(WHO, row.expected(method, number), strict=True):
            answer = world.answer(who, method, path, form, htmx=row.htmx)
            if answer != right:
                wrong.append(f"{method} {path} as {who}, {table}: {answer} instead of {right}")
    assert wrong == []


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["anonymous", "superuser"])
def test_no_form_without_its_token_is_read(who, world):
    tried = [
        asked(world, row, "public-waiting")
        for route, row in ROWS.items()
        if route != ONE_CLICK and not row.is_for_programs
    ]
    assert [path for path, form in tried if world.answer(who, "POST", path, form, csrf=True) != "403"] == []


@pytest.mark.django_db
@pytest.mark.parametrize("who", ["host", "superuser"])
def test_nothing_is_done_for_a_session_without_the_token_of_its_page(who, world):
    """Whoever comes with a token of their own needs none."""
    rows = [row for row in ROWS.values() if row.is_for_programs and row.scope and everybody("405") not in row.post]
    assert len(rows) > 10
    tried = [asked(world, row, "link-running") for row in rows]
    assert [path for path, form in tried if world.answer(who, "POST", path, form, csrf=True) != "403"] == []
    assert [path for path, form in tried if world.answer(who, "POST", path, form) != "403"] != []


@pytest.mark.django_db
@pytest.mark.parametrize("table", TABLES)
def test_whoever_is_muted_plays_but_does_not_talk(table, world):
    path = f"/tables/{world.tables[table].id}/"
    assert world.answer("muted", "GET", path, {}) == "200"
    assert world.answer("muted", "POST", f"{path}say/", {"text": "Hello", "key": "k"}, htmx=True) == "403"
    assert world.answer("muted", "POST", f"{path}mute/", {"seat": "0"}, htmx=True) == "200"
