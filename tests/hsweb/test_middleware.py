"""Requests that are too big or too odd are refused, whichever server passes them on."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django.asserts import assertContains

FORM = "application/x-www-form-urlencoded"
pytestmark = pytest.mark.django_db


def post(client, body, content_type=FORM, **headers):
    return client.generic("POST", "/accounts/preferences/", body, content_type, **headers)


def test_body_that_is_too_big_is_told_so(client, settings):
    assert post(client, "x=" + "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE - 2)).status_code == 302
    response = post(client, "x=" + "x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE - 1))
    assertContains(response, "larger than anything", status_code=413)


@pytest.mark.parametrize("length", ["-1", "x", "1" * 30, "1" * 5_000])
def test_length_that_is_none_is_refused(client, length):
    assert post(client, "x", CONTENT_LENGTH=length).status_code == 413


def test_too_many_fields_are_refused(client, settings):
    form = "&".join(f"f{number}=" for number in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1))
    assertContains(post(Client(enforce_csrf_checks=True), form), "too much at once", status_code=413)


def test_files_are_refused(client):
    response = client.post("/accounts/preferences/", {"theme": SimpleUploadedFile("x.txt", b"x")})
    assertContains(response, "larger than anything", status_code=413)


def test_host_that_is_not_ours_gets_a_sentence(client, settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    assertContains(client.get("/", headers={"host": "evil.example"}), "We could not read that", status_code=400)
