"""Pages for what went wrong, and the parts every page shares."""

import pytest
from django.core.exceptions import PermissionDenied
from django.template.loader import get_template
from django.test import Client
from django.views.defaults import permission_denied
from pytest_django.asserts import assertContains


@pytest.fixture
def strict_client(db):
    return Client(enforce_csrf_checks=True)


def test_a_stale_form_says_that_nothing_was_lost(strict_client):
    response = strict_client.post("/accounts/guest/", headers={"referer": "http://testserver/rules/high-society/"})
    assertContains(response, "This page was out of date", status_code=403)
    assertContains(response, 'href="http://testserver/rules/high-society/"', status_code=403)


def test_a_stale_form_leads_back_to_no_other_site(strict_client):
    response = strict_client.post("/accounts/guest/", headers={"referer": "https://elsewhere.example/"})
    assert "elsewhere" not in response.text


def test_a_stale_swap_refreshes_the_page(strict_client):
    response = strict_client.post("/accounts/guest/", headers={"hx-request": "true"})
    assert response.status_code == 403
    assert response["HX-Refresh"] == "true"
    assert not response.content


def test_a_closed_door_says_so(rf, client, db):
    request = client.get("/").wsgi_request
    assertContains(permission_denied(request, PermissionDenied()), "This door is closed to you", status_code=403)


def test_a_broken_site_needs_nothing_to_say_so():
    assert "Something broke on our side" in get_template("500.html").render()


def test_every_page_carries_the_token_for_swaps(client, db):
    assertContains(client.get("/"), 'hx-headers=\'{"X-CSRFToken": ')


def test_no_page_needs_inline_code(client, db):
    page = client.get("/accounts/login/").text
    assert "style=" not in page
    assert "<style" not in page
    assert "<script>" not in page
    assert "onclick" not in page
