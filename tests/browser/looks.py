"""What a page must be at every width and in every theme."""

from collections.abc import Iterator
from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.person import DESKTOP, HEIGHT, PHONE

THEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
SMALLEST = 320


def every_look(page: Page, widths: tuple[int, ...] = (DESKTOP, PHONE)) -> Iterator[str]:
    """Show the page in each of its looks, and name it."""
    for width in widths:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            yield f"{width}-{theme}"


def axe_check(page: Page, look: str = "") -> None:
    results = Axe().run(page)
    assert results.violations_count == 0, f"{page.url} {look}\n{results.generate_report()}"


def fits_its_window(page: Page) -> bool:
    """Nothing has to be scrolled sideways."""
    fits: bool = page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    return fits
