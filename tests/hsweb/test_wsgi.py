"""What the server for pages alone reads of a request."""

from io import BytesIO

import pytest

pytestmark = pytest.mark.django_db


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
def test_reads_no_content_type_that_cannot_be_read(content_type):
    assert status_of_form(CONTENT_TYPE=content_type) == "403 Forbidden"


def test_reads_no_cookie_with_backslashes():
    token = "a" * 32
    cookies = f'csrftoken="{token}"; other="\\054"'
    assert status_of_form(HTTP_COOKIE=cookies, HTTP_X_CSRFTOKEN=token) == "302 Found"
    assert status_of_form(HTTP_COOKIE=f'csrftoken="\\{token}"', HTTP_X_CSRFTOKEN=token) == "403 Forbidden"


def status_of_form(**environ):
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
