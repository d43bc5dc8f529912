"""The rules of a game as a player reads them: `docs/rules/<slug>.md`."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import gettext
from markdown_it import MarkdownIt
from markdown_it.token import Token


@dataclass(frozen=True, slots=True)
class Rulebook:
    title: str
    html: SafeString


def find_rulebook(slug: str) -> Rulebook | None:
    pages = {page.stem: page for page in (settings.BASE_DIR / "docs" / "rules").glob("*.md")}
    page = pages.get(slug)
    if page is None:
        return None
    text = page.read_text(encoding="utf-8")
    heading = text.partition("\n")[0]
    return Rulebook(title=heading.removeprefix("# "), html=mark_safe(_rendered(text)))


def _rendered(text: str) -> str:
    """The page as HTML, without any of its own; every heading below the title can be linked to by its words."""
    markdown = MarkdownIt("js-default")
    tokens = markdown.parse(text)
    for opening, words in pairwise(tokens):
        if _is_section(opening):
            opening.attrSet("id", slugify(words.content))
    markdown.add_render_rule("table_open", _table_open)
    markdown.add_render_rule("table_close", _table_close)
    html: str = markdown.renderer.render(tokens, markdown.options, {})
    return html


def _is_section(token: Token) -> bool:
    return token.type == "heading_open" and token.tag != "h1"


def _table_open(*_: Any) -> str:
    """A wide table scrolls by itself on a narrow screen, also by keyboard."""
    return f'<div class="scroll" tabindex="0" role="group" aria-label="{gettext("Table")}"><table>'


def _table_close(*_: Any) -> str:
    return "</table></div>"
