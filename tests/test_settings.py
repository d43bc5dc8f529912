import os
import subprocess
import sys

from django.conf import settings


def manage(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=settings.BASE_DIR,
        env=os.environ | environment,
        capture_output=True,
        text=True,
    )


def test_a_site_behind_https_is_fit_to_deploy():
    check = manage("check", "--deploy", "--fail-level=WARNING", DEBUG="0", HTTPS="1", ALLOWED_HOSTS="games.example.org")
    assert check.returncode == 0, check.stderr


def test_plain_http_is_possible(client, db):
    response = client.get("/", headers={"host": "localhost"})
    assert response.status_code == 200
    assert "Strict-Transport-Security" not in response.headers


def test_sqlite_readers_never_wait_and_writers_queue(tmp_path):
    look = """
from django.db import connection
print(*connection.cursor().execute("PRAGMA journal_mode").fetchone(), connection.transaction_mode)
"""
    shell = manage("shell", "--no-imports", "-c", look, DATABASE_URL=f"sqlite:///{tmp_path}/db.sqlite3")
    assert shell.stdout.split() == ["wal", "IMMEDIATE"], shell.stderr
