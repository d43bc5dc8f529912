"""People with an account, made as anybody makes one."""

import secrets

from playwright.sync_api import Page

from tests.support.browser.table import send

PASSWORD = "plenty-of-pearls-7"


def sign_up(page: Page, name: str) -> str:
    """Make an account for whoever sits at this browser; its username, which nobody else has."""
    username = f"{name.lower()}-{secrets.token_hex(3)}"
    wishes = {"username": username, "display_name": name, "password1": PASSWORD, "password2": PASSWORD}
    send(page, "/accounts/signup/", wishes)
    return username


def become(page: Page, username: str) -> None:
    """Let somebody else sit down at this browser."""
    page.context.clear_cookies()
    send(page, "/accounts/login/", {"login": username, "password": PASSWORD})


def enter_admin(page: Page, username: str, password: str) -> None:
    """By the door that everybody is sent to."""
    page.goto("/admin/")
    page.get_by_label("Username").fill(username)
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("heading", name="Site administration").wait_for()
