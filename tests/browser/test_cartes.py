"""Two people, each at a browser of their own, play CartesSociété from the first market to the rematch."""

from typing import Any

from playwright.sync_api import Locator, Route, expect

from games.rules.cartes_societe.view import View
from games.tableau.amounts import score
from tests.support.browser.looks import axe_check
from tests.support.browser.referee import Referee, all_see_the_same_end, all_want_a_rematch
from tests.support.browser.table import Player, gather, seat

SLUG = "cartes-societe"
END: dict[str, Any] = {"kind": "end_turn"}
# Three of a name come first, so that somebody evolves them.
FIRST = ("cerf-valet-1", "cerf-valet-2", "cerf-valet-3", "ours-bucheron-1", "loup-braconnier-1")


class Witness(Referee):
    """Compares health, gold, boards and the coming combat."""

    @property
    def view(self) -> View:
        view: View = self.rules.view(self.state, self.turn)
        return view

    def compare(self) -> None:
        for watcher in self.table.players:
            for player in self.view.players:
                box = watcher.table.locator(f".seat[data-seat='{player.seat}']")
                expect(box.locator(".pv strong")).to_have_text(score(player.pv))
                expect(box.locator(".totals strong")).to_have_text([str(player.attack), str(player.hp)])
                expect(box.locator(".board .beast")).to_have_count(len(player.board))
            expect(watcher.table.locator(".market-cards .beast")).to_have_count(len(self.view.market))
            expect(watcher.table.locator(".combat-damage")).to_have_text(self._damages())

    def _damages(self) -> list[str]:
        living = [player for player in self.view.players if player.alive]
        pairs = [(by, on) for by in living for on in living if by is not on]
        return [score(on.hp - by.attack) for by, on in pairs if by.attack > on.hp]


def eager(view: View) -> list[dict[str, Any]]:
    """What somebody does who wants one strong card more in every turn: evolve, buy the fiercest, lay the best."""
    legal, own = view.legal, view.players[view.seat or 0]
    assert legal is not None
    if legal.evolve:
        return [{"kind": "evolve", "card": legal.evolve[0]}]
    names = [card.name for card in own.hand]
    offers = [card for card in view.market if card.id in legal.buy]
    wanted = max(offers, key=lambda card: (names.count(card.name), card.attack), default=None)
    if wanted is not None and (names.count(wanted.name) or not own.played) and len(own.hand) < 3:
        return [{"kind": "buy", "card": wanted.id}]
    if legal.play and (view.turn > 1 or any(card.level == 2 for card in own.hand)):
        best = max((card for card in own.hand if card.id in legal.play), key=lambda card: card.attack)
        return [{"kind": "play", "card": best.id}]
    return [END]


def test_two_browsers_play_turn_by_turn(new_person, server):
    server.deal(SLUG, *FIRST)
    table = gather([new_person() for _ in range(2)], slug=SLUG, size=2)
    witness = Witness(SLUG, table, FIRST)
    witness.compare()
    evolved = replaced = False
    while witness.turn is not None:
        view = witness.view
        for action in modest(view) if witness.turn == 1 else eager(view):
            evolved |= action["kind"] == "evolve"
            replaced |= action["kind"] == "replace"
            witness.play(action)
        if witness.turn is not None and witness.view.turn > view.turn:
            witness.compare()
    assert evolved
    assert replaced
    all_see_the_same_end(witness)
    axe_check(table.players[0].page)
    all_want_a_rematch(witness)


def modest(view: View) -> list[dict[str, Any]]:
    """Somebody who lays one card, replaces it once, and then lets things happen."""
    cheapest = view.market[-1].id if view.market else None
    if view.turn == 1 and cheapest:
        return [{"kind": "buy", "card": cheapest}, {"kind": "play", "card": cheapest}, END]
    if view.turn == 2 and cheapest:
        over = view.players[1].board[0].id
        return [{"kind": "buy", "card": cheapest}, {"kind": "replace", "card": cheapest, "over": over}, END]
    return [END]


def test_a_turn_by_keyboard_on_a_phone(new_person, server):
    """Focus stays in the hand of whoever acts, and what cannot be paid cannot be pressed."""
    server.deal(SLUG, *FIRST)
    table = gather([new_person(width=375) for _ in range(2)], slug=SLUG, size=2)
    me: Player = table.acting
    for number, name in enumerate(("buy", "buy", "buy"), 1):
        press(me, f"button[name={name}]:enabled", "Enter")
        me.sees(number)
        expect(me.page.locator("#private :focus")).to_have_count(1)
    press(me, "button[name=evolve]", "Enter")
    me.sees(4)
    expect(me.page.locator("#composer .must")).to_have_text("1 PO left")
    press(me, "button[name=play]", "Space")
    me.sees(5)
    expect(me.page.locator("#composer button[name=play]")).to_have_count(0)
    press(me, "#end-turn", "Enter")
    me.is_not_asked()
    assert me.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def press(player: Player, button: str, key: str) -> None:
    expect(player.page.locator(".moves[inert]")).to_have_count(0)
    player.page.locator(f"#composer {button}").first.focus()
    player.page.keyboard.press(key)


def test_a_second_tap_does_nothing_else(new_person, server):
    """Under the finger, and under the focus, lies another button by then."""
    server.deal(SLUG, *FIRST)
    table = seat([new_person(width=375, touch=True), new_person()], slug=SLUG)
    me: Player = table.acting
    offers = me.page.locator("#composer button[name=buy]:enabled")
    offers.first.tap()
    me.sees(1)
    expect(me.page.locator(".moves[inert]")).to_have_count(0)
    offers.first.scroll_into_view_if_needed()
    box = offers.first.bounding_box()
    assert box
    for _ in range(2):
        me.page.touchscreen.tap(box["x"] + 20, box["y"] + 20)
        me.sees(2)
    press(me, "button[name=buy]:enabled", "Enter")
    me.sees(3)
    me.page.keyboard.press("Enter")
    expect(me.page.locator(".moves[inert]")).to_have_count(0)
    expect(me.page.locator("#private :focus")).to_have_count(1)
    me.sees(3)


def test_the_keyboard_skips_the_cards_on_the_table(new_person, server):
    server.deal(SLUG, *FIRST)
    table = seat([new_person() for _ in range(2)], slug=SLUG)
    page = table.acting.page
    page.reload()
    for _ in range(2):
        page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to what you can do")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.locator("#composer .moves :focus")).to_have_count(1)


def test_what_is_sold_cannot_be_ordered_any_more(new_person, server):
    """Whoever fills in an order keeps the rest of it; what they buy themselves, they may order to be laid."""
    server.deal(SLUG, *FIRST)
    table = seat([new_person() for _ in range(2)], slug=SLUG)
    waiting = table.others[0]
    bear, wolf, stag = ("ours-bucheron-1", "loup-braconnier-1", "cerf-valet-2")
    waiting.page.locator("#orders summary").click()
    for card in (bear, wolf):
        ordered(waiting, card).check()
    laid = waiting.page.locator("#orders [name=play]")
    laid.select_option(wolf)
    table.play({"kind": "buy", "card": bear})
    expect(ordered(waiting, bear)).to_have_count(0)
    expect(laid.locator(f"[value='{bear}']")).to_have_count(0)
    expect(ordered(waiting, wolf)).to_be_checked()
    expect(laid).to_have_value(wolf)
    table.play(END)
    table.play({"kind": "buy", "card": stag})
    expect(ordered(waiting, stag)).to_have_count(0)
    expect(laid.locator(f"[value='{stag}']")).to_have_count(1)
    expect(ordered(waiting, wolf)).to_be_checked()
    expect(laid).to_have_value(wolf)


def test_an_order_that_was_given_is_not_in_the_form_any_more(new_person, server):
    """Whichever comes first: what the line tells of it, or the answer to the form."""
    server.deal(SLUG, *FIRST)
    table = seat([new_person() for _ in range(2)], slug=SLUG)
    waiting, card = table.others[0], "ours-bucheron-1"
    given = waiting.page.locator("#orders-given li")

    def answer_late(route: Route) -> None:
        answer = route.fetch()
        expect(given).to_have_count(1)
        route.fulfill(response=answer)

    waiting.page.route("**/orders/", answer_late)
    waiting.page.locator("#orders summary").click()
    ordered(waiting, card).check()
    waiting.page.locator("#orders [name=play]").select_option(card)
    with waiting.page.expect_response("**/orders/"):
        waiting.page.locator(".order-give").click()
    expect(given).to_have_count(1)
    expect(ordered(waiting, card)).not_to_be_checked()
    expect(waiting.page.locator("#orders [name=play]")).to_have_value("")


def ordered(player: Player, card: str) -> Locator:
    return player.page.locator(f"#orders [name=buy][value='{card}']")
