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
    assert env.list_of("NAMES") == ["a.example", "b.example"]


def test_listed_falls_back_to_its_default(monkeypatch):
    monkeypatch.delenv("NAMES", raising=False)
    assert env.list_of("NAMES", default="a,b") == ["a", "b"]


@pytest.mark.parametrize(
    ("given", "value"), [("", "ours"), ("  ", "ours"), (" Café Quinze ", "Café Quinze"), ("x" * 40, "x" * 40)]
)
def test_one_line(monkeypatch, given, value):
    monkeypatch.setenv("TITLE", given)
    assert env.one_line("TITLE", default="ours", longest=40) == value


@pytest.mark.parametrize("given", ["x" * 41, "two\nlines", "a\tb", "red\x1b[31m", "two\u2028lines", "\udcff"])
def test_what_is_not_one_line_is_told_in_a_sentence(monkeypatch, given):
    monkeypatch.setenv("TITLE", given)
    with pytest.raises(ValueError, match=r"TITLE has to be one line of at most 40 characters, without control"):
        env.one_line("TITLE", default="ours", longest=40)


def test_a_secret_is_made_once_and_kept_to_its_owner(tmp_path):
    path = tmp_path / "secret"
    secret = env.read_or_create_secret(path)
    assert len(secret) >= 50
    assert env.read_or_create_secret(path) == secret
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("host", "port", "url"),
    [
        ("127.0.0.1", 8000, "http://localhost:8000"),
        ("::1", 8001, "http://localhost:8001"),
        ("192.168.1.20", 80, "http://192.168.1.20:80"),
        ("fd00::1", 8000, "http://[fd00::1]:8000"),
    ],
)
def test_site_is_where_it_listens(host, port, url):
    assert env.guess_url(host, port) == url


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_listening_everywhere_means_the_address_in_the_network(host, monkeypatch):
    monkeypatch.setattr(env, "_own_address", lambda: "192.168.1.20")

    assert env.guess_url(host, 8000) == "http://192.168.1.20:8000"


def test_own_address_can_be_asked_for_without_sending_anything():
    assert env._own_address().count(".") == 3 or env._own_address() == "localhost"


@pytest.mark.parametrize(
    ("url", "host"),
    [("https://cards.example.org", "cards.example.org"), ("http://[fd00::1]:8000", "[fd00::1]"), ("nonsense", "")],
)
def test_host_of_an_address(url, host):
    assert env.host_of(url) == host


def test_prints_mail_without_a_server():
    assert env.mail_server("").backend == "django.core.mail.backends.console.EmailBackend"


def test_mail_server_turns_to_tls_on_the_way():
    server = env.mail_server("smtp://host%40site:p%2Fw@mail.example.org:587")
    assert server.backend == "django.core.mail.backends.smtp.EmailBackend"
    assert (server.host, server.port) == ("mail.example.org", 587)
    assert (server.user, server.password) == ("host@site", "p/w")
    assert (server.starttls, server.tls) == (True, False)


def test_mail_server_speaks_tls_from_the_start():
    server = env.mail_server("smtps://mail.example.org")
    assert (server.port, server.starttls, server.tls) == (465, False, True)


def test_mail_server_may_be_a_plain_one_next_door():
    server = env.mail_server("smtp://localhost:25")
    assert (server.user, server.starttls, server.tls) == ("", False, False)


@pytest.mark.parametrize("url", ["mail.example.org", "http://mail.example.org", "smtp://"])
def test_mail_server_is_named_by_an_address(url):
    with pytest.raises(ValueError, match="EMAIL_URL"):
        env.mail_server(url)
