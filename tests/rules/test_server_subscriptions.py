"""Whoever subscribes hears of a game on a server: of everything, in order, and without holding anything up."""

import inspect
import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest
from hypothesis import given, settings

from games.rules import IllegalAction, RuleViolation, UnknownGame
from games.rules.server import GameServer
from tests.support.rules.each_game import every_game
from tests.support.rules.junk import anything, each_junk
from tests.support.rules.served import ALICE_BUYS_THE_FIRST_TITLE, PASS, TRIO, WHOLE_GAME, bid, play_all

ALICE_BIDS, BOB_PASSES, CLEO_PASSES = ALICE_BUYS_THE_FIRST_TITLE
WHAT_A_PASS_SETTLES = ["passed", "card_won", "card_revealed"]
BEFORE_THE_FIRST_MOVE = 2
"""The game began, and a card was revealed."""


@pytest.fixture
def listen(server):
    """Everything that is heard of a game from now on, or that is of one type."""

    def listen(game_id, event_type=None):
        heard: list = []
        server.subscribe(game_id, event_type, heard.append)
        return heard

    return listen


def types_of(events):
    return [event["type"] for event in events]


def numbers_of(events):
    return [event["number"] for event in events]


def play_on(server, game_id):
    """The least that somebody can do, as whoever is to act; what came of it, if anything can be done."""
    for seat in range(3):
        for action in server.legal_actions(game_id, seat)[:1]:
            return server.step(game_id, seat, action).events
    return ()


class TestHearing:
    def test_is_what_step_tells_with_the_game_and_a_number(self, server, short, listen):
        heard = listen(short)
        result = server.step(short, "alice", bid(1000))
        assert result.events == ({"type": "bid_placed", "seat": 0, "cards": [1000], "total": 1000},)
        assert heard == [{**result.events[0], "game": short, "number": 3}]
        assert type(heard[0]) is dict

    @every_game
    def test_leaves_out_nothing_up_to_the_end(self, server, listen, game):
        game_id = server.new_game(TRIO, 1, game.slug)
        heard, told = listen(game_id), []
        while events := play_on(server, game_id):
            told += events
        opening = game.events(None, game.setup(3, 1))
        assert heard == [
            {**event, "game": game_id, "number": number} for number, event in enumerate(told, start=len(opening) + 1)
        ]
        assert heard[-1]["type"] == "game_ended"

    def test_begins_with_the_subscription_and_numbers_with_the_game(self, server, short, listen):
        play_all(server, short, ALICE_BIDS, BOB_PASSES)
        heard = listen(short)
        play_all(server, short, CLEO_PASSES)
        first = BEFORE_THE_FIRST_MOVE + 2 + 1
        assert [(event["type"], event["number"]) for event in heard] == [
            (event_type, number) for number, event_type in enumerate(WHAT_A_PASS_SETTLES, start=first)
        ]

    def test_may_be_of_one_type(self, server, short, listen):
        passes, cards, unheard = listen(short, "passed"), listen(short, "card_won"), listen(short, "fire_broke_out")
        play_all(server, short, *ALICE_BUYS_THE_FIRST_TITLE)
        assert [(event["seat"], event["number"]) for event in passes] == [(1, 4), (2, 5)]
        assert [event["card"] for event in cards] == ["title-1"]
        assert unheard == []

    def test_is_of_one_game(self, server, short, listen):
        other = server.new_game(TRIO, 1, starter=0)
        heard = listen(short)
        server.step(other, "alice", PASS)
        assert heard == []

    def test_says_nothing_of_what_is_refused(self, server, short, listen):
        heard = listen(short)
        assert not server.step(short, "bob", PASS).ok
        with pytest.raises(IllegalAction):
            server.apply_action(short, "alice", bid(5000))
        assert heard == []

    def test_comes_after_the_state_has_changed_and_in_the_thread_that_played(self, server, short):
        seen = []

        def look(event):
            seen.append((server.get_state(short).turn, threading.get_ident()))

        server.subscribe(short, None, look)
        server.step(short, "alice", bid(1000))
        with ThreadPoolExecutor(1) as elsewhere:
            other = elsewhere.submit(threading.get_ident).result()
            elsewhere.submit(server.apply_action, short, "bob", PASS).result()
        assert seen == [(1, threading.get_ident()), (2, other)]

    def test_is_in_the_order_of_subscribing(self, server, short):
        heard = []
        for name in ("first", "second", "third"):
            server.subscribe(short, None, lambda event, name=name: heard.append((event["number"], name)))
        play_all(server, short, ALICE_BIDS, BOB_PASSES)
        assert heard == [(number, name) for number in (3, 4) for name in ("first", "second", "third")]

    def test_gives_everybody_an_event_of_their_own(self, server, short, listen):
        def spoil(event):
            event["cards"].clear()
            event["type"] = "spoilt"

        server.subscribe(short, None, spoil)
        heard = listen(short)
        result = server.step(short, "alice", bid(1000))
        assert heard[0]["cards"] == result.events[0]["cards"] == [1000]
        assert heard[0]["type"] == result.events[0]["type"] == "bid_placed"

    def test_is_no_part_of_a_snapshot(self, server, short):
        before = server.snapshot(short)
        server.subscribe(short, None, print)
        assert server.snapshot(short) == before

    def test_of_a_restored_game_begins_anew_with_the_numbers_it_had(self, server, short, listen):
        original = listen(short)
        play_all(server, short, ALICE_BIDS, BOB_PASSES)
        restored = server.restore(server.snapshot(short))
        heard = listen(restored)
        assert server.step(restored, *CLEO_PASSES).ok
        assert numbers_of(original) == [3, 4]
        assert [(event["game"], event["number"]) for event in heard] == [(restored, number) for number in (5, 6, 7)]


class TestEnding:
    def test_twice_is_no_error_and_concerns_nobody_else(self, server, short, listen):
        ended: list = []
        before, end, after = listen(short), server.subscribe(short, None, ended.append), listen(short)
        server.apply_action(short, *ALICE_BIDS)
        end()
        end()
        server.apply_action(short, *BOB_PASSES)
        assert numbers_of(ended) == [3]
        assert numbers_of(before) == numbers_of(after) == [3, 4]

    def test_the_same_handler_may_hear_twice_and_end_once(self, server, short):
        heard: list = []
        ends = [server.subscribe(short, None, heard.append) for _ in range(2)]
        server.apply_action(short, *ALICE_BIDS)
        ends[0]()
        server.apply_action(short, *BOB_PASSES)
        assert numbers_of(heard) == [3, 3, 4]

    def test_by_itself_it_hears_no_more(self, server, short):
        heard = []

        def once(event):
            heard.append(event["type"])
            end()

        end = server.subscribe(short, None, once)
        play_all(server, short, ALICE_BIDS, BOB_PASSES)
        assert heard == ["bid_placed"]

    def test_by_another_handler_it_does_not_even_hear_what_that_one_heard(self, server, short):
        heard: list = []
        ends: list = []
        server.subscribe(short, "card_won", lambda event: ends[0]())
        ends.append(server.subscribe(short, None, heard.append))
        play_all(server, short, *ALICE_BUYS_THE_FIRST_TITLE)
        assert types_of(heard) == ["bid_placed", "passed", "passed"]

    def test_comes_with_forgetting_the_game(self, server, short):
        heard: list = []
        forgets = server.subscribe(short, "card_won", lambda event: server.forget(short))
        end = server.subscribe(short, None, heard.append)
        play_all(server, short, *ALICE_BUYS_THE_FIRST_TITLE)
        assert types_of(heard) == ["bid_placed", "passed", "passed"]
        assert server.list_games() == []
        end()
        forgets()


class TestSubscribing:
    def test_within_a_handler_begins_with_the_next_event(self, server, short):
        heard: list = []
        server.subscribe(short, "passed", lambda event: server.subscribe(short, None, heard.append))
        play_all(server, short, ALICE_BIDS, BOB_PASSES)
        assert heard == []
        server.apply_action(short, *CLEO_PASSES)
        by_bobs, by_cleos = [5, 6, 7], [6, 7]
        assert sorted(numbers_of(heard)) == sorted(by_bobs + by_cleos)

    def test_to_an_unknown_game(self, server, short):
        server.forget(short)
        for game_id in (short, "whist-1", None, 7):
            with pytest.raises(UnknownGame) as refusal:
                server.subscribe(game_id, None, print)
            assert refusal.value.code == "unknown_game_id"

    def test_to_a_game_that_is_over_is_to_hear_nothing(self, server, short, listen):
        play_all(server, short, *WHOLE_GAME)
        heard = listen(short)
        assert server.step(short, "alice", PASS).error_code == "game_over"
        assert heard == []

    def test_with_junk(self, server, short):
        """A failure names the junk: look for `_name` in the traceback."""
        for _name, junk in each_junk("nothing", "empty text", "digit", "word", "half a character"):
            assert code_of_subscribing(server, short, junk, print) == "invalid_subscription"
        for _name, junk in each_junk():
            code = code_of_subscribing(server, short, None, junk)
            assert code == (None if callable(junk) else "invalid_subscription")
        play_all(server, short, *WHOLE_GAME)
        assert server.status(short) == "over"

    @settings(max_examples=50)
    @given(event_type=anything, handler=anything)
    def test_with_anything_is_refused_or_changes_nothing(self, event_type, handler):
        server = GameServer()
        game_id = server.new_game(TRIO, 1, starter=0)
        fits = (event_type is None or type(event_type) is str) and callable(handler)
        assert code_of_subscribing(server, game_id, event_type, handler) == (None if fits else "invalid_subscription")
        assert server.step(game_id, "alice", PASS).ok


def code_of_subscribing(server, game_id, event_type, handler):
    try:
        server.subscribe(game_id, event_type, handler)
    except RuleViolation as refusal:
        return refusal.code
    return None


class TestAHandlerThatPlays:
    @every_game
    def test_lets_everybody_hear_in_order(self, server, listen, game):
        game_id = server.new_game(TRIO, 1, game.slug)
        before = listen(game_id)
        server.subscribe(game_id, None, lambda event: play_on(server, game_id))
        after = listen(game_id)
        play_on(server, game_id)
        assert server.is_terminal(game_id)
        assert before == after
        assert numbers_of(before) == list(range(before[0]["number"], before[0]["number"] + len(before)))
        assert before[-1]["type"] == "game_ended"

    def test_is_called_no_deeper_however_much_is_played(self, server, short):
        depths = []

        def play_next(event):
            depths.append(len(inspect.stack(0)))
            play_on(server, short)

        server.subscribe(short, None, play_next)
        play_on(server, short)
        assert server.is_terminal(short)
        assert len(depths) > 9
        assert len(set(depths)) == 1

    def test_is_given_the_events_of_its_own_move_which_are_its_own(self, server, short, listen):
        def answer(event):
            if event["number"] == 3:
                server.step(short, *BOB_PASSES).events[0]["seat"] = "spoilt"

        server.subscribe(short, None, answer)
        heard = listen(short)
        server.apply_action(short, *ALICE_BIDS)
        assert [event["seat"] for event in heard] == [0, 1]

    def test_step_answers_with_what_it_did_itself(self, server, short):
        server.subscribe(short, "bid_placed", lambda event: server.apply_action(short, *BOB_PASSES))
        result = server.step(short, *ALICE_BIDS)
        assert types_of(result.events) == ["bid_placed"]
        assert result.state.turn == 1
        assert server.get_state(short).turn == 2


class TestThreads:
    def test_hear_all_events_in_order_whoever_plays(self, server, listen):
        game_id = server.new_game(TRIO, 1, starter=0)
        heard, everybody = listen(game_id), Barrier(4)

        def play_until_it_is_over(_):
            everybody.wait()
            while not server.is_terminal(game_id):
                for player in TRIO:
                    for action in server.legal_actions(game_id, player)[:1]:
                        server.step(game_id, player, action)

        with ThreadPoolExecutor(4) as threads:
            list(threads.map(play_until_it_is_over, range(4)))
        assert numbers_of(heard) == list(range(3, 3 + len(heard)))
        assert heard[-1]["type"] == "game_ended"

    def test_do_not_wait_for_a_handler_that_takes_its_time(self, server, short):
        heard, running, go_on = [], Event(), Event()

        def take_time(event):
            heard.append((event["number"], threading.get_ident()))
            running.set()
            go_on.wait()

        server.subscribe(short, None, take_time)
        with ThreadPoolExecutor(1) as elsewhere:
            theirs = elsewhere.submit(threading.get_ident).result()
            slow = elsewhere.submit(lambda: server.step(short, *ALICE_BIDS))
            running.wait()
            quick = server.step(short, *BOB_PASSES)
            meanwhile = list(heard)
            go_on.set()
        assert quick.ok
        assert slow.result().ok
        assert meanwhile == [(3, theirs)]
        assert heard == [(3, theirs), (4, theirs)]

    def test_may_play_in_each_others_games_from_their_handlers(self, server):
        games = [server.new_game(TRIO, 1, starter=0) for _ in range(2)]
        both = Barrier(2)
        heard: dict[str, list[int]] = {game_id: [] for game_id in games}

        def play_there(event):
            here = event["game"]
            heard[here].append(event["number"])
            if event["type"] == "bid_placed":
                both.wait()
                server.step(games[1 - games.index(here)], *BOB_PASSES)

        for game_id in games:
            server.subscribe(game_id, None, play_there)
        with ThreadPoolExecutor(2) as threads:
            results = list(threads.map(lambda game_id: server.step(game_id, *ALICE_BIDS), games))
        assert [result.ok for result in results] == [True, True]
        assert heard == {game_id: [3, 4] for game_id in games}

    def test_a_handler_may_wait_for_another_thread_that_plays(self, server, short, listen):
        def let_another_play(event):
            with ThreadPoolExecutor(1) as elsewhere:
                elsewhere.submit(lambda: server.step(short, *BOB_PASSES)).result()

        server.subscribe(short, "bid_placed", let_another_play)
        heard = listen(short)
        server.apply_action(short, *ALICE_BIDS)
        assert numbers_of(heard) == [3, 4]


class TestAHandlerThatFails:
    def test_is_alone_with_it(self, server, short, listen):
        before = listen(short)
        server.subscribe(short, None, fail)
        after = listen(short)
        assert server.step(short, *ALICE_BIDS).ok
        assert server.apply_action(short, *BOB_PASSES).turn == 2
        assert numbers_of(before) == numbers_of(after) == [3, 4]
        assert (server.status(short), server.error(short)) == ("running", None)

    def test_goes_on_hearing(self, server, short):
        heard = []

        def fail_at_first(event):
            heard.append(event["number"])
            1 / (event["number"] - 3)

        server.subscribe(short, None, fail_at_first)
        play_all(server, short, ALICE_BIDS, BOB_PASSES)
        assert heard == [3, 4]

    def test_is_logged_once_with_the_kind_of_failure_and_no_text(self, server, short, caplog):
        server.subscribe(short, None, fail)
        play_all(server, short, *ALICE_BUYS_THE_FIRST_TITLE)
        assert caplog.record_tuples == [
            ("games.rules.server", logging.ERROR, f"A handler failed at bid_placed in game {short}: ZeroDivisionError")
        ]
        assert caplog.records[0].exc_info is None
        assert "secret" not in caplog.text

    def test_is_logged_beside_every_other_that_does(self, server, short, caplog):
        for event_type in ("bid_placed", "passed", None):
            server.subscribe(short, event_type, fail)
        play_all(server, short, *ALICE_BUYS_THE_FIRST_TITLE)
        assert [record.args[0] for record in caplog.records] == ["bid_placed", "bid_placed", "passed"]

    def test_may_be_stopped_by_whoever_stops_the_program_and_nothing_is_lost(self, server, short, listen):
        def interrupt(event):
            end()
            server.apply_action(short, *BOB_PASSES)
            raise KeyboardInterrupt

        end = server.subscribe(short, None, interrupt)
        heard = listen(short)
        with pytest.raises(KeyboardInterrupt):
            server.apply_action(short, *ALICE_BIDS)
        server.apply_action(short, *CLEO_PASSES)
        assert numbers_of(heard) == [4, 5, 6, 7]


def fail(event):
    raise ZeroDivisionError("a secret about the deck")
