"""In which language to write to people who are not there to ask."""

from contextlib import AbstractContextManager

from django.conf import settings
from django.utils import translation

from accounts.models import User


def language_of(user: User | None, otherwise: str | None = None) -> str:
    """What they chose, else what their browser last asked for, else that one or the site's own."""
    spoken = (user.language, user.browser_language) if user else ()
    known = (language for language in (*spoken, otherwise) if language in dict(settings.LANGUAGES))
    return next(known, settings.LANGUAGE_CODE)


def in_language_of(user: User | None, otherwise: str | None = None) -> AbstractContextManager[None]:
    """What is said meanwhile is said in their language."""
    return translation.override(language_of(user, otherwise))


def note_browser_language(user: User, language: str) -> None:
    """Letters come in the language of the pages, also to those who have never chosen one."""
    if not user.language and language_of(user) != language:
        user.browser_language = language
        User.objects.filter(pk=user.pk, deleted_at=None).update(browser_language=language)
