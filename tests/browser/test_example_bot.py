"""People in browsers play a whole game against somebody's program, and see nothing of that."""

from playwright.sync_api import expect

from tests.support.browser.table import Player, asked_of, invitation_link, join, open_table, start
from tests.support.example_bot import guest_bot, playing
from tests.support.waiting import until_on

DECK = ("possession-5", "title-1", "title-2", "title-3", "scandal")


def test_two_people_and_a_bot_of_somebody(new_person, server):
    server.deal("high-society", *DECK)
    people = [new_person(), new_person()]
    host = people[0].page
    open_table(host, size=3)
    link = invitation_link(host)
    join(people[1], link, "Berta")
    bot = guest_bot(server.url, "Ada the First")
    assert bot.ask("POST", "invitations", {"invitation": link})["free"] == 0
    expect(host.get_by_role("link", name="Ada the First")).to_be_visible()
    start(host)
    players = [Player(person.page) for person in people]
    for player in players:
        expect(player.table).to_have_attribute("data-number", "0")
    with playing(bot):
        while somebody_is_asked(players):
            for player in asked_of(players):
                pass_and_see(player)
    for player in players:
        expect(player.page.locator("#ceremony")).to_be_visible()
        expect(player.log).to_contain_text("Ada the First")
    assert bot.decided


def pass_and_see(player: Player) -> None:
    before = player.number
    player.pass_()
    until_on(player.page, lambda: player.number > before)


def somebody_is_asked(players: list[Player]) -> bool:
    """In a browser, sooner or later; or else the game is over."""
    host = players[0].page
    until_on(host, lambda: bool(asked_of(players)) or host.locator("#ceremony").count() > 0)
    return bool(asked_of(players))
