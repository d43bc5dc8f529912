"""Templates are told apart by their names: what begins with an underscore is a part of a page, all else is whole."""

import re

from django.conf import settings
from django.template import Engine
from django.template.base import Lexer, TokenType
from django.template.utils import get_app_template_dirs

OWN = settings.BASE_DIR / "templates"
IS_WHOLE = re.compile(r"\{% extends |<!doctype html>")
PLAIN = ".html"
"""Letters, drawings and scripts are told by their endings."""
FILTER = re.compile(r"\|(\w+)")


def own_templates(*endings):
    return {str(path.relative_to(OWN)): path.read_text() for path in sorted(OWN.rglob("*")) if path.suffix in endings}


def overrides(name):
    """Whether a template takes the place of one that another package brings along, and so has its name."""
    return any((folder / name).exists() for folder in get_app_template_dirs("templates"))


def misnamed(templates):
    for name, text in templates.items():
        is_part = name.rpartition("/")[2].startswith("_")
        if is_part == bool(IS_WHOLE.search(text)) and not overrides(name):
            yield name


def test_parts_of_pages_begin_with_an_underscore():
    templates = own_templates(PLAIN)
    assert len(templates) > 150
    assert not list(misnamed(templates))


def test_wrong_names_are_found():
    part, page = "<p>Part</p>", '{% extends "base.html" %}'
    templates = {
        "games/part.html": part,
        "games/_part.html": part,
        "games/page.html": page,
        "games/_page.html": page,
        "_whole.html": "<!doctype html>",
        "admin/base_site.html": part,
    }
    assert list(misnamed(templates)) == ["games/part.html", "games/_page.html", "_whole.html"]


def unused_loads(text):
    """Libraries that a template loads without using any tag or filter of theirs."""
    libraries = Engine.get_default().template_libraries
    tokens = [token for token in Lexer(text).tokenize() if token.token_type in (TokenType.BLOCK, TokenType.VAR)]
    tags = {token.contents.split()[0] for token in tokens if token.token_type == TokenType.BLOCK}
    filters = {name for token in tokens for name in FILTER.findall(token.contents)}
    for token in tokens:
        if token.token_type == TokenType.BLOCK and token.contents.startswith("load "):
            for name in token.contents.split()[1:]:
                if tags.isdisjoint(libraries[name].tags) and filters.isdisjoint(libraries[name].filters):
                    yield name


def test_nothing_is_loaded_for_nothing():
    templates = own_templates(".html", ".js", ".svg", ".txt")
    assert not {name: unused for name, text in templates.items() if (unused := list(unused_loads(text)))}


def test_loads_for_nothing_are_found():
    assert list(unused_loads("{% load i18n static tables %}{% translate 'A' %}{{ rules.slug|game_of }}")) == ["static"]
