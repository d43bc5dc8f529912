"""Tables of CartesSociété to draw, from explicit positions."""

from games.tableau import draw_log
from tests.rules.cartes_table import RULES, copies, position
from tests.tableau.tables import going_on, saved, scene, step

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


def moments_of(name, every=7):
    """Some moments of a saved game, its end among them."""
    return [scene(RULES, position) for position in list(saved(name).back())[::every]]
