"""The table of a running or finished auction game, ready for templates: every word and every sum decided.

It is drawn from views and events only, so it can show nothing that the rules would not tell.
"""

from games.tableau.chart import Chart, draw_charts
from games.tableau.log import LogLine, draw_log, last_change, latest_words, story_since
from games.tableau.orders import draw_orders
from games.tableau.posted import read_action
from games.tableau.private import PrivateTable, depends_on, draw_private
from games.tableau.public import PublicTable, draw_public
from games.tableau.scene import Notice, Person, Scene

__all__ = [
    "Chart",
    "LogLine",
    "Notice",
    "Person",
    "PrivateTable",
    "PublicTable",
    "Scene",
    "depends_on",
    "draw_charts",
    "draw_log",
    "draw_orders",
    "draw_private",
    "draw_public",
    "last_change",
    "latest_words",
    "read_action",
    "story_since",
]
