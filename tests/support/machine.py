"""What this machine has to test with: PostgreSQL, Redis, Chromium, and a quicker form of it.

TEST_POSTGRES_URL  a server where databases may be made
TEST_REDIS_URL     a server where keys may be made
CHROMIUM           a browser, looked for on the PATH and among Playwright's own if absent
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import redis
from playwright.sync_api import sync_playwright

POSTGRES_URL = os.environ.get("TEST_POSTGRES_URL") or "postgres://postgres@127.0.0.1:5432/postgres"
REDIS_URL = os.environ.get("TEST_REDIS_URL") or "redis://127.0.0.1:6379/9"
SHELL_NAMES = ["chromium-headless-shell", "chrome-headless-shell"]
BROWSER_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]


def missing() -> dict[str, str]:
    """What tests need and this machine does not offer, and why."""
    looks = {"postgres": postgres_trouble, "redis": redis_trouble, "chromium": chromium_trouble}
    return {name: trouble for name, look in looks.items() if (trouble := look())}


def postgres_trouble() -> str:
    try:
        with psycopg.connect(POSTGRES_URL, connect_timeout=3):
            return ""
    except psycopg.Error:
        return f"no PostgreSQL for us at {_place(POSTGRES_URL)}"


def redis_trouble() -> str:
    try:
        with redis.Redis.from_url(REDIS_URL, socket_connect_timeout=3) as client:
            client.ping()
            return ""
    except redis.RedisError:
        return f"no Redis for us at {_place(REDIS_URL)}"


def chromium_trouble() -> str:
    if not _starts(sys.executable, "-m", "playwright"):
        return "no Chromium, because Playwright does not start"
    return "" if find_chromium() else "no Chromium found"


def find_chromium() -> str | None:
    """The whole browser."""
    if named := os.environ.get("CHROMIUM"):
        return _first_that_starts([named])
    return _first_that_starts(_on_path(BROWSER_NAMES)) or _first_that_starts([_playwrights_own()])


def find_headless_shell() -> str | None:
    """Chromium without windows and notifications: pages are the same, and tests take two thirds of the time."""
    if os.environ.get("CHROMIUM"):
        return None
    return _first_that_starts(_on_path(SHELL_NAMES)) or _first_that_starts(_playwrights_own_shells())


def _on_path(names: list[str]) -> list[str]:
    return [path for name in names if (path := shutil.which(name))]


def _playwrights_own() -> str:
    """Where it would be."""
    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


def _playwrights_own_shells() -> list[str]:
    return [
        str(path) for path in Path(_playwrights_own()).parents[2].glob("chromium_headless_shell-*/*/*headless?shell")
    ]


def _first_that_starts(paths: list[str]) -> str | None:
    return next((path for path in paths if _starts(path)), None)


def _starts(*command: str) -> bool:
    """Being there is not enough: libraries may be missing, or it is a stub that says how to install the program."""
    try:
        return subprocess.run([*command, "--version"], capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _place(url: str) -> str:
    """Host and port of an address, without its password."""
    parts = urlsplit(url)
    return f"{parts.hostname}:{parts.port}"
