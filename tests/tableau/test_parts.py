"""Parts that depend on a few frozen facts alone: the same facts come again and again, and are drawn once."""

from django.utils import translation

from games.pages import parts
from games.pages.parts import draw, draw_all, whole
from games.tableau.fragments import fragment


def state(seat, word):
    return fragment("games/table/_state.html", seat=seat, word=word)


def test_same_facts_are_drawn_once_in_each_language(monkeypatch):
    parts._drawn.cache_clear()
    made = []
    draw_anew = parts.draw_anew

    def drawn_anew(name, facts):
        made.append((facts["word"], translation.get_language()))
        return draw_anew(name, facts)

    monkeypatch.setattr(parts, "draw_anew", drawn_anew)
    first = draw_all((state(1, "one"), state(2, "two"), state(1, "one")))
    assert draw_all([state(2, "two")])["state-2"] is first["state-2"]
    assert draw("games/table/_state.html", seat=1, word="one") == (first["state-1"],)
    with translation.override("fr"):
        assert draw_all((state(1, "one"),))["state-1"] is not first["state-1"]
    parts._drawn.cache_clear()
    assert made == [("one", "en"), ("two", "en"), ("one", "fr")]


def test_facts_are_escaped_by_their_template():
    drawn = draw_all([state(1, "<b>")])
    assert "&lt;b&gt;" in whole(drawn, "state-1")


def test_words_are_put_in_escaped_and_need_no_other_drawing(monkeypatch):
    drawn = draw_all([raises(1, "<b>")])
    assert "&lt;b&gt;" in whole(drawn, "raises-1")
    monkeypatch.delattr(parts, "draw_anew")
    other = draw_all([raises(1, "none")])["raises-1"]
    assert other.stamp != drawn["raises-1"].stamp
    assert draw_all([raises(1, "none")])["raises-1"] is other


def raises(seat, words):
    return fragment("games/auction/_raises.html", text={"words": words}, seat=seat)


def test_data_of_a_browser_is_escaped_and_in_the_tag_alone():
    drawn = draw_all([fragment("games/table/_dock.html", "composer", data=(("mode", 'a"b'),))])["private"]
    bare = draw_all([fragment("games/table/_dock.html", "composer")])["private"]
    assert 'data-mode="a&quot;b"' in drawn.opening
    assert drawn.content == bare.content
