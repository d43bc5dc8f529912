"""What a page must be at every width and in every theme."""

from collections.abc import Iterator
from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.browser.person import DESKTOP, HEIGHT, PHONE

THEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
SMALLEST = 320
# Preloading would write the style sheets' text into the page, which the site's policy rightly reports.
AXE_OPTIONS = {"resultTypes": ["violations"], "preload": False}


def every_look(page: Page, widths: tuple[int, ...] = (DESKTOP, PHONE)) -> Iterator[str]:
    """Show the page in each of its looks, and name it."""
    for width in widths:
        page.set_viewport_size({"width": width, "height": HEIGHT})
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)
            yield f"{width}-{theme}"


def axe_check(page: Page) -> None:
    """No look of the page keeps anybody out."""
    reports = [f"{page.url} {look}\n{report}" for look in every_look(page) if (report := axe_report(page))]
    assert not reports, "\n".join(reports)


def axe_report(page: Page) -> str:
    """What axe-core has to say against the page as it is now."""
    results = Axe().run(page, options=AXE_OPTIONS)
    report: str = results.generate_report() if results.violations_count else ""
    return report


def fits_its_window(page: Page) -> bool:
    """Nothing has to be scrolled sideways."""
    fits: bool = page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    return fits
