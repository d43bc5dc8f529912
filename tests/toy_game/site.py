"""A copy of the site with a toy game in it, put there by the steps of "Add a game" in CONTRIBUTING.md and no others.

What is new lies under `added`, each file in its place. Beside that only lists are longer.
"""

import re
import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
ADDED = Path(__file__).parent / "added"
COPIED = (
    "accounts",
    "docs",
    "games",
    "hsweb",
    "locale",
    "static",
    "templates",
    "tests",
    "manage.py",
    "pyproject.toml",
    "CONTRIBUTING.md",
)
SLUG = "matches"

LISTS: dict[str, dict[str, str]] = {
    "games/rules/__init__.py": {
        r"(?=from games.rules.simplified )": "from games.rules.matches import MATCHES_RULES\n",
        r"(?<=CARTES_SOCIETE_RULES)(?=\)\n)": ", MATCHES_RULES",
    },
    "games/bots/__init__.py": {
        r"(?=from games.bots.simple )": "from games.bots.matches import MATCHES_TEAM\n",
        r"(?<=_TEAMS: dict\[str, Team\] = \{\n)": '    "matches": MATCHES_TEAM,\n',
    },
    "games/tableau/__init__.py": {
        r"(?<=from games.tableau import auction, cartes)(?=\n)": ", matches",
        r'(?<=    "log_fragment",\n)': '    "matches",\n',
    },
    "pyproject.toml": {
        r'(?<="games.rules.high_society", )': '"games.rules.matches", ',
    },
    "tests/support/rules/each_game.py": {
        r"(?<=\nPILES = \{\n)": '    "matches": {"": []},\n',
        r"(?<=\nDOES_LEAST = \{\n)": '    "matches": {"kind": "take", "matches": 1},\n',
    },
}
"""The lists that a new game is put on: in each file, where, and what is written there."""


def build(folder: Path) -> Path:
    """Copy the site and add the game."""
    for name in COPIED:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("toy_game", "releases"))
        else:
            shutil.copy2(ROOT / name, folder / name)
    for path in new_files():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ADDED / path, folder / path)
    for name, lines in LISTS.items():
        lengthen(folder / name, lines)
    return folder


def new_files() -> list[str]:
    found = [path.relative_to(ADDED) for path in ADDED.rglob("*") if path.is_file()]
    return sorted(str(path) for path in found if "__pycache__" not in path.parts)


def lengthen(path: Path, lines: dict[str, str]) -> None:
    text = path.read_text(encoding="utf-8")
    for where, line in lines.items():
        text, places = re.subn(where, line, text)
        assert places == 1, f"{path.name} has {places} places for {line!r}"
    path.write_text(text, encoding="utf-8")
