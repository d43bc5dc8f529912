"""Of what installed apps bring along, only what pages ask for is collected."""

from django.contrib.staticfiles import finders


def test_collected_are_those_that_a_page_links():
    names = {path for finder in finders.get_finders() for path, _storage in finder.list([])}
    brought = {name for name in names if name.startswith("ninja/")}
    assert {"ninja/swagger-ui-bundle.js", "ninja/swagger-ui.css"} <= brought
    assert not {name for name in brought if "redoc" in name or name.endswith(".js.map")}
