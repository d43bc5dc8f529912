"""What several tables made of the same deck, side by side, once the last of them has ended."""

from dataclasses import dataclass

from accounts.models import User
from games.models import Deal, Game
from games.pages.story import story_of
from games.queries.deals import tables_of_deal
from games.queries.scenes import scene_of
from games.queries.table import Table as PlayedTable
from games.queries.table import TableSeat
from games.queries.tables import read_tables
from games.rules import find_rules
from games.tableau import tableau_of
from games.tableau.amounts import score


@dataclass(frozen=True, slots=True)
class ComparedTable:
    """One of the tables. What happened there is not known until all have ended."""

    game: Game
    is_mine: bool
    standings: list["SeatStanding"]
    """By rank, if the game came to a result; nobody before everybody may know."""
    story: dict[int, str]
    """By auction or turn, what it came to."""
    is_of_bots: bool


@dataclass(frozen=True, slots=True)
class SeatStanding:
    seat: TableSeat
    place: str
    """The rank as it is shown; nothing without a result."""
    out_word: str
    """What befell those who did not last to the end."""
    score: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One auction or turn, and what it came to at each table."""

    number: int
    told: list[str]


@dataclass(frozen=True, slots=True)
class Comparison:
    deal: Deal
    tables: list[ComparedTable]
    rows: list[Row]
    stage_word: str
    """What each row is about."""
    may_compare: bool
    """Whether whoever looks made the deal or played it."""


def compare(deal: Deal, viewer: User | None) -> Comparison:
    played = list(read_tables(tables_of_deal(deal)))
    mine = {table.id for _game, table in played if table.seat_of(viewer) is not None}
    may_compare = bool(mine) or (viewer is not None and deal.owner_id == viewer.pk)
    is_told = may_compare and deal.opened_at is not None
    tables = [_table(game, table, table.id in mine, is_told) for game, table in played]
    last = max((number for table in tables for number in table.story), default=0)
    rows = [Row(number, [table.story.get(number, "") for table in tables]) for number in range(1, last + 1)]
    return Comparison(deal, tables, rows, tableau_of(find_rules(deal.slug)).stage_word(), may_compare)


def _table(game: Game, table: PlayedTable, is_mine: bool, is_told: bool) -> ComparedTable:
    standings, story = (_standings(table), _story(table)) if is_told else ([], {})
    return ComparedTable(game, is_mine, standings, story, not table.people)


def _standings(table: PlayedTable) -> list[SeatStanding]:
    """By rank; in order of the seats where there is no result, or it cannot be told."""
    is_finished = table.status == Game.Status.FINISHED and table.position is not None
    outcome = scene_of(table).outcome if is_finished else None
    if outcome is None:
        return [SeatStanding(seat, "", "") for seat in table.seats]
    tableau = tableau_of(table.rules)
    told = sorted(((seat, outcome.seats[seat.number]) for seat in table.seats), key=lambda one: one[1].rank)
    return [
        SeatStanding(seat, tableau.rank_words(one), tableau.out_word() if one.cast_out else "", score(one.score))
        for seat, one in told
    ]


def _story(table: PlayedTable) -> dict[int, str]:
    story: dict[int, str] = {}
    settled = tableau_of(table.rules).settling_events if table.rules is not None else ()
    for line in story_of(table):
        if line.kind in settled:
            story.setdefault(line.stage, line.text)
    return story
