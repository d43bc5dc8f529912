"""Tests look until something is so, in one place; none of them hopes that some time is enough."""

import ast
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PAUSING = {"sleep", "wait_for_timeout"}
WAITING = "support/waiting.py"
LOADS = {
    "siege/crash.py",
    "siege/player.py",
    "siege/sockets.py",
    "siege/streams.py",
    "siege/tricks/bots.py",
    "siege/tricks/bystander.py",
    "siege/tricks/flood.py",
    "siege/tricks/letters.py",
    "siege/tricks/logs.py",
    "siege/tricks/looks.py",
    "siege/tricks/proxy.py",
    "tools/strips.py",
}
"""Programs that are about how fast somebody asks, when a server is killed, and how long a film is."""


def pauses(source):
    """The lines on which something waits for any time but none."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return [call.lineno for call in calls if name_of(call.func) in PAUSING and not is_none(call.args)]


def name_of(called):
    return getattr(called, "attr", "") or getattr(called, "id", "")


def is_none(arguments):
    return len(arguments) == 1 and isinstance(arguments[0], ast.Constant) and arguments[0].value == 0


@pytest.mark.parametrize(
    ("line", "is_pause"),
    [
        ("time.sleep(0.1)", True),
        ("await asyncio.sleep(PAUSE)", True),
        ("sleep(seconds / 2)", True),
        ("page.wait_for_timeout(timeout=50)", True),
        ("await asyncio.sleep(0)", False),
        ("page.wait_for_url('/')", False),
    ],
)
def test_what_a_pause_is(line, is_pause):
    assert pauses(f"async def test():\n    {line}\n") == ([2] if is_pause else [])


def test_nothing_but_loads_lets_some_time_go_by():
    found = {str(path.relative_to(TESTS)): pauses(path.read_text()) for path in TESTS.rglob("*.py")}
    assert {path for path, lines in found.items() if lines} == {WAITING, *LOADS}, "use tests/support/waiting.py"
