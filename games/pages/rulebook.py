"""The rules of a game as a player reads them: `docs/rules/<slug>.md`, and `<slug>.fr.md` for those who read French."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import get_language, gettext
from markdown_it import MarkdownIt
from markdown_it.token import Token


@dataclass(frozen=True, slots=True)
class Rulebook:
    title: str
    html: SafeString


def find_rulebook(slug: str) -> Rulebook | None:
    """In the language in force, where it has been translated."""
    pages = {page.name: page for page in (settings.BASE_DIR / "docs" / "rules").glob("*.md")}
    original = pages.get(f"{slug}.md")
    if original is None:
        return None
    text = original.read_text(encoding="utf-8")
    translated = pages.get(f"{slug}.{get_language()}.md")
    shown = translated.read_text(encoding="utf-8") if translated else text
    heading = shown.partition("\n")[0]
    return Rulebook(title=heading.removeprefix("# "), html=mark_safe(_rendered(shown, anchors_in(text))))


def anchors_in(text: str) -> list[str]:
    """Every heading below the title can be linked to by its words."""
    tokens = MarkdownIt("js-default").parse(text)
    return [slugify(words.content) for opening, words in pairwise(tokens) if _is_section(opening)]


def _rendered(text: str, anchors: Sequence[str]) -> str:
    """The page as HTML, without any of its own. A translation has the same sections, under the same anchors."""
    markdown = MarkdownIt("js-default")
    tokens = markdown.parse(text)
    for section, anchor in zip(filter(_is_section, tokens), anchors, strict=False):
        section.attrSet("id", anchor)
    markdown.add_render_rule("table_open", _table_open)
    markdown.add_render_rule("table_close", _table_close)
    html: str = markdown.renderer.render(tokens, markdown.options, {})
    return html


def _is_section(token: Token) -> bool:
    return token.type == "heading_open" and token.tag != "h1"


def _table_open(*_: object) -> str:
    """A wide table scrolls by itself on a narrow screen, also by keyboard."""
    label = gettext("Table")
    return f'<div class="scroll" tabindex="0" role="group" aria-label="{label}"><table>'


def _table_close(*_: object) -> str:
    return "</table></div>"
