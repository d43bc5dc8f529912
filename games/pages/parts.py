"""Parts: elements with an id, of which a page is made, and the difference between two drawings of the same page.

A template draws one element. What it marks with `{% part %}` is cut out and is a part by itself; where a part is drawn
by itself, `{% slot %}` says where it belongs. So a part holds text and the ids of the parts within it, and stays the
same whatever these become. Each carries a stamp in the page: one half for its tag, one for what is in it.
"""

import re
import secrets
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import blake2b
from typing import Any

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.template import Context, Template, engines
from django.utils.functional import cached_property
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.tableau.fragments import Fragment
from games.tableau.shell import Facts

WITHIN = "*"
"""The slot for whichever parts a fragment names."""

_NONCE = secrets.token_hex(6)
BEGIN, END, SLOT, TEXT, TOKEN = (f"\x1a{name}{_NONCE}\x1a" for name in "bestk")
"""Stand in what templates draw around a part, around the id of one that is drawn elsewhere, around the name of words
that are put in later, and where a form has its token. Nobody who writes a text knows them."""

KEPT_DRAWINGS = 16_384

_MARKS = re.compile(f"({BEGIN}|{END}|{SLOT}.*?{SLOT})")
_INDENTATION = re.compile(r"\n\s*")
_TAG = re.compile(r"\A<(\w+)[^>]*>")
_ID = re.compile(r' id="([^"]+)"')
_VOID = frozenset({"input", "br", "img"})


@dataclass(frozen=True, eq=False)
class Part:
    id: str
    tag: str
    """As it opens, without its stamp."""
    content: tuple[str, ...]
    """Text, the id of a part, text, and so on."""
    closing: str

    @cached_property
    def has_place(self) -> bool:
        """Whether its template leaves a place for parts that a fragment names."""
        return WITHIN in self.content

    @cached_property
    def stamp(self) -> str:
        return f"{_digest(self.tag)}.{_digest(SLOT.join(self.content))}"

    @cached_property
    def opening(self) -> str:
        return f'{self.tag[:-1]} data-stamp="{self.stamp}">'

    @property
    def slots(self) -> tuple[str, ...]:
        """The parts within it, in order."""
        return self.content[1::2]

    @cached_property
    def size(self) -> int:
        return len(self.tag) + sum(map(len, self.content))


Parts = Mapping[str, Part]
"""By id, those that hold others before these."""


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=4).hexdigest()


def draw(template_name: str, **facts: Hashable) -> tuple[Part, ...]:
    """The part that a template makes of these facts and of nothing else, and those within it.

    The same facts come again and again, in whichever game, for whomever: they are drawn once.
    """
    return _drawn(template_name, get_language(), tuple(facts.items()))


def draw_all(fragments: Iterable[Fragment], *, keep: bool = True) -> dict[str, Part]:
    """The same for a list of parts, each of which may say which others are within it; or without keeping them."""
    language, parts = get_language(), {}
    drawn, finished = (_drawn, _finished) if keep else (_drawn.__wrapped__, _finished.__wrapped__)
    for template_name, facts, within, data, text in fragments:
        if text:
            facts += tuple((name, _place_of(name)) for name, _words in text)
        for part in drawn(template_name, language, facts):
            parts[part.id] = finished(part, within, data, text) if part.has_place or data or text else part
    return parts


@cache
def _place_of(name: str) -> SafeString:
    """What stands for words until they are put in."""
    return mark_safe(f"{TEXT}{name}{TEXT}")


@lru_cache(maxsize=KEPT_DRAWINGS)
def _finished(part: Part, within: tuple[str, ...], data: Facts, text: tuple[tuple[str, str | int], ...]) -> Part:
    """The part with what its template has left to others: parts within it, attributes of its tag, and words."""
    tag, content = part.tag, part.content
    if part.has_place:
        place = content.index(WITHIN)
        content = _joined(content[:place], within, content[place + 1 :])
    if data:
        tag = f"{tag[:-1]}{attributes(data)}>"
    for name, words in text:
        place_of_words, escaped = _place_of(name), escape(words)
        tag = tag.replace(place_of_words, escaped)
        content = tuple(piece.replace(place_of_words, escaped) for piece in content)
    return Part(part.id, tag, content, part.closing)


def _joined(before: tuple[str, ...], within: tuple[str, ...], after: tuple[str, ...]) -> tuple[str, ...]:
    """Content with these parts between what comes before and after them."""
    if not within:
        return (*before[:-1], before[-1] + after[0], *after[1:])
    between = [""] * (2 * len(within) - 1)
    between[::2] = within
    return (*before, *between, *after)


def attributes(data: Facts) -> str:
    """Facts for a browser, by name, as attributes of an element."""
    return "".join(f' data-{name}="{escape(fact)}"' for name, fact in data)


@lru_cache(maxsize=KEPT_DRAWINGS)
def _drawn(template_name: str, language: str | None, facts: tuple[tuple[str, Hashable], ...]) -> tuple[Part, ...]:
    """`language` is the one in force: templates have words of their own."""
    return draw_anew(template_name, dict(facts))


def draw_anew(template_name: str, facts: Mapping[str, object]) -> tuple[Part, ...]:
    """The same of facts that are not frozen, or never come again."""
    return tuple(cut(_template(template_name).render(Context(dict(facts), use_l10n=False))))


@cache
def _template(name: str) -> Template:
    found: Any = engines["django"].get_template(name)
    template: Template = found.template
    return template


def cut(html: str) -> list[Part]:
    """The element that this is, and every part that is marked within it, those that hold others first."""
    found: list[Part] = []
    _cut_one(iter(_MARKS.split(_INDENTATION.sub("\n", html.strip()))), found)
    return found


def _cut_one(pieces: Iterator[str], found: list[Part]) -> str:
    """Take the pieces of one part, put it and those within it among those found, and say its id."""
    content, place = [""], len(found)
    for piece in pieces:
        if piece == BEGIN:
            content += [_cut_one(pieces, found), ""]
        elif piece == END:
            break
        elif piece.startswith(SLOT):
            content += [piece.removeprefix(SLOT).removesuffix(SLOT), ""]
        else:
            content[-1] += piece
    part = _part(content)
    found.insert(place, part)
    return part.id


def _part(content: list[str]) -> Part:
    """From the text of one element, which alternates with the ids of the parts within it."""
    tag = _TAG.match(content[0].lstrip())
    assert tag is not None, f"No element: {content[0][:80]!r}"
    found = _ID.search(tag[0])
    assert found is not None, f"No id: {tag[0]}"
    content[0] = content[0].lstrip()[tag.end() :]
    closing = "" if tag[1] in _VOID else f"</{tag[1]}>"
    content[-1] = content[-1].rstrip()
    assert content[-1].endswith(closing), f"More than one element: {tag[0]}"
    content[-1] = content[-1].removesuffix(closing)
    # Nothing but parts is between parts, so that they can be told apart in a page by their ids alone.
    return Part(found[1], tag[0], tuple(_without_blanks(content)), closing)


def _without_blanks(content: list[str]) -> Iterator[str]:
    for place, text in enumerate(content):
        is_blank = place % 2 == 0 and len(content) > 1 and text.isspace()
        yield "" if is_blank else text


def without_tokens(html: str) -> str:
    """For a page that is there already, and adds its own to whatever it sends."""
    return html.replace(TOKEN, "")


def with_tokens(html: str, request: HttpRequest) -> SafeString:
    """For a whole page, which may have to do without scripts."""
    field = format_html('<input type="hidden" name="csrfmiddlewaretoken" value="{}">', get_token(request))
    return mark_safe(html.replace(TOKEN, field))


def by_id(*drawn: Iterable[Part]) -> dict[str, Part]:
    return {part.id: part for parts in drawn for part in parts}


def whole(parts: Parts, part_id: str) -> SafeString:
    """One part with all that is in it, as it stands in a page."""
    return mark_safe("".join(_whole(parts, parts[part_id])))


def _whole(parts: Parts, part: Part) -> Iterator[str]:
    yield part.opening
    for place, piece in enumerate(part.content):
        if place % 2:
            yield from _whole(parts, parts[piece])
        else:
            yield piece
    yield part.closing


def difference(before: Parts, after: Parts) -> dict[str, str]:
    """What leads a page from one drawing to the other: by id, the parts that changed.

    Of one whose tag alone changed, only the tag is told. Within one that is told anew, those that the page has already
    are not: a template stands for a run of them.
    """
    told = {}
    for part in after.values():
        known = before.get(part.id)
        # What is new comes with the part that holds it.
        if known is None or known is part or known.stamp == part.stamp:
            continue
        if known.content == part.content:
            told[part.id] = f"{part.opening[:-1]} data-tag-only>{part.closing}"
        else:
            told[part.id] = "".join(_told(before, after, part))
    return told


def _told(before: Parts, after: Parts, part: Part) -> Iterator[str]:
    known = before.get(part.id)
    places = {slot: place for place, slot in enumerate(known.slots)} if known is not None else {}
    yield part.opening
    run: list[str] = []
    for place, piece in enumerate(part.content):
        if place % 2 == 0:
            if piece:
                yield from _kept(run)
                yield piece
        elif piece not in before:
            yield from _kept(run)
            yield from _told(before, after, after[piece])
        elif run and places.get(piece) == places.get(run[-1], -2) + 1:
            run.append(piece)
        else:
            yield from _kept(run)
            run.append(piece)
    yield from _kept(run)
    yield part.closing


def _kept(run: list[str]) -> Iterator[str]:
    """What stands for parts that a page has already, one beside the other."""
    if run:
        yield f'<template data-first="{run[0]}" data-last="{run[-1]}"></template>'
    run.clear()
