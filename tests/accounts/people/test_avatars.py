import pytest
from django.template import Context, Template

from accounts.people.avatars import medallion
from tests.support.factories import UserFactory


def drawn(person):
    return Template("{% load people %}{% avatar person %}").render(Context({"person": person}))


@pytest.mark.parametrize(
    ("name", "initials"),
    [
        ("Alice", "A"),
        ("Gracious Heron", "GH"),
        ("ana maria lópez", "AL"),
        ("(Bob)", "B"),
        ("🦩", "🦩"),
        ("", ""),
        ("ß", "SS"),
    ],
)
def test_show_initials(name, initials):
    assert medallion(name).initials == initials


def test_are_the_same_for_the_same_name():
    """Of those who have no account, such as bots."""
    assert drawn("Alice") == drawn(UserFactory.build(display_name="Alice"))


def test_use_every_tone_and_pattern():
    medallions = [medallion(f"player {number}") for number in range(200)]
    assert {each.tone for each in medallions} == set(range(8))
    assert {each.pattern for each in medallions} == set(range(4))


def test_are_decoration_without_inline_style():
    svg = drawn("Alice")
    assert 'aria-hidden="true"' in svg
    assert "style" not in svg


def test_escape_what_people_call_themselves():
    assert "<&" not in drawn("< &")


def test_keep_their_colour_when_somebody_takes_another_name():
    assert medallion("Alice", 3).tone == medallion("Alba", 3).tone == 3
