"""The real server in a process of its own, with a database of its own."""

import fcntl
import json
import os
import resource
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

from games.rules import find_rules
from tests.support.waiting import until

ROOT = Path(__file__).parents[3]
WISHES = "wished.json"
TEMPLATE = os.environ.get("TEST_SQLITE_TEMPLATE")
SECONDS_TO_START = 60
SECONDS_TO_STOP = 15


class Server:
    files = 0
    """How many it may open, if that is to be little."""
    root = ROOT
    """Where the code is."""

    def __init__(self, folder: Path, static_root: Path, **environment: str) -> None:
        """`environment` says what is to differ, such as another DATABASE_URL than that of a file in the folder."""
        folder.mkdir(parents=True, exist_ok=True)
        self.log_path = folder / "server.log"
        self._wish_path = folder / WISHES
        self._database_path = folder / "db.sqlite3"
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        self._environment: dict[str, str] = os.environ | {
            "DATABASE_URL": f"sqlite:///{self._database_path}",
            "DJANGO_SETTINGS_MODULE": "tests.support.browser.settings",
            "GUESTS_PER_MINUTE": "10000",
            "HOST": "127.0.0.1",
            "OUTBOUND_TO_LOOPBACK": "1",
            "PORT": str(self.port),
            "SECRET_KEY": "only for tests",
            "TEST_STATIC_ROOT": str(static_root),
            "TEST_VAR_DIR": str(folder),
            **environment,
        }
        self.database_url = self._environment["DATABASE_URL"]
        self._process: subprocess.Popen[bytes] | None = None

    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self) -> None:
        self.launch()
        self._wait_until_it_answers()

    def launch(self) -> None:
        """Start without waiting until it answers."""
        if TEMPLATE and not self._database_path.exists():
            # All tables are in it, which would take longer to make than all the rest.
            shutil.copy(TEMPLATE, self._database_path)
        with self.log_path.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "manage.py", "serve"],
                cwd=self.root,
                env=self._environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        if self.files:
            resource.prlimit(self._process.pid, resource.RLIMIT_NOFILE, (self.files, self.files))

    @property
    def memory(self) -> float:
        """How much of it the server itself has in use, in megabytes."""
        assert self._process is not None
        told = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(told.split("VmRSS:")[1].split()[0]) / 1024

    def stop(self, with_signal: signal.Signals = signal.SIGTERM) -> None:
        """Stop it and what it has started; one that does not go is made to."""
        if self._process is None:
            return
        try:
            stop_group(self._process, with_signal)
        finally:
            self._process = None

    def crash(self) -> None:
        self.stop(signal.SIGKILL)

    def restart(self) -> None:
        self.stop()
        self.start()

    def manage(self, *arguments: str) -> str:
        """What a command of manage.py prints, run on this server's database."""
        return self.run("manage.py", *arguments)

    def run(self, *arguments: str) -> str:
        """The same for any program of ours."""
        command = [sys.executable, *arguments]
        done = subprocess.run(command, cwd=self.root, env=self._environment, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{' '.join(arguments)}\n{done.stderr}")
        return done.stdout

    def deal(self, slug: str, *first: str, starter: int = 0) -> None:
        """From now on, games begin with these cards, and that seat starts."""
        wish(self._wish_path.parent, slug, *first, starter=starter)

    def shuffle(self) -> None:
        """Leave it to chance again."""
        self._wish_path.unlink(missing_ok=True)

    def write(self, statement: str, *values: object) -> None:
        """Change what is stored, behind the site's back."""
        with closing(sqlite3.connect(self._database_path, timeout=20)) as connection, connection:
            assert connection.execute(statement, values).rowcount == 1, statement

    def actions(self, game_id: str) -> list[tuple[int, dict[str, Any]]]:
        """What was played, in order: which seat, and what it did."""
        question = "SELECT seat, action FROM games_action WHERE game_id = ? ORDER BY number"
        with closing(sqlite3.connect(self._database_path, timeout=20)) as connection:
            return [(seat, json.loads(action)) for seat, action in connection.execute(question, [game_id])]

    def log(self) -> str:
        return self.log_path.read_text() if self.log_path.exists() else ""

    def _wait_until_it_answers(self) -> None:
        try:
            wait_until(lambda: answers(self.url), self.log, self.is_running)
        except RuntimeError:
            self.crash()
            raise


def moment(seconds: float) -> str:
    """A moment from now, as SQLite keeps it."""
    return (datetime.now(UTC) + timedelta(seconds=seconds)).strftime("%Y-%m-%d %H:%M:%S.%f")


def wish(folder: Path, slug: str, *first: str, starter: int = 0) -> None:
    """Let the site that keeps its things in this folder deal these cards first."""
    (folder / WISHES).write_text(json.dumps({slug: {"deck": deck_of(slug, first), "starter": starter}}))


def deck_of(slug: str, first: Sequence[str]) -> Any:
    """These cards, and below them the others by name: one pile, or one of each cost."""
    rules: Any = find_rules(slug)
    deck = rules.setup_to_json(rules.setup(rules.min_players, "any"))["deck"]
    if isinstance(deck, list):
        return on_top(deck, first)
    return {tier: on_top(cards, first) for tier, cards in deck.items()}


def on_top(cards: Sequence[str], first: Sequence[str]) -> list[str]:
    return [*(card for card in first if card in cards), *sorted(set(cards) - set(first))]


def collect_static_files(folder: Path) -> Path:
    """The folder with the static files, collected by whichever worker comes first."""
    folder.mkdir(parents=True, exist_ok=True)
    static_root = folder / "static"
    with (folder / "static.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not static_root.exists():
            Server(folder / "collecting", static_root).manage("collectstatic", "--no-input", "--verbosity=0")
    return static_root


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def answers(url: str) -> bool:
    try:
        with urlopen(url, timeout=5):
            return True
    except HTTPError:
        return True
    except (URLError, OSError):
        return False


def wait_until(
    is_there: Callable[[], bool], log: Callable[[], str], may_come: Callable[[], bool] = lambda: True
) -> None:
    def has_come() -> bool:
        if is_there():
            return True
        if not may_come():
            raise TimeoutError
        return False

    try:
        until(has_come, SECONDS_TO_START)
    except TimeoutError:
        raise RuntimeError(f"The server did not start:\n{log()}") from None


def stop_group(process: subprocess.Popen[bytes], with_signal: signal.Signals = signal.SIGTERM) -> None:
    """Stop a process and what it has started; one that does not go is made to."""
    signal_group(process, with_signal)
    try:
        process.wait(SECONDS_TO_STOP)
    finally:
        signal_group(process, signal.SIGKILL)
        process.wait()


def signal_group(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    try:
        os.killpg(process.pid, number)
    except ProcessLookupError:
        return
