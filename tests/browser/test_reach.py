"""How players hear of their games: messages of the browser, a badge, a sound; and the page as an installed program."""

import json
import re
from contextlib import suppress
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.person import PHONE, Person
from tests.support.browser.server import moment
from tests.support.browser.table import Player, Table, asked_of, id_of, seat, with_bots
from tests.support.sinks import Browser
from tests.support.waiting import until_on

HIDE = """
window.isHidden = false;
Object.defineProperty(Document.prototype, "hidden", { get: () => window.isHidden });
window.hide = (hidden) => { window.isHidden = hidden; document.dispatchEvent(new Event("visibilitychange")); };
"""
LATER = """
window.later = 0;
const now = Date.now;
Date.now = () => now() + window.later;
"""
NOTE_BADGES = """
window.badges = [];
Navigator.prototype.setAppBadge = async (count) => { window.badges.push(count); };
Navigator.prototype.clearAppBadge = async () => { window.badges.push(0); };
"""
SUBSCRIBE = """
(subscription) => {
  let current = JSON.parse(localStorage.getItem("subscribed") ?? "null");
  const made = () => ({
    endpoint: subscription.endpoint,
    toJSON: () => ({ endpoint: subscription.endpoint, keys: { p256dh: subscription.p256dh, auth: subscription.auth } }),
    unsubscribe: async () => { localStorage.removeItem("subscribed"); return true; },
  });
  PushManager.prototype.subscribe = async (options) => {
    window.askedFor = options;
    localStorage.setItem("subscribed", "true");
    return made();
  };
  PushManager.prototype.getSubscription = async () => (current ? made() : null);
}
"""
"""A browser that is reached by our own push service: those of browsers are out of reach here."""


def is_asked_in(table: Table, person: Person) -> bool:
    return table.acting.page.context is person.context


def let_be_asked(table: Table, person: Person) -> None:
    """The others raise or pass until somebody is to act."""
    for thousands in (2, 3, 4):
        if is_asked_in(table, person):
            return
        table.bid(thousands)


def raise_until_another_is_asked(people: list[Person]) -> None:
    """Two of three at a table go on while the third is elsewhere."""
    table = Table([Player(person.page) for person in people])
    for thousands in (2, 3):
        if asked_of(table.players):
            table.bid(thousands)
    assert not asked_of(table.players)


class TestBadge:
    def test_what_waits_elsewhere_stands_in_the_title_and_leads_there(self, new_person, server):
        server.deal("high-society", "possession-5", "possession-8")
        people = [new_person() for _ in range(3)]
        ana = people[0]
        ana.context.add_init_script(NOTE_BADGES)
        table = seat(people)
        if is_asked_in(table, ana):
            table.bid(1)
        there = ana.page.url
        ana.page.goto("/")
        expect(ana.page.locator("#waiting")).to_be_hidden()
        raise_until_another_is_asked(people[1:])
        expect(ana.page.locator("#waiting")).to_have_text("1 waiting")
        expect(ana.page).to_have_title(re.compile(r"^\(1\) "))
        assert ana.page.locator("link[rel=icon]").get_attribute("href") == ana.page.locator("#waiting").get_attribute(
            "data-icon"
        )
        assert ana.page.evaluate("badges.at(-1)") == 1
        ana.page.locator("#waiting").click()
        ana.page.wait_for_url(there)
        Player(ana.page).is_asked()
        Player(ana.page).pass_()
        expect(ana.page.locator("#waiting")).to_be_hidden()
        expect(ana.page).to_have_title(re.compile(r"^Table: "))


class TestSound:
    @pytest.fixture
    def hidden(self, new_person):
        """Ana is elsewhere, and then it is her turn."""

        def hide(before: Any = lambda page: None) -> Page:
            ana, *others = (new_person() for _ in range(3))
            page: Page = ana.page
            ana.context.add_init_script(HIDE)
            before(page)
            table = seat([ana, *others])
            # Browsers let nothing be heard on a page that nobody has touched.
            page.mouse.click(5, 300)
            if is_asked_in(table, ana):
                table.bid(1)
            page.evaluate("hide(true)")
            let_be_asked(table, ana)
            expect(page.locator("#private[data-my-turn]")).to_be_attached()
            return page

        return hide

    def test_calls_whoever_is_elsewhere(self, hidden):
        expect(hidden().locator("#stage")).to_have_attribute("data-sounded", "turn")

    def test_can_be_muted_at_the_table(self, hidden):
        def mute(page: Page) -> None:
            with_bots(page)
            page.get_by_role("button", name="Sound is on").click()
            expect(page.get_by_role("button", name="Sound is off")).to_be_visible()

        page = hidden(mute)
        expect(page.get_by_role("button", name="Sound is off")).to_be_visible()
        assert page.locator("#stage").get_attribute("data-sounded") is None

    def test_can_be_switched_off_in_the_settings(self, hidden):
        def switch_off(page: Page) -> None:
            page.goto("/accounts/login/?next=/accounts/reach/")
            page.get_by_role("button", name="come in as a guest").click()
            page.get_by_role("row", name="It is my turn").get_by_label("Sound in the open page").uncheck()
            page.get_by_role("button", name="Save").click()
            expect(page.get_by_text("Your choices are saved.")).to_be_visible()

        assert hidden(switch_off).locator("#stage").get_attribute("data-sounded") != "turn"


class TestMessages:
    def test_are_turned_on_arrive_and_lead_to_the_table(self, new_person, whole_browser, server, web):
        """From the permission to the table, by a push service that can read what it gets."""
        ana = new_person(at=whole_browser, permissions=("notifications",), width=PHONE)
        people = [ana, new_person(), new_person()]
        seat(people, clock="86400")
        there, game = ana.page.url, id_of(ana.page)
        browser = Browser(web)
        ana.context.add_init_script(f"({SUBSCRIBE})({json.dumps(browser.subscription)})")
        ana.page.goto("/accounts/reach/")
        ana.page.get_by_role("button", name="Show messages in this browser").click()
        expect(ana.page.get_by_text("This browser shows your messages")).to_be_visible()
        expect(ana.page.get_by_text("Chrome, Linux")).to_be_visible()
        raise_until_another_is_asked(people[1:])
        acting = "(SELECT turn FROM games_game WHERE id = game_id)"
        server.write(f"UPDATE games_seat SET looked_at = NULL WHERE game_id = ? AND number = {acting}", game)
        server.write("UPDATE games_game SET tell_at = ?, wake_at = ? WHERE id = ?", moment(-1), moment(-1), game)
        message = first_message(browser, ana.page)
        assert message["title"] == "Your turn"
        assert message["url"] == there
        deliver(ana, server.url, message)
        assert shown_to(ana) == ["Your turn"]
        click_on_it(ana)
        ana.page.wait_for_url(there)
        Player(ana.page).is_asked()

    def test_are_turned_off_again(self, new_person, whole_browser, web):
        ana = new_person(at=whole_browser, permissions=("notifications",))
        ana.context.add_init_script(f"({SUBSCRIBE})({json.dumps(Browser(web).subscription)})")
        ana.page.goto("/accounts/login/?next=/accounts/reach/")
        ana.page.get_by_role("button", name="come in as a guest").click()
        ana.page.get_by_role("button", name="Show messages in this browser").click()
        ana.page.get_by_role("button", name="Stop showing messages here").click()
        expect(ana.page.get_by_text("This browser shows no messages.")).to_be_visible()
        expect(ana.page.get_by_text("Chrome, Linux")).to_be_hidden()

    def test_that_are_blocked_are_explained(self, new_person):
        ana = new_person()
        ana.page.goto("/accounts/login/?next=/accounts/reach/")
        ana.page.get_by_role("button", name="come in as a guest").click()
        expect(ana.page.get_by_text("are blocked in the settings of this browser")).to_be_visible()


def first_message(browser: Browser, page: Page) -> dict[str, Any]:
    return until_on(page, lambda: browser.messages)[0]


def deliver(person: Person, origin: str, message: dict[str, Any]) -> None:
    """Hand the worker what the push service got, as the browser would."""
    session = person.context.new_cdp_session(person.page)
    found: list[Any] = []
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    until_on(person.page, lambda: found)
    # A worker that is not active yet gets nothing.
    person.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    arrived = {"origin": origin, "registrationId": found[0]["registrationId"], "data": json.dumps(message)}
    for _ in range(5):
        # On a busy machine Chromium may lose one. Of several alike, one is shown.
        session.send("ServiceWorker.deliverPushMessage", arrived)
        with suppress(TimeoutError):
            until_on(person.page, lambda: shown_to(person), seconds=3)
            return


def shown_to(person: Person) -> Any:
    """The titles of the messages that the browser shows."""
    messages = "navigator.serviceWorker.ready.then((worker) => worker.getNotifications())"
    return person.page.evaluate(f"{messages}.then((all) => all.map(({{ title }}) => title))")


def click_on_it(person: Person) -> None:
    person.context.service_workers[0].evaluate(
        """async () => {
          const [notification] = await self.registration.getNotifications();
          self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
        }"""
    )


class TestInstalled:
    def test_has_a_manifest_with_icons(self, page):
        page.goto("/")
        manifest = page.request.get(page.locator("link[rel=manifest]").get_attribute("href") or "").json()
        assert (manifest["start_url"], manifest["display"]) == ("/my-games/", "standalone")
        for icon in manifest["icons"]:
            answer = page.request.get(icon["src"])
            assert (answer.status, answer.headers["content-type"]) == (200, "image/png")
            assert icon["sizes"] in ("192x192", "512x512")

    def test_says_so_when_the_site_is_out_of_reach(self, new_person):
        ana = new_person()
        ana.allow("ERR_INTERNET_DISCONNECTED", "Failed to load resource", "WebSocket", "htmx:", "ERR_FAILED")
        ana.page.goto("/my-games/")
        ana.page.evaluate("navigator.serviceWorker.ready")
        ana.page.reload()
        ana.context.set_offline(True)
        ana.page.goto("/my-games/")
        expect(ana.page.get_by_role("heading", name="No connection")).to_be_visible()
        ana.context.set_offline(False)
        ana.page.get_by_role("link", name="Try again").click()
        expect(ana.page.get_by_role("heading", name="My games")).to_be_visible()


class TestCatchingUp:
    def test_what_was_missed_is_told_and_shown_step_by_step(self, new_person, server):
        server.deal("high-society", "possession-5", "possession-8")
        people = [new_person(width=PHONE), new_person(), new_person()]
        table = seat(people)
        table.bid(1)
        away = table.others[0] if table.others[0].page is not table.acting.page else table.others[1]
        address, game = away.page.url, table.id
        away.page.goto("about:blank")
        here = [player for player in table.players if player.page is not away.page]
        (acting,) = asked_of(here)
        acting.bid(2)
        acting.page.locator("#private:not([data-my-turn])").wait_for()
        seen = "UPDATE games_seat SET seen_at = ?, seen_actions = 1 WHERE game_id = ? AND number = ?"
        server.write(seen, moment(-120), game, table.players.index(away))
        away.page.goto(address)
        expect(away.away).to_contain_text("bids 2,000")
        away.page.get_by_role("link", name="Show me step by step").click()
        expect(away.page.locator("#steps")).to_have_attribute("data-number", "1")
        expect(away.page.locator("#public .highest")).to_contain_text("1,000")
        away.page.get_by_role("link", name="On ›").click()
        expect(away.page.locator("#told")).to_contain_text("bids 2,000")
        expect(away.page.locator("#public .highest")).to_contain_text("2,000")
        away.page.get_by_role("link", name="To the table").click()
        expect(away.table).to_have_attribute("data-number", "2")

    def test_a_page_that_was_hidden_for_long_tells_it_too(self, new_person):
        people = [new_person() for _ in range(3)]
        people[0].context.add_init_script(HIDE + LATER)
        people[0].allow("WebSocket")
        table = seat(people)
        if is_asked_in(table, people[0]):
            table.bid(1)
        page = people[0].page
        page.evaluate("hide(true)")
        number = Player(page).number
        table.bid(2)
        page.evaluate("window.later = 61000")
        page.evaluate("hide(false)")
        expect(page.locator("#away")).to_contain_text("bids 2,000")
        assert number + 1 == Player(page).number
