"""Holds stylesheets against what they are for: `python -m tests.tools.css`.

Told are custom properties that nobody sets, classes that are given to elements but that no style and no script looks
for, and classes that have a style but are given to nothing. What is put together when a page is drawn counts by what is
fixed of it: `card-{{ face.kind }}` stands for every class that begins with `card-`.
"""

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

import django.contrib.admin
from django.contrib.messages.constants import DEFAULT_TAGS

ROOT = Path(__file__).parents[2]
ADMIN_STYLES = Path(django.contrib.admin.__file__).parent / "static" / "admin" / "css"
GIVEN_BY_OTHERS = {
    "errorlist": "Django's lists of what is wrong with a form",
    "nonfield": "the same, about no field in particular",
    "field-*": "Django's admin, by column",
    "htmx-*": "htmx, while something is on its way",
    **dict.fromkeys(DEFAULT_TAGS.values(), "Django's messages, by how serious they are"),
}
"""Classes that nothing here names, and where they come from."""

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
SELECTOR = re.compile(r"([^{};]+)\{")
CLASS_IN_SELECTOR = re.compile(r"\.([a-zA-Z][\w-]*)")
SET_PROPERTY = re.compile(r"(--[\w-]+)\s*:")
USED_PROPERTY = re.compile(r"var\(\s*(--[\w-]+)")
CLASS_ATTRIBUTE = re.compile(r"""class(?:="|": ")([^"]*)\"""")
TAG = re.compile(r"\{%.*?%\}")
VARIABLE = re.compile(r"\{\{\s*([\w.]*).*?\}\}|\{(\w*)\}")
CLASS_WORD = re.compile(r"[a-zA-Z*][\w*-]*")
CLASS_LIST_CALL = re.compile(r'classList\.\w+\("([\w-]+)"')
SCRIPT_STRING = re.compile(r'"([^"\n]*)"|`([^`]*)`')


@dataclass
class Sources:
    """Texts by where they are from."""

    styles: dict[str, str] = field(default_factory=dict)
    markup: dict[str, str] = field(default_factory=dict)
    scripts: dict[str, str] = field(default_factory=dict)
    foreign_styles: dict[str, str] = field(default_factory=dict)


def read_sources() -> Sources:
    return Sources(
        styles=_read("static", ".css"),
        markup=_read("templates", ".html", ".svg") | _read("games", ".py") | _read("accounts", ".py"),
        scripts=_read("static", ".js"),
        foreign_styles={str(path): path.read_text() for path in ADMIN_STYLES.glob("*.css")},
    )


def _read(folder: str, *endings: str) -> dict[str, str]:
    paths = sorted(path for path in (ROOT / folder).rglob("*") if path.suffix in endings)
    return {str(path.relative_to(ROOT)): path.read_text() for path in paths}


def problems(sources: Sources) -> Iterator[str]:
    yield from unknown_properties(sources)
    styled = classes_in_styles(sources.styles)
    given = classes_given(sources)
    looked_for = {*styled, *classes_in_styles(sources.foreign_styles), *classes_looked_for(sources.scripts)}
    for word, place in given.items():
        if not any(fnmatchcase(name, word) for name in looked_for):
            yield f"{place}: nothing looks for the class {word}"
    for name, place in styled.items():
        if not any(fnmatchcase(name, word) for word in (*given, *GIVEN_BY_OTHERS)):
            yield f"{place}: nothing has the class {name}"


def unknown_properties(sources: Sources) -> Iterator[str]:
    known = {
        name
        for text in (*sources.styles.values(), *sources.foreign_styles.values())
        for name in SET_PROPERTY.findall(COMMENT.sub("", text))
    }
    for place, text in sources.styles.items():
        for name in sorted({*USED_PROPERTY.findall(COMMENT.sub("", text))} - known):
            yield f"{place}: nobody sets {name}"


def classes_in_styles(styles: dict[str, str]) -> dict[str, str]:
    """Every class in a selector, and where it is first."""
    found: dict[str, str] = {}
    for place, text in styles.items():
        for selector in SELECTOR.findall(COMMENT.sub("", text)):
            for name in CLASS_IN_SELECTOR.findall(selector):
                found.setdefault(name, place)
    return found


def classes_looked_for(scripts: dict[str, str]) -> set[str]:
    """Classes in selectors of scripts: paths of modules have a slash."""
    strings = (first or second for text in scripts.values() for first, second in SCRIPT_STRING.findall(text))
    return {name for string in strings if "/" not in string for name in CLASS_IN_SELECTOR.findall(string)}


def classes_given(sources: Sources) -> dict[str, str]:
    """Every class that an element gets, with a star for what is not fixed, and where it is first."""
    found: dict[str, str] = {}
    for place, text in sources.markup.items():
        for attribute in CLASS_ATTRIBUTE.findall(text):
            for word in _words(attribute, sources):
                found.setdefault(word, place)
    for place, text in sources.scripts.items():
        for name in CLASS_LIST_CALL.findall(text):
            found.setdefault(name, place)
    return found


def _words(attribute: str, sources: Sources) -> Iterator[str]:
    """The classes of an attribute; one that is wholly in a variable is looked up where that is given a value."""
    for word in VARIABLE.sub(lambda found: f"*{found[1] or ''}*", TAG.sub(" ", attribute)).split():
        fixed = re.sub(r"\*[\w.]*\*", "*", word)
        if fixed != "*":
            if CLASS_WORD.fullmatch(fixed):
                yield fixed
            continue
        for value in _values_of(word.strip("*"), sources):
            yield from value.split()


def _values_of(variable: str, sources: Sources) -> Iterator[str]:
    given = re.compile(rf'\b{re.escape(variable)}="([\w -]+)"')
    for text in sources.markup.values():
        yield from given.findall(text)


def main() -> int:
    found = list(problems(read_sources()))
    print("\n".join(found) or "Styles and pages fit each other.")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
