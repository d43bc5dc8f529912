import pytest
from django.utils.translation import override

from accounts.names.guest_names import ADJECTIVES, CHARACTERS, FRENCH_ADJECTIVES, FRENCH_CHARACTERS, random_guest_name
from accounts.names.validation import clean_display_name


@pytest.mark.parametrize(
    ("language", "first", "second"),
    [("en", ADJECTIVES.split(), CHARACTERS.split()), ("fr", FRENCH_CHARACTERS.split(), FRENCH_ADJECTIVES.split())],
)
def test_are_many_and_valid(language, first, second):
    assert len(set(first)) == len(set(second)) == 40
    names = [f"{one} {other}" for one in first for other in second]
    with override(language):
        assert random_guest_name() in names
    assert list(map(clean_display_name, names)) == names
