"""The library face: many games in memory, each on its own."""

import json
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import IllegalAction, RuleViolation, UnknownGame
from games.rules.high_society.actions import Bid, Pass
from games.rules.server import GameServer
from tests.support.rules.each_game import does_least, every_game
from tests.support.rules.junk import junk_except
from tests.support.rules.served import ALICE_BUYS_THE_FIRST_TITLE, PASS, REDS_FIRST, TRIO, WHOLE_GAME, bid, play_all


class TestNewGame:
    def test_gives_each_game_an_id_of_its_own(self, server):
        ids = [server.new_game(TRIO, seed=7) for _ in range(20)]
        assert len(set(ids)) == 20
        assert {type(game_id) for game_id in ids} == {str}
        assert server.list_games() == ids

    def test_plays_high_society_unless_told_otherwise(self, server):
        assert server.get_observation(server.new_game(TRIO, 1), None)["game"] == "high-society"
        paris = server.new_game(["alice", "bob"], 1, game="high-society-paris")
        assert server.get_observation(paris, None)["game"] == "high-society-paris"

    def test_same_seed_same_state(self, server):
        first, second, third = (server.new_game(TRIO, seed) for seed in (5, 5, 6))
        assert server.get_state(first) == server.get_state(second) != server.get_state(third)

    def test_takes_the_options_of_the_table(self, server):
        closed = server.new_game(TRIO, 1, options={"open_purses": False})
        assert server.get_observation(closed, "alice")["players"][1]["hand"] is None

    @pytest.mark.parametrize(
        "manifest",
        [
            ["alice", "bob", "cleo"],
            ("alice", "bob", "cleo"),
            [10, 20, 30],
            [{"id": "alice"}, {"name": "bob"}, {"id": "cleo", "name": "Cleopatra"}],
        ],
    )
    def test_accepts_players_as(self, server, manifest):
        assert len(server.get_observation(server.new_game(manifest, 1), None)["players"]) == 3

    @pytest.mark.parametrize(
        "manifest",
        [
            None,
            3,
            "abc",
            b"abc",
            {"alice", "bob", "cleo"},
            ["alice", "bob", ""],
            ["alice", "bob", "  "],
            ["alice", "bob", None],
            ["alice", "bob", True],
            ["alice", "bob", 1.5],
            ["alice", "bob", ["cleo"]],
            ["alice", "bob", {}],
            ["alice", "bob", {"id": ["cleo"]}],
            ["alice", "bob", "alice"],
            ["alice", {"id": "alice"}, "bob"],
        ],
    )
    def test_refuses_players_as(self, server, manifest):
        with pytest.raises(IllegalAction) as refusal:
            server.new_game(manifest, 1)
        assert refusal.value.code == "invalid_manifest"
        assert server.list_games() == []

    @pytest.mark.parametrize("players", [0, 1, 2, 6])
    def test_refuses_the_wrong_number_of_players(self, server, players):
        with pytest.raises(IllegalAction) as refusal:
            server.new_game([f"player {number}" for number in range(players)], 1)
        assert refusal.value.code == "invalid_player_count"
        assert server.list_games() == []

    def test_refuses_an_unknown_game(self, server):
        with pytest.raises(UnknownGame) as refusal:
            server.new_game(TRIO, 1, game="whist")
        assert refusal.value.code == "unknown_game"


class TestNamingAPlayer:
    def test_by_id_or_by_seat(self, server, short):
        by_id = server.get_observation(short, "bob")
        assert by_id == server.get_observation(short, 1)
        assert by_id["seat"] == 1

    def test_by_id_alone_where_ids_are_numbers(self, server):
        game_id = server.new_game([2, 1, 0], 1)
        assert server.get_observation(game_id, 2)["seat"] == 0
        mixed = server.new_game(["alice", 9, "bob"], 1)
        with pytest.raises(IllegalAction):
            server.get_observation(mixed, 0)

    @pytest.mark.parametrize("player", ["dana", "", -1, 3, True, 1.0, ["alice"], object()])
    def test_nobody_else(self, server, short, player):
        for call in (server.get_observation, server.legal_actions):
            with pytest.raises(IllegalAction) as refusal:
                call(short, player)
            assert refusal.value.code == "unknown_player"


class TestReading:
    def test_an_observation_is_what_the_player_may_know(self, server, short):
        seen = server.get_observation(short, "alice")
        assert seen["seat"] == 0
        assert seen["legal"]["can_pass"] is True
        assert seen["card"]["id"] == "title-1"
        assert json.loads(json.dumps(seen)) == seen

    def test_a_spectator_has_no_seat(self, server, short):
        seen = server.get_observation(short, None)
        assert (seen["seat"], seen["you"], seen["legal"]) == (None, None, None)

    def test_observations_are_the_same_whatever_the_deck_holds_in_store(self, server):
        other_deck = (REDS_FIRST[0], *reversed(REDS_FIRST[1:]))
        games = [server.new_game(TRIO, 1, deck=deck, starter=0) for deck in (REDS_FIRST, other_deck)]
        for player in (*TRIO, None):
            assert server.get_observation(games[0], player) == server.get_observation(games[1], player)

    def test_legal_actions_are_empty_for_who_is_not_to_act(self, server, short):
        assert len(server.legal_actions(short, "alice")) == 2048
        assert server.legal_actions(short, "bob") == ()

    @pytest.mark.parametrize("game_id", ["", "whist-1", 1, None, ["high-society-1"], float("nan")])
    def test_an_unknown_game(self, server, short, game_id):
        for call in (server.get_state, server.is_terminal, server.score_game, server.status, server.error):
            with pytest.raises(UnknownGame) as refusal:
                call(game_id)
            assert refusal.value.code == "unknown_game_id"

    def test_a_forgotten_game_is_unknown(self, server, short):
        other = server.new_game(TRIO, 1)
        server.forget(short)
        assert server.list_games() == [other]
        assert server.step(short, "alice", PASS).error_code == "unknown_game_id"


class TestApplyAction:
    def test_returns_the_next_state(self, server, short):
        before = server.get_state(short)
        after = server.apply_action(short, "alice", bid(1000, 4000))
        assert after == server.get_state(short) != before
        assert after.highest_bid == 5000

    def test_takes_objects_of_the_rules_too(self, server, short):
        server.apply_action(short, "alice", Bid((1000,)))
        assert server.apply_action(short, "bob", Pass()).turn == 2

    @pytest.mark.parametrize(
        ("player", "action", "code"),
        [
            ("bob", PASS, "not_your_turn"),
            ("dana", PASS, "unknown_player"),
            ("alice", bid(5000), "malformed_action"),
            ("alice", {"kind": "discard_possession", "value": 3}, "wrong_phase"),
        ],
    )
    def test_raises_for_a_mistake_and_changes_nothing(self, server, short, player, action, code):
        before = server.get_state(short)
        with pytest.raises(RuleViolation) as refusal:
            server.apply_action(short, player, action)
        assert refusal.value.code == code
        assert server.get_state(short) is before


class TestAdvanceRound:
    def test_has_nothing_to_do_because_rounds_advance_by_themselves(self, server, short):
        play_all(server, short, *ALICE_BUYS_THE_FIRST_TITLE)
        state = server.get_state(short)
        assert state.card.id == "title-2"
        assert server.advance_round_if_needed(short) is state
        assert server.advance_round_if_needed(short) is state


class TestEndOfTheGame:
    def test_a_running_game_has_no_score(self, server, short):
        assert server.is_terminal(short) is False
        with pytest.raises(IllegalAction) as refusal:
            server.score_game(short)
        assert refusal.value.code == "game_not_over"

    def test_a_finished_game_tells_why_and_who(self, server, short):
        play_all(server, short, *WHOLE_GAME)
        assert server.is_terminal(short) is True
        assert server.status(short) == "over"
        outcome = server.score_game(short)
        assert outcome.reason == "fourth_red_card"
        assert outcome.winners == (0,)
        assert [seat.money for seat in outcome.seats] == [105_000, 104_000, 103_000]
        assert [seat.cast_out for seat in outcome.seats] == [False, False, True]

    def test_nothing_more_can_be_played(self, server, short):
        play_all(server, short, *WHOLE_GAME)
        assert server.legal_actions(short, "alice") == ()
        result = server.step(short, "alice", PASS)
        assert (result.ok, result.terminal, result.error_code) == (False, True, "game_over")


class TestStep:
    def test_tells_what_happened(self, server, short):
        result = server.step(short, "alice", bid(1000))
        assert result.ok
        assert not result.terminal
        assert result.state is server.get_state(short)
        assert result.events == ({"type": "bid_placed", "seat": 0, "cards": [1000], "total": 1000},)
        assert (result.error_code, result.error_message) == (None, None)

    def test_tells_of_a_mistake_without_raising(self, server, short):
        before = server.get_state(short)
        result = server.step(short, "bob", PASS)
        assert not result.ok
        assert result.state is before
        assert result.events == ()
        assert (result.error_code, result.error_message) == ("not_your_turn", "It is not your turn.")

    def test_tells_of_the_end(self, server, short):
        play_all(server, short, *WHOLE_GAME[:-1])
        result = server.step(short, *WHOLE_GAME[-1])
        assert result.ok
        assert result.terminal
        assert [event["type"] for event in result.events] == [
            "passed",
            "card_won",
            "card_revealed",
            "game_ended",
        ]

    def test_its_result_cannot_be_changed(self, server, short):
        with pytest.raises(AttributeError):
            server.step(short, "alice", PASS).state = None


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
words = st.sampled_from(["kind", "pass", "bid", "cards", "value", "discard_possession", 1000, 2000])
json_values = st.recursive(
    scalars | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text() | words, inner, max_size=3),
)


class TestJunk:
    """Whatever is sent: a structured refusal, no exception, no change, anywhere."""

    @given(action=json_values)
    def test_as_action(self, action):
        server = GameServer()
        game_id, other_id = server.new_game(TRIO, 1, starter=0), server.new_game(TRIO, 1)
        before, other = server.get_state(game_id), server.get_state(other_id)
        result = server.step(game_id, "alice", action)
        assert result.state is server.get_state(game_id)
        assert result.ok or result.state is before
        assert result.status == "running"
        assert server.get_state(other_id) is other

    def test_that_looks_like_an_action_of_the_rules(self, server, short):
        forged = object.__new__(Bid)
        assert server.step(short, "alice", forged).error_code == "malformed_action"
        assert server.status(short) == "running"

    @pytest.mark.parametrize("player", junk_except())
    def test_as_player(self, server, short, player):
        assert server.step(short, player, PASS).error_code == "unknown_player"

    @pytest.mark.parametrize("game_id", junk_except())
    def test_as_game(self, server, short, game_id):
        result = server.step(game_id, "alice", PASS)
        assert (result.error_code, result.state, result.terminal) == ("unknown_game_id", None, False)

    @pytest.mark.parametrize("thing", junk_except("minus one", "digit", "word"))
    def test_as_players_of_a_new_game(self, server, thing):
        for manifest in (thing, [thing, thing, thing], ["alice", "bob", {"id": thing}]):
            with pytest.raises(IllegalAction):
                server.new_game(manifest, 1)
        assert server.list_games() == []

    @every_game
    @pytest.mark.parametrize("thing", junk_except())
    def test_of_every_kind_in_every_place(self, server, game, thing):
        game_id = server.new_game(TRIO, 1, game.slug, starter=0)
        contents = [{"kind": "bid", "cards": thing}, {"kind": "bid", "amount": thing}, {"kind": "buy", "card": thing}]
        for action in (thing, *contents):
            assert server.step(game_id, "alice", action).error_code == "malformed_action"
        assert server.step(game_id, "alice", does_least(game)).ok


class TestParallelGames:
    def test_do_not_touch_each_other(self, server):
        first, second = (server.new_game(TRIO, 1, deck=REDS_FIRST, starter=0) for _ in range(2))
        untouched = server.get_state(second)
        play_all(server, first, *WHOLE_GAME)
        assert server.get_state(second) is untouched
        assert (server.status(first), server.status(second)) == ("over", "running")
        play_all(server, second, *WHOLE_GAME)
        assert server.score_game(first) == server.score_game(second)

    def test_a_mistake_in_one_changes_nothing_anywhere(self, server):
        games = [server.new_game(TRIO, 1, starter=0) for _ in range(3)]
        before = [server.get_state(game_id) for game_id in games]
        assert not server.step(games[1], "cleo", PASS).ok
        assert all(server.get_state(game_id) is state for game_id, state in zip(games, before, strict=True))


class TestThreads:
    def test_only_one_of_many_plays_a_turn(self, server):
        game_id = server.new_game(TRIO, 1, starter=0)
        everybody = Barrier(8)

        def pass_at_once(_):
            everybody.wait()
            return server.step(game_id, "alice", PASS)

        with ThreadPoolExecutor(8) as threads:
            results = list(threads.map(pass_at_once, range(8)))
        assert sorted(result.error_code or "played" for result in results) == [
            *["not_your_turn"] * 7,
            "played",
        ]
        assert len(server.snapshot(game_id)["actions"]) == 1

    def test_start_games_with_ids_of_their_own(self, server):
        with ThreadPoolExecutor(8) as threads:
            ids = list(threads.map(lambda seed: server.new_game(TRIO, seed), range(200)))
        assert len(set(ids)) == 200
        assert sorted(server.list_games()) == sorted(ids)
