import pytest
from django.core.exceptions import ValidationError

from accounts.guest_names import ADJECTIVES, CHARACTERS, friendly_name
from accounts.names import clean_display_name, username_validators


def run_validators(username):
    for validate in username_validators:
        validate(username)


@pytest.mark.parametrize(
    ("raw", "clean"),
    [
        ("Ana", "Ana"),
        ("  Ana   Maria ", "Ana Maria"),
        ("Ａｎａ", "Ana"),
        ("Jürgen", "Jürgen"),
        ("Łucja 🦩", "Łucja 🦩"),
        ("x" * 40, "x" * 40),
    ],
)
def test_have_one_normal_spelling(raw, clean):
    assert clean_display_name(raw) == clean


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("\u3164", "empty"),
        ("\u2800", "empty"),
        ("A\u200bna", "invisible"),
        ("A\x00na", "invisible"),
        ("A\u202ena", "invisible"),
        ("A\nna", "invisible"),
        ("A\ue000na", "invisible"),
        ("A\ud800na", "invisible"),
        ("x" * 41, "long"),
        ("ﷺ" * 20, "long"),
    ],
)
def test_that_nobody_could_read_are_refused(raw, code):
    with pytest.raises(ValidationError) as refusal:
        clean_display_name(raw)
    assert refusal.value.code == code


@pytest.mark.parametrize("username", ["ana", "Ana.Maria", "a+b-c_d", "Łucja", "7"])
def test_of_users_may_be_plain(username):
    run_validators(username)


@pytest.mark.parametrize(
    "username", ["", ".", "..", "a b", "a/b", "ana@example.org", "a\x00", "guest-1", "Deleted-1", "x" * 31, "a\n"]
)
def test_of_users_fit_into_an_address(username):
    with pytest.raises(ValidationError):
        run_validators(username)


def test_of_guests_are_many_and_valid():
    assert len(set(ADJECTIVES.split())) == len(set(CHARACTERS.split())) == 40
    name = friendly_name()
    assert clean_display_name(name) == name
