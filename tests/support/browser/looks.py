"""What a page must be at every width and in every theme."""

from collections.abc import Iterator
from typing import Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.support.browser.person import DESKTOP, HEIGHT, PHONE

Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
SMALLEST = 320
# Preloading would write the style sheets' text into the page, which the site's policy rightly reports.
AXE_OPTIONS = {"resultTypes": ["violations"], "preload": False}


def every_look(page: Page, widths: tuple[int, ...] = (DESKTOP, PHONE)) -> Iterator[str]:
    """Show the page in each of its looks, and name it."""
    for width in widths:
        for theme in THEMES:
            show(page, width, theme)
            yield f"{width}-{theme}"


def axe_check(page: Page) -> None:
    """Wide and light or narrow and dark, the page keeps nobody out."""
    reports = []
    looks: tuple[tuple[int, Theme], ...] = ((DESKTOP, "light"), (PHONE, "dark"))
    for width, theme in looks:
        show(page, width, theme)
        if report := axe_report(page):
            reports.append(f"{page.url} {width}-{theme}\n{report}")
    assert not reports, "\n".join(reports)


def show(page: Page, width: int, theme: Theme) -> None:
    page.set_viewport_size({"width": width, "height": HEIGHT})
    page.emulate_media(color_scheme=theme)


def axe_report(page: Page) -> str:
    """What axe-core has to say against the page as it is, once nothing rests after a move or waits for its answer."""
    expect(page.locator("fieldset[inert], #composer.htmx-request")).to_have_count(0)
    results = Axe().run(page, options=AXE_OPTIONS)
    report: str = results.generate_report() if results.violations_count else ""
    return report


def fits_its_window(page: Page) -> bool:
    """Nothing has to be scrolled sideways."""
    fits: bool = page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")
    return fits
