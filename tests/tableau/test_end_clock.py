"""Red cards seen, and the exact chance that the next card ends the game."""

from tests.support.scenes import draw_public, play

PASSES = ("pass", "pass")


def clock(slug, *actions, **setup):
    return draw_public(play(slug, *actions, **setup)).clock


def test_nothing_seen():
    told = clock("high-society", deck=["possession-1"])
    assert told.pips == (False, False, False, False)
    assert told.seen == "0 of 4 red edges seen"
    assert told.odds == "The next card cannot end the game."
    assert told.brief == ""


def test_two_seen_cannot_end_it_yet():
    told = clock("high-society", *PASSES, deck=["title-1", "title-2"])
    assert told.pips == (True, True, False, False)
    assert told.odds == "The next card cannot end the game."


def test_three_seen():
    told = clock("high-society", *PASSES, *PASSES, deck=["title-1", "title-2", "title-3"])
    assert told.seen == "3 of 4 red edges seen"
    assert told.odds == "The next card may end the game: a 1 in 13 chance (8%)."
    assert told.brief == "end risk: 8%"


def test_only_one_card_left():
    cards = [f"value-{value}" for value in range(1, 10)]
    deck = ["double-1", "double-2", "double-3", *cards, "double-4"]
    told = clock("high-society-simplified", *PASSES * 11, deck=deck)
    assert told.seen == "3 of 4 doubles seen"
    assert told.odds == "The next card ends the game."
    assert told.brief == "end risk: 100%"


def test_over():
    told = clock("high-society", *PASSES * 3, deck=["title-1", "title-2", "title-3", "scandal"])
    assert told.over
    assert told.pips == (True, True, True, True)
    assert told.odds == "The game is over."
