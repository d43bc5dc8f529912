"""What keeps translations whole."""

import pytest
from django.conf import settings

from tests.tools.catalogues import Found, problems_of, stored_catalogues, updated, write

CODE = [
    Found("one.py", "%(name)s is back.", None),
    Found("two.html", ("One card", "%(count)s cards"), None),
    Found("two.html", "Pass", "button"),
]
BEGINNING = """msgid ""
msgstr ""
"POT-Creation-Date: 2026-01-01 00:00+0000\\n"
"Language: fr\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"
"""
WHOLE = """
msgid "%(name)s is back."
msgstr "Voici %(name)s."

msgid "One card"
msgid_plural "%(count)s cards"
msgstr[0] "Une carte"
msgstr[1] "%(count)s cartes"

msgctxt "button"
msgid "Pass"
msgstr "Passer"
"""


@pytest.fixture
def catalogue(tmp_path):
    """Writes one with these messages, and tells what is wrong with it."""
    path = tmp_path / "locale" / "fr" / "LC_MESSAGES" / "django.po"
    path.parent.mkdir(parents=True)

    def written(messages, code=CODE):
        path.write_text(BEGINNING + messages, encoding="utf-8")
        write(path, updated(path, code))
        return path

    return written


def test_every_language_but_that_of_the_code_has_one():
    assert {path.parent.parent.name for path in stored_catalogues()} == dict(settings.LANGUAGES).keys() - {"en"}


def test_whole_one_has_no_problems(catalogue):
    path = catalogue(WHOLE)
    assert list(problems_of(path, CODE)) == []
    assert b"Une carte" in path.with_suffix(".mo").read_bytes()


@pytest.mark.parametrize(
    ("right", "wrong", "problem"),
    [
        ('msgstr "Passer"', 'msgstr ""', "is not translated: Pass"),
        ('msgstr[1] "%(count)s cartes"', 'msgstr[1] ""', "is not translated: ('One card', '%(count)s cards')"),
        ("Voici %(name)s.", "Voici %(nom)s.", "has other placeholders: %(name)s is back."),
        ("%(count)s cartes", "des cartes", "has other placeholders: ('One card', '%(count)s cards')"),
        ('msgid "%(name)s', '#, fuzzy\nmsgid "%(name)s', "is marked as fuzzy: %(name)s is back."),
    ],
)
def test_bad_translation_is_told(catalogue, right, wrong, problem):
    assert list(problems_of(catalogue(WHOLE.replace(right, wrong)), CODE)) == [problem]


def test_message_that_is_new_or_gone_is_told(catalogue):
    path = catalogue(WHOLE)
    outdated = "does not have exactly the messages of the code: run make messages"
    assert list(problems_of(path, CODE[:2])) == [outdated]
    new = [*CODE, Found("three.py", "New here", None)]
    assert list(problems_of(path, new)) == [outdated, "is not translated: New here"]


def test_what_was_not_compiled_is_told(catalogue):
    path = catalogue(WHOLE)
    path.write_text(path.read_text(encoding="utf-8").replace("Voici", "Revoici"), encoding="utf-8")
    assert list(problems_of(path, CODE)) == ["was not compiled: run make messages"]
