"""Somebody gives a program a token: by a click that copies it, by two clicks, and in a browser without scripts."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.accounts import PASSWORD, sign_up


def come_in(page):
    page.goto("/accounts/login/?next=/accounts/tokens/")
    page.get_by_role("button", name="come in as a guest").click()
    page.wait_for_url("**/accounts/tokens/")


def wish(page):
    page.get_by_label("Name").fill("A bot of my own")
    return page.get_by_role("button", name="Make the token")


def listed(page):
    return page.locator(".token")


def test_token_is_copied(new_person):
    page = new_person(permissions=("clipboard-read", "clipboard-write")).page
    come_in(page)
    wish(page).click()
    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    secret = page.get_by_label("Your new token").input_value()
    assert secret.startswith("hs_")
    assert page.evaluate("navigator.clipboard.readText()") == secret


def test_double_click_makes_one_and_shows_it(page):
    come_in(page)
    wish(page).dblclick()
    expect(page.get_by_label("Your new token")).to_be_visible()
    expect(listed(page)).to_have_count(1)


def test_page_that_is_loaded_again_makes_no_other(page):
    come_in(page)
    wish(page).click()
    secret = page.get_by_label("Your new token").input_value()
    page.reload()
    expect(page.get_by_text("This token has been made already")).to_be_visible()
    expect(listed(page)).to_have_count(1)
    assert secret not in page.content()


@pytest.mark.parametrize("javascript", [True, False])
def test_is_made_and_revoked(new_person, javascript):
    page = new_person(javascript=javascript).page
    come_in(page)
    wish(page).click()
    expect(page.get_by_label("Your new token")).to_have_attribute("readonly", "")
    expect(page.get_by_role("button", name="Copy")).to_have_count(1 if javascript else 0)
    page.get_by_role("button", name="Revoke A bot of my own").click()
    expect(page.get_by_text("That token no longer works.")).to_be_visible()
    expect(page.get_by_text("Revoked", exact=True)).to_be_visible()


def test_whoever_gives_their_password_once_more_is_shown_it_then(page):
    sign_up(page, "Ana")
    page.goto("/accounts/tokens/")
    wish(page).click()
    page.get_by_label("Password").fill(PASSWORD)
    page.locator("#content form .button").click()
    expect(page.get_by_label("Your new token")).to_be_visible()
    expect(listed(page)).to_have_count(1)
