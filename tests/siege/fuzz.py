"""Junk at every address of the site and into every socket, from everybody: nothing breaks, nothing changes.

Some forms do something whatever they hold. With a token those are only sent by newcomers, about tables of their own.
"""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import NamedTuple

from tests.siege.addresses import Address, page_addresses
from tests.siege.company import guests, open_table
from tests.siege.dump import damage, dump
from tests.siege.junk import METHODS, Junk
from tests.siege.sockets import SocketFuzz
from tests.siege.stage import Stage, set_stage
from tests.support.browser.server import Server
from tests.support.wire import Answer, Person

WILLING = {
    *("games:play_now", "games:invitation", "games:join", "games:leave", "games:fill", "games:remove", "games:rename"),
    *("games:keep_seat", "games:release_seat"),
    *("games:renew_invitation", "games:start", "games:close", "games:rematch", "games:say", "games:mute", "games:vote"),
    *("games:give_order", "games:withdraw_order", "games:come_back", "games:disconnect_chat", "accounts:reach"),
    *("accounts:rest", "accounts:remove_browser", "accounts:try_out"),
    *("accounts:guest", "accounts:settings", "accounts:preferences", "accounts:delete", "account_logout"),
    *("games:deals", "games:close_deal", "games:bots_play_deal"),
    *("admin:logout", "admin:auth_group_add"),
    *("api:create_a_guest", "api:open_table", "api:accept_invitation", "api:join", "api:leave", "api:start"),
    *("api:rematch", "api:come_back", "api:vote", "api:act", "api:bid", "api:pass_", "api:select", "api:say"),
}
"""Addresses where nearly any form is a valid one. Those that delete in the admin, too, end in _delete."""
REQUESTS_OF_A_NEWCOMER = 10


class Request(NamedTuple):
    who: str
    method: str
    path: str
    headers: dict[str, str]
    body: bytes

    def __str__(self) -> str:
        body = self.body if len(self.body) < 2000 else self.body[:200] + b"..."
        return f"{self.who}: {self.method} {self.path!r} {self.headers} {body!r}"


class Fuzz:
    def __init__(self, stage: Stage, seed: int, say: Callable[[str], None] = lambda line: None) -> None:
        self.answers: Counter[int] = Counter()
        self.sent = 0
        self._stage, self._say = stage, say
        self._random = Random(seed)
        self._junk = Junk(self._random, [("version", stage.version), ("key", "a key"), ("action", "bid")])
        self._addresses = [address for address in page_addresses() for _ in range(weight_of(address))]
        self._newcomer, self._newcomers_table = Person(stage.port), ""

    async def run(self, rounds: int) -> None:
        """Each round asks every address at least once, in any order."""
        for number in range(1, rounds + 1):
            self._random.shuffle(self._addresses)
            for address in self._addresses:
                await self._ask(address)
            self._say(f"round {number}: {self.sent} requests, answers {dict(sorted(self.answers.items()))}")

    async def _ask(self, address: Address) -> None:
        who, person, values = await self._somebody(address)
        request = self._request(who, person, address.path(values), self._query(address))
        kept = dict(person.cookies)
        try:
            answer = await person.raw(request.method, request.path, request.headers, request.body)
        except (ConnectionError, TimeoutError) as error:
            raise AssertionError(f"no answer to {request}") from error
        finally:
            # Junk may end a connection, and log people out; but the next request is another matter.
            person.close()
            person.cookies.clear()
            person.cookies.update(kept)
        self._note(request, answer)

    def _note(self, request: Request, answer: Answer) -> None:
        self.sent += 1
        self.answers[answer.status] += 1
        assert answer.status < 500, f"{answer.status} to {request}\n{self._stage.server.log()[-5000:]}"

    async def _somebody(self, address: Address) -> tuple[str, Person, dict[str, str]]:
        """Who asks, and what the parameters of the address are."""
        real = self._stage.values(self._random)
        if address.name in WILLING or address.name.endswith("_delete"):
            await self._welcome_newcomer()
            who, person = "newcomer", self._newcomer
            real |= {"game_id": self._newcomers_table, "token": self._newcomers_table}
        else:
            who, person = self._random.choice(sorted(self._stage.people.items()))
        return who, person, {name: self._value(name, real) for name in address.parameters}

    def _value(self, name: str, real: dict[str, str]) -> str:
        return real[name] if name in real and self._random.random() < 0.85 else self._junk.segment()

    async def _welcome_newcomer(self) -> None:
        if self.sent % REQUESTS_OF_A_NEWCOMER == 0 or not self._newcomers_table:
            self._newcomer.close()
            (self._newcomer,) = await guests(self._stage.port, 1)
            self._newcomers_table = await open_table(self._newcomer, size=5, bots=1, access="public")

    def _query(self, address: Address) -> str:
        """Streams end where somebody says that they do not wait."""
        query = self._junk.query()
        return f"?wait=0&{query.lstrip('?')}" if address.name.startswith("api:stream") else query

    def _request(self, who: str, person: Person, path: str, query: str) -> Request:
        kind, body = self._junk.body()
        method = self._random.choice(METHODS)
        if method in ("GET", "HEAD"):
            body = b""
        headers = {"Content-Type": kind, **self._junk.headers()}
        if self._random.random() < 0.5:
            headers = {"HX-Request": "true", **headers}
        if self._random.random() < 0.9:
            token = {"X-CSRFToken": person.cookies.get("csrftoken", ""), "Origin": f"http://{person.host}"}
            headers = {**token, **headers}
        return Request(who, method, path + query, headers, body)


def weight_of(address: Address) -> int:
    """What people do at tables matters most; the admin is large, and for staff only."""
    return {"games": 5, "admin": 1}.get(address.name.partition(":")[0], 2)


async def storm(
    server: Server, rounds: int, socket_rounds: int, seed: int, say: Callable[[str], None] = lambda line: None
) -> Counter[int]:
    """Junk for a whole site: nothing breaks, nothing changes, and then the game goes on. How pages answered."""
    async with set_stage(server) as stage:
        before = dump(stage.store)
        fuzz = Fuzz(stage, seed, say)
        await fuzz.run(rounds)
        await SocketFuzz(stage, seed, say).run(socket_rounds)
        found = damage(before, dump(stage.store))
        assert not found, "\n".join(found)
        for game_id in stage.running:
            assert (await stage.play_a_move(game_id)).status == 200
            stage.store.game(game_id).check()
    assert "Traceback" not in server.log(), server.log()
    return fuzz.answers
