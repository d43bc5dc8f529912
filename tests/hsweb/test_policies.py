"""What every page and every form of the site has, whoever wrote it."""

from types import SimpleNamespace

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import URLResolver, get_resolver, include, path
from django.views.decorators.csrf import csrf_exempt
from ninja.operation import PathView

from accounts.views.notifications import unsubscribe
from tests.support.tables import running_table, waiting_table


def patterns(resolver=None):
    for entry in (resolver or get_resolver()).url_patterns:
        if isinstance(entry, URLResolver):
            yield from patterns(entry)
        else:
            yield entry


def test_no_form_goes_without_its_token():
    # Those for programs look for it themselves, where somebody comes with a session: see the matrix of who may what.
    views = [pattern.callback for pattern in patterns() if pattern.callback.__module__ != PathView.__module__]
    assert len(views) > 60
    # Mail programs post there on behalf of their users, with a signed address.
    assert [view for view in views if getattr(view, "csrf_exempt", False)] == [unsubscribe]


def test_walk_would_find_a_form_without_token():
    exempt = csrf_exempt(lambda request: HttpResponse())
    (found,) = patterns(SimpleNamespace(url_patterns=[path("", include([path("", exempt)]))]))
    assert found.callback.csrf_exempt


def is_strict(policy):
    unsafe = ("unsafe-inline", "unsafe-eval", "unsafe-hashes", "http:", "https:", "*")
    return "default-src 'self'" in policy.split("; ") and not any(word in policy for word in unsafe)


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/rules/high-society/",
        "/players/alice/",
        "/players/nobody/",
        "/nowhere/",
        "/accounts/login/",
        "/accounts/signup/",
        "/accounts/password/reset/",
        "/accounts/password/reset/key/1-x/",
        "/accounts/confirm-email/x/",
        "/accounts/inactive/",
        "/accounts/preferences/",
        "/admin/",
        "/admin/login/",
        "/admin/jsi18n/",
        "/static/site.css",
    ],
)
def test_page_for_strangers_has_a_strict_policy(client, alice, address):
    response = client.get(address, follow=True)
    response.close()
    assert is_strict(response.headers["Content-Security-Policy"])
    assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/my-games/",
        "/tables/new/",
        "/tables/{running}/",
        "/tables/{running}/log/",
        "/tables/{waiting}/",
        "/accounts/settings/",
        "/accounts/logout/",
        "/accounts/email/",
        "/accounts/password/change/",
        "/accounts/data/",
        "/accounts/delete/",
        "/admin/",
        "/admin/accounts/user/",
        "/admin/accounts/user/add/",
        "/admin/accounts/user/{dana}/change/",
        "/admin/accounts/user/{dana}/password/",
        "/admin/accounts/user/{dana}/history/",
        "/admin/account/emailaddress/",
        "/admin/auth/group/add/",
        "/admin/django_tasks_database/dbtaskresult/",
        "/admin/password_change/",
    ],
)
def test_page_for_people_has_a_strict_policy(client, dana, bob, address):
    client.force_login(dana)
    games = {"running": running_table(dana, bob).id, "waiting": waiting_table(dana).id}
    response = client.get(address.format(dana=dana.pk, **games), follow=True)
    assert response.status_code == 200
    assert is_strict(response.headers["Content-Security-Policy"])
    if response.headers["Content-Type"].startswith("text/html"):
        assert_nothing_is_written_into_the_page(response.content.decode())


def assert_nothing_is_written_into_the_page(html):
    """The policy would forbid it, and something would not work."""
    assert " onclick=" not in html
    assert " style=" not in html
    assert "<style" not in html
    assert "javascript:" not in html
    for script in html.split("<script")[1:]:
        opening, _, rest = script.partition(">")
        assert "src=" in opening or "application/json" in opening, rest[:100]


@pytest.mark.parametrize(("origin", "status"), [("https://evil.example", 403), ("http://testserver", 302)])
def test_form_of_another_site_is_refused(alice, origin, status):
    client = Client(enforce_csrf_checks=True)
    token = client.get("/accounts/preferences/").cookies["csrftoken"].value
    form = {"theme": "dark", "csrfmiddlewaretoken": token}
    assert client.post("/accounts/preferences/", form, headers={"origin": origin}).status_code == status


def test_failure_has_the_policy_too(client, alice, monkeypatch):
    def fail(*args, **kwargs):
        raise RuntimeError

    monkeypatch.setattr("accounts.views.appearance.chosen_theme", fail)
    client.raise_request_exception = False
    response = client.get("/accounts/preferences/")
    assert response.status_code == 500
    assert is_strict(response.headers["Content-Security-Policy"])
    assert b"Something broke on our side" in response.content
