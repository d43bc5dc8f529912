"""What this machine has to test with: PostgreSQL, Redis, Chromium.

TEST_POSTGRES_URL  a server where databases may be made
TEST_REDIS_URL     a server where keys may be made
CHROMIUM           a browser, looked for on the PATH and among Playwright's own if absent
"""

import os
import shutil
import subprocess
import sys
from urllib.parse import urlsplit

import psycopg
import redis
from playwright.sync_api import sync_playwright

POSTGRES_URL = os.environ.get("TEST_POSTGRES_URL") or "postgres://postgres@127.0.0.1:5432/postgres"
REDIS_URL = os.environ.get("TEST_REDIS_URL") or "redis://127.0.0.1:6379/9"
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
    named = os.environ.get("CHROMIUM")
    found = [named] if named else [shutil.which(name) for name in BROWSER_NAMES]
    for path in found:
        if path and _starts(path):
            return path
    return None if named else _playwrights_own()


def _playwrights_own() -> str | None:
    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
        return path if _starts(path) else None


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
