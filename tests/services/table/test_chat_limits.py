"""How much may be said, and by whom."""

import pytest

from accounts.services.accounts import set_muted
from games.models import Message
from games.services.refusals import NotAllowed, Refused, TooFast
from games.services.table import chat
from tests.support.tables import waiting_table


def say(game, user, key, text="Good evening"):
    return chat.say(user=user, game_id=game.id, text=text, key=key)


def test_limit_holds_across_tables(alice, bob):
    one, other = waiting_table(alice), waiting_table(alice, bob)
    for number in range(5):
        say((one, other)[number % 2], alice, str(number))
    for game in (one, other):
        with pytest.raises(TooFast):
            say(game, alice, "more")
    say(other, bob, "first of another")


def test_repeats_and_refusals_do_not_count(alice):
    game = waiting_table(alice)
    for _ in range(6):
        say(game, alice, "same")
        with pytest.raises(Refused):
            say(game, alice, "empty", text=" ")
    for number in range(4):
        say(game, alice, str(number))
    assert Message.objects.count() == 5
    with pytest.raises(TooFast):
        say(game, alice, "more")
    assert say(game, alice, "same").key == "same"


def test_muted_person_is_told_and_not_heard(alice, dana):
    game = waiting_table(alice)
    set_muted(user=alice, muted=True, by=dana)
    with pytest.raises(NotAllowed, match="muted you") as refusal:
        say(game, alice, "1")
    assert refusal.value.code == "muted"
    set_muted(user=alice, muted=False, by=dana)
    say(game, alice, "1")
    assert Message.objects.count() == 1
