"""The parts of a table as HTML, and what they are made of."""

from dataclasses import replace

import pytest
from django.middleware.csrf import get_token
from django.utils import translation

from games.pages.drawing import Drawing, drawing_of
from games.pages.page import whole_page
from games.pages.parts import TOKEN, whole, with_tokens
from games.queries.table_cache import table_cache
from tests.support.tables import bid, do, fresh, part_of, running_table, whole_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob):
    return running_table(alice, bob)


@pytest.fixture
def table(game):
    return whole_table(game)


def test_shared_parts_of_a_table_at_hand_are_made_once(game, table, monkeypatch):
    first = drawing_of(table)
    monkeypatch.setattr(Drawing, "_draw_public", lambda drawing, before: {})

    assert drawing_of(table) is first
    assert drawing_of(whole_table(game)) is first
    assert drawing_of(replace(table, version=table.version + 1)).public == {}
    with translation.override("fr"):
        assert drawing_of(table).public == {}
    table_cache.clear()
    assert drawing_of(table).public == {}


def test_forms_have_the_token_of_a_request_and_pushes_have_none(table, alice, rf):
    request = rf.get("/")
    get_token(request)
    page = whole_page(table, alice, {})
    for root in ("private", "fine-print"):
        assert "csrfmiddlewaretoken" in with_tokens(whole(page.parts, root), request)
    for pushed in (page.everything(), page.for_page_at("", alice)):
        assert "csrfmiddlewaretoken" not in pushed
        assert TOKEN not in pushed


def test_numbers_for_browsers_are_never_grouped(table, alice, settings):
    settings.USE_THOUSAND_SEPARATOR = True
    later = whole_page(replace(table, version=1234, turn_version=1234), alice, {})

    assert 'data-version="1234"' in whole(later.parts, "public")
    assert 'name="version" value="1234"' in whole(later.parts, "private")


def test_fine_print_seals_the_deck_until_the_end(game, alice):
    do(game, alice, bid(1))

    html = part_of(fresh(game), alice, "fine-print")
    assert f'data-sealed="{game.commitment}"' in html
    assert f"/tables/{game.id}/log/" in html
