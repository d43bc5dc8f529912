"""Whoever is refused is told so in words, in pages and in forms that htmx sends."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.accounts import enter_admin
from tests.support.browser.table import SOON, seat
from tests.support.waiting import until_on

EXPECTED = ("Failed to load resource", "htmx:", "Response Status Error", r"\[object")
A_PAGE = (
    """<!doctype html><html><body><main class="sheet lost"><h1>{heading}</h1><p>{reason}</p></main></body></html>"""
)


@pytest.fixture
def player(new_person, server):
    people = [new_person() for _ in range(3)]
    for person in people:
        person.allow(*EXPECTED)
    server.deal("high-society", "possession-5", "possession-8")
    return seat(people).acting


OURS = [(status, A_PAGE.format(heading=f"No {status}", reason="Later.")) for status in (400, 403, 404, 413, 429, 500)]
OTHERS = [(502, "<h1>Bad gateway</h1>"), (500, ""), (400, "UTF-8 only.")]
WITHOUT_WORDS = "That did not work. Reload the page to see how the table stands, then try again."


def is_refused(player, status, body, sentence):
    """The form is answered like this, and its sender reads the sentence."""
    player.page.route("**/say/", lambda route: route.fulfill(status=status, body=body, content_type="text/html"))
    player.page.get_by_role("button", name="Say", exact=True).click()
    expect(player.connection).to_have_text(sentence)
    expect(player.connection).to_be_visible()
    player.page.unroute("**/say/")


def test_refused_form_says_why_and_can_be_sent_again(player):
    player.page.get_by_label("Say something").fill("Good evening")
    for status, body in OURS:
        is_refused(player, status, body, f"No {status}. Later.")
    for status, body in OTHERS:
        is_refused(player, status, body, WITHOUT_WORDS)
        # What is shown next is another sentence, so that each has to be told anew.
        is_refused(player, *OURS[0], "No 400. Later.")
    player.page.get_by_role("button", name="Say", exact=True).click()
    expect(player.connection).to_be_hidden()
    expect(player.page.locator("#chat-lines")).to_contain_text("Good evening")
    expect(player.page.get_by_label("Say something")).to_have_value("")


def test_lobby_of_somebody_who_logs_out_goes_on_as_that_of_a_stranger(new_person):
    page = new_person().page
    page.goto("/")
    page.request.post("/accounts/guest/", headers=token_of(page))
    heard: list[object] = []
    page.on("websocket", lambda line: line.on("framereceived", lambda frame: heard.append(frame)))
    page.goto("/")
    until_on(page, lambda: heard)
    with page.expect_websocket(timeout=SOON):
        page.request.post("/accounts/logout/", headers=token_of(page))
    expect(page.locator("#public-tables")).to_be_visible()


def token_of(page):
    cookies = {cookie["name"]: cookie["value"] for cookie in page.context.cookies()}
    return {"X-CSRFToken": cookies["csrftoken"], "Referer": page.url}


ADMIN_PAGES = [
    "/admin/",
    "/admin/accounts/user/",
    "/admin/accounts/user/add/",
    "/admin/accounts/user/1/change/",
    "/admin/accounts/user/1/password/",
    "/admin/accounts/user/1/history/",
    "/admin/auth/group/add/",
    "/admin/games/game/",
    "/admin/account/emailaddress/add/",
    "/admin/django_tasks_database/dbtaskresult/",
]


def test_admin_works_under_the_policy(new_person, administrator):
    """Violations of the policy are troubles, which nobody may have."""
    page = new_person().page
    enter_admin(page, *administrator)
    for address in ADMIN_PAGES:
        assert page.goto(address).status == 200, address
        page.wait_for_load_state("networkidle")
    page.goto("/admin/accounts/user/")
    page.locator("select[name=action]").select_option("ban_people")
    page.locator("#action-toggle").check()
    page.locator("#changelist-form button[name=index]").click()
    expect(page.get_by_role("heading", name="Ban these people?")).to_be_visible()
    page.get_by_role("link", name="No, take me back").click()
    expect(page.get_by_role("heading", name="Select user to change")).to_be_visible()
