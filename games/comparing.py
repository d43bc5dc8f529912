"""What several tables made of the same deck, side by side, once the last of them has ended."""

from dataclasses import dataclass

from accounts.models import User
from games import pages, selectors
from games.models import Deal, Game, Seat
from games.rules import find_rules
from games.tableau import tableau_of
from games.tableau.amounts import score


@dataclass(frozen=True, slots=True)
class Table:
    """One of the tables. What happened there is not known until all have ended."""

    game: Game
    is_mine: bool
    standings: list["Standing"]
    """By rank, if the game came to a result; nobody before everybody may know."""
    story: dict[int, str]
    """By auction or turn, what it came to."""

    @property
    def is_of_bots(self) -> bool:
        return not any(seat.user_id for seat in self.game.seated)


@dataclass(frozen=True, slots=True)
class Standing:
    seat: Seat
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
    tables: list[Table]
    rows: list[Row]
    stage_word: str
    """What each row is about."""
    may_compare: bool
    """Whether whoever looks made the deal or played it."""


def compare(deal: Deal, viewer: User | None) -> Comparison:
    games = list(selectors.tables_of_deal(deal))
    mine = {game.id for game in games if selectors.seat_of(game, viewer) is not None}
    may_compare = bool(mine) or (viewer is not None and deal.owner_id == viewer.pk)
    is_told = may_compare and deal.opened_at is not None
    tables = [_table(game, game.id in mine, is_told) for game in games]
    last = max((number for table in tables for number in table.story), default=0)
    rows = [Row(number, [table.story.get(number, "") for table in tables]) for number in range(1, last + 1)]
    return Comparison(deal, tables, rows, tableau_of(find_rules(deal.slug)).stage_word(), may_compare)


def _table(game: Game, is_mine: bool, is_told: bool) -> Table:
    if not is_told:
        return Table(game, is_mine, [], {})
    return Table(game, is_mine, _standings(game), _story(game))


def _standings(game: Game) -> list[Standing]:
    seats = sorted(selectors.seats_of(game), key=lambda seat: (seat.rank or len(game.seated), seat.number))
    scene = selectors.scene_of(game) if game.status == Game.Status.FINISHED else None
    outcome = scene.outcome if scene else None
    if scene is None or outcome is None:
        return [Standing(seat, "", "") for seat in seats]
    tableau = tableau_of(scene.rules)
    told = [(seat, outcome.seats[seat.number]) for seat in seats]
    return [
        Standing(seat, tableau.place_of(one), tableau.out_word() if one.cast_out else "", score(one.score))
        for seat, one in told
    ]


def _story(game: Game) -> dict[int, str]:
    story: dict[int, str] = {}
    settled = tableau_of(selectors.rules_of(game)).settled
    for line in pages.log_of(game):
        if line.kind in settled:
            story.setdefault(line.stage, line.text)
    return story
