"""The table of a running or finished game, ready for templates: every word and every sum decided.

It is drawn from views and events only, so it can show nothing that the rules would not tell. What all games have in
common is here; what kinds of games differ in stands behind `Tableau`, in a package for each.
"""

from games.tableau import auction, cartes
from games.tableau.chart import Chart, draw_charts
from games.tableau.contract import AnyTableau, Pile, Tableau, tableau_of
from games.tableau.fragments import Asked, Fragment
from games.tableau.log import (
    LogLine,
    draw_log,
    latest_words,
    line_fragment,
    log_fragment,
    stage_start_number,
    story_since,
)
from games.tableau.scene import Notice, Person, Scene, opens_stage

__all__ = [
    "AnyTableau",
    "Asked",
    "Chart",
    "Fragment",
    "LogLine",
    "Notice",
    "Person",
    "Pile",
    "Scene",
    "Tableau",
    "auction",
    "cartes",
    "draw_charts",
    "draw_log",
    "latest_words",
    "line_fragment",
    "log_fragment",
    "opens_stage",
    "stage_start_number",
    "story_since",
    "tableau_of",
]
