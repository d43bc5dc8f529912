import pytest

from tests.browser.looks import SMALLEST, axe_check, every_look, fits_its_window
from tests.browser.pages import PAGES
from tests.browser.person import DESKTOP, PHONE


@pytest.fixture(params=PAGES)
def visited(request, page):
    PAGES[request.param](page)
    return page


def test_is_open_to_everybody(visited):
    axe_check(visited)


def test_needs_no_scrolling_sideways(visited):
    looks = every_look(visited, widths=(DESKTOP, PHONE, SMALLEST))
    assert [look for look in looks if not fits_its_window(visited)] == []
