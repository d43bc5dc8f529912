import pytest

from tests.browser.looks import SMALLEST, axe_check, every_look, fits_its_window
from tests.browser.pages import PAGES
from tests.browser.person import DESKTOP, PHONE


@pytest.mark.parametrize("name", PAGES)
def test_is_open_to_everybody_in_every_look(page, server, name):
    PAGES[name](page, server)
    axe_check(page)
    looks = every_look(page, widths=(DESKTOP, PHONE, SMALLEST))
    assert [look for look in looks if not fits_its_window(page)] == [], "has to be scrolled sideways"
