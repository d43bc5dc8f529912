"""A game that was added by the steps of the guide keeps every contract, and nothing else had to change."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.toy_game.site import COPIED, LISTS, ROOT, SLUG, build, new_files

CONTRACTS = (
    "tests/rules/test_contract.py",
    "tests/rules/test_matches.py",
    "tests/tableau/test_contract.py",
    "tests/tableau/test_whole_games.py::test_every_step_is_drawn_without_inline_styles_or_scripts",
    "tests/bots/test_every_bot.py::test_plays_legally_to_the_end",
    "tests/views/test_rules.py",
    "tests/queries/test_events.py",
    "tests/api/test_description.py",
)
LEAST = 60
"""So many tests of these are about the new game."""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return build(tmp_path_factory.mktemp("toy"))


def run(site, *command, said=None):
    """What a command says in that copy of the site; it has to go well."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    done = subprocess.run(command, cwd=site, env=clean, input=said, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_guide_names_every_file():
    guide = (ROOT / "CONTRIBUTING.md").read_text().partition("\n## Add a game\n")[2]
    named = [name for name in (*new_files(), *LISTS) if not name.endswith(".html")]
    assert [name for name in named if f"`{name}`" not in guide] == []
    assert f"`templates/games/{SLUG}/`" in guide


def test_no_other_file_differs(site):
    found = [path for name in COPIED for path in (site / name, *(site / name).rglob("*"))]
    there = [path.relative_to(site) for path in found if path.is_file() and "__pycache__" not in path.parts]
    assert sorted(str(path) for path in there if differs(site / path, ROOT / path)) == sorted([*new_files(), *LISTS])


def differs(one: Path, other: Path) -> bool:
    return not other.exists() or one.read_bytes() != other.read_bytes()


def test_it_keeps_the_contracts_of_all_games(site):
    said = run(site, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", SLUG, *CONTRACTS)
    passed = int(said.rstrip().rpartition("\n")[2].partition(" passed")[0])
    assert passed >= LEAST


def test_its_imports_go_one_way(site):
    assert " 0 broken" in run(site, str(Path(sys.executable).with_name("lint-imports")), "--no-logo", "--no-cache")


def test_it_is_played_at_a_terminal(site):
    """Without words of its own, in the JSON of its rules."""
    taking = json.dumps({"kind": "take", "matches": 1})
    typed = f"{{}}\ntake\n{taking}\n{json.dumps({'kind': 'take', 'matches': 0})}\n"
    said = run(site, sys.executable, "manage.py", "play", "--game", SLUG, "--seed", "1", said=typed)
    assert "You: matches taken (matches: 1)." in said
    assert "game ended (reason: on_fire, winners: [])." in said
    assert "Winner: nobody" in said
    assert "One takes some matches, or none." in said


def test_it_is_simulated(site):
    said = run(site, sys.executable, "manage.py", "simulate", "--game", SLUG, "--bots", "bold,random", "--games", "8")
    assert "8 games" in said
