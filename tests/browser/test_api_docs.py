"""The description of the API, read and tried out in a browser, under the policy of all other pages."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser.looks import SMALLEST, fits_its_window, show
from tests.support.browser.person import DESKTOP, PHONE


def open_docs(page: Page) -> None:
    page.goto("/api/v1/docs")
    expect(page.locator("#swagger-ui .opblock").first).to_be_visible()


def operation(page: Page, method: str, path: str) -> Locator:
    named = page.locator(f".opblock-summary-path[data-path='/api/v1/{path}']")
    return page.locator(f".opblock-{method}").filter(has=named)


def execute(page: Page, method: str, path: str, body: str = "") -> Locator:
    """Unfold it, send that, and find the answer."""
    found = operation(page, method, path)
    found.locator(".opblock-summary-control").click()
    found.get_by_role("button", name="Try it out").click()
    if body:
        found.locator("textarea.body-param__text").fill(body)
    found.get_by_role("button", name="Execute").click()
    return found.locator(".live-responses-table tbody")


def test_whoever_is_logged_in_tries_it_out_as_themselves(page):
    page.goto("/accounts/login/?next=/api/v1/docs")
    page.get_by_role("button", name="come in as a guest").click()
    page.wait_for_url("**/api/v1/docs")
    asked = execute(page, "get", "me")
    expect(asked.locator(".response-col_status").first).to_contain_text("200")
    expect(asked.locator(".response-col_description").first).to_contain_text('"is_guest": true')
    # That the form is its own, the site sees by its token.
    opened = execute(page, "post", "tables", '{"game": "high-society", "players": ["bold", "balanced"]}')
    expect(opened.locator(".response-col_status").first).to_contain_text("201")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_fits_its_window(page, theme):
    open_docs(page)
    for width in (DESKTOP, PHONE, SMALLEST):
        show(page, width, theme)
        assert fits_its_window(page), f"has to be scrolled sideways at {width} pixels"
