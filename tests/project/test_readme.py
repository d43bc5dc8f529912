import doctest

from django.conf import settings


def test_what_the_readme_shows_is_what_happens():
    result = doctest.testfile(str(settings.BASE_DIR / "README.md"), module_relative=False, encoding="utf-8")
    assert result.attempted == 14
    assert result.failed == 0
