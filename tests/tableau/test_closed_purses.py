"""With closed purses nothing drawn depends on what others paid: two games that differ only in that look the same."""

from games.tableau import Person
from tests.support.scenes import draw_public, log_html, play, private_html, public_html, scene

DECK = ["possession-8", "possession-3", "title-1"]


def two_games():
    cheap = play("high-society", [4], "pass", "pass", [1], deck=DECK, open_purses=False)
    dear = play("high-society", [25], "pass", "pass", [1], deck=DECK, open_purses=False)
    return cheap, dear


def test_neither_the_public_nor_another_seat_can_tell_them_apart():
    cheap, dear = two_games()
    assert public_html(cheap) == public_html(dear)
    assert log_html(cheap) == log_html(dear)
    assert private_html(cheap, 1) == private_html(dear, 1)
    assert private_html(cheap, 0) != private_html(dear, 0)


def test_only_the_number_of_notes_is_shown():
    seats = draw_public(two_games()[0]).seats
    assert [(seat.money_words, seat.notes_words, seat.purse) for seat in seats] == [
        ("", "9 notes", ()),
        ("", "11 notes", ()),
        ("", "11 notes", ()),
    ]


def test_the_table_says_so():
    closed = two_games()[0]
    assert draw_public(closed).remarks == ("Purses are closed: what the others have left is for you to remember.",)
    people = (Person(0, "Ana"), Person(1, "Bob", bot="bold"), Person(2, "Cleo"))
    with_bot = scene(closed.rules, closed.position, people=people)
    assert draw_public(with_bot).remarks[1] == (
        "The house bots still know what was spent, as someone who remembers everything would."
    )
    assert draw_public(play("high-society", deck=DECK)).remarks == ()


def test_a_scene_can_close_purses_that_the_rules_left_open():
    drawn = play("high-society", [4], "pass", "pass", deck=DECK)
    hidden = scene(drawn.rules, drawn.position, hides_past=True)
    assert "4,000" not in public_html(hidden)
    assert "4,000" not in log_html(hidden)
