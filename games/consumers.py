"""Sockets push; they hold a game's id, a user and what was last shown, never game state.

Each joins its group before it reads, so that nothing falls into the gap. One loop per socket does all the reading and
sending: whatever arrives only wakes it, so that many messages at once cost one look. What is not announced, such as a
message to the group that was lost, is noticed a few seconds later for all sockets at once. Connecting anew is the same
as connecting.
"""

import asyncio
import json
import logging
import secrets
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple
from urllib.parse import parse_qs
from weakref import WeakKeyDictionary
from zoneinfo import ZoneInfo

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.core.exceptions import SynchronousOnlyOperation
from django.utils import timezone, translation

from accounts.languages import language_of
from accounts.middleware import TIME_ZONE_COOKIE
from accounts.models import User
from accounts.sessions import still_holds
from accounts.time_zones import zone_named
from games import pages, realtime, selectors, watch
from games.models import Game, Order
from games.services.containing import examined
from games.threads import in_thread
from games.watch import News, Place
from hsweb.clients import address_of_scope
from hsweb.turnstile import Turnstile

logger = logging.getLogger(__name__)

TELL_AGAIN_AFTER = 1.0
"""Seconds before the same socket is told again what it has missed."""

NOT_HERE = 4404
"""Closing code: this is not for you. Pages do not try again."""
# Servers may close with codes from 3000 on; those below are the protocol's own.
COME_AGAIN = 3012
"""Closing code: connect anew, you may be somebody else by now."""
TOO_BIG = 3009
"""Closing code: no page sends so much."""
LONGEST_FRAME = 2_000
STILL_HERE = " "
"""A frame that changes nothing in a page, but tells it that the line is alive."""


LOOKS_AT_ONCE = 6
_doors: WeakKeyDictionary[Any, Turnstile] = WeakKeyDictionary()


def door_of_this_loop() -> Turnstile:
    """Where sockets wait that have to read something."""
    return _doors.setdefault(asyncio.get_running_loop(), Turnstile(LOOKS_AT_ONCE))


class Closing(Exception):
    """There is nothing more to say on this socket."""

    def __init__(self, code: int) -> None:
        self.code = code


class PushingConsumer(AsyncWebsocketConsumer):
    """A socket that belongs to some groups and looks after itself."""

    joined: tuple[str, ...] = ()
    table = ""
    has_left = False
    """Whether the session with which this socket was opened has ended."""
    is_due = True
    """Whether there may be something that nobody has announced."""
    looking: "asyncio.Task[None] | None" = None
    waiting: int | None = None
    """How many games wait for whoever looks, if that is known."""
    shown_waiting: int | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """However a socket ends, also when the server gives up on it, nothing of it stays behind."""
        self.news = asyncio.Event()
        try:
            await super().__call__(scope, receive, send)
        finally:
            if self.looking is not None:
                self.looking.cancel()
                watch.of_this_loop().remove(self)
                for group in self.joined:
                    await self.channel_layer.group_discard(group, self.channel_name)
                await self.leave()

    async def take_up(self, *groups: str) -> None:
        self.joined = groups
        for group in groups:
            await self.channel_layer.group_add(group, self.channel_name)
        await self.accept()
        self.looking = asyncio.create_task(self._keep_looking())
        watch.of_this_loop().add(self)

    async def leave(self) -> None:
        """What is to be done when a socket has ended."""

    async def refuse(self) -> None:
        # A socket that was never accepted cannot tell why; a page would try again for ever.
        await self.accept()
        await self.close(NOT_HERE)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if text_data is not None and len(text_data) > LONGEST_FRAME:
            if self.looking is not None:
                self.looking.cancel()
            await self.close(TOO_BIG)
        elif text_data is not None:
            self.hear(text_data)

    @property
    def place(self) -> Place | None:
        """Where somebody sits who looks at a table."""
        return None

    @property
    def looks_on(self) -> tuple[str, str] | None:
        return None

    def hear(self, text: str) -> None:
        """What a page says; most have nothing to say."""

    presence_is_new = False

    def presence_is_noted(self) -> None:
        self.presence_is_new = False

    def told(self, news: News) -> None:
        """Every few seconds, what nobody may have announced. Pages hear then that the line is alive."""
        self.has_left = bool(self.session_key and self.user) and self.session_key not in news.sessions
        self.waiting = news.waiting.get(self.user.pk, 0) if self.user else None
        self.news.set()

    def look(self) -> str:
        """What to send now, read in a thread; or `Closing`."""
        return STILL_HERE

    def glance(self) -> str:
        """What to send now if it is known without reading anything; nothing if it is not."""
        return ""

    def begin_anew(self) -> None:
        """Something went wrong before it was sent: next time, send everything."""
        self.is_due = True

    async def _keep_looking(self) -> None:
        """In the page's language and the user's time zone: a task has its own, and hands them on to threads."""
        translation.activate(self.language)
        timezone.activate(self.zone) if self.zone else timezone.deactivate()
        while True:
            self.news.clear()
            try:
                if self.has_left:
                    raise Closing(COME_AGAIN)
                frame = self.glance() or await self._look_in_turn()
            except Closing as closing:
                await self.close(closing.code)
                return
            except Exception:
                logger.exception("A socket of %s could not look", self.joined[0])
                self.begin_anew()
                await asyncio.sleep(watch.LOOK_EVERY)
            else:
                await self.send(text_data=frame + self.beside())
                await self.news.wait()

    async def _look_in_turn(self) -> str:
        """Whoever has many pages open, or lets them ask again and again, keeps nobody else from looking."""
        async with door_of_this_loop().turn((address_of_scope(self.scope), self.user and self.user.pk)):
            return await in_thread(self.look)

    def beside(self) -> str:
        """What has changed around whatever is looked at."""
        if self.waiting == self.shown_waiting:
            return ""
        self.shown_waiting = self.waiting
        return pages.waiting_html(self.waiting or 0)

    @property
    def session_key(self) -> str | None:
        session: Any = self.scope.get("session")
        return None if session is None else session.session_key

    @cached_property
    def user(self) -> User | None:
        # Channels wraps it, and asking through the wrapping takes its time.
        wrapped: Any = self.scope["user"]
        user = getattr(wrapped, "_wrapped", wrapped)
        return user if user.is_authenticated else None

    @cached_property
    def language(self) -> str:
        wanted = parse_qs(self.scope["query_string"].decode("latin-1")).get("lang", [""])[0]
        return wanted if wanted in dict(settings.LANGUAGES) else language_of(self.user)

    @cached_property
    def zone(self) -> ZoneInfo | None:
        chosen = self.user.time_zone if self.user else ""
        return zone_named(chosen or self.scope.get("cookies", {}).get(TIME_ZONE_COOKIE, ""))


class Shown(NamedTuple):
    """What a socket has last sent: by comparing, nothing is sent twice."""

    version: int = -1
    names: tuple[str, ...] = ()
    gone: bool = False
    decision: Any = None
    company: Any = None


class TableConsumer(PushingConsumer):
    async def connect(self) -> None:
        self.table: str = self.scope["url_route"]["kwargs"]["game_id"]
        self.begin_anew()
        self.own: Any = None
        self.number = 0
        self.goes_on = self.is_mine = False
        self.watching = self.shown_watching = 0
        self.missed_since: int | None = None
        self.told_at = -TELL_AGAIN_AFTER
        self.is_looking = True
        self.announced = 0
        own = [realtime.person_group(self.user.pk)] if self.user else []
        await self.take_up(realtime.table_group(self.table), *own)

    def begin_anew(self) -> None:
        super().begin_anew()
        self.shown, self.chat_is_new, self.presence_is_new = Shown(), True, True
        self.shown_orders: tuple[Any, str] = (None, "")

    async def game_changed(self, event: realtime.GameChanged) -> None:
        self.announced = max(self.announced, event["version"])
        self.news.set()

    async def chat_changed(self, event: realtime.ChatChanged) -> None:
        self.chat_is_new = True
        self.news.set()

    async def orders_changed(self, event: realtime.OrdersChanged) -> None:
        self.is_due = True
        self.news.set()

    def told(self, news: News) -> None:
        mark, shown = news.marks.get(self.table), self.shown
        orders = news.orders.get(self.place.seat_id, "") if self.place else ""
        if mark is None or mark.version > shown.version or mark.gone != shown.gone or orders != self.shown_orders[1]:
            self.is_due = True
        # What another socket has read a moment ago will do only if it is no older than this.
        self.announced = max(self.announced, mark.version if mark else 0)
        self.watching = news.watching.get(self.table, 0)
        super().told(news)

    def hear(self, text: str) -> None:
        """A page that was away says how many actions it has seen; each says whether it is in sight."""
        now = asyncio.get_running_loop().time()
        with suppress(ValueError, RecursionError):
            said = json.loads(text)
            if not isinstance(said, dict):
                return
            # Who only looks on has missed nothing that would be told; who has just come may have a seat.
            may_have_seat = self.own is not None or self.shown.version < 0
            is_told = may_have_seat and now - self.told_at >= TELL_AGAIN_AFTER
            if is_told and type(seen := said.get("seen")) is int:
                self.missed_since, self.told_at = seen, now
                self.news.set()
            if type(looking := said.get("looking")) is bool and looking != self.is_looking:
                # The watch notes it soon, for all at once: nobody keeps the database busy by looking away and back.
                self.is_looking, self.presence_is_new = looking, True

    def glance(self) -> str:
        """A move that was announced is shown from what is known of it.

        All that is done here is done on the event loop, and with many sockets: it must not read, and not wait for
        anything but for another's drawing of the same.
        """
        if self.chat_is_new or self.missed_since is not None or self.is_due:
            return ""
        if self.announced <= self.shown.version:
            return STILL_HERE
        game = selectors.latest_tables.get(self.table, self.announced)
        if game is None or not (selectors.seat_of(game, self.user) or game.open_to_all):
            return ""
        if game.version != game.turn_version or names_at(game) != self.shown.names:
            # Not just a move: who has been away for how long is not known, nor who has spoken in the chat.
            return ""
        before = self.shown, self.shown_orders
        stage, stamp = self.shown_orders
        try:
            if stamp and stage != self._stage(game):
                # Which orders are left has to be read.
                return ""
            return (self._table(game) + ("" if stamp else self._orders(game, []))) or STILL_HERE
        except SynchronousOnlyOperation:
            # Something is missing, and Django refuses to ask the database here.
            self.shown, self.shown_orders = before
            return ""

    def look(self) -> str:
        """Nothing more is read for whoever has logged out or is banned meanwhile."""
        if self.user is not None and self.session_key and not still_holds(self.session_key, self.user):
            raise Closing(COME_AGAIN)
        # The first look is one's own; after that, what another socket has just read will do.
        self.is_due, is_first = False, self.shown.version < 0
        game = find_game(self.table, self.user, self.announced, 0.0 if is_first else watch.LOOK_EVERY / 2)
        if game is None:
            raise Closing(NOT_HERE)
        seat = selectors.seat_of(game, self.user)
        orders = self._orders(game, selectors.orders_of(seat) if seat else [])
        html = "".join((self._table(game), orders, self._chat(game), self._missed(game)))
        self._note_presence()
        return html or STILL_HERE

    def _table(self, game: Game) -> str:
        now, shown, parts = self._now(game), self.shown, []
        if now.version != shown.version:
            parts += [pages.public_html(game), pages.log_html(game)]
        if now.names != shown.names:
            self.chat_is_new = True
        if now.decision != shown.decision:
            parts.append(pages.private_html(game, self.user))
        if now.company != shown.company:
            parts += [pages.company_html(game, self.user), pages.fine_print_html(game, self.user)]
        self.shown = now
        return "".join(parts)

    def _now(self, game: Game) -> Shown:
        """The bid form is left alone while the decision is the same: somebody may be composing a bid."""
        company = pages.company_of(game, self.user)
        own = company["own"]
        decision = (game.status, pages.decision_of(game, own), own and own.bot)
        stamp = {name: getattr(fact, "pk", fact) for name, fact in company.items()}
        self._count_turn(
            own is not None and game.status == Game.Status.RUNNING and game.turn == own.number and not own.played_by_bot
        )
        self.own, self.number, self.goes_on = own, game.action_count, game.going_on
        around = (stamp, game.status, game.secrets_open, own and own.bot)
        return Shown(game.version, names_at(game), company["gone"] is not None, decision, around)

    def _count_turn(self, is_mine: bool) -> None:
        """One game more or less that waits for whoever looks: nobody has to ask for that."""
        if self.waiting is not None and self.shown.version >= 0:
            self.waiting = max(0, self.waiting + is_mine - self.is_mine)
        self.is_mine = is_mine

    def _orders(self, game: Game, given: list[Order]) -> str:
        """Standing orders and their form are left alone within a stage of the game: somebody may be filling it in."""
        now = (self._stage(game), pages.stamp_of(given))
        if now == self.shown_orders:
            return ""
        self.shown_orders = now
        return pages.orders_html(game, self.user, given=given)

    def _stage(self, game: Game) -> Any:
        """What the form for orders depends on."""
        seat = selectors.seat_of(game, self.user)
        if seat is None or game.status != Game.Status.RUNNING:
            return game.status
        return game.status, seat.bot, pages.orders_depend_on(game, seat)

    @property
    def place(self) -> Place | None:
        own = self.own
        if own is None:
            return None
        return Place(self.table, own.pk, own.user, self.number, own.substituted, self.is_looking)

    @property
    def looks_on(self) -> tuple[str, str] | None:
        """Whoever has no seat looks on, from the start of a game to its end."""
        return (self.table, self.spectator) if self.goes_on and self.own is None else None

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
        place = self.looks_on
        if place is not None and not watch.of_this_loop().is_watched_by(place):
            # A server that gives up on a socket does not wait for this.
            await asyncio.shield(in_thread(watch.forget_spectator, place))

    def beside(self) -> str:
        html = super().beside()
        if self.watching == self.shown_watching:
            return html
        self.shown_watching = self.watching
        return html + pages.watchers_html(self.watching)

    def _note_presence(self) -> None:
        is_new, self.presence_is_new = self.presence_is_new, False
        if is_new and self.place is not None:
            watch.note_presence([self.place])
        if is_new and self.looks_on is not None:
            watch.note_spectators([self.looks_on])

    def _chat(self, game: Game) -> str:
        is_new, self.chat_is_new = self.chat_is_new, False
        return pages.chat_lines_html(game, self.user) if is_new else ""

    def _missed(self, game: Game) -> str:
        since, self.missed_since = self.missed_since, None
        return "" if since is None or self.own is None else pages.away_html(game, since)


class LobbyConsumer(PushingConsumer):
    shown = mark = ""

    async def connect(self) -> None:
        await self.take_up(realtime.LOBBY)

    async def lobby_changed(self, event: realtime.LobbyChanged) -> None:
        self.mark = event["mark"]
        self.news.set()

    def glance(self) -> str:
        return self._new(pages.known_lobby_html(self.mark))

    def look(self) -> str:
        return self._new(pages.shared_lobby_html(self.mark))

    def _new(self, html: str) -> str:
        if html and html == self.shown:
            return STILL_HERE
        self.shown = html or self.shown
        return html


class NowhereConsumer(PushingConsumer):
    """Closes sockets to addresses that lead nowhere."""

    async def connect(self) -> None:
        await self.refuse()


def names_at(game: Game) -> tuple[str, ...]:
    return tuple(seat.shown_name for seat in selectors.seats_of(game))


def find_game(game_id: str, user: User | None, version: int = 0, seconds: float = 0.0) -> Game | None:
    """The table, if that user may see it: in this version or a later one, read at most so many seconds ago."""
    game = selectors.latest_tables.get(game_id, version, seconds) or selectors.read_table(game_id)
    if game is None or not selectors.may_see(game, user):
        return None
    game = examined(game)
    selectors.latest_tables.keep(game)
    return game
