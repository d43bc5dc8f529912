"""Headers where Django cannot help: it cannot bear them, or is not there yet."""

from collections.abc import Iterable

from django.http import HttpRequest
from django.utils.translation import get_language_from_request

LONGEST_CONTENT_TYPE = 255

Header = tuple[bytes, bytes]


def clean_headers(headers: Iterable[Header]) -> list[Header]:
    """What Django can bear, and soon, of the headers of a request."""
    return [
        (name, drop_quoted_cookies(value) if name == b"cookie" else value)
        for name, value in headers
        if name != b"content-type" or is_valid_content_type(value)
    ]


def is_valid_content_type(content_type: bytes) -> bool:
    """Django fails on a content type it cannot decode, and is lost in a long one, before any middleware is asked."""
    return len(content_type) <= LONGEST_CONTENT_TYPE and content_type.translate(None, b"*\0") == content_type


def drop_quoted_cookies(cookies: bytes) -> bytes:
    """The others: ours have none, and some versions of Python take quadratic time to unquote them."""
    return b";".join(cookie for cookie in cookies.split(b";") if b"\\" not in cookie)


def preferred_language(accept_language: bytes) -> str:
    """Which of the site's languages a browser asks for."""
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = accept_language.decode("latin-1")
    return get_language_from_request(request)
