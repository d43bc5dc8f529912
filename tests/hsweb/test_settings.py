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


def test_a_site_without_https_is_fit_for_a_network_at_home():
    check = manage("check", "--deploy", "--fail-level=WARNING", DEBUG="0", HTTPS="")
    assert check.returncode == 0, check.stderr


def test_only_checks_of_https_are_silenced_without_it(settings):
    about_https = {"security.W004", "security.W008", "security.W012", "security.W016"}
    for_owners_of_domains = {"security.W005", "security.W021"}
    assert set(settings.SILENCED_SYSTEM_CHECKS) == about_https | for_owners_of_domains


def test_debug_is_never_fit_to_deploy():
    check = manage("check", "--deploy", "--fail-level=WARNING", DEBUG="1", HTTPS="1")
    assert "security.W018" in check.stderr


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


def test_old_secret_keys_and_mail_come_from_the_environment():
    look = "from django.conf import settings; print(settings.SECRET_KEY_FALLBACKS, settings.SENDS_MAIL)"
    told = manage(
        "shell", "--no-imports", "-c", look, SECRET_KEY_FALLBACKS="old, older", EMAIL_URL="smtp://localhost:25"
    )
    assert told.stdout.strip() == "['old', 'older'] True", told.stderr
    told = manage("shell", "--no-imports", "-c", look, SECRET_KEY_FALLBACKS="", EMAIL_URL="")
    assert told.stdout.strip() == "[] False", told.stderr


def test_mail_comes_from_the_site_by_its_name():
    look = "from django.conf import settings; print(settings.DEFAULT_FROM_EMAIL)"
    told = manage("shell", "--no-imports", "-c", look, SITE_NAME="Cards, and tea", SITE_URL="https://cards.example.org")
    assert told.stdout.strip() == '"Cards, and tea" <noreply@cards.example.org>', told.stderr
    told = manage("shell", "--no-imports", "-c", look, SITE_NAME="x" * 41)
    assert "ValueError: SITE_NAME has to be one line of at most 40 characters" in told.stderr
