"""A site without EMAIL_URL asks nobody for an address, and says who can help instead."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import User
from accounts.notifications import kinds

NO_MAIL = "This site sends no e-mail"


@pytest.fixture(autouse=True)
def site_that_sends_mail(settings):
    settings.SENDS_MAIL = False


@pytest.mark.parametrize(("way", "who"), [("signup", "client"), ("claim", "as_guest")])
def test_new_accounts_need_no_address(request, db, password, way, who):
    browser = request.getfixturevalue(who)
    assertNotContains(browser.get(f"/accounts/{way}/?email=bob@example.org"), 'name="email"')
    form = {"username": "bob", "email": "bob@example.org", "password1": password, "password2": password}
    assertRedirects(browser.post(f"/accounts/{way}/", form), "/")
    assert User.objects.get(username="bob").email == ""
    assert not EmailAddress.objects.exists()
    assert not mail.outbox


def test_login_asks_for_the_username(client, db):
    page = client.get("/accounts/login/")
    assertContains(page, '<label for="id_login">Username</label>', html=True)
    assertNotContains(page, "e-mail")


def test_address_that_was_confirmed_before_still_lets_in(client, confirmed, password):
    assertRedirects(client.post("/accounts/login/", {"login": "alice@example.com", "password": password}), "/")


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("page", ["email", "password/reset"])
def test_pages_about_mail_say_who_can_help(as_alice, confirmed, page, method):
    answer = getattr(as_alice, method)(f"/accounts/{page}/", {"email": "alice@example.com"})
    assertContains(answer, NO_MAIL)
    assertContains(answer, "manage.py changepassword")
    assert not mail.outbox


def test_page_for_an_address_is_not_for_strangers(client, db):
    assertRedirects(client.get("/accounts/email/"), "/accounts/login/?next=/accounts/email/")


def test_settings_do_not_lead_to_an_address(as_alice):
    assertNotContains(as_alice.get("/accounts/settings/"), "/accounts/email/")


def test_messages_are_not_offered_by_mail(as_alice, alice):
    page = as_alice.get("/accounts/reach/")
    assertContains(page, '<input type="checkbox" name="turn" value="push" checked>', html=True)
    assertNotContains(page, 'value="mail"')
    assertNotContains(page, "mail")


def test_choices_about_mail_stay_for_when_there_is_some(as_alice, alice):
    kinds.set_ways(user=alice, kind=kinds.ENDED, ways=(kinds.PAGE,))
    as_alice.post("/accounts/reach/", {"turn": ["push"], "ended": ["push"]})
    alice.refresh_from_db()
    assert kinds.ways_for(alice, kinds.TURN) == (kinds.PUSH, kinds.MAIL)
    assert kinds.ways_for(alice, kinds.ENDED) == (kinds.PUSH,)
