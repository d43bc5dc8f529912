import pytest

from games.models import Message
from games.services.refusals import NotAllowed, Refused, TooFast
from games.services.table import chat
from tests.support.tables import chat_at, waiting_table


@pytest.fixture
def game(alice, bob):
    return waiting_table(alice, bob)


def say(game, user, text="Good evening", key="k"):
    return chat.say(user=user, game_id=game.id, text=text, key=key)


def test_what_is_said_is_kept_on_one_line(game, alice):
    say(game, alice, "  Bonsoir,\n\t\u202e everybody \0")

    assert Message.objects.get().text == "Bonsoir, everybody"


def test_same_key_again_says_nothing_new(game, alice):
    for _ in range(2):
        say(game, alice)

    assert Message.objects.count() == 1


def test_towers_of_marks_are_cut(game, alice):
    say(game, alice, "Z" + "\u0300" * 299)

    assert Message.objects.get().text == "Z" + "\u0300" * 3


@pytest.mark.parametrize("text", ["", "  \n", "\u200b", "\u3164", "\ufffc \u2800", "x" * 301])
def test_nothing_or_too_much_is_refused(game, alice, text):
    with pytest.raises(Refused):
        say(game, alice, text)


@pytest.mark.parametrize("key", ["", "x" * 41, "a\0b"])
def test_broken_key_is_refused(game, alice, key):
    with pytest.raises(Refused):
        say(game, alice, key=key)


def test_outsider_is_not_heard(game, charlie):
    with pytest.raises(NotAllowed):
        say(game, charlie)


def test_too_much_at_once_has_to_wait(game, alice):
    for number in range(5):
        say(game, alice, key=str(number))

    with pytest.raises(TooFast):
        say(game, alice, key="6")


def test_muted_people_are_not_read(game, alice, bob):
    say(game, alice)
    seat = game.seats.get(user=alice).number

    for _ in range(2):
        chat.mute(listener=bob, game_id=game.id, seat_number=seat, muted=True)
    assert chat_at(game, bob) == []
    assert len(chat_at(game, alice)) == 1
    chat.mute(listener=bob, game_id=game.id, seat_number=seat, muted=False)
    assert len(chat_at(game, bob)) == 1


@pytest.mark.parametrize("seat", [0, 2, -1])
def test_nobody_mutes_themselves_or_nobody(game, alice, seat):
    with pytest.raises(Refused):
        chat.mute(listener=alice, game_id=game.id, seat_number=seat, muted=True)
