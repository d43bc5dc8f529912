"""Golden playthroughs: what everybody is told, word for word."""

import pytest

from games.rules import GAMES
from tests.rules.golden import FOLDER, golden_file, playthrough, scripts

every_playthrough = pytest.mark.parametrize("name", list(scripts()))


@every_playthrough
def test_playthrough(name):
    told = playthrough(scripts()[name]).splitlines()
    kept = golden_file(name).read_text(encoding="utf-8").splitlines()
    for number, (line, kept_line) in enumerate(zip(told, kept, strict=False), start=1):
        assert line == kept_line, f"{name}.txt, line {number}; `python -m tests.rules.golden --write` writes it anew"
    assert len(told) == len(kept)


@every_playthrough
def test_a_playthrough_ends_with_the_game(name):
    text = golden_file(name).read_text(encoding="utf-8")
    assert text.count('{"type":"game_ended","reason":"') == 1
    assert '"phase":"over"' in text.rsplit("step ", 1)[1]


@every_playthrough
def test_files_stay_small(name):
    assert golden_file(name).stat().st_size < 300_000


def test_every_game_is_played_with_its_options_on_and_off():
    played = {(script["game"], "closed" in script) for script in scripts().values()}
    assert played == {(game.slug, closed) for game in GAMES for closed in {False, bool(game.option_names)}}


def test_no_file_is_left_over():
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(scripts())


@pytest.mark.parametrize("name", [name for name, script in scripts().items() if "closed" in script])
def test_closed_purses_stay_closed_until_the_last_step(name):
    """What others have, have spent or have paid stands in no line before the end."""
    steps = golden_file(name).read_text(encoding="utf-8").split("\n\n")[1:-1]
    told_to_spectators = [line for step in steps for line in step.splitlines() if line.startswith("spectator ")]
    assert len(told_to_spectators) == len(steps) > 5
    assert all('"hand":null,"money":null,"money_discarded":null' in line for line in told_to_spectators)
    assert not any('"money":' + digit in line for line in told_to_spectators for digit in "0123456789")
    prices = [line for step in steps for line in step.splitlines() if '"card_won"' in line or '"money_lost"' in line]
    assert prices
    assert all(line.endswith('"total":null}') for line in prices)
