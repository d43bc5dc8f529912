"""The parts of a table as HTML, and what they are made of."""

import pytest
from django.core.cache import caches
from django.middleware.csrf import get_token

from games import pages, selectors
from tests.tables import bid, do, fresh, running_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def game(alice, bob):
    table = selectors.read_table(running_table(alice, bob).id)
    assert table is not None
    return table


def test_shared_parts_of_a_table_at_hand_are_made_once(game, monkeypatch):
    first = pages.public_html(game)
    caches["rendered"].clear()
    monkeypatch.setattr(pages, "_render_public", lambda game: "anew")

    assert pages.public_html(game) is first
    assert pages.public_html(fresh(game)) == "anew"
    game.version += 1
    assert pages.public_html(game) == "anew"


def test_forms_have_the_token_of_a_request_and_pushes_have_none(game, alice, rf):
    request = rf.get("/")
    get_token(request)
    for part in (pages.private_html, pages.fine_print_html):
        assert "csrfmiddlewaretoken" in part(game, alice, request)
        assert "csrfmiddlewaretoken" not in part(game, alice)


def test_numbers_for_browsers_are_never_grouped(game, alice, settings):
    settings.USE_THOUSAND_SEPARATOR = True
    game.version = 1234

    assert 'data-version="1234"' in pages.public_html(game)
    assert 'name="version" value="1234"' in pages.private_html(game, alice)


def test_fine_print_seals_the_deck_until_the_end(game, alice):
    do(game, alice, bid(1))

    html = pages.fine_print_html(fresh(game), alice)
    assert f'data-sealed="{game.commitment}"' in html
    assert f"/tables/{game.id}/log/" in html
