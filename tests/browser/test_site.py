from playwright.sync_api import expect

from tests.support.browser.looks import axe_check


def test_the_keyboard_skips_to_the_content(page):
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.evaluate("document.querySelector('main').contains(document.activeElement)")


def test_reads_without_scripts(new_person):
    page = new_person(javascript=False).page
    page.goto("/")
    page.get_by_role("link", name="Rules").first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_an_unknown_page_says_so(new_person):
    person = new_person()
    person.allow("404")
    person.page.goto("/no-such-page/")
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()
    axe_check(person.page)
