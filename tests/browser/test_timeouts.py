"""Somebody vanishes from a game over days: what the table agreed on happens, and the game comes to its end."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.support.browser.server import Server, moment
from tests.support.browser.table import Player, Table, seat

A_DAY = "86400"


@pytest.fixture
def gather(new_person, server):
    """A table at which the third of three people is gone; the fourth card ends the game."""

    def gather(on_timeout: str) -> tuple[Table, Player]:
        server.deal("high-society", "title-1", "title-2", "title-3", "scandal")
        people = [new_person() for _ in range(3)]
        table = seat(people, clock=A_DAY, on_timeout=on_timeout, bot_pace="quick")
        absent = table.players[2]
        address = absent.page.url
        absent.page.goto("about:blank")
        absent.page.evaluate(f"window.address = {address!r}")
        return table, absent

    return gather


class Course:
    """A game that goes on without somebody: whoever is there passes, and for the other time runs out."""

    def __init__(self, table: Table, server: Server) -> None:
        self.here = table.players[:2]
        self.id, self.server = table.id, server

    def is_over(self) -> bool:
        return self.here[0].table.get_attribute("data-mode") == "over"

    def go_on(self, run_out: Callable[[], None], until: Callable[[], bool]) -> None:
        while not until():
            number = self.here[0].number
            turn = int(self.here[0].table.get_attribute("data-turn") or -1)
            if turn < 2:
                self.here[turn].is_asked()
                self.here[turn].pass_()
            else:
                run_out()
            expect(self.here[0].table).not_to_have_attribute("data-number", str(number))

    def let_time_run_out(self) -> None:
        statement = "UPDATE games_game SET deadline = ?, wake_at = ? WHERE id = ?"
        self.server.write(statement, moment(-1), moment(-1), self.id)


def told_how_it_ended(player: Player) -> None:
    expect(player.table.locator("[data-ceremony]")).to_be_visible()
    expect(player.log).to_contain_text("The game is over.")


def test_the_site_passes_until_the_end(gather, server):
    table, absent = gather("pass")
    course = Course(table, server)
    course.go_on(course.let_time_run_out, course.is_over)
    for player in course.here:
        told_how_it_ended(player)
        expect(player.log).to_contain_text(re.compile(r"'s time ran out: passed\."))
    absent.page.goto(absent.page.evaluate("window.address"))
    told_how_it_ended(absent)


def test_a_bot_plays_until_they_return(gather, server):
    table, absent = gather("bot")
    course = Course(table, server)
    watcher = course.here[0]
    asked: list[bool] = []

    def run_out() -> None:
        """Only once: after that a bot moves by itself."""
        if not asked:
            asked.append(True)
            course.let_time_run_out()

    course.go_on(run_out, lambda: watcher.log.get_by_text("a bot plays until they return").count() > 0)
    expect(watcher.log).to_contain_text("(bot)")
    absent.page.goto(absent.page.evaluate("window.address"))
    expect(watcher.log).to_contain_text("is back.")
    expect(absent.dock).to_be_visible()
    for _ in range(40):
        if course.is_over():
            break
        acting = table.acting
        number = watcher.number
        acting.pass_()
        expect(watcher.table).not_to_have_attribute("data-number", str(number))
        if not course.is_over():
            expect(watcher.table).not_to_have_attribute("data-turn", "")
            turn = int(watcher.table.get_attribute("data-turn") or 0)
            table.players[turn].is_asked()
    for player in table.players:
        told_how_it_ended(player)


def test_the_others_vote_for_a_bot(gather, server):
    table, absent = gather("vote")
    course = Course(table, server)

    def vote() -> None:
        if course.here[0].log.get_by_text("The table voted: a bot plays").count():
            return
        course.let_time_run_out()
        for voter in course.here:
            voter.page.get_by_role("button", name=re.compile("Let a bot play for")).click()
        expect(course.here[0].log).to_contain_text("The table voted: a bot plays for")

    course.go_on(vote, course.is_over)
    for player in course.here:
        told_how_it_ended(player)
        expect(player.log).to_contain_text("(bot)")
    absent.page.goto(absent.page.evaluate("window.address"))
    told_how_it_ended(absent)
