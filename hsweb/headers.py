"""Headers that Django cannot bear."""


def is_readable(content_type: bytes) -> bool:
    """Django fails on a content type it cannot decode before any of its middleware is asked."""
    return content_type.translate(None, b"*\0") == content_type
