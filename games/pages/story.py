"""The whole story of a game, line by line."""

from django.template.loader import render_to_string
from django.utils.safestring import mark_safe

from games.faults import as_game_fault
from games.pages.parts import draw_all, whole
from games.queries.scenes import scene_of
from games.queries.table import Table
from games.tableau import LogLine, draw_log, line_fragment, log_fragment
from games.tableau.log import NOTICE


def story_of(table: Table) -> list[LogLine]:
    """Every line, the latest first; nothing where there is no game to tell of."""
    if table.position is None:
        return []
    scene = scene_of(table)
    with as_game_fault("telling the story"):
        return draw_log(scene)


def sentence_about(table: Table, number: int) -> str:
    """What one action was, in a sentence."""
    lines = [line for line in story_of(table) if line.number == number and line.kind != NOTICE]
    return lines[-1].text if lines else ""


def story_html(table: Table) -> str:
    badges = render_to_string("games/table/_badges.html", {"badges": [seat.badge for seat in table.seats]})
    return mark_safe(badges + log_html(story_of(table)))


def log_html(lines: list[LogLine]) -> str:
    return whole(draw_all((log_fragment(lines), *map(line_fragment, lines))), "log")
