"""Requests that are too big or too odd, whichever server passes them on."""

from io import BytesIO

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
    assertContains(response, "no files are taken", status_code=413)


@pytest.mark.parametrize("length", ["-1", "x", "1" * 30, "1" * 5_000])
def test_length_that_is_none_is_refused(client, length):
    assert post(client, "x", CONTENT_LENGTH=length).status_code == 413


def test_too_many_fields_are_refused(client, settings):
    form = "&".join(f"f{number}=" for number in range(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + 1))
    assertContains(post(Client(enforce_csrf_checks=True), form), "too much at once", status_code=413)


def test_files_are_refused(client):
    response = client.post("/accounts/preferences/", {"theme": SimpleUploadedFile("x.txt", b"x")})
    assertContains(response, "no files are taken", status_code=413)


def test_host_that_is_not_ours_gets_a_sentence(client, settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    assertContains(client.get("/", headers={"host": "evil.example"}), "We could not read that", status_code=400)


@pytest.mark.parametrize(
    "content_type",
    [
        "x; charset*=nonsense''x",
        "text/plain; charset*=undefined''%41",
        "text/plain; charset=a\0b",
        f"text/plain; charset=utf-16; x={'x' * 300}",
        "text/plain",
    ],
)
def test_wsgi_reads_no_content_type_that_cannot_be_read(content_type):
    assert asked_by_wsgi(CONTENT_TYPE=content_type) == "403 Forbidden"


def test_wsgi_reads_no_cookie_with_backslashes():
    token = "a" * 32
    cookies = f'csrftoken="{token}"; other="\\054"'
    assert asked_by_wsgi(HTTP_COOKIE=cookies, HTTP_X_CSRFTOKEN=token) == "302 Found"
    assert asked_by_wsgi(HTTP_COOKIE=f'csrftoken="\\{token}"', HTTP_X_CSRFTOKEN=token) == "403 Forbidden"


def asked_by_wsgi(**environ):
    """The status of the answer to a form at this address."""
    # Loading the application reads the settings of the test.
    from hsweb.wsgi import application

    statuses = []

    def start_response(status, headers, error=None, /):
        statuses.append(status)
        return lambda data: None

    answer = application(
        {
            "REQUEST_METHOD": "POST",
            "PATH_INFO": "/accounts/preferences/",
            "SERVER_NAME": "localhost",
            "SERVER_PORT": "80",
            "CONTENT_LENGTH": "0",
            "wsgi.input": BytesIO(),
            **environ,
        },
        start_response,
    )
    answer.close()
    (status,) = statuses
    return status
