"""Stylesheets and pages fit each other, and it would be told if they did not."""

from tests.tools.css import Sources, problems, read_sources


def told(styles="", markup="", scripts="", foreign_styles=""):
    sources = Sources({"a.css": styles}, {"a.html": markup}, {"a.js": scripts}, {"b.css": foreign_styles})
    return list(problems(sources))


def test_everything_fits():
    assert not list(problems(read_sources()))


def test_sources_are_found():
    sources = read_sources()
    assert all((sources.styles, sources.markup, sources.scripts, sources.foreign_styles))
    assert "static/games/table.css" in sources.styles
    assert "templates/base.html" in sources.markup


def test_properties_that_nobody_sets():
    assert told(":root { --a: 1px; margin: var(--a) var(--b, 0); }") == ["a.css: nobody sets --b"]
    assert told("p { color: var(--theirs); }", foreign_styles=":root { --theirs: red; }") == []
    assert told("p { color: var(--a); } /* --a: red */") == ["a.css: nobody sets --a"]


def test_styles_for_nothing():
    assert told(".a, p > .b:hover { margin: 0.5rem; }", '<p class="a">') == ["a.css: nothing has the class b"]
    assert told("@media (width < 80rem) { .a { margin: 0; } } /* .b { } */") == ["a.css: nothing has the class a"]


def test_classes_for_nothing():
    assert told(markup='<p class="a">') == ["a.html: nothing looks for the class a"]
    assert told(markup='<p class="a">', foreign_styles=".a { margin: 0; }") == []
    assert told(markup='<p class="a">', scripts='find("p.a, .b")') == []
    assert told(scripts='p.classList.toggle("a")') == ["a.js: nothing looks for the class a"]
    assert told(markup='<p class="a">', scripts='import { b } from "./other.a";') == [
        "a.html: nothing looks for the class a"
    ]


def test_classes_that_are_put_together():
    styles = ".card-red { margin: 0; } .on { margin: 0; } .a { margin: 0; }"
    assert told(styles, '<p class="a{% if is_on %} on{% endif %} card-{{ kind }}">') == []
    assert told(styles, """format_html('<p class="a on card-{}">')""") == []
    assert told(styles, '<p class="a on tone-{{ kind }}">') == [
        "a.html: nothing looks for the class tone-*",
        "a.css: nothing has the class card-red",
    ]


def test_classes_in_variables():
    styles = ".a { margin: 0; } .b { margin: 0; }"
    assert told(styles, '<p class="{{ look }}">{% include "x.html" with look="a b" %}') == []
    assert told(styles, '<p class="{{ look }}">{% include "x.html" with look="a" %}') == [
        "a.css: nothing has the class b"
    ]


def test_classes_that_others_give():
    assert told(".errorlist.nonfield, .htmx-request, .success { margin: 0; }") == []
