import pytest

from tests.browser.looks import SMALLEST, axe_check, fits_its_window, show
from tests.browser.pages import PAGES
from tests.browser.person import DESKTOP, PHONE


@pytest.mark.parametrize("name", PAGES)
def test_is_open_to_everybody_in_every_look(page, server, name):
    PAGES[name](page, server)
    axe_check(page)
    for width in (DESKTOP, PHONE, SMALLEST):
        show(page, width, "light")
        assert fits_its_window(page), f"has to be scrolled sideways at {width} pixels"
