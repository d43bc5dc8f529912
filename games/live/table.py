"""The open line of a table's page: what changes there is pushed, and what is played there may be sent on it."""

import asyncio
import json
import secrets
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property, partial
from hashlib import sha256

from django.core.exceptions import SynchronousOnlyOperation

from accounts.signup.sessions import is_session_valid
from games.faults import Fault
from games.live import actions, poller
from games.live.actions import Request
from games.live.consumers import COME_AGAIN, NOT_HERE, Closing, PushingConsumer
from games.live.poller import Update, Viewer
from games.models import Game
from games.pages import beside
from games.pages.drawing import drawing_of
from games.pages.frames import STILL_HERE, Head, timestamp
from games.pages.page import Page, away_html, whole_page
from games.pages.parts import Parts
from games.queries.access import may_see
from games.queries.presence import spectators_at
from games.queries.standing_orders import orders_of, stamp_of
from games.queries.table import Table, TableSeat
from games.queries.table_cache import table_cache
from games.services import announce
from games.services.care import containment
from hsweb.http.origins import OWN_ORIGIN
from hsweb.threads import in_thread

TELL_AGAIN_AFTER = 1.0
"""Seconds before the same socket is told again what it has missed."""


@dataclass(frozen=True, slots=True)
class Due:
    """What has to be read for the next frame."""

    table: bool = True
    """There may be something that nobody has announced."""
    everything: bool = True
    """Nobody knows what the page shows."""
    chat: bool = True
    missed_since: int | None = None
    """After how many actions somebody went away who is back."""

    def __or__(self, other: "Due") -> "Due":
        return Due(
            self.table or other.table,
            self.everything or other.everything,
            self.chat or other.chat,
            self.missed_since if other.missed_since is None else other.missed_since,
        )


NOTHING = Due(table=False, everything=False, chat=False)


class TableConsumer(PushingConsumer[Due]):
    page: Page | None = None
    """What the page shows, as far as it was sent there."""

    async def connect(self) -> None:
        self.game_id: str = self.scope["url_route"]["kwargs"]["game_id"]
        self.due = Due()
        self.keys: dict[str, object] = {}
        """For parts beside the table, what they were drawn from."""
        self.announced = 0
        """The latest version that this socket has heard of."""
        self.frames = 0
        """How many were sent: a page that has missed one asks for everything."""
        self.watching: int | None = None
        self.chat_key = ""
        self.is_looking = self.presence_is_new = True
        self.told_at = -TELL_AGAIN_AFTER
        self.asked: Due | None = None
        """What the page wants to be told again, until that is due."""
        self.request: Request | None = None
        self.answer: Head = {}
        own = [announce.person_group(self.user.pk)] if self.user else []
        await self.take_up(announce.table_group(self.game_id), *own)

    async def game_changed(self, event: announce.GameChanged) -> None:
        self.announced = max(self.announced, event["version"])
        self.woken.set()

    async def chat_changed(self, event: announce.ChatChanged) -> None:
        self.due = replace(self.due, table=True, chat=True)
        self.woken.set()

    async def orders_changed(self, event: announce.OrdersChanged) -> None:
        self.due = replace(self.due, table=True)
        self.woken.set()

    def on_update(self, update: Update) -> None:
        mark, page = update.marks.get(self.game_id), self.page
        version = page.version if page is not None else -1
        orders = update.orders.get(self.place.seat_id, "") if self.place else ""
        is_new = mark is None or mark.version > version or mark.gone != self.keys.get("gone", False)
        watching = update.watching.get(self.game_id, 0)
        if is_new or orders != self.keys.get("given", "") or watching != self.watching:
            self.due = replace(self.due, table=True)
        # What another socket has read a moment ago will do only if it is no older than this.
        self.announced = max(self.announced, mark.version if mark else 0)
        self.watching = watching
        super().on_update(update)

    def hear(self, text: str) -> None:
        """A page says how many actions it has seen after it was away, whether it is in sight, and what to play."""
        with suppress(ValueError, RecursionError):
            said = json.loads(text)
            if isinstance(said, dict):
                self._hear(said)

    def _hear(self, said: dict[str, object]) -> None:
        # Who only looks on has missed nothing that would be told; who has just come may have a seat.
        may_have_seat = self.page is None or self.seat is not None
        if may_have_seat and type(seen := said.get("seen")) is int:
            self._tell_again(replace(NOTHING, missed_since=seen))
        if said.get("again") is True:
            self._tell_again(Due())
        if type(looking := said.get("looking")) is bool and looking != self.is_looking:
            # The poller notes it soon, for all at once: nobody keeps the database busy by looking away and back.
            self.is_looking, self.presence_is_new = looking, True
        if self.request is None and (request := actions.request_of(said)) is not None:
            self.request = request
            self.woken.set()

    def _tell_again(self, asked: Due) -> None:
        """At once, or as soon as this socket may be told again: nobody is left with less than the truth."""
        if self.asked is None:
            loop = asyncio.get_running_loop()
            loop.call_at(max(loop.time(), self.told_at + TELL_AGAIN_AFTER), self._wake_to_tell)
        self.asked = (self.asked or NOTHING) | asked

    def _wake_to_tell(self) -> None:
        self.told_at = asyncio.get_running_loop().time()
        self.due |= replace(self.asked or NOTHING, table=True)
        self.asked = None
        self.woken.set()

    async def perform_request(self) -> None:
        """One action at a time: the next is heard once this one is answered."""
        if self.request is None:
            return
        try:
            self.answer, version = await self.in_turn(self._answer_to, self.request)
        finally:
            self.request = None
        self.announced = max(self.announced, version)

    def _answer_to(self, request: Request) -> tuple[Head, int]:
        """Judged like a form: whoever has logged out, was banned or is somebody else by now plays nothing."""
        if self.user is None or not self.session_key or not is_session_valid(self.scope["session"], self.user):
            raise Closing(COME_AGAIN)
        if not self.scope.get(OWN_ORIGIN):
            raise Closing(NOT_HERE)
        try:
            return actions.answer(request, self.user, self.game_id)
        except Game.DoesNotExist:
            raise Closing(NOT_HERE) from None

    def frame_from_memory(self) -> str:
        """A move that was announced is shown from what is known of it.

        All that is done here is done on the event loop, and with many sockets: it must not read, and not wait for
        anything but for another's drawing of the same.
        """
        page = self.page
        if page is None or self.due != NOTHING:
            return ""
        if self.announced <= page.version:
            return self._frame_to(page, self.take_waiting_html())
        table = table_cache.table(self.game_id, self.announced)
        if table is None or not self._is_only_a_move(page.drawing.table, table):
            return ""
        try:
            return self._follow(page, table)
        except (Fault, SynchronousOnlyOperation):
            # It has to be stopped, or something is missing, and Django refuses to ask the database here.
            return ""

    def _is_only_a_move(self, before: Table, after: Table) -> bool:
        """Whether nobody came or went, and this socket may still show the table."""
        if not before.status == after.status == Game.Status.RUNNING:
            return False
        same = after.seats is before.seats or _company(after) == _company(before)
        return same and (after.seat_of(self.user) is not None or after.open_to_all)

    def _follow(self, page: Page, table: Table) -> str:
        """The frame for a move; nothing if something has to be read for it."""
        seat, drawing = table.seat_of(self.user), drawing_of(table)
        changed: dict[str, Parts] = {}
        company = beside.company_key(table, seat)
        if company is None:
            return ""
        if company != self.keys.get("company"):
            changed["company"] = beside.company_parts(table, seat)
        orders = beside.orders_key(drawing, seat)
        if orders != self.keys.get("orders"):
            if self.keys.get("given"):
                # Which orders are left has to be read.
                return ""
            changed["orders"] = beside.order_parts(table, seat, given=())
        self.keys |= {"company": company, "orders": orders, "gone": False}
        shown = {**page.beside, **changed} if changed else page.beside
        after = Page(drawing, drawing.of_seat(seat), shown, timestamp())
        return self._frame_to(after, self._count_turn(page, after))

    def collect_due(self) -> Due:
        due, self.due = self.due, NOTHING
        return due

    def frame_from_database(self, due: Due) -> str:
        """Nothing more is read for whoever has logged out or is banned meanwhile."""
        if self.user is not None and self.session_key and not is_session_valid(self.scope["session"], self.user):
            raise Closing(COME_AGAIN)
        # The first look is one's own; after that, what another socket has just read will do.
        seconds = 0.0 if self.page is None else poller.POLL_EVERY / 2
        at = timestamp()
        table = containment.find_table_or_stop(self.game_id, self.announced, seconds)
        if table is None or not may_see(table, self.user):
            raise Closing(NOT_HERE)
        frame = containment.draw_or_stop(table, partial(self._read, due, at))
        self._note_presence()
        return frame

    def _read(self, due: Due, at: int, table: Table) -> str:
        before, seat = self.page, table.seat_of(self.user)
        given = orders_of(seat.pk) if seat is not None else []
        drawn = {
            "orders": beside.order_parts(table, seat, given=given),
            "watchers": beside.watcher_parts(self._watchers(table)),
            "chat": self._chat(due, table, seat),
        }
        if before is not None and before.version == table.version:
            drawn["series"] = before.beside["series"]
        after = whole_page(table, self.user, drawn, at)
        self.keys |= {
            "company": beside.company_key(table, seat),
            "gone": "vote" in after.beside["company"],
            "orders": beside.orders_key(after.drawing, seat),
            "given": stamp_of(given),
        }
        extra = self._count_turn(before, after)
        if due.missed_since is not None and seat is not None:
            extra += away_html(table, due.missed_since)
        if due.everything or before is None:
            self.page, self.frames = after, self.frames + 1
            return after.everything(extra, frame=self.frames, **self._take_answer())
        return self._frame_to(after, extra)

    def _chat(self, due: Due, table: Table, seat: TableSeat | None) -> Parts:
        before = self.page
        if before is not None and not due.chat and _company(before.drawing.table) == _company(table):
            return before.beside["chat"]
        if due.everything:
            # With the key that the page was given first, it may have said something.
            self.chat_key = beside.new_key()
        return beside.chat_parts(table, self.user, seat, key=self.chat_key)

    def _watchers(self, table: Table) -> int:
        count = spectators_at(table, self.watching)
        self.watching = count if self.watching is None else self.watching
        return count

    def _frame_to(self, after: Page, extra: str) -> str:
        """The frame that leads from what the page shows to this."""
        before, self.page = self.page, after
        assert before is not None
        frame = after.since(before, self.frames + 1, extra, **self._take_answer())
        self.frames += bool(frame)
        return frame or STILL_HERE

    def _take_answer(self) -> Head:
        answer, self.answer = self.answer, {}
        return answer

    def resend_everything(self, due: Due | None) -> None:
        self.due |= Due() if due is None else Due() | due

    def _count_turn(self, before: Page | None, after: Page) -> str:
        """One game more or less that waits for whoever looks: nobody has to ask for that."""
        if self.waiting is not None and before is not None:
            was_mine, is_mine = (self._is_mine(page.drawing.table) for page in (before, after))
            self.waiting = max(0, self.waiting + is_mine - was_mine)
        return self.take_waiting_html()

    def _is_mine(self, table: Table) -> bool:
        return table.may_act(table.seat_of(self.user))

    @property
    def seat(self) -> TableSeat | None:
        return self.page.drawing.table.seat_of(self.user) if self.page is not None else None

    @property
    def place(self) -> Viewer | None:
        page, seat, user = self.page, self.seat, self.user
        if page is None or seat is None or user is None:
            return None
        number = page.drawing.table.action_count
        return Viewer(self.game_id, seat.pk, user, number, seat.substituted, self.is_looking)

    @property
    def spectator_place(self) -> tuple[str, str] | None:
        """Whoever has no seat looks on, from the start of a game to its end."""
        if self.page is None or self.seat is not None or not self.page.drawing.table.going_on:
            return None
        return self.game_id, self.spectator

    @cached_property
    def spectator(self) -> str:
        """The same in every window of one person, as far as anything tells them from others."""
        if self.user:
            return f"user-{self.user.pk}"
        if self.session_key:
            return f"session-{sha256(self.session_key.encode()).hexdigest()[:40]}"
        return f"page-{secrets.token_hex(16)}"

    async def leave(self) -> None:
        """Whoever looked on does so no more, unless another window of theirs is open."""
        place = self.spectator_place
        if place is not None and not poller.of_this_loop().is_watched_by(place):
            # A server that gives up on a socket does not wait for this.
            await asyncio.shield(in_thread(poller.forget_spectator, place))

    def _note_presence(self) -> None:
        is_new, self.presence_is_new = self.presence_is_new, False
        if is_new and self.place is not None:
            poller.note_presence([self.place])
        if is_new and self.spectator_place is not None:
            poller.note_spectators([self.spectator_place])


def _company(table: Table) -> tuple[tuple[object, ...], ...]:
    """Who sits where, and what they are called."""
    return tuple((seat.pk, seat.user_id, seat.name, seat.former, seat.bot) for seat in table.seats)
