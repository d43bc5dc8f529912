import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from pytest_django.asserts import assertContains, assertRedirects

from hsweb import worker


@pytest.fixture(autouse=True)
def site(settings):
    settings.SITE_URL = "https://games.example.org"
    settings.ALLOWED_HOSTS = ["*"]


def link_in(message):
    [link] = re.findall(r"https://games\.example\.org(/accounts/\S+)", message.body)
    return link


def test_leads_to_where_the_site_is_reached(client, alice, confirmed):
    client.post("/accounts/password/reset/", {"email": alice.email}, headers={"host": "forged.example"})
    [message] = mail.outbox
    assert message.to == [alice.email]
    assert message.subject == "A new password"
    assert "forged" not in message.body
    assert "alice" in message.body


def test_brings_a_new_password(client, alice, confirmed):
    client.post("/accounts/password/reset/", {"email": alice.email})
    response = client.get(link_in(mail.outbox[0]), follow=True)
    new = {"password1": "even-more-pearls-8", "password2": "even-more-pearls-8"}
    assertRedirects(client.post(response.request["PATH_INFO"], new), "/accounts/password/reset/key/done/")
    alice.refresh_from_db()
    assert alice.check_password("even-more-pearls-8")
    assertContains(Client().get(link_in(mail.outbox[0]), follow=True), "This link is no longer good")


def test_does_not_tell_strangers_who_has_an_account(client, alice, confirmed):
    known = client.post("/accounts/password/reset/", {"email": alice.email})
    unknown = client.post("/accounts/password/reset/", {"email": "nobody@example.org"})
    assert known.url == unknown.url
    assert [message.to for message in mail.outbox] == [[alice.email]]


@pytest.mark.parametrize("email", ["", "nonsense", "a\x00@example.org"])
def test_goes_to_no_nonsense(client, db, email):
    assertContains(client.post("/accounts/password/reset/", {"email": email}), "errorlist")
    assert not mail.outbox


def test_confirms_an_address_and_logs_nobody_out(client, guest, password):
    form = {"username": "bob", "email": "bob@example.org", "password1": password, "password2": password}
    client.post("/accounts/signup/", form)
    [message] = mail.outbox
    assert message.subject == "Welcome: confirm your e-mail address"
    phone = Client()
    phone.force_login(guest)
    assertContains(phone.get(link_in(message)), "bob@example.org")
    phone.post(link_in(message))
    assert EmailAddress.objects.get().verified
    assert phone.session["_auth_user_id"] == str(guest.pk)


def test_changes_an_address_after_the_password(as_alice, alice, password):
    new = {"email": "alice@example.net"}
    response = as_alice.post("/accounts/email/", new)
    assert response.url.startswith("/accounts/reauthenticate/")
    as_alice.post(response.url, {"password": password})
    as_alice.post("/accounts/email/", new)
    assert mail.outbox[-1].to == ["alice@example.net"]
    as_alice.post(link_in(mail.outbox[-1]))
    alice.refresh_from_db()
    assert alice.email == "alice@example.net"


MAIL_LANE = worker.MAIL


@pytest.mark.django_db(transaction=True)
def test_waits_for_the_worker(client, alice, confirmed, settings, password):
    """There, no request tells the host or the language."""
    settings.TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend", "QUEUES": []}}
    client.post("/accounts/password/reset/", {"email": alice.email}, headers={"host": "forged.example"})
    form = {"username": "bob", "email": "bob@example.org", "password1": password, "password2": password}
    client.post("/accounts/signup/", form, headers={"host": "forged.example", "accept-language": "fr"})
    assert not mail.outbox
    while worker.do_next(MAIL_LANE):
        pass
    subjects = {"A new password", "Bienvenue\xa0: confirmez votre adresse e-mail"}
    assert {message.subject for message in mail.outbox} == subjects
    assert all(link_in(message) and "forged" not in message.body for message in mail.outbox)
