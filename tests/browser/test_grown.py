"""Needs PostgreSQL and Redis: `make test` leaves it out, and says so, where they are missing."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support import machine
from tests.support.browser.grown import grown_site
from tests.support.browser.person import Person
from tests.support.browser.server import wish
from tests.support.browser.table import Player, asked_of, invitation_link, join, open_table, start
from tests.support.waiting import until_on


@pytest.fixture
def site(tmp_path, static_files):
    trouble = machine.postgres_trouble() or machine.redis_trouble()
    assert not trouble, trouble
    # Three prizes: after a theft, whoever is asked could not pass.
    wish(tmp_path, "high-society", "possession-5", "possession-6", "possession-7")
    with grown_site(tmp_path, static_files) as site:
        yield site
    assert "Traceback" not in site.log(), site.log()


def test_people_on_two_processes_see_each_others_bids(browser, site):
    ana, bea = (Person(browser, url) for url in site.urls)
    open_table(ana.page)
    join(bea, invitation_link(ana.page).replace(*site.urls), "Berta")
    ana.page.get_by_role("button", name="Add a bot").click()
    expect(bea.page.locator("#public .place.is-bot")).to_have_count(1)
    start(ana.page)
    players = [Player(person.page) for person in (ana, bea)]
    for player in players:
        player.page.locator("#public[data-number]").wait_for()
    see_each_other(players, Player.bid_all, r"(bids|raises to) \d")
    for _ in range(3):
        see_each_other(players, Player.pass_, "passes")
    assert [person.unexpected_troubles() for person in (ana, bea)] == [[], []]


def see_each_other(players: list[Player], play: Callable[[Player], None], verb: str) -> None:
    """Whoever is asked plays, and the other sees it. The clock, in a process of its own, plays for the bot."""
    asked = wait_for_one(players)
    (other,) = (player for player in players if player is not asked)
    number = asked.number
    play(asked)
    expect(asked.table).not_to_have_attribute("data-number", str(number))
    told = other.log.locator(f"[data-number='{number + 1}']")
    expect(told.filter(has_text=re.compile(f"{asked.name} {verb}"))).to_have_count(1)


def wait_for_one(players: list[Player]) -> Player:
    return until_on(players[0].page, lambda: asked_of(players))[0]
