"""How far what is on a page moves without anybody having moved it, as browsers reckon it."""

from typing import NamedTuple

from playwright.sync_api import Page

WATCH = """
() => {
  window.layoutShifts = [];
  const keep = (shifts) => {
    for (const { value, sources } of shifts) {
      const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
        const { id, className, nodeName } = node instanceof Element ? node : node?.parentElement ?? {};
        return `${id || className || nodeName} ${to.x - from.x}:${to.y - from.y}`;
      });
      window.layoutShifts.push([value, moved]);
    }
  };
  const observer = new PerformanceObserver((list) => keep(list.getEntries()));
  observer.observe({ type: "layout-shift" });
  window.takeLayoutShifts = () => {
    keep(observer.takeRecords());
    return window.layoutShifts.splice(0);
  };
}
"""

TWO_FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))"


class Shift(NamedTuple):
    value: float
    """The part of the window that moved, times how far of it."""
    moved: list[str]
    """What moved, and by how many pixels."""


def watch_shifts(page: Page) -> None:
    """From now on, at this table and until it is left. The log is put aside: what is new there pushes what is older."""
    page.locator("#log").evaluate("(log) => { log.hidden = true; }")
    page.evaluate(TWO_FRAMES)
    page.evaluate(WATCH)


def take_shifts(page: Page) -> list[Shift]:
    """Those since the last time, also those that follow on what somebody did there."""
    # What has just changed is laid out, and told, with the next frames.
    page.evaluate(TWO_FRAMES)
    return [Shift(*shift) for shift in page.evaluate("window.takeLayoutShifts()")]
