"""Who is at the table, and how people find it, leave it, talk at it and wait for each other."""

import re

import pytest
from playwright.sync_api import Route, expect

from tests.support.browser.looks import fits_its_window
from tests.support.browser.person import DESKTOP, PHONE
from tests.support.browser.server import moment
from tests.support.browser.table import Player, ask_for_seat, invitation_link, join, keep_seat, open_table, seat, start


@pytest.fixture
def table(new_person, server):
    server.deal("high-society", "possession-5", "possession-8")
    return seat([new_person() for _ in range(3)])


class TestWaitingRoom:
    def test_fills_before_everybodys_eyes(self, new_person):
        host, guest = new_person(), new_person()
        open_table(host.page)
        expect(host.page.get_by_role("button", name="Start the game")).to_be_disabled()
        join(guest, invitation_link(host.page), "Berta")
        expect(host.page.locator("#public .place")).to_contain_text(["", "Berta", "Empty seat"])
        host.page.get_by_role("button", name="Add a bot").click()
        expect(guest.page.locator("#public .place.is-bot")).to_have_count(1)
        start(host.page)
        # The bot may be the first to act, and have done so by now.
        expect(guest.page.locator("#public[data-number]")).to_be_visible()

    def test_host_removes_somebody(self, new_person):
        host, guest = new_person(), new_person()
        open_table(host.page)
        join(guest, invitation_link(host.page), "Berta")
        host.page.get_by_text("Remove Berta").click()
        host.page.get_by_role("button", name="Yes, remove").click()
        expect(host.page.locator("#public")).not_to_contain_text("Berta")
        expect(guest.page.get_by_text("can no longer see this table")).to_be_visible()

    def test_a_renewed_link_ends_the_old_one(self, new_person):
        host, guest = new_person(), new_person()
        guest.allow("404")
        open_table(host.page)
        old = invitation_link(host.page)
        host.page.get_by_text("Make a new invitation link").click()
        host.page.get_by_role("button", name="Renew the link").click()
        expect(host.page.get_by_label("Anyone with this link")).not_to_have_value(old)
        guest.page.goto(old)
        expect(guest.page.get_by_role("heading", name="This invitation is no longer good")).to_be_visible()
        join(guest, invitation_link(host.page), "Berta")

    def test_has_a_qr_code_of_the_link(self, page):
        open_table(page)
        page.get_by_text("Show a QR code").click()
        code = page.get_by_role("img", name="QR code of the invitation link")
        expect(code.locator("svg")).to_be_visible()
        # A push may be drawing it anew at this very moment.
        page.wait_for_function("document.querySelector('[role=img] svg')?.getBoundingClientRect().width >= 100")

    def test_is_listed_in_the_lobby_as_it_is(self, new_person):
        host, visitor, guest = new_person(), new_person(), new_person()
        visitor.page.goto("/")
        open_table(host.page, public=True)
        address = host.page.url
        row = visitor.page.locator("#public-tables .row").filter(
            has=visitor.page.locator(f"#row-{address.split('/')[-2]}")
        )
        expect(row).to_contain_text("Sit down")
        join(guest, invitation_link(host.page), "Berta")
        expect(row).to_contain_text("waits for 1 more")
        row.get_by_role("link").click()
        visitor.page.get_by_role("button", name="Join as a guest").click()
        expect(visitor.page.get_by_role("button", name="Leave the table")).to_be_visible()
        start(host.page)
        expect(visitor.page.locator("#private[data-mode]")).to_be_visible()

    def test_a_closed_table_says_so(self, new_person):
        host, guest = new_person(), new_person()
        open_table(host.page)
        join(guest, invitation_link(host.page), "Berta")
        host.page.get_by_text("Close this table").click()
        host.page.get_by_role("button", name="Yes, close it").click()
        for page in (host.page, guest.page):
            expect(page.get_by_text("This table is closed.")).to_be_visible()


class TestKeptSeats:
    @pytest.mark.parametrize("width", [DESKTOP, PHONE])
    def test_friend_sits_down_under_the_name(self, new_person, width):
        host, other, friend = (new_person(width=width) for _ in range(3))
        open_table(host.page, size=4)
        join(other, invitation_link(host.page), "Berta")
        link = keep_seat(host.page, "Ben")
        for person in (host, other):
            expect(person.page.locator("#public .is-kept")).to_have_text("Kept for Ben")
        friend.page.goto(link)
        expect(friend.page.get_by_role("heading", name="keeps a seat for you as Ben")).to_be_visible()
        friend.page.get_by_role("button", name="Join as Ben").click()
        expect(friend.page.get_by_text("You are Ben.")).to_be_visible()
        for person in (host, other, friend):
            expect(person.page.locator("#public .place")).to_contain_text(["", "Berta", "Ben", "Empty seat"])
            assert fits_its_window(person.page)
        expect(host.page.locator("#kept-seats li")).to_have_count(0)
        start(host.page)
        expect(friend.page.locator("#public[data-number]")).to_be_visible()

    @pytest.mark.parametrize("javascript", [True, False])
    def test_host_keeps_several_and_releases_one(self, new_person, javascript):
        host = new_person(javascript=javascript)
        host.allow("422")
        page, rows = host.page, host.page.locator("#kept-seats li")
        open_table(page, size=4)
        field = page.get_by_label("Their name")
        for name in ("Ben", "Cleo"):
            keep_seat(page, name)
            expect(field).to_have_value("")
        ask_for_seat(page, "cleo")
        expect(page.locator("#problem-keep")).to_contain_text("cleo looks too much like")
        expect(field).to_have_value("cleo")
        rows.filter(has_text="Ben").get_by_role("button", name="Release").click()
        expect(rows).to_have_count(1)
        expect(page.locator("#public .is-kept")).to_have_text("Kept for Cleo")

    def test_link_is_copied(self, new_person):
        host = new_person(permissions=("clipboard-read", "clipboard-write"))
        page = host.page
        open_table(page)
        link = keep_seat(page, "Ben")
        page.locator("#kept-seats").get_by_role("button", name="Copy").click()
        expect(page.locator("#kept-seats").get_by_role("button", name="Copied")).to_be_visible()
        assert page.evaluate("navigator.clipboard.readText()") == link


class TestTalking:
    def test_newest_line_is_in_sight_unless_one_reads_what_was_said_before(self, table, server):
        speaker, reader = table.players[0], table.players[1]
        lines = reader.page.locator("#chat-lines")
        at_end = "lines => lines.scrollHeight - lines.clientHeight - lines.scrollTop < 2"
        insert = "INSERT INTO games_message (game_id, text, key, at) VALUES (?, ?, ?, ?)"
        for number in range(30):
            server.write(insert, table.id, f"line {number}", f"key {number}", moment(0))
        self.say(speaker, "Good evening")
        for player in (speaker, reader):
            expect(player.page.locator("#chat-lines")).to_contain_text("Good evening")
            assert player.page.locator("#chat-lines").evaluate(at_end)
        lines.evaluate("lines => { lines.scrollTop = 0 }")
        self.say(speaker, "Has anybody seen my monocle?")
        expect(lines).to_contain_text("monocle")
        assert lines.evaluate("lines => lines.scrollTop") == 0
        reader.page.reload()
        assert lines.evaluate(at_end)

    def say(self, player, words):
        player.page.get_by_placeholder("Say something").fill(words)
        player.page.get_by_role("button", name="Say", exact=True).click()


class TestLeaving:
    def test_a_bot_plays_on_until_one_comes_back(self, table):
        leaver = table.others[0]
        name, address = leaver.name, leaver.page.url
        leaver.page.get_by_text("Leave the game").click()
        leaver.page.get_by_role("button", name="Leave", exact=True).click()
        expect(leaver.page.get_by_text("You have left the game")).to_be_visible()
        for player in table.players:
            if player is not leaver:
                expect(player.log).to_contain_text(f"{name} left the table, and a bot took over.")
        leaver.page.goto("/my-games/")
        leaver.page.locator(f"a[href*='{table.id}']").click()
        assert leaver.page.url == address
        leaver.page.get_by_role("button", name="Take my seat back").click()
        expect(leaver.page.get_by_role("button", name="Take my seat back")).to_have_count(0)
        for player in table.players:
            expect(player.log).to_contain_text(f"{name} is back.")
        table.bid(1)
        table.bid(2)

    def test_a_seat_that_is_left_is_played(self, table):
        leaver, others = table.acting, table.others
        name = leaver.name
        leaver.page.get_by_text("Leave the game").click()
        leaver.page.get_by_role("button", name="Leave", exact=True).click()
        for player in others:
            player.sees(1)
            expect(player.log).to_contain_text(f"{name} (bot)")

    def test_somebody_who_is_gone_is_replaced_by_vote(self, table, server):
        table.bid(1)
        table.bid(2)
        gone, voters = table.acting, table.others
        name, number, game = gone.name, gone.seat, table.id
        gone.page.goto("/")
        server.write("UPDATE games_game SET turn_began_at = ? WHERE id = ?", moment(-120), game)
        seen = "UPDATE games_seat SET seen_at = ? WHERE game_id = ? AND number = ?"
        server.write(seen, moment(-120), game, number)
        first, second = (player.page.get_by_role("button", name=f"Let a bot play for {name}") for player in voters)
        first.click()
        expect(voters[1].page.get_by_text("1 of 2 votes")).to_be_visible()
        second.click()
        for player in voters:
            expect(player.log).to_contain_text(f"The table voted: a bot plays for {name}.")
            expect(player.log).to_contain_text(f"{name} (bot)")


class TestClock:
    def test_runs_down_and_plays_on_the_server(self, new_person, server):
        table = seat([new_person() for _ in range(3)], clock="30")
        slow, others = table.acting, table.others
        for player in table.players:
            expect(player.table.locator(".clock")).to_have_text(re.compile(r"^0:(2\d|3[0-3])$"))
        server.write("UPDATE games_game SET deadline = ?, wake_at = ? WHERE id = ?", moment(-1), moment(-1), table.id)
        table.number += 1
        table.seen_by_all()
        for player in (slow, *others):
            expect(player.log).to_contain_text(f"{slow.name}'s time ran out: passed.")


class TestChat:
    def test_everybody_reads_what_is_said(self, table):
        speaker, *listeners = table.players
        say(speaker, "Good evening, everybody!")
        for player in table.players:
            expect(player.page.locator("#chat-lines")).to_contain_text("Good evening, everybody!")
        expect(speaker.page.get_by_label("Say something")).to_have_value("")
        expect(listeners[0].page.locator("#chat-lines")).to_contain_text(speaker.name)

    def test_half_a_sentence_survives_what_the_others_do(self, table):
        writer = table.players[2]
        field = writer.page.get_by_label("Say something")
        field.fill("I was about to s")
        say(table.players[0], "Hurry up!")
        expect(writer.page.locator("#chat-lines")).to_contain_text("Hurry up!")
        table.bid(1)
        table.bid(2)
        expect(field).to_have_value("I was about to s")
        expect(field).to_be_focused()

    def test_the_muted_are_not_read(self, table):
        loud, listener, third = table.players
        say(loud, "First words")
        expect(listener.page.locator("#chat-lines")).to_contain_text("First words")
        listener.page.get_by_text("Mute somebody").click()
        listener.page.get_by_role("button", name=f"Mute {loud.name}").click()
        expect(listener.page.locator("#chat-lines")).not_to_contain_text("First words")
        say(loud, "Second words")
        say(third, "Third words")
        expect(listener.page.locator("#chat-lines")).to_contain_text("Third words")
        expect(listener.page.locator("#chat-lines")).not_to_contain_text("Second words")
        expect(third.page.locator("#chat-lines")).to_contain_text("Second words")

    def test_an_answer_that_comes_late_makes_room_for_the_next_words(self, table):
        """It was read before what the line has told meanwhile."""
        speaker, listener, _ = table.players
        speaker.page.route("**/say/", answer_late)
        for words in ("First words", "Second words"):
            with speaker.page.expect_response("**/say/"):
                say(speaker, words)
            expect(speaker.page.get_by_label("Say something")).to_have_value("")
            expect(listener.page.locator("#chat-lines")).to_contain_text(words)

    def test_what_is_said_is_text(self, table):
        speaker, listener, _ = table.players
        say(speaker, "<img src=x onerror=alert(1)> & <b>bold</b>")
        expect(listener.page.locator("#chat-lines")).to_contain_text("<img src=x onerror=alert(1)> & <b>bold</b>")


def say(player: Player, text: str) -> None:
    player.page.get_by_label("Say something").fill(text)
    player.page.get_by_role("button", name="Say", exact=True).click()


def answer_late(route: Route) -> None:
    answer = route.fetch()
    route.fulfill(response=answer, body=re.sub(r'"at":\d+', '"at":1', answer.text(), count=1))
