"""The rules of a game as a player reads them: `docs/rules/<slug>.md`."""

from dataclasses import dataclass

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt


@dataclass(frozen=True, slots=True)
class Rulebook:
    title: str
    html: SafeString


def find_rulebook(slug: str) -> Rulebook | None:
    page = settings.BASE_DIR / "docs" / "rules" / f"{slug}.md"
    if not page.is_file():
        return None
    text = page.read_text(encoding="utf-8")
    heading = text.partition("\n")[0]
    return Rulebook(title=heading.removeprefix("# "), html=mark_safe(MarkdownIt("js-default").render(text)))
