"""What an open page shows: put together from the frames that it is sent, as its script does it."""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from games.pages.frames import BESIDE

_TAGS = re.compile(r"(<[^>]*>)")
_NAME = re.compile(r"</?(\w+)")
_VOID = {"area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Part(NamedTuple):
    """An element with an id and a stamp, and what is in it: text, the id of another part, text, and so on."""

    opening: str
    content: tuple[str, ...]
    closing: str

    @property
    def stamp(self) -> tuple[str, str]:
        """That of its tag, and that of what is in it."""
        tag, _, content = attribute(self.opening, "data-stamp").partition(".")
        return tag, content


class Reader:
    """Cuts HTML into parts: those at the top in `top`, all of them by id in `parts`, and by id what each is in."""

    def __init__(self, html: str) -> None:
        self.parts: dict[str, Part] = {}
        self.top: list[str] = []
        self.top_of: dict[str, str] = {}
        self._open: list[tuple[str, str, list[str]]] = []
        """The parts that are not closed yet: their ids, how they open, and what is in them so far."""
        self._elements: list[str] = []
        """All elements that are not closed yet: the ids of those that are parts, and nothing for others."""
        for piece in _TAGS.split(html):
            self._read(piece)

    def _read(self, piece: str) -> None:
        if piece.startswith("</"):
            self._close(piece)
        elif piece.startswith("<template data-first="):
            self._add_slot(f"{attribute(piece, 'data-first')} {attribute(piece, 'data-last')}")
            self._elements.append("")
        elif name := _NAME.match(piece):
            self._begin(piece, closes=piece.endswith("/>") or name[1] in _VOID)
        else:
            self._add(piece)

    def _begin(self, tag: str, *, closes: bool) -> None:
        part_id = attribute(tag, "id") if not self._elements or "data-stamp" in tag else ""
        if part_id:
            self._add_slot(part_id)
            self._open.append((part_id, tag, [""]))
        else:
            self._add(tag)
        if not closes:
            self._elements.append(part_id)
        elif part_id:
            self._end("")

    def _close(self, tag: str) -> None:
        if self._elements.pop():
            self._end(tag)
        elif tag != "</template>":
            self._add(tag)

    def _end(self, closing: str) -> None:
        part_id, opening, content = self._open.pop()
        self.parts[part_id] = Part(opening, tuple(content), closing)
        self.top_of[part_id] = self._open[0][0] if self._open else part_id

    def _add(self, text: str) -> None:
        if self._open:
            self._open[-1][2][-1] += text

    def _add_slot(self, slot: str) -> None:
        if self._open:
            self._open[-1][2].extend((slot, ""))
        else:
            self.top.append(slot)


class Screen:
    """A page at a table that follows what it is told."""

    def __init__(self) -> None:
        self.version = -1
        self._heard = 0
        """How many frames came on the line that is open."""
        self._read_at: dict[str, int] = {}
        """When that was read which is shown beside the table, by the outermost part that it is in."""
        self.parts: dict[str, Part] = {}
        self._roots: dict[str, None] = {}
        """The parts that are in no other."""

    def show(self, text: str) -> dict[str, Any]:
        """Take in one frame. Its head, in which `misfits` says that the page has to be told everything."""
        if not text.strip():
            return {}
        told, _, rest = text.partition("\n")
        head: dict[str, Any] = json.loads(told)
        if head.get("frame", self._heard + 1) <= self._heard:
            return {}
        follows = self._follows(head)
        table, _, beside = rest.partition(BESIDE)
        after = head.get("to", -1)
        leads_on = head["from"] == self.version if "from" in head else after >= self.version
        fits = not ("to" in head and leads_on) or self._put(table)
        if fits and leads_on:
            self.version = after
        elif not leads_on and after > self.version:
            fits = False
        fits = (not follows or self._put(beside, head.get("at"))) and fits
        return {**head, "misfits": not (fits and follows)}

    def begin_line(self) -> None:
        self._heard = 0

    def _follows(self, head: dict[str, Any]) -> bool:
        """Whether a frame of the line follows on the one before, or needs none before it."""
        if "frame" not in head:
            return True
        before, self._heard = self._heard, head["frame"]
        return head["frame"] == before + 1 or "from" not in head

    def whole(self, part_id: str) -> str:
        """A part with all that is in it, or nothing if it is not shown."""
        return "".join(self._whole(part_id)) if part_id in self.parts else ""

    def _whole(self, part_id: str) -> Iterator[str]:
        opening, content, closing = self.parts[part_id]
        yield opening
        for place, piece in enumerate(content):
            if place % 2:
                yield from self._whole(piece)
            else:
                yield piece
        yield closing

    def _put(self, html: str, at: int | None = None) -> bool:
        """Whether all of this could be put in its place. What was read before that which is shown comes too late."""
        read = Reader(html)
        late = {part_id for part_id in read.top if at is not None and self._is_late(part_id, at)}
        self._roots |= {part_id: None for part_id in read.top if part_id not in self.parts}
        fresh = {part_id: part for part_id, part in read.parts.items() if read.top_of[part_id] not in late}
        fitting = [self._put_part(part_id, part) for part_id, part in fresh.items()]
        shown = {part_id for root in self._roots for part_id in self._within(root)}
        self.parts = {part_id: part for part_id, part in self.parts.items() if part_id in shown}
        return all(fitting)

    def _is_late(self, part_id: str, at: int) -> bool:
        if part_id not in self.parts:
            return False
        root = next((root for root in self._roots if part_id in self._within(root)), part_id)
        if at < self._read_at.get(root, 0):
            return True
        self._read_at[root] = at
        return False

    def _within(self, part_id: str) -> Iterator[str]:
        yield part_id
        for slot in self.parts[part_id].content[1::2]:
            yield from self._within(slot)

    def _put_part(self, part_id: str, part: Part) -> bool:
        shown = self.parts.get(part_id)
        if "data-tag-only" in part.opening:
            if shown is None or shown.stamp[1] != part.stamp[1]:
                return False
            self.parts[part_id] = shown._replace(opening=part.opening.replace(" data-tag-only", ""))
            return True
        content = [""]
        for place, piece in enumerate(part.content):
            if place % 2 == 0:
                content[-1] += piece
            elif (run := self._run(piece)) is None:
                return False
            else:
                content += [between for slot in run for between in (slot, "")]
        self.parts[part_id] = part._replace(content=tuple(content))
        return True

    def _run(self, slot: str) -> list[str] | None:
        """The parts for which a slot stands: itself, or those from one to another that are shown beside each other."""
        first, _, last = slot.partition(" ")
        if not last:
            return [slot]
        around = next((part.content[1::2] for part in self.parts.values() if first in part.content[1::2]), ())
        run = list(around[around.index(first) :]) if around else []
        return run[: run.index(last) + 1] if last in run else None


def attribute(tag: str, name: str) -> str:
    """What an attribute of a tag says, or nothing."""
    found = re.search(rf'\s{name}="([^"]*)"', tag)
    return found[1] if found else ""


def head_of(frame: str) -> dict[str, Any]:
    """What a frame says of itself; nothing if it only tells that the line is alive."""
    head: dict[str, Any] = json.loads(frame.partition("\n")[0]) if frame.strip() else {}
    return head
