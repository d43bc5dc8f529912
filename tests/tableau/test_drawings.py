from django.template import Context, Template
from django.utils import translation

from games.tableau.auction.composer import Rung
from games.templatetags import drawings


def drawing(**facts):
    source = '{% load drawings %}{% drawn_each "games/auction/rung.html" "rung" rungs %}'
    return Template(source).render(Context(facts))


def test_same_facts_are_drawn_once_in_each_language(monkeypatch):
    drawings._drawn.cache_clear()
    made = []

    def render(name, facts):
        made.append((name, facts, translation.get_language()))
        return f"<{facts['rung'].place}>"

    monkeypatch.setattr(drawings, "render_to_string", render)
    one, two = Rung(1, True), Rung(2, False)
    assert drawing(rungs=(one, two, one)) == "<1><2><1>"
    assert drawing(rungs=[Rung(2, False)]) == "<2>"
    with translation.override("fr"):
        assert drawing(rungs=(one,)) == "<1>"
    drawings._drawn.cache_clear()
    assert [(facts["rung"], language) for _, facts, language in made] == [(one, "en"), (two, "en"), (one, "fr")]


def test_facts_are_escaped_by_their_template():
    source = '{% load drawings %}{% drawn "games/table/log_line.html" line=line %}'

    assert "&lt;b&gt;" in Template(source).render(Context({"line": Line("<b>")}))


class Line(str):
    """A line of the log with nothing but a text."""

    kind, number, emblem, opens_stage = "passed", 1, "", False

    @property
    def text(self):
        return str(self)
