"""What is measured without a site, in a short form: every game is there, with figures that can be."""

import re

import pytest

from games.bots import bot_names
from games.rules import GAMES
from tests.benchmarks import bots, rules


def test_bots_of_every_game_are_measured(capsys):
    bots.report(decisions=2, samples=2)
    _, *lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0].strip() for line in lines] == [game.slug for game in GAMES]
    for game, line in zip(GAMES, lines, strict=True):
        assert re.findall(r"([a-z]+) [\d.]+ ms", line) == list(bot_names(game.slug))
        (playouts,) = re.findall(r"([\d,]+) play-outs/s", line)
        assert int(playouts.replace(",", "")) > 0


@pytest.mark.parametrize("slug", rules.LIMITS)
def test_rules_are_measured_beside_their_limit(slug, capsys, monkeypatch):
    monkeypatch.setattr(rules, "SLICES", 1)
    monkeypatch.setattr(rules, "SLICE_SECONDS", 0.001)
    rules.report_ratio(slug, 3)
    contract, limit, ratio = (float(line.split()[3].replace(",", "")) for line in capsys.readouterr().out.splitlines())
    assert contract > 0
    assert limit > 0
    assert ratio > 0


def test_other_figures_of_the_rules(capsys):
    rules.report_start_up()
    assert re.fullmatch(r"Start-up, .*: \d+\.\d\d s\n", capsys.readouterr().out)
