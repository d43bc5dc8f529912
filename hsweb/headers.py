"""Headers where Django cannot help: it cannot bear them, or is not there yet."""

from django.http import HttpRequest
from django.utils.translation import get_language_from_request


def is_readable(content_type: bytes) -> bool:
    """Django fails on a content type it cannot decode before any of its middleware is asked."""
    return content_type.translate(None, b"*\0") == content_type


def language_wanted(accept_language: bytes) -> str:
    """Which of the site's languages a browser asks for."""
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = accept_language.decode("latin-1")
    return get_language_from_request(request)
