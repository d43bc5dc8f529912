"""Sockets push; they hold a game's id, a user and what was last shown, never game state.

Each joins its group before it reads, so that nothing falls into the gap. One loop per socket does all the reading and
sending: whatever arrives only wakes it, so that many messages at once cost one look, and a message to the group that is
lost is made up for a few seconds later. Connecting anew is the same as connecting.
"""

import asyncio
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.core.exceptions import SynchronousOnlyOperation
from django.utils import timezone, translation

from accounts.middleware import TIME_ZONE_COOKIE
from accounts.models import User
from accounts.sessions import still_holds
from accounts.time_zones import zone_named
from games import pages, realtime, selectors
from games.models import Game
from games.services import seats
from games.services.containing import examined
from games.threads import in_thread

logger = logging.getLogger(__name__)

LOOK_EVERY = 4.0
"""Seconds between two looks, if nothing wakes the socket before."""
NOTE_PRESENCE_EVERY = 20.0
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


class Closing(Exception):
    """There is nothing more to say on this socket."""

    def __init__(self, code: int) -> None:
        self.code = code


class PushingConsumer(AsyncWebsocketConsumer):
    """A socket that belongs to one group and looks after itself."""

    group = ""
    watch: "asyncio.Task[None] | None" = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """However a socket ends, also when the server gives up on it, nothing of it stays behind."""
        self.news = asyncio.Event()
        try:
            await super().__call__(scope, receive, send)
        finally:
            if self.watch is not None:
                self.watch.cancel()
                await self.channel_layer.group_discard(self.group, self.channel_name)

    async def take_up(self, group: str) -> None:
        self.group = group
        await self.channel_layer.group_add(group, self.channel_name)
        await self.accept()
        self.watch = asyncio.create_task(self._keep_looking())

    async def refuse(self) -> None:
        # A socket that was never accepted cannot tell why; a page would try again for ever.
        await self.accept()
        await self.close(NOT_HERE)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if text_data is not None and len(text_data) > LONGEST_FRAME:
            if self.watch is not None:
                self.watch.cancel()
            await self.close(TOO_BIG)
        elif text_data is not None:
            self.hear(text_data)

    def hear(self, text: str) -> None:
        """What a page says; most have nothing to say."""

    def look(self) -> str:
        """What to send now, read in a thread; or `Closing`."""
        return STILL_HERE

    def glance(self) -> str:
        """What to send now if it is known without reading anything; nothing if it is not."""
        return ""

    def _look_as_oneself(self) -> str:
        """Nothing more is read for whoever has logged out or is banned meanwhile."""
        session = self.scope.get("session")
        if self.user is not None and session is not None and not still_holds(session.session_key, self.user):
            raise Closing(COME_AGAIN)
        return self.look()

    async def _keep_looking(self) -> None:
        while True:
            self.news.clear()
            try:
                frame = self.glance() or await in_thread(self._look_as_oneself)
            except Closing as closing:
                await self.close(closing.code)
                return
            except Exception:
                logger.exception("A socket of %s could not look", self.group)
                await asyncio.sleep(LOOK_EVERY)
            else:
                await self.send(text_data=frame)
                with suppress(TimeoutError):
                    await asyncio.wait_for(self.news.wait(), LOOK_EVERY)

    @property
    def user(self) -> User | None:
        user: Any = self.scope["user"]
        return user if user.is_authenticated else None

    @cached_property
    def language(self) -> str:
        wanted = parse_qs(self.scope["query_string"].decode("latin-1")).get("lang", [""])[0]
        return wanted if wanted in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE

    @contextmanager
    def speaking(self) -> Iterator[None]:
        """In the page's language, and in the user's time zone."""
        chosen = self.user.time_zone if self.user else ""
        zone = zone_named(chosen or self.scope.get("cookies", {}).get(TIME_ZONE_COOKIE, ""))
        with translation.override(self.language), timezone.override(zone):
            yield


class Shown(NamedTuple):
    """What a socket has last sent: by comparing, nothing is sent twice."""

    version: int = -1
    decision: Any = None
    company: Any = None


class TableConsumer(PushingConsumer):
    async def connect(self) -> None:
        self.game_id: str = self.scope["url_route"]["kwargs"]["game_id"]
        self.shown = Shown()
        self.shown_orders: Any = None
        self.chat_is_new = True
        self.missed_since: int | None = None
        self.told_at = self.noted_at = self.looked_at = -NOTE_PRESENCE_EVERY
        self.announced = 0
        if await in_thread(find_game, self.game_id, self.user) is None:
            await self.refuse()
        else:
            await self.take_up(realtime.table_group(self.game_id))

    async def game_changed(self, event: realtime.GameChanged) -> None:
        self.announced = max(self.announced, event["version"])
        self.news.set()

    async def chat_changed(self, event: realtime.ChatChanged) -> None:
        self.chat_is_new = True
        self.news.set()

    def hear(self, text: str) -> None:
        """A page that was away says how many actions it has seen."""
        now = asyncio.get_running_loop().time()
        with suppress(ValueError, TypeError, KeyError, RecursionError):
            seen = json.loads(text)["seen"]
            if type(seen) is int and now - self.told_at >= TELL_AGAIN_AFTER:
                self.missed_since, self.told_at = seen, now
                self.news.set()

    def glance(self) -> str:
        """A move that was announced is shown from what is known of it. Every few seconds a socket looks for itself.

        All that is done here is done on the event loop, and with many sockets: it must neither read nor wait.
        """
        if self.chat_is_new or self.missed_since is not None or monotonic() - self.looked_at >= LOOK_EVERY:
            return ""
        game = selectors.latest_tables.get(self.game_id, max(self.announced, self.shown.version))
        if game is None or not (game.public or selectors.seat_of(game, self.user)):
            return ""
        # Where something is missing, Django refuses to ask the database here.
        with suppress(SynchronousOnlyOperation), self.speaking():
            # Orders are read, so a new auction is worth a look.
            if self._auction(game) == (self.shown_orders or (None,))[0]:
                return self._table(game) or STILL_HERE
        return ""

    def look(self) -> str:
        # The first look is one's own; after that, what another socket has just read will do.
        shared = LOOK_EVERY / 2 if self.looked_at > 0 else 0.0
        self.looked_at = monotonic()
        game = find_game(self.game_id, self.user, self.announced, shared)
        if game is None:
            raise Closing(NOT_HERE)
        with self.speaking():
            html = "".join((self._table(game), self._orders(game), self._chat(game), self._missed(game)))
        self._note_presence(game)
        return html or STILL_HERE

    def _table(self, game: Game) -> str:
        now, shown, parts = self._now(game), self.shown, []
        if now.version != shown.version:
            parts += [pages.public_html(game), pages.log_html(game)]
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
        waiting = game.status in pages.WITHOUT_TABLE
        decision = (game.status, game.version if waiting else game.turn_version, own and own.bot)
        stamp = {name: getattr(fact, "pk", fact) for name, fact in company.items()}
        return Shown(game.version, decision, (stamp, game.status, own and own.bot))

    def _orders(self, game: Game) -> str:
        """Standing orders and their form are left alone within an auction: somebody may be filling it in."""
        seat = selectors.seat_of(game, self.user)
        now = (self._auction(game), pages.stamp_of(selectors.orders_of(seat)) if seat else "")
        if now == self.shown_orders:
            return ""
        self.shown_orders = now
        return pages.orders_html(game, self.user)

    def _auction(self, game: Game) -> Any:
        """What the form for orders depends on."""
        seat = selectors.seat_of(game, self.user)
        if seat is None or game.status != Game.Status.RUNNING:
            return game.status
        return game.status, seat.bot, selectors.auction_of(game, seat.number)

    def _chat(self, game: Game) -> str:
        is_new, self.chat_is_new = self.chat_is_new, False
        return pages.chat_lines_html(game, self.user) if is_new else ""

    def _missed(self, game: Game) -> str:
        since, self.missed_since = self.missed_since, None
        return "" if since is None else pages.away_html(game, since)

    def _note_presence(self, game: Game) -> None:
        now = timezone.now().timestamp()
        if self.user is not None and now - self.noted_at >= NOTE_PRESENCE_EVERY:
            self.noted_at = now
            seats.saw(game_id=game.id, user_id=self.user.pk, number=game.action_count)
            own = selectors.seat_of(game, self.user)
            if own is not None and own.substituted:
                seats.return_at_once(user=self.user, game_id=game.id)


class LobbyConsumer(PushingConsumer):
    shown = mark = ""

    async def connect(self) -> None:
        await self.take_up(realtime.LOBBY)

    async def lobby_changed(self, event: realtime.LobbyChanged) -> None:
        self.mark = event["mark"]
        self.news.set()

    def look(self) -> str:
        with self.speaking():
            html = pages.shared_lobby_html(self.mark)
        if html == self.shown:
            return STILL_HERE
        self.shown = html
        return html


class NowhereConsumer(PushingConsumer):
    """Closes sockets to addresses that lead nowhere."""

    async def connect(self) -> None:
        await self.refuse()


def find_game(game_id: str, user: User | None, version: int = 0, seconds: float = 0.0) -> Game | None:
    """The table, if that user may see it: in this version or a later one, read at most so many seconds ago."""
    game = selectors.latest_tables.get(game_id, version, seconds) or selectors.read_table(game_id)
    if game is None or not selectors.may_see(game, user):
        return None
    game = examined(game)
    selectors.latest_tables.keep(game)
    return game
