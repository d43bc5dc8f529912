from games.rules import GAMES
from games.services.table.bot_names import NAMES, next_bot_name

ROOM = 12
"""Letters for which a seat has room in a window of 320 pixels."""


def test_fit_a_seat_on_a_phone():
    assert [name for name in NAMES if len(name) > ROOM] == []


def test_are_told_apart_by_their_titles_where_there_is_no_room():
    titles = [name.split()[0] for name in NAMES]
    assert len(set(titles)) == len(titles)


def test_are_enough_for_every_table():
    assert len(NAMES) >= max(rules.max_players for rules in GAMES)


def test_are_given_once():
    assert next_bot_name(NAMES[1:]) == NAMES[0]
