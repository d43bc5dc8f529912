"""Around the games, nothing names one of them, its options or its ways to lose: it shows what the game declares."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.rules import GAMES
from games.tableau import tableau_of

ROOT = Path(__file__).parents[2]
SITE = (
    "forms.py",
    "models",
    "wording",
    "queries",
    "services",
    "pages",
    "api",
    "live",
    "views",
    "admin",
    "templatetags",
)
OF_THE_HOUSE = {
    "games/views/picture.py",
    "templates/base.html",
    "templates/games/home.html",
}
"""What is about this house, and may say which games it is known for."""
OF_A_KIND = {"static/games/table/bid.js"}
"""Scripts that only the pages of one kind of game have a use for."""
OF_THE_CONTRACT = {"cast_out", "AUCTION_TIMEOUT"}
"""What every game calls those who did not last, be it in results or in files: how that is said is the game's own; and
an error as programs know it, whatever is played."""

OPTIONS = {name for rules in GAMES for name in rules.option_names}
SLUGS = {rules.slug for rules in GAMES}
KINDS = {"auction", "cartes", "simplified", "high_society", "cartes_societe"}
WORDS = re.compile(
    "|".join([*map(re.escape, sorted(OPTIONS | SLUGS)), "purse", "auction", "cartes", "high.?society", "cast.out"]),
    re.I,
)


def test_the_words_are_those_of_the_games():
    """Whoever adds an option or a word for losing is looked after, too."""
    told = [option.name for rules in GAMES for option in tableau_of(rules).options]
    assert set(told) == OPTIONS
    assert "open_purses" in OPTIONS


def modules() -> list[Path]:
    found = [path for name in SITE for path in [ROOT / "games" / name, *(ROOT / "games" / name).rglob("*.py")]]
    return [path for path in found if path.suffix == ".py" and place(path) not in OF_THE_HOUSE]


def place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def named_in(tree: ast.Module) -> Iterator[str]:
    """Every name and every text, but what docstrings and comments say to us."""
    notes = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in notes:
            yield node.value
        yield from (
            value
            for field in ("id", "attr", "arg", "name", "module")
            if isinstance(value := getattr(node, field, 0), str)
        )


def test_the_code_around_the_games_names_none():
    found = {
        f"{place(path)}: {name}"
        for path in modules()
        for name in named_in(ast.parse(path.read_text(encoding="utf-8")))
        if WORDS.search(name) and name not in OF_THE_CONTRACT
    }
    assert found == set()


def shared_files() -> list[Path]:
    """Templates and scripts, but those that a kind of game has for itself."""
    templates = [path for path in (ROOT / "templates").rglob("*") if path.is_file() and not KINDS & set(path.parts)]
    return [
        path for path in [*templates, *(ROOT / "static").rglob("*.js")] if place(path) not in OF_THE_HOUSE | OF_A_KIND
    ]


NOTES = re.compile(r"\{#.*?#\}|\{% comment.*?endcomment %\}|/\*.*?\*/|<!--.*?-->", re.S)


@pytest.mark.parametrize("folder", ["templates", "static"])
def test_templates_and_scripts_name_no_option_and_no_way_to_lose(folder):
    words = re.compile("|".join([*map(re.escape, sorted(OPTIONS | SLUGS)), r"\bpurses\b", "cast.out"]), re.I)
    shared = {
        place(path): path.read_text(encoding="utf-8") for path in shared_files() if place(path).startswith(folder)
    }
    assert shared
    found = {(name, word) for name, text in shared.items() for word in words.findall(NOTES.sub("", text))}
    assert found == set()


def test_what_is_looked_for_is_found():
    assert WORDS.search("high-society-paris")
    assert list(named_in(ast.parse("'''purses'''\nif options['open_purses']: pass"))) == ["options", "open_purses"]
