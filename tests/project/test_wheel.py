"""The library as a wheel: installed where there is nothing but Python, it imports, plays and simulates."""

import json
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest
from django.conf import settings

from games.rules import GAMES

PLAY = """
import importlib, json, pkgutil, sys
from random import Random

import games

for found in pkgutil.walk_packages(games.__path__, "games."):
    importlib.import_module(found.name)
assert not {"django", "rich", "openskill", "channels"} & sys.modules.keys()

from games.bots import decide, find_bot
from games.lab.simulation import Match, play_games
from games.rules import GAMES
from games.rules.server import GameServer
from games.standing_orders import auction, book_of
from games.standing_orders import decide as follow

server = GameServer()
game = server.new_game(["ana", "ben", "cleo"], seed=1, starter=0)
assert server.step(game, "ana", {"kind": "bid", "cards": [1000]}).ok

told = {}
for rules in GAMES:
    state, bot, chance = rules.setup(3, seed=1), find_bot(rules.slug, "balanced"), Random(1)
    while seats := rules.to_act(state):
        state = rules.play(state, seats[0], decide(bot, rules, state, seats[0], chance))
    match = Match(rules.slug, ("cautious", "bold", "random"))
    told[rules.slug] = [rules.outcome(state).reason, sum(record.decisions[0] > 0 for record in play_games(match, 3))]
    assert book_of(rules)

classic = GAMES[0]
first = classic.setup(3, seed=1, starter=0)
order = auction.Order(kind=auction.PASS, stage=1)
told["order"] = classic.action_to_json(follow(order, classic, first, 0))
print(json.dumps([games.__file__, told]))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    pip("wheel", "--no-deps", "--no-build-isolation", "-w", folder, settings.BASE_DIR)
    (built,) = folder.glob("hsweb-*.whl")
    return built


def pip(*arguments: object) -> None:
    run(sys.executable, "-m", "pip", "-q", *arguments)


def run(*command: object, **options):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_an_empty_environment_plays_and_simulates(wheel, tmp_path):
    venv.create(tmp_path / "empty", symlinks=True)
    python = tmp_path / "empty" / "bin" / "python"
    pip("--python", python, "install", "--no-deps", "--no-index", wheel)
    told = run(python, "-I", "-c", PLAY, cwd=tmp_path)
    where, games = json.loads(told)
    assert Path(where).is_relative_to(tmp_path)
    assert games.pop("order") == {"kind": "pass"}
    assert games.keys() == {rules.slug for rules in GAMES}
    assert {simulated for _reason, simulated in games.values()} == {3}


def test_it_holds_what_is_pure_and_nothing_of_the_site(wheel):
    names = {Path(name) for name in zipfile.ZipFile(wheel).namelist() if name.startswith("games/")}
    assert Path("games/py.typed") in names
    assert Path("games/rules/cartes_societe/catalogue.toml") in names
    pure = {"rules", "bots", "standing_orders", "lab"}
    assert {name.parts[1] for name in names if len(name.parts) > 2} == pure
    for folder in pure - {"lab"}:
        here = {path.relative_to(settings.BASE_DIR) for path in (settings.BASE_DIR / "games" / folder).rglob("*.py")}
        assert here <= names
