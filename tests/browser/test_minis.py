"""Cards in small, at seats on phones: each is whole, or lies under the next one so that its figure shows."""

import pytest
from playwright.sync_api import Page

from tests.support.browser.looks import SMALLEST, show
from tests.support.browser.person import PHONE

HOLD_EIGHT = """
(held) => {
  const card = held.querySelector(".mini");
  if (card) {
    held.replaceChildren(...Array.from({ length: 8 }, () => card.cloneNode(true)));
    held.querySelectorAll(".mini-figure").forEach((figure) => { figure.textContent = "×2"; });
  }
}
"""
HIDDEN = """
(held) => {
  const box = (element) => element.getBoundingClientRect();
  const seat = box(held.closest(".seat"));
  const cards = [...held.querySelectorAll(".mini svg")];
  return cards.filter((card, index) => {
    const next = cards[index + 1], figure = box(card.querySelector("text"));
    const inside = box(card).right <= seat.right && box(card).bottom <= seat.bottom;
    const isCovered = next && box(next).top < box(card).bottom && box(next).left < figure.right;
    const clipped = getComputedStyle(card.parentElement).overflow !== "visible";
    return !inside || isCovered || clipped;
  }).length;
}
"""


@pytest.mark.parametrize("width", [PHONE, SMALLEST])
def test_eight_cards_at_a_seat(page: Page, width):
    page.goto("/")
    show(page, width, "light")
    held = page.locator(".seat .minis")
    held.evaluate_all(f"all => all.forEach({HOLD_EIGHT})")
    assert page.locator(".seat .mini").count() >= 16
    assert held.evaluate_all(f"all => all.map({HIDDEN})") == [0] * held.count()
