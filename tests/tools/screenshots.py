"""Photograph every page in every look, and film what moves, into a folder that git ignores."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

from tests.support.browser.looks import every_look
from tests.support.browser.pages import JOURNEYS, Journey
from tests.support.browser.person import Person
from tests.support.browser.server import ROOT, Server, collect_static_files
from tests.support.machine import find_chromium
from tests.tools.strips import film_everything

FOLDER = ROOT / "var" / "screenshots"


def main() -> None:
    with running_site() as server, running_browser() as browser:
        for journey in JOURNEYS.values():
            photograph(journey, browser, server)
        film_everything(browser, server, FOLDER)
    print(FOLDER)


def photograph(journey: Journey, browser: Browser, server: Server) -> None:
    person = Person(browser, server.url)
    for name in journey(person.page, server):
        for look in every_look(person.page):
            person.page.screenshot(path=FOLDER / f"{name}-{look}.png", full_page=True)
    person.context.close()
    server.shuffle()


@contextmanager
def running_site() -> Iterator[Server]:
    with TemporaryDirectory() as folder:
        server = Server(Path(folder), collect_static_files(Path(folder)))
        server.start()
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def running_browser() -> Iterator[Browser]:
    path = find_chromium()
    if path is None:
        raise SystemExit("Photographs need Chromium: install it, or name it in CHROMIUM.")
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=path)


if __name__ == "__main__":
    main()
