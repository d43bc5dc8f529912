from contextlib import closing

import pytest
from playwright.sync_api import sync_playwright

from tests.support.browser.person import Person
from tests.support.browser.server import Server, collect_static_files
from tests.support.machine import find_chromium, find_headless_shell


@pytest.fixture(scope="session")
def playwright():
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def browser(playwright):
    path = find_headless_shell() or find_chromium()
    assert path, "These tests need Chromium: install it, or name it in CHROMIUM."
    with closing(playwright.chromium.launch(executable_path=path)) as browser:
        yield browser


@pytest.fixture(scope="session")
def whole_browser(playwright):
    """With what the quicker form lacks: it shows messages of sites."""
    with closing(playwright.chromium.launch(executable_path=find_chromium())) as browser:
        yield browser


@pytest.fixture(scope="session")
def static_files(tmp_path_factory, worker_id):
    base = tmp_path_factory.getbasetemp()
    return collect_static_files(base if worker_id == "master" else base.parent)


@pytest.fixture(scope="session")
def running_server(tmp_path_factory, static_files):
    server = Server(tmp_path_factory.mktemp("site"), static_files)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def server(running_server):
    """The site; whatever a test did to it, it says nothing of errors and runs on."""
    said_before = len(running_server.log())
    yield running_server
    running_server.shuffle()
    if not running_server.is_running():
        running_server.start()
    said = running_server.log()[said_before:]
    assert "Traceback" not in said, said


@pytest.fixture(scope="session")
def administrator(running_server):
    """A name and a password."""
    create = "from accounts.models import User; User.objects.create_superuser('keeper', password='keys-of-the-house')"
    running_server.manage("shell", "--no-imports", "-c", create)
    return "keeper", "keys-of-the-house"


@pytest.fixture
def new_person(browser, server):
    """Seat somebody at a browser of their own; in the end nothing went wrong in it that was not allowed."""
    people = []

    def arrive(*, at=browser, **how):
        people.append(Person(at, server.url, **how))
        return people[-1]

    yield arrive
    for person in people:
        person.context.close()
    assert [person.unexpected_troubles() for person in people] == [[] for _ in people]


@pytest.fixture
def page(new_person):
    return new_person().page
