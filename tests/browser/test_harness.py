"""The harness sees what it is there to see."""

import re

import pytest
from playwright.sync_api import Error, expect

from tests.support.waiting import until_on


def test_three_people_have_three_browsers(new_person, server):
    people = [new_person() for _ in range(3)]
    people[0].context.add_cookies([{"name": "seat", "value": "1", "url": server.url}])
    assert [len(person.context.cookies()) for person in people] == [1, 0, 0]


@pytest.mark.parametrize(
    ("script", "trouble"),
    [
        ("console.error('oh')", "console error: oh"),
        ("setTimeout(() => { throw new Error('oh') })", "script error: .*oh"),
        ("new Image().src = 'https://other.example/'", "policy violated: img-src"),
        ("fetch('/no-such-page/')", "console error: .*404"),
    ],
)
def test_troubles_are_noticed_and_can_be_allowed(new_person, script, trouble):
    person = new_person()
    person.page.goto("/")
    person.page.evaluate(f"() => {{ {script} }}")
    until_on(person.page, lambda: any(re.search(trouble, noticed) for noticed in person.troubles))
    person.allow(trouble, "Content Security Policy", "request failed: .* csp")
    assert person.unexpected_troubles() == []


def test_the_site_comes_back_with_all_it_knew(new_person, server):
    person = new_person()
    person.allow("ERR_CONNECTION_REFUSED")
    server.crash()
    with pytest.raises(Error, match="ERR_CONNECTION_REFUSED"):
        person.page.goto("/")
    server.start()
    person.page.goto("/")
    expect(person.page.get_by_role("heading", level=1)).to_be_visible()
