from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from accounts.services.accounts import update_preferences
from games.models import SETTLING, Game, Notice, Seat
from games.queries.integrity import discrepancies
from games.queries.seats import read_seats
from games.services.refusals import NotAllowed, Refused, Stale
from games.services.table import chat, rooms, seats
from games.wording.table_notices import notice_sentence
from tests.support.factories import UserFactory
from tests.support.tables import PASS, chat_at, do, fresh, running_table, waiting_table, whole_table


@pytest.fixture
def game(alice, bob, charlie):
    """No clock; it is Alice's turn."""
    return running_table(alice, bob, charlie)


def be_gone(game, seat, seconds=60):
    long_ago = timezone.now() - timedelta(seconds=seconds)
    Game.objects.filter(pk=game.pk).update(turn_began_at=long_ago)
    Seat.objects.filter(game=game, number=seat).update(seen_at=long_ago)


def test_leaving_a_running_game_hands_the_seat_to_a_bot(game, alice):
    seats.leave(user=alice, game_id=game.id)

    seat = game.seats.get(user=alice)
    assert (seat.bot, seat.substituted) == ("balanced", True)
    assert fresh(game).wake_at is not None, "it was her turn: the bot has to move"
    assert list(Notice.objects.values_list("kind", "seat", "after")) == [("left", 0, 0)]


def test_leaving_twice_is_told_once(game, alice):
    for _ in range(2):
        seats.leave(user=alice, game_id=game.id)

    assert Notice.objects.count() == 1


def test_leaving_a_waiting_table_frees_the_seat(alice, bob):
    game = waiting_table(alice, bob)

    seats.leave(user=bob, game_id=game.id)
    assert not game.seats.filter(user=bob).exists()


def test_outsider_cannot_leave(game, dana):
    with pytest.raises(NotAllowed):
        seats.leave(user=dana, game_id=game.id)


def test_whoever_left_does_not_play(game, alice):
    seats.leave(user=alice, game_id=game.id)

    with pytest.raises(NotAllowed) as refused:
        do(game, alice, PASS)
    assert refused.value.code == "substituted"


def test_coming_back_takes_the_seat_back(game, alice):
    seats.leave(user=alice, game_id=game.id)
    for _ in range(2):
        seats.come_back(user=alice, game_id=game.id)

    assert game.seats.get(user=alice).bot_playing == ""
    assert fresh(game).act_at is None
    assert [notice.kind for notice in Notice.objects.all()] == ["left", "returned"]
    do(game, alice, PASS)


def test_leaving_and_coming_back_gains_no_time(alice, bob, time_machine):
    start = timezone.now()
    time_machine.move_to(start, tick=False)
    game = running_table(alice, bob, turn_seconds=60)
    Game.objects.filter(pk=game.pk).update(turn_began_at=start)
    time_machine.move_to(start + timedelta(seconds=50), tick=False)

    seats.leave(user=alice, game_id=game.id)
    seats.come_back(user=alice, game_id=game.id)
    assert fresh(game).deadline == start + SETTLING + timedelta(seconds=60), "a minute, once the first card was seen"


def test_majority_replaces_somebody_who_is_gone(game, bob, charlie):
    be_gone(game, 0)

    seats.vote_to_replace(user=bob, game_id=game.id, seat_number=0)
    assert game.seats.get(number=0).bot_playing == ""
    seats.vote_to_replace(user=charlie, game_id=game.id, seat_number=0)
    assert game.seats.get(number=0).bot_playing == "balanced"
    assert Notice.objects.get().kind == "replaced"


def test_voting_twice_counts_once(game, bob):
    be_gone(game, 0)
    for _ in range(2):
        seats.vote_to_replace(user=bob, game_id=game.id, seat_number=0)

    assert game.votes.count() == 1


def test_nobody_votes_against_somebody_who_is_there(game, bob):
    be_gone(game, 0, seconds=50)

    with pytest.raises(Refused) as refused:
        seats.vote_to_replace(user=bob, game_id=game.id, seat_number=0)
    assert refused.value.code == "not_gone"


@pytest.mark.parametrize("seat", [-1, 1, 2, 7])
def test_nobody_votes_against_oneself_or_nobody(game, bob, seat):
    be_gone(game, 0)

    with pytest.raises(Refused):
        seats.vote_to_replace(user=bob, game_id=game.id, seat_number=seat)


def test_with_a_clock_nobody_votes(alice, bob, charlie):
    game = running_table(alice, bob, charlie, turn_seconds=30)
    be_gone(game, 0)

    with pytest.raises(Refused):
        seats.vote_to_replace(user=bob, game_id=game.id, seat_number=0)


def test_outsider_does_not_vote(game, dana):
    be_gone(game, 0)

    with pytest.raises(NotAllowed):
        seats.vote_to_replace(user=dana, game_id=game.id, seat_number=0)


def test_votes_end_with_the_turn(game, alice, bob):
    be_gone(game, 0)
    seats.vote_to_replace(user=bob, game_id=game.id, seat_number=0)
    do(game, alice, PASS)

    assert game.votes.count() == 0


def test_nobody_votes_or_returns_after_the_end(game, alice):
    Game.objects.update(status=Game.Status.FINISHED)

    with pytest.raises(Stale):
        seats.vote_to_replace(user=alice, game_id=game.id, seat_number=1)
    with pytest.raises(Stale):
        seats.come_back(user=alice, game_id=game.id)


def test_whoever_goes_for_good_leaves_every_table(game, alice, bob):
    waiting = waiting_table(alice, bob)

    seats.hand_over_all(alice)
    assert game.seats.get(number=0).bot_playing == "balanced"
    assert fresh(waiting).host == bob


def test_being_seen_is_noted(game, alice):
    seats.mark_seen(owners={game.seats.get(user=alice).pk: alice.pk}, number=0)

    assert timezone.now() - game.seats.get(user=alice).seen_at < timedelta(seconds=5)


def test_whoever_left_does_not_vote(game, bob, charlie):
    be_gone(game, 0)
    seats.leave(user=charlie, game_id=game.id)

    with pytest.raises(NotAllowed):
        seats.vote_to_replace(user=charlie, game_id=game.id, seat_number=0)
    assert game.seats.get(number=0).bot_playing == ""


def test_bots_do_not_play_for_nobody(alice):
    game = running_table(alice, size=4)
    seats.leave(user=alice, game_id=game.id)
    assert fresh(game).wake_at is None
    assert discrepancies(fresh(game)) == []
    seats.come_back(user=alice, game_id=game.id)
    do(game, alice, PASS)
    assert fresh(game).wake_at is not None, "now a bot is to act, for somebody"
    seats.leave(user=alice, game_id=game.id)
    assert fresh(game).wake_at is None
    seats.come_back(user=alice, game_id=game.id)
    assert fresh(game).wake_at is not None


def test_nobody_takes_anothers_name_in_the_middle_of_a_game(alice, bob):
    game = running_table(alice, bob)
    update_preferences(user=alice, display_name="Bob")
    assert [seat.shown_name for seat in read_seats(game.id)][:2] == ["Alice", "Bob"]


def test_look_alikes_are_told_apart_in_notices_and_chat(alice):
    twin: Any = UserFactory(username="twin", display_name="Аlice")
    game = running_table(alice, twin)
    chat.say(user=twin, game_id=game.id, text="Hello", key="k1")
    seats.leave(user=twin, game_id=game.id)
    now = fresh(game)
    assert [line.said_by for line in chat_at(now, None)] == ["Аlice (2)"]
    (notice,) = whole_table(now).notices
    assert notice_sentence(notice, read_seats(now.id)) == "Аlice (2) left the table, and a bot took over."


def test_whoever_has_left_cannot_speak_in_anothers_name(alice, bob):
    game = waiting_table(alice, bob)
    chat.say(user=bob, game_id=game.id, text="Hello", key="k1")
    seats.leave(user=bob, game_id=game.id)
    update_preferences(user=bob, display_name="Alice")
    assert [line.said_by for line in chat_at(game, None)] == ["Alice (2)"]


def test_banned_people_take_no_seat(alice, bob):
    game = waiting_table(alice)
    User.objects.filter(pk=bob.pk).update(is_active=False)
    with pytest.raises(NotAllowed):
        rooms.join(user=bob, game_id=game.id, invitation=game.invitation)
    with pytest.raises(NotAllowed):
        waiting_table(bob)


def test_seat_that_was_handed_over_is_not_seen_by_whoever_else_has_a_page_open(alice, bob, charlie):
    """Each seat counts with the person who sat there, not with just anybody of those who look."""
    game, other = running_table(alice, bob), running_table(charlie, bob)
    of_alice, of_bob = game.seats.get(user=alice), other.seats.get(user=bob)
    Seat.objects.filter(pk=of_alice.pk).update(user=charlie, seen_at=None)
    Seat.objects.filter(pk=of_bob.pk).update(seen_at=None)
    seats.mark_tab_hidden(
        owners={of_alice.pk: alice.pk, of_bob.pk: bob.pk, other.seats.get(user=charlie).pk: charlie.pk}
    )
    assert Seat.objects.get(pk=of_alice.pk).seen_at is None
    assert Seat.objects.get(pk=of_bob.pk).seen_at is not None


def test_page_that_lags_behind_takes_back_nothing_that_was_seen(alice, bob):
    seat = running_table(alice, bob).seats.get(user=alice)
    for number in (7, 3):
        seats.mark_seen(owners={seat.pk: alice.pk}, number=number)
    assert Seat.objects.get(pk=seat.pk).seen_actions == 7


def test_however_many_pages_are_hidden_all_are_noted(alice, bob):
    """Databases have limits to how long a condition may be, and strangers decide how many pages there are."""
    seat = running_table(alice, bob).seats.get(user=alice)
    Seat.objects.filter(pk=seat.pk).update(seen_at=None)
    seats.mark_tab_hidden(owners={**dict.fromkeys(range(seat.pk + 1, seat.pk + 5_000), bob.pk), seat.pk: alice.pk})
    assert Seat.objects.get(pk=seat.pk).seen_at is not None
