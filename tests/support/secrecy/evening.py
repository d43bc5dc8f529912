"""One table from its first bid to its last, with everybody who could overhear something, and all that they are sent.

Pages and forms go through the views, pushes through the sockets of the whole application, as they would for browsers;
and so does some of what is played, asked and refused.
"""

import asyncio
import json
import logging
import random
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator
from django.core import mail
from django.test import Client

from accounts.api_tokens.checking import PREFIX, digest_of
from accounts.models import ApiToken, Scope
from games.api.feeds.messages import Gone
from games.api.feeds.person_feed import PersonFeed
from games.api.feeds.table_feed import TableFeed
from games.bots import processes
from games.live import poller
from games.models import Game
from games.queries.positions import position_of
from games.rules import find_rules
from games.services.table import rooms
from games.services.turn import play
from tests.support.action_forms import form_of
from tests.support.factories import UserFactory
from tests.support.rollback import forget_everything
from tests.support.rules.each_game import AUCTIONS, deck_of, hidden
from tests.support.secrecy.finder import Finder
from tests.support.tables import deal, fresh, waiting_table

HTMX = {"HX-Request": "true"}
WATCHED_AFTER = 2
"""Actions until sockets are told, for once, what they are told every few seconds."""
NAMES = ("ana", "ben", "cleo", "dev", "esther", "farid", "greta", "hugo")


@dataclass(frozen=True)
class Plan:
    """What kind of table; `people` of its `size` seats are taken by people, the others by bots."""

    slug: str
    size: int = 3
    people: int = 3
    open_purses: bool = True
    public: bool = True
    chance: int = 0
    """Decides how the deck lies and what everybody plays."""
    deck: Any = None
    script: tuple[Any, ...] = ()
    """What is played, where that is not left to chance."""
    seed: str = "5eed" * 8
    salt: str = "5a17" * 8

    def __str__(self) -> str:
        purses = "open" if self.open_purses else "closed"
        access = "public" if self.public else "by-link"
        return f"{self.slug}-{self.people}-of-{self.size}-{purses}-{access}"


@dataclass(frozen=True)
class Heard:
    """Something that left the site: who got it, by which way, and every byte of it."""

    who: str
    way: str
    text: str
    number: int
    """How many actions had been made."""
    hidden: tuple[tuple[str, ...], ...] = field(compare=False)
    """What lay face down, pile by pile: that it differs must not show."""
    over: bool


class Witness:
    """Somebody with a browser. Without a user they are anonymous."""

    def __init__(self, name: str, user: Any = None, seat: int | None = None) -> None:
        self.name, self.user, self.seat = name, user, seat
        self.client = Client(raise_request_exception=False)
        if user is not None:
            self.client.force_login(user)
        self.sockets: list[Any] = []
        self.feeds: list[Any] = []
        """What programs of theirs are told on their streams."""
        self.secret = f"{PREFIX}{(name * 43)[:43]}"

    def make_token(self) -> None:
        """The same in every evening: chance has nothing to do with it."""
        scopes, digest = Scope.values, digest_of(self.secret)
        ApiToken.objects.create(user=self.user, name="A program", scopes=scopes, digest=digest)

    def listen(self, game_id: str) -> None:
        self.feeds = [TableFeed(self.user, game_id), PersonFeed(self.user)]

    @property
    def line(self) -> Any:
        """The socket of their table, if that is open."""
        return next((socket for socket in self.sockets if socket.path.startswith("/ws/tables/")), None)

    @property
    def cookies(self) -> bytes:
        return "; ".join(f"{name}={morsel.value}" for name, morsel in self.client.cookies.items()).encode()


class Evening(logging.Handler):
    """A game being played, and the record of it. As a handler it hears what is logged, too."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(logging.Formatter("%(name)s %(levelname)s %(message)s"))
        self.plan, self.chance = plan, random.Random(plan.chance)
        self.rules: Any = find_rules(plan.slug)
        self.heard: list[Heard] = []
        self.number, self.over = 0, False
        self.hidden: tuple[tuple[str, ...], ...] = ()
        self.before_request: Callable[[], None] = lambda: None
        self._to_say: list[tuple[Witness, dict[str, str]]] = []
        """What somebody is about to say on the line of their table."""

    def set_up(self) -> None:
        # Loading the application sets up logging, and that takes away whoever listens.
        from hsweb import asgi as _loaded  # noqa: F401

        plan = self.plan
        people: list[Any] = [UserFactory(username=name, display_name=name.title()) for name in NAMES[: plan.people]]
        admin = UserFactory(username="dana", display_name="Dana", is_staff=True, is_superuser=True)
        game = waiting_table(
            *people,
            slug=plan.slug,
            size=plan.size,
            bots=("random",) * (plan.size - plan.people),
            open_purses=plan.open_purses,
            public=plan.public,
        )
        rooms.start(user=people[0], game_id=game.id)
        game = deal(fresh(game), people, seed=plan.seed, deck=plan.deck or short_deck(self.rules, self.chance))
        game.salt = plan.salt
        game.commitment = game.hash_of_setup()
        game.save()
        forget_everything()
        self.game_id, self.invitation = game.id, game.invitation
        self.setup, self.commitment = game.setup, game.commitment
        self.hidden = hidden(self.rules, self.state)
        self.players = [Witness(person.username, person, seat) for seat, person in enumerate(people)]
        self.admin = Witness("dana", admin)
        self.others = [Witness("otto", UserFactory(username="otto", display_name="Otto")), Witness("anonymous")]
        for who in self.everybody:
            if who.user is not None:
                who.make_token()
                who.listen(game.id)

    @property
    def everybody(self) -> list[Witness]:
        return [*self.players, *self.others, self.admin]

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.game_id)

    @property
    def turn(self) -> int:
        turn = self.game.turn
        assert turn is not None
        return turn

    @property
    def state(self) -> Any:
        return position_of(self.game).state

    def note(self, who: str, way: str, text: str) -> None:
        self.heard.append(Heard(who, way, text, self.number, self.hidden, self.over))

    def emit(self, record: logging.LogRecord) -> None:
        self.note("log", record.name, self.format(record))

    # Over HTTP

    def get(self, who: Witness, path: str, **more: Any) -> Any:
        self.before_request()
        return self._noted(who, f"GET {path}", who.client.get(path, **more))

    def post(self, who: Witness, path: str, form: Any, *, htmx: bool = False) -> Any:
        self.before_request()
        answer = self._noted(who, f"POST {path}", who.client.post(path, form, headers=HTMX if htmx else {}))
        for message in mail.outbox:
            self.note("mail", str(message.subject), f"{message.message()}")
        mail.outbox.clear()
        return answer

    def ask_api(self, who: Witness, path: str) -> Any:
        """By a program that shows its token; whoever has none, by nothing."""
        self.before_request()
        path = f"/api/v1/{path}"
        return self._noted(who, f"GET {path}", who.client.get(path, headers=self._shown(who)))

    def send_api(self, who: Witness, path: str, document: Any) -> Any:
        self.before_request()
        path = f"/api/v1/{path}"
        answer = who.client.post(path, document, content_type="application/json", headers=self._shown(who))
        return self._noted(who, f"POST {path}", answer)

    def _shown(self, who: Witness) -> dict[str, str]:
        return {} if who.user is None else {"Authorization": f"Bearer {who.secret}"}

    def hear_streams(self) -> None:
        """Whatever is new is told on all streams, if they are for whoever listens; now and then, unannounced."""
        announced, everything = {self.game_id: self.game.version}, self.number % 5 == 1
        for who in self.everybody:
            for feed in who.feeds:
                try:
                    messages = feed.read(announced, everything=everything)
                except Gone:
                    messages = [{"type": "bye"}]
                for message in messages:
                    self.note(who.name, f"stream {type(feed).__name__}", json.dumps(message))

    def _noted(self, who: Witness, way: str, answer: Any) -> Any:
        headers = "\n".join(f"{name}: {value}" for name, value in answer.headers.items())
        body = answer.content.decode()
        self.note(who.name, way, f"{answer.status_code}\n{headers}\n{answer.cookies.output()}\n\n{body}")
        return answer

    # Over sockets

    async def open_socket(self, stack: AsyncExitStack, who: Witness, path: str) -> None:
        from hsweb.asgi import application

        headers = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"cookie", who.cookies)]
        socket: Any = WebsocketCommunicator(application, path, headers=headers)
        assert (await socket.connect(timeout=20))[0]
        stack.push_async_callback(socket.disconnect)
        socket.path = path
        who.sockets.append(socket)

    def say(self, who: Witness, words: dict[str, str]) -> None:
        """Let somebody ask for something on the line of their table, if they have one, as soon as that can be."""
        if who.line is not None:
            self._to_say.append((who, words))

    async def hear_answers(self) -> None:
        """Say what is to be said, and note what everybody hears before the next word."""
        while self._to_say:
            who, words = self._to_say.pop(0)
            line, before = who.line, await self._version()
            if line is None:
                continue
            self.before_request()
            await line.send_to(text_data=json.dumps(words))
            await self.hear(who, line, '"answer":' if "act" in words else '"doubt":')
            if (version := await self._version()) > before:
                await self.hear_all(f'"to":{version},', but=line)

    @database_sync_to_async
    def _version(self) -> int:
        return self.game.version

    async def hear(self, who: Witness, socket: Any, word: str) -> None:
        """Note all that comes until a frame with this word, or the end."""
        async with asyncio.timeout(20):
            while True:
                message = await socket.receive_output(20)
                self.note(who.name, f"socket {socket.path}", message.get("text") or str(message))
                if message["type"] == "websocket.close" or word in (message.get("text") or ""):
                    break
        if message["type"] == "websocket.close":
            who.sockets.remove(socket)

    async def hear_all(self, word: str = 'id="public"', *, but: Any = None) -> None:
        for who in self.everybody:
            if who.line is not None and who.line is not but:
                await self.hear(who, who.line, word)

    # The game

    async def play(self, rounds: Callable[["Evening"], None], *, until: int = 10**6, sockets: bool = True) -> None:
        """Play, usually with open sockets; `rounds` is called, away from the loop, before each action."""
        async with AsyncExitStack() as stack:
            if sockets:
                await self.open_sockets(stack)
            while not self.over and self.number < until:
                await database_sync_to_async(rounds)(self)
                await self.hear_answers()
                if await database_sync_to_async(self.one_action)():
                    if self._to_say:
                        await self.hear_answers()
                    else:
                        await self.hear_all()
                    assert (await database_sync_to_async(lambda: self.game.action_count)()) == self.number
                    await database_sync_to_async(self.hear_streams)()
                    if sockets and self.number == WATCHED_AFTER:
                        await self.hear_the_watch()

    async def hear_the_watch(self) -> None:
        """Such as how many games wait for somebody."""
        await poller.of_this_loop().poll()
        await self.hear_all("")

    async def open_sockets(self, stack: AsyncExitStack) -> None:
        """One after the other: each of them shows how many look on."""
        for who in self.everybody if self.plan.people == 1 else (*self.players, self.others[0]):
            await self.open_socket(stack, who, f"/ws/tables/{self.game_id}/")
            await self.hear(who, who.line, 'id="public"')
        await self.open_socket(stack, self.others[0], "/ws/lobby/")

    def one_action(self) -> bool:
        """Whoever is to act does something; whether anything was done."""
        game = self.game
        if game.status != Game.Status.RUNNING:
            self.over = True
            return False
        assert game.turn is not None
        action = self.choose(game.turn)
        self.number += 1
        after = self.rules.play(self.state, game.turn, action)
        self.hidden, self.over = hidden(self.rules, after), self.rules.outcome(after) is not None
        if game.turn < len(self.players):
            self.act(self.players[game.turn], action, htmx=bool(self.number % 3))
        else:
            play.act_for_bot(game_id=game.id, number=game.action_count, seat=game.turn, action=action)
        return True

    def choose(self, seat: int) -> Any:
        state = self.state
        if self.plan.script:
            return self.plan.script[self.number]
        if self.plan.people == 1 and seat > 0:
            return processes.think(self.plan.slug, self.rules.version, "random", state, seat)
        if self.chance.random() < (0.65 if self.plan.size < 6 else 0.85):
            return self.rules.timeout_action(state, seat)
        legal = self.rules.legal_actions(state, seat)
        return legal[self.chance.randrange(min(len(legal), 5))]

    def act(self, who: Witness, action: Any, *, htmx: bool, status: int = 0) -> None:
        """Every other action is sent on the line of whoever is to act, if that is open."""
        form = {
            "version": self.game.version,
            "key": f"key-{self.number}-{status}",
            **form_of(self.rules.action_to_json(action)),
        }
        if who.line is not None and self.number % 2:
            self.say(who, on_line(form))
            return
        answer = self.post(who, f"/tables/{self.game_id}/act/", form, htmx=htmx)
        assert answer.status_code == (status or (200 if htmx else 302)), answer.content


def on_line(form: Any) -> dict[str, str]:
    """A form as it is sent on a socket."""
    return {"act": urlencode(form, doseq=True)}


def short_deck(rules: Any, chance: random.Random) -> Any:
    """A shuffled deck; at auctions the card that ends the game is in the sixth place: whole games, but short ones."""
    if rules not in AUCTIONS:
        return deck_of(rules, lying=lambda pile: chance.sample(pile, len(pile)))
    red = chance.sample([card.id for card in rules.cards if card.red], 4)
    others = chance.sample(others := [card.id for card in rules.cards if not card.red], len(others))
    return (*chance.sample([*red[1:], *others[:2]], 5), red[0], *others[2:])


@contextmanager
def listening(evening: Evening) -> Iterator[None]:
    """Everything that is logged meanwhile, however unimportant, is heard, too; by nobody else, as it is a lot."""
    root, loggers = logging.getLogger(), [logging.getLogger(), logging.getLogger("django")]
    before, levels = root.handlers, [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.DEBUG)
    root.handlers = [evening]
    try:
        yield
    finally:
        root.handlers = before
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def told(evening: Evening) -> list[str]:
    """What was given away while the game went on, and to whom."""
    finder, seen, found = Finder(evening.rules, evening.plan.seed, evening.plan.salt), set(), []
    for heard in evening.heard:
        if not heard.over and (heard.text, heard.hidden) not in seen:
            seen.add((heard.text, heard.hidden))
            what = finder.told_by(heard.text, heard.hidden)
            found += [f"{heard.who}, {heard.way}, after {heard.number} actions: {secret}" for secret in what]
    return found
