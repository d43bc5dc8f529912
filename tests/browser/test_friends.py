"""Two people find each other, play together, and part."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.accounts import sign_up
from tests.support.browser.person import PHONE
from tests.support.browser.table import open_table, send


def ask_and_agree(ana: Page, berta: Page, username_of_berta: str) -> None:
    ana.goto("/friends/")
    expect(ana.get_by_text("No friends here yet.")).to_be_visible()
    ana.get_by_label("Add a friend by username").fill(username_of_berta)
    ana.get_by_role("button", name="Ask", exact=True).click()
    expect(ana.get_by_text("You have asked Berta.")).to_be_visible()
    berta.goto("/")
    berta.locator("details.menu summary").click()
    berta.get_by_role("link", name="Friends", exact=True).click()
    berta.get_by_role("button", name="Accept: be friends with Ana").click()
    expect(berta.get_by_text("You and Ana are friends now.")).to_be_visible()


@pytest.mark.parametrize("how", [{}, {"width": PHONE}, {"javascript": False}], ids=["wide", "phone", "plain"])
def test_friends_meet_at_a_table(new_person, how):
    ana, berta = new_person(**how).page, new_person(**how).page
    sign_up(ana, "Ana")
    username = sign_up(berta, "Berta")
    ask_and_agree(ana, berta, username)
    open_table(ana, public=True)
    ana.get_by_role("button", name="Invite Berta").click()
    expect(ana.get_by_text("Invited: Berta")).to_be_visible()
    expect(ana.get_by_role("button", name="Invite Berta")).to_have_count(0)
    berta.goto("/friends/")
    berta.get_by_role("link", name="Ana waits for 2 more").click()
    berta.get_by_role("button", name="Join as Berta").click()
    expect(berta.get_by_role("button", name="Leave the table")).to_be_visible()
    if how.get("javascript", True):
        expect(ana.locator("#public .place")).to_contain_text(["Ana", "Berta", "Empty seat"])


def test_a_block_is_felt_but_not_told(new_person):
    ana, berta = new_person(), new_person()
    berta.allow("403")
    name_of_ana = sign_up(ana.page, "Ana")
    username = sign_up(berta.page, "Berta")
    ask_and_agree(ana.page, berta.page, username)
    open_table(ana.page, public=True)
    table = ana.page.url
    say(berta.page, ana.page, table)
    ana.page.goto(f"/players/{username}/")
    ana.page.get_by_text("Block Berta").click()
    ana.page.get_by_role("button", name="Yes, block").click()
    expect(ana.page.get_by_text("You have blocked Berta. They will not be told.")).to_be_visible()
    ana.page.goto(table)
    expect(ana.page.locator("#chat-lines")).not_to_contain_text("Good evening")
    expect(ana.page.locator("#chat-lines")).to_contain_text("Nobody has said anything yet.")
    berta.page.get_by_role("button", name="Leave the table").click()
    expect(berta.page.get_by_role("button", name="Play now against bots")).to_be_visible()
    berta.page.goto(table)
    berta.page.get_by_role("button", name="Join as Berta").click()
    expect(berta.page.get_by_text("You cannot sit down at this table.")).to_be_visible()
    berta.page.goto("/friends/")
    expect(berta.page.get_by_text("No friends here yet.")).to_be_visible()
    berta.page.goto(f"/players/{name_of_ana}/")
    expect(berta.page.get_by_text("Ana does not show their results to everybody.")).to_be_visible()
    berta.page.get_by_role("button", name="Ask to be friends").click()
    expect(berta.page.get_by_text("You have asked Ana.")).to_be_visible()
    ana.page.goto("/friends/")
    expect(ana.page.get_by_role("button", name="Accept: be friends with Berta")).to_have_count(0)
    ana.page.get_by_role("button", name="Unblock Berta").click()
    expect(ana.page.get_by_role("button", name="Accept: be friends with Berta")).to_be_visible()


def say(berta: Page, ana: Page, table: str) -> None:
    """Berta sits down with Ana and is heard."""
    send(berta, f"{table}join/", {}, form_at=table)
    berta.goto(table)
    berta.get_by_label("Say something").fill("Good evening")
    berta.get_by_role("button", name="Say", exact=True).click()
    expect(ana.locator("#chat-lines")).to_contain_text("Good evening")
