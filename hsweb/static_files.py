"""One stylesheet and one script for a page: what they import is put into them where static files are collected."""

import re
from collections.abc import Callable, Iterable, Iterator
from posixpath import dirname, join, normpath, relpath
from typing import Any

from django.contrib.staticfiles.finders import AppDirectoriesFinder
from django.contrib.staticfiles.storage import ManifestStaticFilesStorage
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

Read = Callable[[str], str]
"""Answers with the text of a static file."""

PAGES = "pages/"
"""Where stylesheets and scripts are that pages name: all others are only imported."""
STYLE_IMPORT = re.compile(r'@import url\("([^"]+)"\);\n?')
RELATIVE_URL = re.compile(r'url\("(?!/|data:|#)([^"]+)"\)')
IMPORT = re.compile(r'^import (?:(\{[^{}]+\}) from )?"(\.[^"\n]+)";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
LEFT_OVER = re.compile(r"^(?:import|export)\b|\bimport\(", re.MULTILINE)


class AppFiles(AppDirectoriesFinder):
    """Those that apps bring along, but for what no page of this site links."""

    UNUSED = ("redoc.*", "*.js.map")

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[Any]:
        return super().list([*(ignore_patterns or ()), *self.UNUSED])


class JoinedFiles(ManifestStaticFilesStorage):
    """Hashed names, for pages that need not wait for one file to learn of the next."""

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        """Join, then hash."""
        joined = {} if dry_run else dict(_joined(paths))
        for name, text in joined.items():
            self.delete(name)
            self.save(name, ContentFile(text.encode()))
        yield from super().post_process(
            {**paths, **{name: (self, name) for name in joined}}, dry_run=dry_run, **options
        )


class CollectedFiles(JoinedFiles, CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """The files of a real site: joined, hashed, compressed."""


def _joined(paths: dict[str, Any]) -> Iterator[tuple[str, str]]:
    def read(name: str) -> str:
        storage, path = paths[name]
        with storage.open(path) as file:
            text: str = file.read().decode()
            return text

    for name in paths:
        if name.startswith(PAGES):
            yield name, (joined_styles if name.endswith(".css") else joined_modules)(name, read)


def joined_styles(name: str, read: Read) -> str:
    """A stylesheet with those that it imports in their places."""

    def imported(found: re.Match[str]) -> str:
        other = _beside(name, found[1])
        text = joined_styles(other, read)
        return RELATIVE_URL.sub(lambda url: f'url("{relpath(_beside(other, url[1]), dirname(name) or ".")}")', text)

    text = STYLE_IMPORT.sub(imported, read(name))
    if "@import" in text:
        raise ValueError(f'{name} imports something in another form than @import url("…");')
    return text


def joined_modules(name: str, read: Read) -> str:
    """A module with all that it imports: each has a scope of its own and comes once, after those that it needs."""
    scopes: dict[str, str] = {}
    begun: set[str] = set()

    def add(module: str) -> None:
        begun.add(module)
        text = read(module)
        for _names, path in IMPORT.findall(text):
            other = _beside(module, path)
            if other not in begun:
                add(other)
            elif other not in scopes:
                raise ValueError(f"{module} and {other} import each other.")
        scopes[module] = _scope(module, text, list(scopes))

    add(name)
    return "\n".join(scopes.values())


def _scope(module: str, text: str, known: list[str]) -> str:
    """A module as a function that is called once, and whose exports those after it take by its number."""

    def imported(found: re.Match[str]) -> str:
        names = (found[1] or "").replace(" as ", ": ")
        return f"const {names} = ${known.index(_beside(module, found[2]))};\n" if names else ""

    exports = EXPORT.findall(text)
    text = EXPORT.sub("", IMPORT.sub(imported, text))
    if LEFT_OVER.search(text):
        raise ValueError(f"{module} imports or exports something in a form that cannot be joined.")
    return f"const ${len(known)} = (() => {{\n{text}return {{ {', '.join(exports)} }};\n}})();"


def _beside(name: str, path: str) -> str:
    return normpath(join(dirname(name), path))
