"""What the documents name is there, and the map says what the import contracts say."""

import re
import tomllib
from pathlib import Path

import pytest
from django.conf import settings

ROOT = settings.BASE_DIR
DOCUMENTS = sorted(
    path
    for pattern in ("*.md", "docs/**/*.md", ".github/**/*.md")
    for path in ROOT.glob(pattern)
    if path.parent != ROOT / "docs" / "rules"
)
ROOMS = ("games", "accounts", "hsweb", "tests", "templates", "static", "docs", "locale", ".github", ".ci")

every_document = pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())

LINK = re.compile(r"\]\(([^()\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
BLOCK = re.compile(r"^```\n(.*?)^```$", re.DOTALL | re.MULTILINE)
FILE = re.compile(r"\.(?:css|html|js|json|md|py|toml)$")
MODULE = re.compile(r"\b\w+\.py\b")
EXAMPLE = re.compile(r"(?:\b|_)matches\b")
"""The game that CONTRIBUTING.md adds as an example."""


def text_of(document: Path) -> str:
    return document.read_text(encoding="utf-8")


def links_in(text: str) -> list[str]:
    return [link for link in LINK.findall(text) if not re.match(r"[a-z]+:", link)]


def paths_in(text: str) -> list[str]:
    """What stands in backticks and is the path of a file, or begins with one of the rooms."""
    words = [code for code in CODE.findall(BLOCK.sub("", text)) if "/" in code and not re.search(r"[\s<:]", code)]
    paths = [word for word in words if word.partition("/")[0] in ROOMS or FILE.search(word)]
    return [path for path in paths if not EXAMPLE.search(path)]


def anchors_in(text: str) -> set[str]:
    """Headings as they are linked to."""
    headings = re.findall(r"^#+ (.+)$", BLOCK.sub("", text), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


@every_document
def test_links_lead_somewhere(document):
    for link in links_in(text_of(document)):
        path, _, anchor = link.partition("#")
        target = (document.parent / path).resolve() if path else document
        assert target.exists(), link
        if anchor:
            assert anchor in anchors_in(text_of(target)), link


@every_document
def test_paths_are_there(document):
    assert [path for path in paths_in(text_of(document)) if not (ROOT / path).exists()] == []


def test_files_in_the_pictures_are_there():
    """Where a tree is drawn, files are named without their folders."""
    known = {path.name for room in ROOMS for path in (ROOT / room).rglob("*.py")}
    drawn = {
        name for document in DOCUMENTS for block in BLOCK.findall(text_of(document)) for name in MODULE.findall(block)
    }
    assert len(drawn) > 30
    assert drawn - known == set()


def test_there_is_something_to_look_at():
    assert len(DOCUMENTS) > 30
    assert len([path for document in DOCUMENTS for path in paths_in(text_of(document))]) > 100


def contracts() -> dict[str, list[set[str]]]:
    """The layers of each app as import-linter has them, from the top."""
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]
    return {
        contract["containers"][0]: [set(re.split(r" [|:] ", layer)) for layer in contract["layers"]]
        for contract in linter["contracts"]
        if contract["type"] == "layers"
    }


def picture() -> dict[str, list[set[str]]]:
    """The same as the map draws them: the name of an app, and below it a line for each layer."""
    section = text_of(ROOT / "docs" / "architecture.md").partition("## Imports go one way")[2]
    block = BLOCK.search(section)
    assert block is not None
    drawn: dict[str, list[set[str]]] = {}
    for line in filter(None, block[1].splitlines()):
        if not line.startswith(" "):
            drawn[line] = layers = []
        else:
            layers.append(set(re.split(r" {2,}", line.strip())[0].split(" | ")))
    return drawn


def test_map_draws_the_layers_of_the_import_contracts():
    assert contracts().keys() == {"games", "accounts", "hsweb"}
    assert picture() == contracts()


def test_map_has_a_line_for_every_room():
    tree = BLOCK.search(text_of(ROOT / "docs" / "architecture.md"))
    assert tree is not None
    for app, layers in contracts().items():
        rooms = re.split(rf"^{app}/", tree[1], flags=re.MULTILINE)[1]
        told = set(re.findall(r"[\w]+", re.split(r"^\w+/", rooms, flags=re.MULTILINE)[0]))
        assert set().union(*layers) <= told, f"{app}: {set().union(*layers) - told}"


def test_index_lists_every_decision():
    folder = ROOT / "docs" / "decisions"
    pages = sorted(path.name for path in folder.glob("*.md") if path.name != "README.md")
    assert sorted(links_in(text_of(folder / "README.md"))) == sorted([*pages, "../architecture.md"])
    assert [page[:3] for page in pages] == [f"{number:03}" for number in range(1, len(pages) + 1)]


def test_index_tells_decisions_by_their_titles():
    folder = ROOT / "docs" / "decisions"
    told = dict(re.findall(r"^- \[\d+\]\((.+?)\) (.+)$", text_of(folder / "README.md"), re.MULTILINE))
    assert told == {page: text_of(folder / page).partition("\n")[0].removeprefix("# ") for page in told}


def test_release_is_in_the_changelog():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    headings = re.findall(r"^## (.+)$", text_of(ROOT / "CHANGELOG.md"), re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert re.fullmatch(rf"{re.escape(project['version'])} – \d{{4}}-\d\d-\d\d", headings[1])
