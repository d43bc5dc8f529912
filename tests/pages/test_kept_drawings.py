"""What is kept of drawings: the newest of each table, and nothing that strangers have written into a form."""

import gc

import pytest

from games.pages import parts
from games.pages.drawing import Drawing
from games.pages.page import whole_page
from games.queries.table_cache import table_cache
from tests.support.tables import bid, do, running_table, whole_table

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def game(alice, bob, charlie):
    return running_table(alice, bob, charlie)


def test_only_the_newest_drawings_of_a_table_are_kept(game, alice, bob, charlie):
    table_cache.clear()
    for note, player in zip((1, 2, 3, 4, 6, 8), (alice, bob, charlie) * 2, strict=True):
        page = whole_page(whole_table(game), alice, {})
        do(game, player, bid(note))
        told = whole_page(whole_table(game), alice, {}).for_page_at(str(page.version), alice)
        assert f'"from":{page.version}' in told
    del page
    gc.collect()
    kept = [drawn for drawn in gc.get_objects() if type(drawn) is Drawing and drawn.table.id == game.id]
    assert len(kept) == 2


def test_what_was_written_into_a_refused_order_is_not_kept(as_alice, game):
    as_alice.get(f"/tables/{game.id}/")
    before = parts._drawn.cache_info().currsize
    for number in range(5):
        form = {"stage": "1", "kind": "raise", "limit": f"{number} " + '"' * 1000, "scope": "auction"}
        assert as_alice.post(f"/tables/{game.id}/orders/", form).status_code == 422
    assert parts._drawn.cache_info().currsize == before
