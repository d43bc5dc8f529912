import pytest
from django.db import connection

from games.models import Action, Game
from games.queries.positions import position_of
from games.queries.table_cache import table_cache
from games.rules import IllegalAction, find_rules
from games.services.refusals import NotAllowed, Refused, Stale
from games.services.table import seats
from games.services.turn import play
from tests.support.tables import PASS, bid, do, fresh, play_to_the_end, running_table


@pytest.fixture
def game(alice, bob):
    """Alice begins, Bob follows, then a bot."""
    return running_table(alice, bob)


def test_action_is_stored_and_moves_the_turn_on(game, alice):
    do(game, alice, bid(4, 1), key="first")

    stored = Action.objects.get(game=game)
    assert (stored.number, stored.seat, stored.made_by) == (1, 0, "player")
    assert stored.action == {"kind": "bid", "cards": [1000, 4000]}
    now = fresh(game)
    assert (now.action_count, now.turn, now.version, now.turn_version) == (1, 1, game.version + 1, game.version + 1)
    assert position_of(now).state.highest_bid == 5000


def test_same_key_again_plays_once(game, alice):
    version = game.version
    for _ in range(2):
        play.act(user=alice, game_id=game.id, version=version, key="once", action=bid(4, 1))

    assert fresh(game).action_count == 1


def test_same_key_with_another_action_is_refused(game, alice):
    do(game, alice, bid(1), key="once")

    with pytest.raises(Refused) as refused:
        do(game, alice, PASS, key="once")
    assert refused.value.code == "key_reused"
    assert fresh(game).action_count == 1


NOTHING = {"kind": "bid", "amount": 0}


@pytest.mark.parametrize("spellings", [(NOTHING, PASS), (PASS, NOTHING), (NOTHING, NOTHING)])
def test_same_key_with_a_pass_spelled_otherwise_plays_once(alice, bob, spellings):
    game = running_table(alice, bob, slug="high-society-simplified")
    for action in spellings:
        do(game, alice, action, key="once")
        table_cache.clear()

    assert [(stored.number, stored.action) for stored in Action.objects.filter(game=game)] == [(1, PASS)]


def test_same_key_with_a_bid_is_another_action_than_a_bid_of_nothing(alice, bob):
    game = running_table(alice, bob, slug="high-society-simplified")
    do(game, alice, NOTHING, key="once")

    with pytest.raises(Refused) as refused:
        do(game, alice, {"kind": "bid", "amount": 1}, key="once")
    assert refused.value.code == "key_reused"


@pytest.mark.parametrize("key", ["", "x" * 41, "a\0b", "ä"])
def test_broken_key_is_refused(game, alice, key):
    with pytest.raises(Refused) as refused:
        do(game, alice, PASS, key=key)
    assert refused.value.code == "invalid_key"
    assert fresh(game).action_count == 0


@pytest.mark.parametrize("step", [-1, 1])
def test_other_version_is_stale(game, alice, step):
    with pytest.raises(Stale):
        do(game, alice, PASS, version=game.version + step)
    assert fresh(game).action_count == 0


def test_change_elsewhere_does_not_make_a_decision_stale(game, alice, bob):
    seats.leave(user=bob, game_id=game.id)

    do(game, alice, bid(1), version=game.version)
    assert fresh(game).action_count == 1


def test_outsider_is_refused(game, charlie):
    with pytest.raises(NotAllowed):
        do(game, charlie, PASS)


def test_player_out_of_turn_is_refused(game, bob):
    with pytest.raises(IllegalAction) as refused:
        do(game, bob, PASS)
    assert refused.value.code == "not_your_turn"
    assert not Action.objects.exists()


@pytest.mark.parametrize("action", [bid(5), bid(), bid(1, 1), {}, None, [], "pass"])
def test_illegal_action_changes_nothing(game, alice, action):
    with pytest.raises(IllegalAction):
        do(game, alice, action)
    assert fresh(game).version == game.version
    assert not Action.objects.exists()


def test_after_the_end_nothing_can_be_played(game, alice):
    play_to_the_end(game)

    with pytest.raises(Stale) as refused:
        do(game, alice, PASS)
    assert refused.value.code == "not_running"


def test_end_of_a_game_is_written_down(game):
    over = play_to_the_end(game)

    outcome = position_of(over).state
    assert over.status == Game.Status.FINISHED
    assert over.ended_at is not None
    assert (over.turn, over.deadline, over.wake_at) == (None, None, None)
    results = over.seats.order_by("number").values_list("rank", "won")
    assert list(results) == [(1, False)] * 3, "nobody ever paid, so everybody is cast out"
    assert outcome.phase == "over"


def test_stored_game_replays_to_its_columns(game, alice, bob):
    do(game, alice, bid(1))
    do(game, bob, bid(2))
    before = position_of(fresh(game)).state

    table_cache.clear()

    assert position_of(fresh(game)).state == before


def test_position_of_an_action_that_was_not_stored_is_not_kept(game, alice, monkeypatch):
    monkeypatch.setattr(play, "save_change", lambda *args, **kwargs: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        do(game, alice, bid(1))
    assert position_of(fresh(game)).number == 0


def test_nobody_uses_up_the_key_of_a_decision_to_come(game, alice):
    version = fresh(game).version
    with pytest.raises(Refused, match="This form is broken"):
        do(game, alice, PASS, key=str(version + 5))
    assert fresh(game).action_count == 0
    do(game, alice, PASS, key=str(version))
    assert fresh(game).action_count == 1


def test_cost_of_a_move_does_not_grow(game, alice, bob, django_assert_num_queries):
    do(game, alice, bid(1))
    do(game, bob, bid(2))
    now = fresh(game)
    play.act_for_bot(game_id=now.id, number=2, seat=2, action=find_rules("high-society").action_from_json(bid(3)))

    version = fresh(game).version
    with django_assert_num_queries(8):
        play.act(user=alice, game_id=game.id, version=version, key="k", action=bid(4))


def test_commit_comes_before_the_announcement(game, alice, monkeypatch):
    announced = []

    def note(*message):
        announced.append((*message, [block for block in connection.atomic_blocks if not vars(block)["_from_testcase"]]))

    monkeypatch.setattr("games.services.announce.announce_change", note)
    do(game, alice, bid(1))
    assert announced == [(game.id, game.version + 1, [])]
