"""How much a request may bring along: forms are small, and files are taken at one address only."""

from django.conf import settings


def takes_files(path: str) -> bool:
    return path == settings.FILES_TAKEN_AT


def most_bytes(path: str) -> int:
    """How long the body of a request to that address may be."""
    most: int = settings.FILES_MAX_BODY_SIZE if takes_files(path) else settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    return most
