"""`python -m tests` runs what it can, and says what it cannot."""

from contextlib import nullcontext

import pytest

from tests import __main__ as runner
from tests.support import machine


@pytest.fixture
def runs(monkeypatch):
    """The runs that were asked for, none of which takes place."""
    titles: list[str] = []

    def note(title, *_, **__):
        titles.append(title)
        return True

    monkeypatch.setattr(runner, "pytest", note)
    monkeypatch.setattr(runner, "drop_databases", lambda run: None)
    monkeypatch.setattr(runner, "sqlite_template", nullcontext)
    monkeypatch.setattr(runner, "make_postgres_template", lambda run: "")
    monkeypatch.setattr("sys.argv", ["tests"])
    monkeypatch.delenv("TEST_REQUIRE_ALL", raising=False)
    return titles


@pytest.fixture
def nothing_here(monkeypatch):
    monkeypatch.setattr(machine, "POSTGRES_URL", "postgres://someone:secret@127.0.0.1:1/postgres")
    monkeypatch.setattr(machine, "REDIS_URL", "redis://:secret@127.0.0.1:1/0")
    monkeypatch.setenv("CHROMIUM", "/no/such/browser")


def test_every_directory_has_its_place():
    assert runner.directories() <= runner.PURE | runner.STORED | runner.BROWSER


def test_a_directory_without_a_place_is_not_forgotten(runs, monkeypatch, capsys):
    monkeypatch.setattr(runner, "directories", lambda: {"rules", "new"})
    assert runner.main() == 1
    assert "new" in capsys.readouterr().err
    assert runs == []


def test_a_machine_with_everything_runs_everything(runs, monkeypatch, capsys):
    monkeypatch.setattr(machine, "missing", dict)
    assert runner.main() == 0
    assert runs == ["SQLite", "PostgreSQL and Redis", "Chromium"]
    assert "LEFT OUT" not in capsys.readouterr().out


def test_what_is_left_out_is_named_in_one_line_without_passwords(runs, nothing_here, capsys):
    assert runner.main() == 0
    assert runs == ["SQLite"]
    assert capsys.readouterr().out.splitlines() == [
        "LEFT OUT: no PostgreSQL for us at 127.0.0.1:1; no Redis for us at 127.0.0.1:1; no Chromium found"
    ]


def test_without_servers_browsers_only_see_the_small_site(monkeypatch):
    asked: list[str] = []
    monkeypatch.setattr(runner, "pytest", lambda title, arguments, **_: asked.extend(arguments))
    runner.in_browsers("", grown=True)
    assert not any("test_grown" in argument for argument in asked)
    runner.in_browsers("", grown=False)
    assert any(argument.startswith("--ignore") and "test_grown" in argument for argument in asked)


def test_leaving_out_fails_where_everything_is_required(runs, nothing_here, monkeypatch):
    monkeypatch.setenv("TEST_REQUIRE_ALL", "1")
    assert runner.main() == 1


def test_a_failing_run_fails_the_whole(runs, monkeypatch):
    monkeypatch.setattr(machine, "missing", dict)
    monkeypatch.setattr(runner, "pytest", lambda title, *_, **__: title != "PostgreSQL and Redis")
    assert runner.main() == 1
