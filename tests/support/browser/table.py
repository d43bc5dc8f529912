"""People at a table, and what each of them sees and does there."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.support.browser.person import Person

NAMES = ("Ana", "Berta", "Cleo", "Dora")
SOON = 15_000
"""Milliseconds after which what is expected will not come any more."""

expect.set_options(timeout=SOON)


class Player:
    """Somebody who sits at a table, or watches it."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def another_tab(self) -> "Player":
        """The same person, who has not opened anything there yet."""
        return Player(self.page.context.new_page())

    @property
    def table(self) -> Locator:
        return self.page.locator("#public")

    @property
    def dock(self) -> Locator:
        return self.page.locator("#private")

    @property
    def log(self) -> Locator:
        return self.page.locator("#log")

    @property
    def connection(self) -> Locator:
        return self.page.locator("#connection")

    @property
    def away(self) -> Locator:
        return self.page.locator("#away")

    @property
    def moves(self) -> Locator:
        """The buttons of a bidding decision; disabled while it is somebody else's."""
        return self.page.locator("#composer fieldset.actions")

    @property
    def bid_button(self) -> Locator:
        return self.page.locator("#composer button.raise")

    @property
    def pass_button(self) -> Locator:
        return self.page.locator("#composer button.pass")

    @property
    def highest(self) -> Locator:
        return self.page.locator("#public .highest")

    def note(self, thousands: int) -> Locator:
        """A money card in the own hand."""
        box = self.page.locator(f"input[name=cards][value='{1000 * thousands}']")
        return self.page.locator("#composer .banknote").filter(has=box)

    def chosen(self, thousands: int) -> Locator:
        return self.page.locator(f"#composer input[name=cards][value='{1000 * thousands}']")

    @property
    def amount(self) -> Locator:
        return self.page.locator("#amount")

    @property
    def seat(self) -> int:
        return int(self.dock.get_attribute("data-seat") or -1)

    @property
    def name(self) -> str:
        return self.name_at(self.seat)

    def name_at(self, seat: int) -> str:
        return self.table.locator(f".seat[data-seat='{seat}'] .name").inner_text()

    @property
    def number(self) -> int:
        """How many actions the table shows."""
        return int(self.table.get_attribute("data-number") or -1)

    @property
    def version(self) -> int:
        return int(self.table.get_attribute("data-version") or -1)

    @property
    def facts(self) -> dict[str, Any]:
        """What the page tells its script about the bid in the making."""
        told: dict[str, Any] = json.loads(self.page.locator("#composer").get_attribute("data-facts") or "{}")
        return told

    def sees(self, number: int) -> None:
        """The table as it is after so many actions."""
        expect(self.table).to_have_attribute("data-number", str(number))

    def is_asked(self) -> None:
        expect(self.page.locator("#private[data-my-turn]")).to_be_visible()
        expect(self.moves).to_be_enabled()

    def is_not_asked(self) -> None:
        expect(self.page.locator("#private[data-my-turn]")).to_have_count(0)
        expect(self.page.locator("#composer fieldset:enabled button")).to_have_count(0)

    def choose(self, *notes: int) -> None:
        for thousands in notes:
            self.note(thousands).click()
            expect(self.chosen(thousands)).to_be_checked()

    def bid(self, *notes: int) -> None:
        """With money cards, in thousands; in the simplified game, one number is the sum."""
        if self.amount.count():
            self.amount.fill(str(notes[0]))
        else:
            self.choose(*notes)
        self.bid_button.click()

    def bid_all(self) -> None:
        """More than anybody can answer."""
        if self.amount.count():
            self.bid(self.facts["totals"][-1])
        else:
            self.bid(*(int(box.get_attribute("value") or 0) // 1000 for box in self._boxes()))

    def pass_(self) -> None:
        self.pass_button.click()

    def give_up(self, value: int) -> None:
        self.page.locator(f"button[name=discard][value='{value}']").click()

    def play(self, action: dict[str, Any]) -> None:
        """An action as the rules write it in JSON."""
        if action["kind"] == "pass":
            self.pass_()
        elif action["kind"] in ("buy", "play", "evolve"):
            self.offer(action["kind"], action["card"]).click()
        elif action["kind"] == "replace":
            self.replace(action["card"], action["over"])
        elif action["kind"] == "end_turn":
            self.page.locator("#end-turn").click()
        elif action["kind"] == "discard_possession":
            self.give_up(action["value"])
        elif "amount" in action:
            self.bid(action["amount"])
        else:
            self.bid(*(card // 1000 for card in action["cards"]))

    def offer(self, kind: str, card: str) -> Locator:
        """The button that buys, plays or evolves that card."""
        return self.page.locator(f"#composer button[name={kind}][value='{card}']")

    def replace(self, card: str, over: str) -> None:
        self.page.locator("#replacing summary").click()
        self.page.locator("#composer select[name=card]").select_option(card)
        self.page.locator("#composer select[name=over]").select_option(over)
        self.page.get_by_role("button", name="Replace", exact=True).click()

    def _boxes(self) -> list[Locator]:
        return self.page.locator("#composer input[name=cards]").all()


class Table:
    """A running game, and its people in the order of their seats."""

    def __init__(self, people: list[Player]) -> None:
        self.players = sorted(people, key=lambda player: player.seat)
        self.number = self.players[0].number

    @property
    def acting(self) -> Player:
        return asked_of(self.players)[0]

    @property
    def others(self) -> list[Player]:
        return [player for player in self.players if player is not self.acting]

    @property
    def id(self) -> str:
        return id_of(self.players[0].page)

    def bid(self, *notes: int) -> None:
        self._play(lambda player: player.bid(*notes))

    def pass_(self) -> None:
        self._play(Player.pass_)

    def play(self, action: dict[str, Any]) -> None:
        self._play(lambda player: player.play(action))

    def seen_by_all(self) -> None:
        for player in self.players:
            player.sees(self.number)

    def _play(self, how: Callable[[Player], None]) -> None:
        """Let whoever is to act do so, and wait until all have seen it."""
        how(self.acting)
        self.number += 1
        self.seen_by_all()


def asked_of(players: list[Player]) -> list[Player]:
    """Those among them whose pages say at this moment that they are to act."""
    return [player for player in players if player.page.locator("#private[data-my-turn]").count()]


def open_table(
    page: Page,
    *,
    slug: str = "high-society",
    size: int = 3,
    bots: int = 0,
    public: bool = False,
    clock: str = "No clock",
    open_purses: bool = True,
) -> None:
    """As anybody does it, with bots that do not take long."""
    page.goto("/tables/new/")
    page.locator(f"input[name=game][value='{slug}']").check()
    page.get_by_label("Seats").fill(str(size))
    page.get_by_label("Bots among them").fill(str(bots))
    page.get_by_label("Pace of the bots").select_option("quick")
    page.get_by_label("Everybody: the table is listed" if public else "Only people with the link").check()
    page.get_by_label("Time for a turn").select_option(label=clock)
    if slug.startswith("high-society"):
        page.get_by_label("Open purses").set_checked(open_purses)
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Start the game").wait_for()


def invitation_link(page: Page) -> str:
    return page.get_by_label("Anyone with this link").input_value()


def ask_for_seat(page: Page, name: str) -> None:
    """Somebody who hosts a waiting room wishes to keep a seat there; the fold closes with every wish."""
    page.get_by_text("Keep a seat for somebody").click()
    page.get_by_label("Their name").fill(name)
    page.get_by_role("button", name="Keep a seat").click()


def keep_seat(page: Page, name: str) -> str:
    """The link for whoever is to have the seat."""
    ask_for_seat(page, name)
    return page.get_by_label(f"The seat for {name}").input_value()


def join(person: Person, link: str, name: str) -> None:
    """Follow an invitation and sit down as a new guest."""
    person.page.goto(link)
    person.page.get_by_label("Display name").fill(name)
    person.page.get_by_role("button", name="Join as a guest").click()
    person.page.get_by_role("button", name="Leave the table").wait_for()


def start(page: Page) -> None:
    page.get_by_role("button", name="Start the game").click()
    page.locator("#public[data-number]").wait_for()


def gather(people: list[Person], **wishes: Any) -> Table:
    """One opens a table, the others follow the link, and the game begins."""
    host, *guests = people
    open_table(host.page, **wishes)
    link = invitation_link(host.page)
    for guest, name in zip(guests, NAMES[1:], strict=False):
        join(guest, link, name)
    start(host.page)
    for guest in guests:
        guest.page.locator("#public[data-number]").wait_for()
    return Table([Player(person.page) for person in people])


def seat(
    people: list[Person], *, slug: str = "high-society", public: bool = False, clock: str = "", **more: str
) -> Table:
    """The same without a look at the pages in between: only the forms are sent."""
    host, *guests = people
    access = "public" if public else "link"
    wishes = {"game": slug, "size": str(len(people)), "access": access, "clock": clock, "open_purses": "on", **more}
    table = send(host.page, "/tables/new/", wishes)
    host.page.goto(table)
    link = invitation_link(host.page)
    for guest, name in zip(guests, NAMES[1:], strict=False):
        send(guest.page, link, {"display_name": name})
    send(host.page, f"{table}start/", {}, form_at=table)
    for person in people:
        person.page.goto(table)
        person.page.locator("#public[data-number]").wait_for()
    return Table([Player(person.page) for person in people])


def send(page: Page, address: str, form: dict[str, str], form_at: str = "") -> str:
    """Fetch a form and send it as the browser would; the address it leads to."""
    requests = page.context.request
    requests.get(form_at or address)
    token = next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "csrftoken")
    answer = requests.post(address, form={"csrfmiddlewaretoken": token, **form})
    assert answer.ok, answer.text()
    return answer.url


def with_bots(page: Page, slug: str = "high-society", bots: int = 2, **wishes: str) -> Player:
    """A game of one person against quick bots."""
    usual = {"size": str(bots + 1), "bots": str(bots), "bot_pace": "quick", "access": "link", "open_purses": "on"}
    table = send(page, "/tables/new/", {"game": slug, **usual, **wishes})
    send(page, f"{table}start/", {}, form_at=table)
    page.goto(table)
    page.locator("#public[data-number]").wait_for()
    return Player(page)


def id_of(page: Page) -> str:
    found = re.search(r"/tables/(\w+)/", page.url)
    assert found, page.url
    return found[1]
