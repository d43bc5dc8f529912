"""What every bot of the house owes every game: legal actions to the end, from the view alone."""

from random import Random

import pytest

from games.bots import bot_names, decide, find_bot
from games.rules import GAMES, IllegalAction, UnknownGame, find_rules
from tests.support.rules.each_game import AUCTIONS, deck_of, every_game

TABLES = [(rules.slug, players) for rules in GAMES for players in (rules.min_players, rules.max_players)]
BOTS = ("random", "cautious", "balanced", "bold", "expert")


class Watched:
    """A bot whose every action is checked against the legal ones."""

    def __init__(self, bot):
        self.bot = bot

    def choose(self, view, legal_actions, rng):
        action = self.bot.choose(view, legal_actions, rng)
        assert action in legal_actions
        return action


def play_out(slug, bots, seed, options=None):
    rules = find_rules(slug)
    state, rngs = rules.setup(len(bots), seed, options), [Random(seed + seat) for seat in range(len(bots))]
    while to_act := rules.to_act(state):
        seat = to_act[0]
        state = rules.play(state, seat, decide(bots[seat], rules, state, seat, rngs[seat]))
    return rules.outcome(state)


def test_each_game_has_the_five_bots():
    assert {bot_names(rules.slug) for rules in GAMES} == {BOTS}


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize(("slug", "players"), TABLES)
@pytest.mark.parametrize("seed", range(3))
def test_plays_legally_to_the_end(slug, players, name, seed):
    bots = [Watched(find_bot(slug, name, playouts=4)) for _ in range(players)]
    assert len(play_out(slug, bots, seed).seats) == players


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("slug", [rules.slug for rules in AUCTIONS])
def test_copes_with_closed_purses_when_it_is_shown_no_more(slug, name):
    rules, bot, rng = find_rules(slug), find_bot(slug, name, playouts=4), Random(5)
    state = rules.setup(3, seed=2, options={"open_purses": False})
    while to_act := rules.to_act(state):
        legal = rules.legal_actions(state, to_act[0])
        action = bot.choose(rules.view(state, to_act[0]), legal, rng)
        assert action in legal
        state = rules.play(state, to_act[0], action)


@pytest.mark.parametrize("name", BOTS)
@every_game
def test_the_order_of_the_deck_makes_no_difference(game, name):
    first = game.setup(3, seed=1, deck=deck_of(game), starter=0)
    second = game.setup(3, seed=1, deck=deck_of(game, lying=upside_down), starter=0)
    bot = find_bot(game.slug, name, playouts=20)
    for seed in range(4):
        assert decide(bot, game, first, 0, Random(seed)) == decide(bot, game, second, 0, Random(seed))


def upside_down(pile):
    """What lies below the cards that are turned up at the start, and below those that come with the first turn."""
    return [*pile[:5], *reversed(pile[5:])]


@pytest.mark.parametrize("name", ["cautious", "balanced", "bold"])
@pytest.mark.parametrize(("slug", "games"), [(rules.slug, 60 if rules in AUCTIONS else 15) for rules in GAMES])
def test_rules_of_thumb_win_three_games_in_five_against_chance(slug, games, name):
    wins = 0
    for seed in range(games):
        bots = [find_bot(slug, "random")] * 2
        bots.insert(seed % 3, find_bot(slug, name))
        wins += play_out(slug, bots, seed).winners == (seed % 3,)
    assert wins >= 0.6 * games


def test_a_theft_gets_the_least():
    rules = find_rules("high-society")
    data = rules.to_json(rules.setup(3, seed=1, starter=0, deck=theft_third(rules)))
    data |= {"drawn": 3, "phase": "discard", "turn": 0, "starter": 0}
    data["players"][0]["cards"] = ["possession-8", "possession-3"]
    state = rules.from_json(data)
    for name in ("cautious", "balanced", "bold", "expert"):
        action = decide(find_bot("high-society", name, playouts=2), rules, state, 0, Random(1))
        assert rules.action_to_json(action) == {"kind": "discard_possession", "value": 3}


def theft_third(rules):
    first = ["possession-8", "possession-3", "theft"]
    return first + [card.id for card in rules.cards if card.id not in first]


@pytest.mark.parametrize(("slug", "name"), [("high-society", "genius"), ("go", "random"), ("high-society", "")])
def test_an_unknown_bot_or_game_is_refused(slug, name):
    with pytest.raises(UnknownGame):
        find_bot(slug, name)


@pytest.mark.parametrize(
    "budget",
    [
        {"seconds": 0},
        {"seconds": -1.0},
        {"seconds": float("nan")},
        {"seconds": float("inf")},
        {"seconds": "x"},
        {"playouts": 0},
        {"playouts": -5},
        {"playouts": 1.5},
        {"playouts": True},
        {"seconds": 1.0, "playouts": 10},
    ],
)
def test_a_budget_that_is_none_is_refused(budget):
    with pytest.raises(IllegalAction) as refused:
        find_bot("high-society", "expert", **budget)
    assert refused.value.code == "invalid_budget"


def test_nobody_decides_out_of_turn():
    rules = find_rules("high-society")
    state = rules.setup(3, seed=1, starter=0)
    with pytest.raises(IllegalAction) as refused:
        decide(find_bot("high-society", "random"), rules, state, 1, Random(1))
    assert refused.value.code == "not_your_turn"
