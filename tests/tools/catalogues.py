"""The catalogues of translations: written from the code, compiled and checked. No other program is needed for it.

python -m tests.tools.catalogues            extract every message, keep what is translated, compile
python -m tests.tools.catalogues --check    change nothing; fail if that would, or if a message is not translated well
"""

import re
import sys
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).parents[2]
APPS = ("accounts", "games", "hsweb")
TEMPLATES = {".html", ".js", ".svg", ".txt"}
LAZY = {
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%[sd]|\{\w*\}")


class Found(NamedTuple):
    """A message in the code: its words or, with a plural, both forms of them."""

    file: str
    words: str | tuple[str, ...]
    context: str | None


def main() -> int:
    found = list(messages_in_code())
    paths = stored_catalogues()
    if "--check" not in sys.argv:
        for path in paths:
            write(path, updated(path, found))
        return 0
    problems = [f"{path.relative_to(ROOT)}: {problem}" for path in paths for problem in problems_of(path, found)]
    for problem in problems:
        print(problem)
    return 1 if problems else 0


def stored_catalogues() -> list[Path]:
    return sorted(ROOT.glob("locale/*/LC_MESSAGES/django.po"))


def messages_in_code() -> Iterator[Found]:
    for path in sources():
        text = path.read_text(encoding="utf-8")
        # What Django makes of a template is Python only in places: on one line, nothing depends on its indentation.
        code = text if path.suffix == ".py" else templatize(text).replace("\n", " ").strip()
        for _line, words, _comments, context in extract("python", BytesIO(code.encode()), DEFAULT_KEYWORDS | LAZY):
            yield Found(path.relative_to(ROOT).as_posix(), words, context)


def sources() -> list[Path]:
    code = [path for app in APPS for path in (ROOT / app).rglob("*.py") if "migrations" not in path.parts]
    return sorted(code) + sorted(path for path in (ROOT / "templates").rglob("*") if path.suffix in TEMPLATES)


def updated(path: Path, found: Iterable[Found]) -> Catalog:
    """The catalogue with exactly the messages of the code, as far as they were translated before."""
    catalogue, template = stored(path), Catalog()
    for file, words, context in found:
        template.add(words, locations=[(file, 0)], context=context)
    template.creation_date = catalogue.creation_date
    catalogue.update(template, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def stored(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name)


def write(path: Path, catalogue: Catalog) -> None:
    path.write_bytes(as_text(catalogue))
    path.with_suffix(".mo").write_bytes(compiled(catalogue))


def as_text(catalogue: Catalog) -> bytes:
    file = BytesIO()
    write_po(file, catalogue, width=120, include_lineno=False)
    return file.getvalue()


def compiled(catalogue: Catalog) -> bytes:
    file = BytesIO()
    write_mo(file, catalogue)
    return file.getvalue()


def problems_of(path: Path, found: Iterable[Found]) -> Iterator[str]:
    catalogue = updated(path, found)
    if as_text(catalogue) != path.read_bytes():
        yield "does not have exactly the messages of the code: run make messages"
    if compiled(stored(path)) != path.with_suffix(".mo").read_bytes():
        yield "was not compiled: run make messages"
    for message in catalogue:
        if message.id and (problem := problem_of(message)):
            yield f"{problem}: {message.id}"


def problem_of(message: Message) -> str:
    originals, translations = forms(message.id), forms(message.string or "")
    if message.fuzzy:
        return "is marked as fuzzy"
    if not all(translations):
        return "is not translated"
    # The singular may say "one" in words, if its original does.
    pairs = [(originals[min(number, len(originals) - 1)], text) for number, text in enumerate(translations)]
    if any(placeholders(original) != placeholders(text) for original, text in pairs):
        return "has other placeholders"
    return ""


def forms(words: str | Iterable[str]) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else tuple(words)


def placeholders(text: str) -> list[str]:
    return sorted(set(PLACEHOLDER.findall(text)))


if __name__ == "__main__":
    sys.exit(main())
