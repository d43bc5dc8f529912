"""A table in one language, in parts: those that everybody sees, and for each seat those that it alone sees.

It is drawn from frozen facts, and nothing in it depends on who asked first. A seat's own part is drawn when somebody
looks from there, and taken from the drawing before as long as what it is drawn from is the same.
"""

from collections.abc import Hashable, Iterable
from datetime import datetime, timedelta
from functools import cached_property, lru_cache
from weakref import ref

from django.urls import get_script_prefix, reverse
from django.utils.translation import get_language

from games.faults import as_game_fault
from games.models import REMIND_AFTER, Game
from games.pages.parts import Part, Parts, by_id, difference, draw_all, draw_anew
from games.queries.results import read_seal
from games.queries.scenes import scene_of
from games.queries.table import Table, TableSeat
from games.queries.table_cache import table_cache
from games.tableau import Asked, Fragment, line_fragment, log_fragment, tableau_of
from games.tableau.fragments import NO_DOCK, fragment
from games.tableau.log import LogLine, continue_log
from games.tableau.scene import Scene

SHOWN_LINES = 40
"""Lines of the log beside a table; the whole story has a page of its own."""


def drawing_of(table: Table) -> "Drawing":
    """The table in the language in force, drawn once for all who look; or `Fault`."""
    if table.is_bare:
        # Its version is that of a table that could be shown.
        return Drawing(table)
    return table_cache.get_or_draw(table, get_language() or "", lambda before: Drawing(table, before))


class Drawing:
    def __init__(self, table: Table, before: "Drawing | None" = None) -> None:
        self.table, self.version = table, table.version
        self.scene = scene_of(table) if table.position is not None else None
        self.lines: list[LogLine] = []
        """Of the log, the latest first."""
        with as_game_fault("drawing the table"):
            self.public: Parts = self._draw_public(before)
        self.size = sum(part.size for part in self.public.values())
        """In bytes, roughly."""
        self._own: dict[int | None, tuple[Hashable, Parts]] = {}
        self.before = before
        """How it was drawn before: one that is still shown somewhere is told only what has changed since."""
        if before is not None:
            before.before = None
        self._told: tuple[ref[Drawing], str] | None = None

    def since(self, before: "Drawing") -> str:
        """What everybody is told who was shown that one; worked out once."""
        if before is self:
            return ""
        # Others may be told of another one meanwhile.
        told = self._told
        if told is None or told[0]() is not before:
            told = self._told = ref(before), "".join(difference(before.public, self.public).values())
        return told[1]

    def of_seat(self, seat: TableSeat | None) -> Parts:
        """What whoever sits there sees beside the table; nobody in a waiting room, where people are shown more."""
        number, before = seat.number if seat is not None else None, self.before
        key = self._key(seat)
        known = self._own.get(number) or (before._own.get(number) if before is not None else None)
        if known is None or known[0] != key:
            # Reading may fail without any fault of the game.
            seal = by_id(*self._seal())
            with as_game_fault("drawing what a seat sees"):
                known = key, draw_all(self._own_fragments(seat)) | seal
        if number not in self._own:
            self.size += sum(part.size for part in known[1].values())
        self._own[number] = known
        return known[1]

    def _draw_public(self, before: "Drawing | None") -> dict[str, Part]:
        table, scene = self.table, self.scene
        if scene is not None:
            known = (before.scene, before.lines) if before is not None else (None, [])
            self.lines = continue_log(scene, SHOWN_LINES, *known)
            return draw_all(self._table_fragments(scene)) | self._draw_log(before)
        if table.is_room and table.rules is not None:
            return by_id(draw_anew("games/room/_public.html", {"table": table})) | self._draw_log(before)
        return by_id(draw_anew("games/table/_errored.html", {"table": table})) | self._draw_log(before)

    def _table_fragments(self, scene: Scene) -> Iterable[Fragment]:
        tableau = tableau_of(scene.rules)
        yield from tableau.public_fragments(tableau.draw_public(scene))
        if self.table.status == Game.Status.FINISHED:
            for person in scene.people:
                yield fragment("games/table/_rating.html", seat=person.seat, words="")
            yield fragment("games/table/_series.html", words="")
            yield fragment("games/table/_look_again.html", url=reverse("games:replay", args=[self.table.id]))

    def _draw_log(self, before: "Drawing | None") -> dict[str, Part]:
        """Most lines are those that were told before."""
        told = {line.id: line for line in before.lines} if before is not None else {}
        new = [line for line in self.lines if told.get(line.id) is not line]
        drawn = draw_all((log_fragment(self.lines), *map(line_fragment, new)))
        if before is not None:
            drawn |= {line.id: before.public[line.id] for line in self.lines if line.id not in drawn}
        return drawn

    def _key(self, seat: TableSeat | None) -> Hashable:
        """What the own part of a seat is drawn from."""
        table = self.table
        # What was sealed is shown as it is read.
        opened = table.version if table.secrets_open else None
        is_host = seat is not None and seat.user_id == table.host_id
        around = (table.status, opened, is_host, table.deal, len(table.people), seat and seat.bot)
        if seat is None or self.scene is None or table.stands_still:
            return around
        if self.scene.turn == seat.number:
            return *around, table.turn_version, table.deadline
        with as_game_fault("looking what a seat's own part is drawn from"):
            return *around, tableau_of(self.scene.rules).private_key(self.scene, seat.number)

    def _own_fragments(self, seat: TableSeat | None) -> Iterable[Fragment]:
        if not self.table.is_room:
            yield from self._dock(seat)
        yield self._fine_print(seat)

    def _dock(self, seat: TableSeat | None) -> Iterable[Fragment]:
        scene, table = self.scene, self.table
        if seat is None or scene is None or table.stands_still:
            return (NO_DOCK,)
        tableau = tableau_of(scene.rules)
        return tableau.private_fragments(tableau.draw_private(scene, seat.number), self._asked)

    @cached_property
    def _asked(self) -> Asked:
        table = self.table
        remind_at = reminder_time(table.turn_began_at, table.deadline)
        remind_ms = int(remind_at.timestamp() * 1000) if remind_at is not None else None
        return Asked(_act_url(table.id, get_script_prefix()), table.turn_version, remind_ms)

    def _fine_print(self, seat: TableSeat | None) -> Fragment:
        """The whole story, the seal of the deck, and the way out."""
        table, is_playing = self.table, seat is not None and not seat.bot_playing
        is_host = seat is not None and seat.user_id == table.host_id
        return fragment(
            "games/_fine_print.html",
            table=table.id,
            commitment=table.commitment,
            deal=table.deal.code if table.deal else "",
            deal_is_open=table.deal is not None and table.deal.opened_at is not None,
            secrets_open=table.secrets_open,
            is_over=table.is_over,
            is_seated=seat is not None,
            may_leave=table.going_on and is_playing,
            may_connect=is_host and table.going_on and len(table.people) > 1,
        )

    def _seal(self) -> Iterable[tuple[Part, ...]]:
        """The deck, once everybody may see it."""
        if self.table.secrets_open:
            yield self._opened_seal

    @cached_property
    def _opened_seal(self) -> tuple[Part, ...]:
        return draw_anew("games/_seal.html", read_seal(self.table))


def reminder_time(began: datetime | None, deadline: datetime | None) -> datetime | None:
    if began is None or deadline is None:
        return None
    allowed: timedelta = deadline - began
    return began + REMIND_AFTER * allowed


@lru_cache(maxsize=1024)
def _act_url(game_id: str, prefix: str) -> str:
    """`prefix` is the one in force."""
    return reverse("games:act", args=[game_id])
