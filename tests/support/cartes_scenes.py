"""Tables of CartesSociété to draw, from explicit positions or whole games."""

from functools import cache
from random import Random

from games.positions import Move, first_position, next_position
from games.tableau import draw_log
from tests.support.rules.cartes_table import RULES, copies, position
from tests.support.scenes import going_on, scene, step

VALETS, SMITHS = copies("cerf-valet", 5), copies("ours-forgeron", 5)
MARKET = ("renard-camelot-1", "cerf-majordome-1", "chouette-ecoliere-1")


def table(*seats, turn=3, acting=1, market=MARKET, **more):
    return going_on(RULES, position(*seats, turn=turn, acting=acting, market=market, **more))


def after(drawn, *actions):
    for action in actions:
        drawn = scene(RULES, step(RULES, drawn.position, RULES.action_to_json(action)))
    return drawn


def told(drawn, **how):
    return [line.text for line in draw_log(drawn, **how)]


@cache
def whole_game(seed, players=2):
    """A game in which everybody does anything that is legal, as its end."""
    chance = Random(seed)
    position = first_position(RULES, RULES.setup(players, seed))
    while RULES.to_act(position.state):
        (seat,) = RULES.to_act(position.state)
        action = chance.choice(RULES.legal_actions(position.state, seat))
        position = next_position(RULES, position, Move(position.number + 1, seat, action))
    return scene(RULES, position)


def moments_of(whole, every=1):
    """Some moments of a game, its end among them."""
    return [scene(RULES, position) for position in list(whole.position.back())[::every]]
