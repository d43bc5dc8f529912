"""Sockets push; they hold a game's id, a user and what was last shown, never game state.

Each joins its group before it reads, so that nothing falls into the gap, and looks at the version every few seconds,
because a message to the group may be lost. Connecting anew is the same as connecting.
"""

import asyncio
import json
import logging
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from typing import Any, NamedTuple
from urllib.parse import parse_qs

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import timezone, translation

from accounts.models import User
from games import pages, realtime, selectors
from games.models import Game
from games.services import seats
from games.threads import in_thread

logger = logging.getLogger(__name__)

LOOK_EVERY = 4.0
"""Seconds between two looks at the version."""
NOTE_PRESENCE_EVERY = 5
"""Looks between two notes that somebody is there."""
NOT_HERE = 4404
"""Closing code: there is no such table for you. Browsers do not try again."""


class Shown(NamedTuple):
    """What a socket has last sent: by comparing, nothing is sent twice."""

    version: int = -1
    decision: Any = None
    company: Any = None


class Push(NamedTuple):
    html: str
    shown: Shown
    number: int


class PushingConsumer(AsyncWebsocketConsumer):
    """A socket that belongs to one group and looks after itself."""

    group: str
    watch: "asyncio.Task[None] | None" = None

    async def take_up(self, group: str) -> None:
        self.group = group
        await self.channel_layer.group_add(group, self.channel_name)
        await self.accept()
        self.watch = asyncio.create_task(self._keep_looking())

    async def look(self, times: int) -> None:
        """What to do every few seconds."""

    async def _keep_looking(self) -> None:
        for times in count():
            try:
                await self.look(times)
            except Exception:
                logger.exception("A socket of %s could not look", self.group)
            await asyncio.sleep(LOOK_EVERY)

    async def disconnect(self, code: int) -> None:
        if self.watch is not None:
            self.watch.cancel()
            await self.channel_layer.group_discard(self.group, self.channel_name)

    @property
    def user(self) -> User | None:
        user: Any = self.scope["user"]
        return user if user.is_authenticated else None

    @property
    def language(self) -> str:
        wanted = parse_qs(self.scope["query_string"].decode("latin-1")).get("lang", [""])[0]
        return wanted if wanted in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


class TableConsumer(PushingConsumer):
    async def connect(self) -> None:
        self.game_id: str = self.scope["url_route"]["kwargs"]["game_id"]
        self.shown = Shown()
        self.turnstile = asyncio.Lock()
        if await in_thread(find_game, self.game_id, self.user) is None:
            await self.close(NOT_HERE)
            return
        await self.take_up(realtime.table_group(self.game_id))
        await self.chat_changed({"type": "chat.changed"})

    async def game_changed(self, event: realtime.GameChanged) -> None:
        if event["version"] > self.shown.version:
            await self.show()

    async def chat_changed(self, event: realtime.ChatChanged) -> None:
        await self.send(await in_thread(self._chat))

    async def look(self, times: int) -> None:
        number = await self.show()
        if number is None:
            return
        if times % NOTE_PRESENCE_EVERY == 0 and self.user is not None:
            await in_thread(seats.saw, game_id=self.game_id, user_id=self.user.pk, number=number)
        # An empty frame changes nothing in the page, but tells it that the line is alive.
        await self.send(" ")

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A page that was away says how many actions it has seen."""
        with suppress(ValueError, TypeError, KeyError, RecursionError):
            seen = json.loads(text_data or "")["seen"]
            if type(seen) is int:
                await self.send(await in_thread(self._away, seen))

    async def show(self) -> int | None:
        """Send what has changed since it was last sent; one after the other, so that nothing overtakes."""
        async with self.turnstile:
            push = await in_thread(self._push)
            if push is None:
                await self.close(NOT_HERE)
                return None
            if push.html:
                await self.send(push.html)
            self.shown = push.shown
            return push.number

    async def send(self, text: str) -> None:  # type: ignore[override]
        await super().send(text_data=text)

    def _push(self) -> Push | None:
        """The parts that have changed, or `None` for somebody who may not see this table any more."""
        with speaking(self.language, self.user):
            game = find_game(self.game_id, self.user)
            if game is None:
                return None
            shown, parts = self._now(game), []
            if shown.version != self.shown.version:
                parts += [pages.public_html(game), pages.log_html(game)]
            if shown.decision != self.shown.decision:
                parts.append(pages.private_html(game, self.user))
            if shown.company != self.shown.company:
                parts += [pages.company_html(game, self.user), pages.fine_print_html(game, self.user)]
            return Push("".join(parts), shown, game.action_count)

    def _now(self, game: Game) -> Shown:
        """The bid form is left alone while the decision is the same: somebody may be composing a bid."""
        company = pages.company_of(game, self.user)
        own = company["own"]
        waiting = game.status in pages.BEFORE_THE_START
        decision = (game.status, game.version if waiting else game.turn_version, own and own.bot)
        stamp = {name: getattr(fact, "pk", fact) for name, fact in company.items()}
        return Shown(game.version, decision, (stamp, game.status, own and own.bot))

    def _chat(self) -> str:
        with speaking(self.language, self.user):
            return pages.chat_lines_html(Game.objects.get(pk=self.game_id), self.user)

    def _away(self, seen: int) -> str:
        with speaking(self.language, self.user):
            return pages.away_html(Game.objects.get(pk=self.game_id), seen)


class NowhereConsumer(AsyncWebsocketConsumer):
    """Closes sockets to addresses that lead nowhere."""

    async def connect(self) -> None:
        await self.close(NOT_HERE)


class LobbyConsumer(PushingConsumer):
    async def connect(self) -> None:
        await self.take_up(realtime.LOBBY)

    async def lobby_changed(self, event: realtime.LobbyChanged) -> None:
        await self.send(text_data=await in_thread(self._tables))

    async def look(self, times: int) -> None:
        if times % NOTE_PRESENCE_EVERY == 0:
            await self.send(text_data=await in_thread(self._tables))

    def _tables(self) -> str:
        with speaking(self.language, self.user):
            return pages.lobby_html()


def find_game(game_id: str, user: User | None) -> Game | None:
    game = Game.objects.select_related("host", "rematch").filter(pk=game_id).first()
    return game if game is not None and selectors.may_see(game, user) else None


@contextmanager
def speaking(language: str, user: User | None) -> Iterator[None]:
    """In this language, and in the user's time zone."""
    with translation.override(language), timezone.override((user and user.time_zone) or None):
        yield
