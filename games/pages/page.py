"""All parts of a table's page as one person sees it, whole or as the difference to what they were shown before."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import get_language

from accounts.models import User
from games.faults import as_game_fault
from games.pages import beside
from games.pages.drawing import Drawing, drawing_of
from games.pages.frames import frame, timestamp
from games.pages.parts import Parts, by_id, difference, draw, whole
from games.queries.presence import spectators_at
from games.queries.scenes import moments_of, scene_of
from games.queries.table import Table, TableSeat
from games.tableau import story_since

FORMS = {"bots": "problem-bots", "keep": "problem-keep", "invite": "problem-invite", "chat": "problem-chat-form"}
"""Where it is told what was wrong with a form of a waiting room."""

ROOTS = ("company", "public", "private", "orders", "watchers", "log", "chat", "fine-print")
"""The parts that are in no other, in the order of the page."""


@dataclass(frozen=True, slots=True)
class Page:
    drawing: Drawing
    own: Parts
    """What belongs to the table and this person alone sees."""
    beside: Mapping[str, Parts]
    """By what it is about, what is shown beside the table."""
    at: int
    """When somebody began to read that."""

    @property
    def version(self) -> int:
        return self.drawing.version

    @property
    def parts(self) -> Parts:
        merged = {**self.drawing.public, **self.own}
        for parts in self.beside.values():
            merged.update(parts)
        return merged

    def everything(self, extra: str = "", **head: object) -> str:
        """The frame for a page of which nothing is known. `extra` comes beside this once, `head` before it."""
        parts = self.parts
        table = "".join(whole(parts, root) for root in ROOTS if self._is_of_table(root))
        return frame(table, self._whole_beside() + extra, to=self.version, at=self.at, **head)

    def _whole_beside(self) -> str:
        parts = self.parts
        return "".join(whole(parts, root) for root in ROOTS if root in parts and not self._is_of_table(root))

    def since(self, before: "Page", number: int, extra: str = "", **answer: object) -> str:
        """The frame with that number on its line, which leads there from what was shown before; nothing if there is
        nothing to tell."""
        table, others = self._difference(before)
        if not (table or others or extra or answer or self.version != before.version):
            return ""
        head = {"from": before.version, "to": self.version, "at": self.at, "frame": number, **answer}
        return frame(table, others + extra, **head)

    def for_page_at(self, version: str, viewer: User | None, **head: object) -> str:
        """The frame for a page that says which version of the table it shows, and of which nothing else is known."""
        known = next((one for one in (self.drawing, self.drawing.before) if one and str(one.version) == version), None)
        if known is None or known.table.status != self.drawing.table.status:
            return self.everything("", **head)
        shown = known.of_seat(known.table.seat_of(viewer))
        table, _others = self._difference(Page(known, shown, {}, self.at))
        return frame(table, self._whole_beside(), **{"from": known.version, "to": self.version, "at": self.at}, **head)

    def _difference(self, before: "Page") -> tuple[str, str]:
        if self.drawing.table.status == before.drawing.table.status:
            own = difference(before.own, self.own).values() if self.own is not before.own else ()
            return "".join((self.drawing.since(before.drawing), *own)), "".join(self._beside_since(before))
        told = difference(before.parts, self.parts)
        of_table = (html for part_id, html in told.items() if self._is_of_table(part_id))
        others = (html for part_id, html in told.items() if not self._is_of_table(part_id))
        return "".join(of_table), "".join(others)

    def _beside_since(self, before: "Page") -> Iterator[str]:
        for name, parts in self.beside.items():
            known = before.beside.get(name)
            if known is not None and known is not parts:
                yield from difference(known, parts).values()

    def _is_of_table(self, part_id: str) -> bool:
        return part_id in self.drawing.public or part_id in self.own


def page_of(table: Table, seat: TableSeat | None, shown: Mapping[str, Parts], at: int) -> Page:
    """The page with these parts beside the table; what only this person sees of the table is drawn."""
    drawing = drawing_of(table)
    return Page(drawing, drawing.of_seat(seat), shown, at)


def whole_page(table: Table, viewer: User | None, drawn: Mapping[str, Parts], at: int | None = None) -> Page:
    """The same with all that is beside the table, as far as it is not drawn already; `at` is when that was begun."""
    at, seat = at or timestamp(), table.seat_of(viewer)
    shown = {
        "company": beside.company_parts(table, seat),
        "orders": drawn.get("orders") or beside.order_parts(table, seat),
        "watchers": drawn.get("watchers") or beside.watcher_parts(spectators_at(table)),
        "chat": drawn.get("chat") or beside.chat_parts(table, viewer, seat),
        "ratings": beside.rating_parts(table),
        "series": drawn["series"] if "series" in drawn else beside.series_parts(table),
        "room": beside.room_parts(table, viewer, seat) if table.is_room else {},
    }
    return page_of(table, seat, shown, at)


def problem_in(page: Page, words: str, form: str) -> dict[str, str]:
    """Where in an open page a problem is told: beside the form it is about, or beside the buttons, or above all."""
    places = (FORMS.get(form, "problem"), "problem", "problem-company")
    parts = page.parts
    return {"at": next(place for place in places if place in parts), "words": words}


def with_problem(page: Page, viewer: User | None, words: str) -> Page:
    """The page with why something was refused in its place."""
    table = page.drawing.table
    seat = table.seat_of(viewer)
    if not words:
        return page
    if table.is_room:
        return replace(page, beside={**page.beside, "room": beside.room_parts(table, viewer, seat, words)})
    if "problem" in page.own:
        return replace(page, own={**page.own, **by_id(draw("games/table/_problem.html", words=words))})
    return replace(page, beside={**page.beside, "company": beside.company_parts(table, seat, words)})


def away_html(table: Table, since: int) -> str:
    """What happened after that many actions, in words."""
    lines = []
    if 0 <= since < table.action_count and table.position is not None:
        scene = scene_of(table)
        with as_game_fault("telling what happened"):
            lines = story_since(scene, since)
    # What a table reminds nobody of cannot be looked at again.
    first = max(since, moments_of(table)[0]) if lines else 0
    steps = reverse("games:moment", args=[table.id, first])
    return render_to_string("games/_away.html", {"lines": lines, "since": since, "steps_url": steps})


def waiting_html(count: int) -> str:
    """How many games wait for whoever looks, for the head of the page."""
    return _waiting_html(count, get_language())


@lru_cache(maxsize=256)
def _waiting_html(count: int, language: str | None) -> str:
    """`language` is the one in force."""
    return render_to_string("games/_waiting.html", {"count": count})
