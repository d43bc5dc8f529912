"""Tables at which five people play on the wire, and the same people at tables with nothing but a bare move."""

import asyncio
import itertools
import json
import time
from urllib.parse import urlencode

from django.db import transaction
from django.test import Client
from django.utils.crypto import get_random_string

from accounts.api_tokens.issuing import issue_token
from accounts.models import Scope
from accounts.services.accounts import create_guest
from games.models import Game
from games.rules import find_rules
from games.services.table import rooms
from hsweb.threads import in_thread
from tests.support.action_forms import form_of
from tests.support.screen import head_of
from tests.support.wire import Person

GAME = "high-society"
SEATS = 5
RAISES = 0.75
"""How often somebody who can raise does: by the least possible amount."""
SECONDS_TO_ARRIVE = 60

_keys = itertools.count()


class Company:
    """Five people who are logged in, each with a connection, and with another one for a program of theirs."""

    def __init__(self, port):
        self.users = [create_guest() for _ in range(SEATS)]
        self.people = {user.pk: Person(port, cookies_of(user)) for user in self.users}
        self.programs = {user.pk: Program(port, user) for user in self.users}

    def open_table(self, slug=GAME):
        host, *others = self.users
        game = rooms.open_table(host=host, chosen=rooms.TableSettings(slug, SEATS))
        for user in others:
            rooms.join(user=user, game_id=game.id, invitation=game.invitation)
        return game

    def leave(self):
        for person in (*self.people.values(), *self.programs.values()):
            person.close()


class Program(Person):
    """Known by a token alone."""

    def __init__(self, port, user):
        super().__init__(port)
        _token, secret = issue_token(user=user, name="A program", scopes=Scope.values)
        self.headers = {"Authorization": f"Bearer {secret}", "Content-Type": "application/json"}

    async def socket(self, path, headers=None):
        return await super().socket(path, self.headers)

    async def post_json(self, path, document):
        return await self.raw("POST", path, self.headers, json.dumps(document).encode())


def cookies_of(user):
    client = Client()
    client.force_login(user)
    return {"sessionid": client.cookies["sessionid"].value, "csrftoken": get_random_string(32)}


class Table:
    """What all have in common: a move is sent, and four other screens are to show what came of it."""

    form_path = socket_path = ""

    def __init__(self, company, *, by_socket):
        self.company, self.by_socket = company, by_socket
        self.people = list(company.people.values())
        self.sockets = []
        self.version = 0
        self.sizes = []
        """Of each frame that told somebody of a move, in bytes."""

    async def sit_down(self):
        """Every socket is open and shows the table as it is."""
        self.sockets = await asyncio.gather(*(person.socket(self.socket_path) for person in self.people))
        await asyncio.gather(*(self.shown(socket, self.version) for socket in self.sockets))

    async def get_up(self):
        await asyncio.gather(*(socket.close() for socket in self.sockets))

    async def move(self):
        """The seconds from sending it until the last of the others sees what came of it."""
        seat, fields = self.next_move()
        others = [socket for place, socket in enumerate(self.sockets) if place != seat]
        sent = {**fields, "version": str(self.version), "key": f"key-{next(_keys)}"}
        began = time.perf_counter()
        _, *arrived = await asyncio.gather(
            self.send(seat, sent), *(self.shown(socket, self.version + 1) for socket in others)
        )
        self.version += 1
        self.sizes += [size for _, size in arrived]
        return max(moment for moment, _ in arrived) - began

    async def send(self, seat, fields):
        """Send a move, and have it answered."""
        if not self.by_socket:
            answer = await self.people[seat].post(self.form_path, fields)
            if answer.status != 200:
                raise RuntimeError(f"{self.form_path}: {answer.status}")
            return
        await self.sockets[seat].send(self.words(urlencode(fields, doseq=True)))
        await self.answered(self.sockets[seat])

    def words(self, form):
        """What is said on a socket to send this form."""
        return form

    async def answered(self, socket):
        await self.shown(socket, self.version + 1)

    async def shown(self, socket, version):
        """The moment at which that version has arrived, and the size of what told it."""
        while True:
            frame = await socket.receive(SECONDS_TO_ARRIVE)
            if self.is_at(frame, version):
                return time.perf_counter(), len(frame.encode())

    def is_at(self, frame, version):
        return head_of(frame).get("to", -1) >= version

    def next_move(self):
        """Who sends a move, and what is in it."""
        raise NotImplementedError

    async def prepare(self):
        """Whatever has to be done before the next move, and is not measured."""


class Bare(Table):
    def __init__(self, company, *, by_socket):
        super().__init__(company, by_socket=by_socket)
        game_id = company.open_table().id
        self.form_path, self.socket_path = f"/bare/{game_id}/", f"/ws/bare/{game_id}/"

    async def sit_down(self):
        self.version = 0
        await super().sit_down()

    def next_move(self):
        return self.version % SEATS, {}


class Play(Table):
    def __init__(self, company, chance, slug=GAME, *, by_socket=False):
        super().__init__(company, by_socket=by_socket)
        self.chance = chance
        self.rules = find_rules(slug)
        self.deal()

    def deal(self):
        game = self.company.open_table(self.rules.slug)
        rooms.start(user=self.company.users[0], game_id=game.id)
        game = Game.objects.get(pk=game.id)
        self.people = [self.connections[seat.user_id] for seat in game.seats.order_by("number")]
        self.version, self.state = game.version, self.rules.setup_from_json(game.setup)
        self.game_id = game.id
        self.form_path, self.socket_path = f"/tables/{game.id}/act/", f"/ws/tables/{game.id}/"

    @property
    def connections(self):
        """By person."""
        return self.company.people

    def words(self, form):
        return json.dumps({"act": form})

    async def answered(self, socket):
        while "answer" not in (head := head_of(await socket.receive(SECONDS_TO_ARRIVE))):
            pass
        if "problem" in head["answer"]:
            raise RuntimeError(f"{self.socket_path}: {head}")

    def choose(self):
        """Who acts and how: the first legal action, which is to pass, or the next one. It is played here at once."""
        (seat,) = self.rules.to_act(self.state)
        legal = self.rules.legal_actions(self.state, seat)
        action = legal[1] if len(legal) > 1 and self.chance.random() < RAISES else legal[0]
        self.state = self.rules.play(self.state, seat, action)
        return seat, action

    def next_move(self):
        seat, action = self.choose()
        return seat, form_of(self.rules.action_to_json(action))

    async def prepare(self):
        """A game that is over is followed by another."""
        if not self.rules.to_act(self.state):
            await self.get_up()
            await in_thread(self.deal)
            await self.sit_down()


class ByApi(Play):
    """Programs of the same people play: they send their moves to the API, and hear of those of others on streams."""

    def deal(self):
        super().deal()
        self.first_version = self.version
        self.socket_path = f"/ws/api/v1/tables/{self.game_id}"

    @property
    def connections(self):
        return self.company.programs

    def next_move(self):
        seat, action = self.choose()
        return seat, {"action": self.rules.action_to_json(action)}

    async def send(self, seat, fields):
        path = f"/api/v1/tables/{self.game_id}/actions"
        answer = await self.people[seat].post_json(path, {**fields, "version": self.version})
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer}")

    def is_at(self, frame, version):
        """A snapshot tells the version, an event how many actions led to it."""
        message = json.loads(frame)
        told = message.get("state", {}).get("version", -1)
        return told >= version or message.get("action", -1) >= version - self.first_version > 0


KINDS = ("bare form", "bare socket", "form", "socket", "api")


def seated(port, count, chance):
    """For each kind of move, the tables of so many companies."""
    with transaction.atomic():
        companies = [Company(port) for _ in range(count)]
        return {kind: [table_for(kind, company, chance) for company in companies] for kind in KINDS}


def table_for(kind, company, chance):
    by_socket = kind.endswith("socket")
    if kind.startswith("bare"):
        return Bare(company, by_socket=by_socket)
    if kind == "api":
        return ByApi(company, chance)
    return Play(company, chance, by_socket=by_socket)
