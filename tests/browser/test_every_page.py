import pytest

from tests.support.browser.looks import SMALLEST, axe_check, fits_its_window, show
from tests.support.browser.pages import JOURNEYS
from tests.support.browser.person import DESKTOP, PHONE

# The Paris edition has the same pages under other names: they are photographed, but not checked again.
DIFFERENT = [name for name in JOURNEYS if not name.endswith("-paris")]

BIGGEST_EMBLEM = 100


@pytest.mark.parametrize("name", DIFFERENT)
def test_is_open_to_everybody_in_every_look(page, server, name):
    for place in JOURNEYS[name](page, server):
        axe_check(page)
        widths = page.locator(".emblem").evaluate_all("emblems => emblems.map((one) => one.clientWidth)")
        assert all(width < BIGGEST_EMBLEM for width in widths), f"{place} has emblems of {max(widths)} pixels"
        for width in (DESKTOP, PHONE, SMALLEST):
            show(page, width, "light")
            assert fits_its_window(page), f"{place} has to be scrolled sideways at {width} pixels"
