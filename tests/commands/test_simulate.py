"""`manage.py simulate`, from its options to its files."""

import csv
import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.lab.simulation import GameRecord
from games.management.commands import simulate

THREE = "--bots random,random,random"


def run(line, *more):
    out = StringIO()
    call_command("simulate", *line.split(), *map(str, more), stdout=out)
    return out.getvalue()


def figures(path):
    """All that a seed decides, without what only the clock knows."""
    report = json.loads(path.read_text())
    for bot in report["bots"]:
        del bot["seconds_per_decision"]
    del (
        report["parameters"]["jobs"],
        report["totals"]["elapsed_seconds"],
        report["totals"]["games_per_second"],
    )
    return report


def test_prints_a_row_for_each_bot():
    lines = run("--bots random,bold,bold --games 6").splitlines()
    assert " ".join(lines[0].split()) == "bot games wins win share 95 % within shared cast out decision"
    assert [line.split()[:2] for line in lines[2:5]] == [["random", "6"], ["bold#1", "6"], ["bold#2", "6"]]
    assert lines[5].startswith("6 games in ")


def test_prints_no_control_characters_where_nobody_looks(capfd):
    text = run(f"{THREE} --games 2") + capfd.readouterr().err
    assert all(character == "\n" or character.isprintable() for character in text)


def test_fits_eighty_columns():
    text = run("--bots balanced,balanced,balanced,balanced,balanced --games 1")
    assert "balanced#5" in text
    assert max(map(len, text.splitlines())) <= 80
    assert "…" not in text


def test_shares_and_intervals_are_those_of_the_games(monkeypatch):
    won_by_first = GameRecord((0, 1, 2), (0,), (2,), (1, 1, 1), (0.002, 0.0, 0.0))
    shared = GameRecord((0, 1, 2), (0, 1), (2,), (1, 1, 1), (0.002, 0.0, 0.0))
    play_as_told(monkeypatch, [won_by_first, shared])
    text = run("--bots bold,cautious,random --games 2")
    assert "bold 2 2 75.0 % 19.8–97.3 % 50.0 % 0.0 % 2.00 ms" in " ".join(text.split())
    assert "50.0 % had several winners, who share the win, and 0.0 % had none." in text
    assert "Wins by seat: 75.0 %, 25.0 %, 0.0 %." in text


@pytest.mark.parametrize("game", ["high-society-paris", "high-society-simplified", "cartes-societe"])
def test_plays_every_game(game, tmp_path):
    run(f"--game {game} {THREE} --games 3 --json", tmp_path / "report.json")
    report = figures(tmp_path / "report.json")
    assert report["parameters"]["game"] == game
    assert report["totals"]["games"] == 3


def test_a_game_may_have_more_to_tell(tmp_path):
    text = run("--game cartes-societe --bots balanced,bold --games 2 --json", tmp_path / "report.json")
    rows = [" ".join(line.split()) for line in text.splitlines()]
    assert "length turns" in rows
    assert "family bought boards winners' leads win share 95 % within" in rows
    assert max(map(len, text.splitlines())) <= 80
    survey = json.loads((tmp_path / "report.json").read_text())["survey"]
    assert [family["family"] for family in survey["families"]][:2] == ["Rabbit", "Fox"]
    assert sum(family["of_purchases"] for family in survey["families"]) == pytest.approx(1)
    assert sum(family["players_led"] for family in survey["families"]) == 4
    assert 0 < survey["length"]["median_turns"] <= 30


def test_the_same_seed_gives_the_same_figures_whatever_the_jobs(tmp_path):
    alone, together = tmp_path / "alone.json", tmp_path / "together.json"
    run("--bots random,bold,cautious --games 12 --seed 5 --jobs 1 --json", alone)
    run("--bots random,bold,cautious --games 12 --seed 5 --jobs 2 --json", together)
    assert figures(alone) == figures(together)


def test_no_jobs_means_every_core(monkeypatch):
    monkeypatch.setattr("os.cpu_count", lambda: 7)
    assert (simulate.read_jobs(0), simulate.read_jobs(3)) == (7, 3)


def test_seats_even_out(tmp_path):
    run(f"{THREE} --games 6 --json", tmp_path / "report.json")
    bots = figures(tmp_path / "report.json")["bots"]
    assert [bot["games_by_seat"] for bot in bots] == [[2, 2, 2]] * 3


def test_unless_they_are_told_not_to(tmp_path):
    run(f"{THREE} --games 6 --no-rotate --json", tmp_path / "report.json")
    bots = figures(tmp_path / "report.json")["bots"]
    assert [bot["games_by_seat"] for bot in bots] == [[6, 0, 0], [0, 6, 0], [0, 0, 6]]


def test_files_say_what_was_asked(tmp_path):
    run(
        "--bots bold,random,bold --games 2 --seed 9 --playouts 3",
        f"--json={tmp_path}/j",
        f"--csv={tmp_path}/c",
    )
    asked = json.loads((tmp_path / "j").read_text())["parameters"]
    assert asked == {
        "game": "high-society",
        "bots": ["bold", "random", "bold"],
        "seed": 9,
        "seconds": None,
        "playouts": 3,
        "rotate": True,
        "games_asked": 2,
        "jobs": 1,
        "interrupted": False,
    }
    rows = list(csv.DictReader((tmp_path / "c").read_text().splitlines()))
    assert [row["bot"] for row in rows] == ["bold#1", "random", "bold#2"]
    assert {(row["bots"], row["seed"], row["games"]) for row in rows} == {("bold,random,bold", "9", "2")}


def play_as_told(monkeypatch, records, then=None):
    def play_games(match, games, jobs):
        yield from records
        if then:
            raise then

    monkeypatch.setattr(simulate, "play_games", play_games)


class TestCtrlC:
    def test_keeps_what_is_done(self, monkeypatch, tmp_path, capsys):
        done = GameRecord((0, 1, 2), (1,), (0,), (1, 1, 1), (0.0, 0.0, 0.0))
        play_as_told(monkeypatch, [done, done], then=KeyboardInterrupt)
        with pytest.raises(SystemExit) as end:
            call_command("simulate", *THREE.split(), f"--json={tmp_path}/j", f"--csv={tmp_path}/c")
        assert end.value.code == 130
        assert "Interrupted: 2 of 1,000 games were played." in capsys.readouterr().out
        report = json.loads((tmp_path / "j").read_text())
        assert report["parameters"]["interrupted"] is True
        assert [bot["wins"] for bot in report["bots"]] == [0, 2, 0]
        assert len((tmp_path / "c").read_text().splitlines()) == 4

    def test_before_the_first_game_has_ended(self, monkeypatch, tmp_path, capsys):
        play_as_told(monkeypatch, [], then=KeyboardInterrupt)
        with pytest.raises(SystemExit) as end:
            call_command("simulate", *THREE.split(), f"--json={tmp_path}/j")
        assert end.value.code == 130
        assert "Interrupted: 0 of 1,000 games were played." in capsys.readouterr().out
        assert json.loads((tmp_path / "j").read_text())["bots"][0]["win_share"] is None


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (
            f"{THREE} --game whist",
            "There is no game called whist; there are high-society, high-society-paris,",
        ),
        ("--bots random,shark,random", "There is no bot called shark; there are random,"),
        ("--bots random,random", "High Society is for 3 to 5 players, not 2."),
        (f"{THREE} --games 0", "The number of games must be at least 1."),
        (f"{THREE} --jobs -1", "The number of jobs must be at least 1, or 0 for one on every core."),
        (f"{THREE} --seconds 1 --playouts 1", "A bot thinks by seconds or by playouts, not by both."),
        (f"{THREE} --seconds nan", "The seconds to think must be more than 0."),
        (f"{THREE} --playouts 0", "The number of playouts must be at least 1."),
        (
            f"{THREE} --json no/such/folder/file",
            "Cannot write no/such/folder/file: No such file or directory.",
        ),
        (f"{THREE} --csv .", "Cannot write .: Is a directory."),
        (f"{THREE} --games many", "Error: argument --games: invalid int value: 'many'"),
        ("", "Error: the following arguments are required: --bots"),
    ],
)
def test_refuses_what_it_cannot_do_before_any_work(monkeypatch, line, sentence):
    play_as_told(monkeypatch, [], then=AssertionError("played all the same"))
    with pytest.raises(CommandError) as refusal:
        run(line)
    assert str(refusal.value).startswith(sentence)


def test_figures_are_on_disk_even_if_they_cannot_be_shown(monkeypatch, tmp_path):
    def broken(report, survey, console):
        raise OSError("no room on the screen")

    monkeypatch.setattr(simulate, "show", broken)
    with pytest.raises(OSError, match="no room on the screen"):
        run(f"{THREE} --games 2", "--json", tmp_path / "figures.json")
    assert json.loads((tmp_path / "figures.json").read_text())["totals"]["games"] == 2


def test_a_comma_too_many_names_no_bot():
    assert "random#3" in run(f"{THREE}, --games 1")
