import stat

import pytest

from hsweb import env


@pytest.mark.parametrize(("value", "is_on"), [("1", True), ("True", True), (" on ", True), ("0", False), ("", False)])
def test_flag(monkeypatch, value, is_on):
    monkeypatch.setenv("SWITCH", value)
    assert env.flag("SWITCH") is is_on


def test_flag_is_off_when_absent(monkeypatch):
    monkeypatch.delenv("SWITCH", raising=False)
    assert env.flag("SWITCH") is False


def test_listed(monkeypatch):
    monkeypatch.setenv("NAMES", "a.example, b.example,")
    assert env.listed("NAMES") == ["a.example", "b.example"]


def test_listed_falls_back_to_its_default(monkeypatch):
    monkeypatch.delenv("NAMES", raising=False)
    assert env.listed("NAMES", default="a,b") == ["a", "b"]


def test_a_secret_is_made_once_and_kept_to_its_owner(tmp_path):
    path = tmp_path / "secret"
    secret = env.kept_secret(path)
    assert len(secret) >= 50
    assert env.kept_secret(path) == secret
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]
