import pytest

from hsweb.env import mail_server


def test_prints_mail_without_a_server():
    assert mail_server("").backend == "django.core.mail.backends.console.EmailBackend"


def test_turns_to_tls_on_the_way():
    server = mail_server("smtp://host%40site:p%2Fw@mail.example.org:587")
    assert server.backend == "django.core.mail.backends.smtp.EmailBackend"
    assert (server.host, server.port) == ("mail.example.org", 587)
    assert (server.user, server.password) == ("host@site", "p/w")
    assert (server.starttls, server.tls) == (True, False)


def test_speaks_tls_from_the_start():
    server = mail_server("smtps://mail.example.org")
    assert (server.port, server.starttls, server.tls) == (465, False, True)


def test_may_be_a_plain_one_next_door():
    server = mail_server("smtp://localhost:25")
    assert (server.user, server.starttls, server.tls) == ("", False, False)


@pytest.mark.parametrize("url", ["mail.example.org", "http://mail.example.org", "smtp://"])
def test_is_named_by_an_address(url):
    with pytest.raises(ValueError, match="EMAIL_URL"):
        mail_server(url)
