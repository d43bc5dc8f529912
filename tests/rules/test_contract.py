"""What holds for every game of the house."""

import json
from collections.abc import Sequence
from random import Random

import pytest

from games.rules import GAMES, IllegalAction, UnknownGame, find_rules
from games.rules.base import Rules
from tests.support.rules.builders import code_of
from tests.support.rules.each_game import acting, deck_of, does_least, every_game, options_of, timed_out

pytestmark = every_game


def test_it_is_listed_under_its_slug(game):
    assert find_rules(game.slug) is game
    assert find_rules(game.slug, game.version) is game
    assert find_rules(game.slug, None) is game
    assert len({rules.slug for rules in GAMES}) == len(GAMES)


@pytest.mark.parametrize("version", [0, 2, -1, 99, "1", "", 1.5, [], {}])
def test_an_unknown_version_is_an_unknown_game(game, version):
    with pytest.raises(UnknownGame) as error:
        find_rules(game.slug, version)
    assert code_of(error) == "unknown_game"


def test_it_has_a_name_and_limits(game):
    assert game.name
    assert 2 <= game.min_players <= 3
    assert 5 <= game.max_players <= 8
    assert game.version == 1
    assert repr(game) == f"<{game.slug} v1>"


def test_it_can_be_set_up_for_every_number_of_players(game):
    for players in range(game.min_players, game.max_players + 1):
        state = game.setup(players, 1)
        assert len(state.players) == players
        assert len(game.view_json(state, None)["players"]) == players


def test_one_seat_acts_and_only_that_seat_has_legal_actions(game):
    state = acting(game, 1)
    assert game.to_act(state) == (1,)
    assert isinstance(game.legal_actions(state, 1), Sequence)
    assert len(game.legal_actions(state, 1)) > 1
    for other in (0, 2, 3, -1, None, True, 1.0):
        assert isinstance(game.legal_actions(state, other), Sequence)
        assert list(game.legal_actions(state, other)) == []


def test_at_the_end_nobody_acts(game):
    state = timed_out(game, game.setup(3, 1))
    assert game.to_act(state) == ()
    assert [list(game.legal_actions(state, at)) for at in range(3)] == [[], [], []]
    assert game.outcome(state) is not None


def test_there_is_no_outcome_before_the_end(game):
    state = game.setup(3, 1)
    assert game.outcome(state) is None
    assert game.view(state, 0).outcome is None


def test_legal_actions_are_what_play_accepts(game):
    state = game.setup(3, 1, starter=0)
    for action in game.legal_actions(state, 0)[:60]:
        assert game.play(state, 0, action) != state


def test_whoever_is_out_of_a_stage_is_not_asked_in_it(game):
    chance, state, found = Random(5), game.setup(4, 5), 0
    stage, out = game.stage(state), set[int]()
    while seats := game.to_act(state):
        if game.stage(state) != stage:
            stage, out = game.stage(state), set()
        assert not out & set(seats)
        out |= {seat for seat in range(4) if game.is_out_of_stage(state, seat)}
        assert not out & set(seats), "nor is whoever is to act"
        found += len(out)
        legal = game.legal_actions(state, seats[0])
        state = game.play(state, seats[0], legal[chance.randrange(min(len(legal), 4))])
    assert found or type(game).is_out_of_stage is Rules.is_out_of_stage, "whoever says more says it of somebody"


def test_actions_go_to_json_and_back(game):
    state = game.setup(3, 1, starter=0)
    for action in game.legal_actions(state, 0):
        data = game.action_to_json(action)
        assert game.action_from_json(json.loads(json.dumps(data))) == action
        assert isinstance(data["kind"], str)


def test_states_setups_and_views_go_to_json_and_back(game):
    state = game.setup(3, 1, starter=0)
    for action in game.legal_actions(state, 0)[:5]:
        after = game.play(state, 0, action)
        assert game.from_json(json.loads(json.dumps(game.to_json(after)))) == after
        assert game.setup_from_json(json.loads(json.dumps(game.setup_to_json(after)))) == state
        for at in (None, 0, 1, 2):
            data = json.loads(json.dumps(game.view_json(after, at), allow_nan=False))
            assert data == game.view_json(after, at)
            assert game.view_from_json(data) == game.view(after, at)


def test_finished_games_go_to_json_and_back(game):
    state = timed_out(game, game.setup(3, 1))
    assert game.from_json(json.loads(json.dumps(game.to_json(state)))) == state
    assert game.view_from_json(json.loads(json.dumps(game.view_json(state, 1)))) == game.view(state, 1)


def test_setup_json_tells_everything_about_the_beginning(game):
    options = options_of(game, False)
    state = game.setup(3, "my seed", options, deck=deck_of(game), starter=0)
    assert game.setup_to_json(state) == {
        "game": game.slug,
        "schema": 1,
        "players": 3,
        "seed": "my seed",
        "options": options,
        "deck": deck_of(game),
        "starter": 0,
    }


def test_when_time_runs_out_least_is_done(game):
    state = acting(game, 1)
    assert game.timeout_action(state, 1) == game.legal_actions(state, 1)[0]
    assert game.action_to_json(game.timeout_action(state, 1)) == does_least(game)


@pytest.mark.parametrize("seat", [0, 2, 3, None, True, "1"])
def test_time_runs_out_only_for_who_is_to_act(game, seat):
    state = acting(game, 1)
    with pytest.raises(IllegalAction) as error:
        game.timeout_action(state, seat)
    assert code_of(error) == "not_your_turn"


def test_after_the_end_no_time_runs(game):
    with pytest.raises(IllegalAction) as error:
        game.timeout_action(timed_out(game, game.setup(3, 1)), 0)
    assert code_of(error) == "game_over"


def test_seats_of_a_view_are_checked(game):
    for wrong in (-1, 3, True, "0"):
        with pytest.raises(IllegalAction) as error:
            game.view(game.setup(3, 1), wrong)
        assert code_of(error) == "invalid_seat"


def test_a_view_knows_whether_it_is_its_turn(game):
    state = acting(game, 1)
    assert [game.view(state, at).acting for at in (0, 1, 2, None)] == [False, True, False, False]
