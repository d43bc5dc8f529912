import re
import socket
from io import StringIO

import pytest
from django.core.management import CommandError

from accounts.models import User
from games.management.commands import serve

pytestmark = pytest.mark.django_db


def introduction():
    out = StringIO()
    serve.Command(stdout=out).introduce_first_admin()
    return out.getvalue()


def test_first_admin_is_shown_once(client):
    shown = re.search(r"name: (\S+)\s+password: (\S+)", introduction())

    assert shown is not None
    assert client.login(username=shown[1], password=shown[2])
    assert client.get("/admin/").status_code == 200
    assert introduction() == ""


def test_site_with_an_administrator_gets_no_other(dana):
    assert introduction() == ""
    assert list(User.objects.filter(is_superuser=True)) == [dana]


def test_name_that_is_taken_is_left_alone(alice):
    User.objects.filter(pk=alice.pk).update(username="admin")

    assert introduction() == ""


def test_port_that_is_taken_is_told_in_words(settings):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        settings.HOST, settings.PORT = taken.getsockname()
        with pytest.raises(CommandError, match="is taken"):
            serve.Command().check_port()


@pytest.mark.parametrize(
    ("host", "https", "warned"),
    [("127.0.0.1", False, False), ("::1", False, False), ("0.0.0.0", False, True), ("0.0.0.0", True, False)],
)
def test_plain_http_beyond_this_machine_is_warned_of(settings, host, https, warned):
    settings.HOST, settings.HTTPS = host, https
    out = StringIO()
    serve.Command(stdout=out).warn_of_plain_http()
    assert out.getvalue().count("Warning") == warned
