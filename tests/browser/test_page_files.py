"""A page asks for one stylesheet and one script of ours, and works as well where nothing is joined."""

from contextlib import closing

import pytest
from playwright.sync_api import expect

from tests.support.browser.lines import load_anew
from tests.support.browser.person import Person
from tests.support.browser.server import Server
from tests.support.browser.table import Player


@pytest.fixture
def developing(tmp_path, static_files):
    """A site whose files are served as they are written."""
    server = Server(tmp_path / "site", static_files, DEBUG="1")
    server.start()
    yield server
    server.stop()


def files_of(page, kind):
    """The addresses of what the page has asked the site for, by kind, once it is there."""
    page.wait_for_load_state()
    return page.evaluate(
        "kind => performance.getEntriesByType('resource').map(({ name }) => name)"
        ".filter(name => name.startsWith(location.origin) && name.endsWith(kind))",
        kind,
    )


def test_one_stylesheet_and_one_script_of_ours(page):
    page.goto("/")
    seen = {"home": (files_of(page, ".css"), files_of(page, ".js"))}
    page.get_by_role("button", name="Play now against bots").click()
    page.locator("#public[data-number]").wait_for()
    seen["table"] = (files_of(page, ".css"), files_of(page, ".js"))
    page.goto("/accounts/settings/")
    seen["settings"] = (files_of(page, ".css"), files_of(page, ".js"))
    for styles, scripts in seen.values():
        assert len(styles) == 1, seen
        assert len([name for name in scripts if "/django_htmx/" not in name]) == 1, seen


def test_a_table_lives_on_files_as_they_are_written(browser, developing):
    person = Person(browser, developing.url)
    with closing(person.context):
        person.page.goto("/")
        person.page.get_by_role("button", name="Play now against bots").click()
        player = Player(person.page)
        player.is_asked()
        # Many modules come one by one: a move goes out on the line once there is one.
        load_anew(person.page)
        player.is_asked()
        posted = []
        person.page.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
        before = player.number
        player.pass_()
        expect(player.table).not_to_have_attribute("data-number", str(before))
        # It went out on the line: modules have found each other.
        assert not posted
        assert any(name.endswith("/static/games/live/line.js") for name in files_of(person.page, ".js"))
        assert not person.unexpected_troubles()
