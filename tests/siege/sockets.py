"""Junk into every socket. What the protocol allows is borne; what it forbids ends that socket, and nothing else.

On the lines of tables people ask for things that nobody may have: they are refused, or not heard, and all goes on.
"""

import asyncio
import json
from collections.abc import Callable
from random import Random

from games.live.consumers import COME_AGAIN, LONGEST_FRAME, NOT_HERE
from games.live.streams.socket import REFUSED
from tests.siege.addresses import Address, socket_addresses
from tests.siege.company import guests
from tests.siege.junk import Junk
from tests.siege.stage import Stage
from tests.support.screen import head_of
from tests.support.wire import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, Socket, connect

Frame = tuple[int, bytes, bool]
"""Kind, content, and whether its message ends with it."""

SEATED = ("first player", "second player", "third player")
NONSENSE_EVERY = 10
"""Rounds: people may not say everything at once."""

HUGE = 10 * LONGEST_FRAME

HANDSHAKE = (
    "GET {path} HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: {version}\r\n\r\n"
)


class SocketFuzz:
    def __init__(self, stage: Stage, seed: int, say: Callable[[str], None] = lambda line: None) -> None:
        self.borne = self.ended = self.asked = 0
        self._stage, self._say = stage, say
        self._random = Random(seed)
        self._junk = Junk(self._random)

    async def run(self, rounds: int) -> None:
        for number in range(1, rounds + 1):
            for address in socket_addresses():
                await self._bear(address)
                await self._end(address)
                await self._shout(address)
            if number % NONSENSE_EVERY == 1:
                await self._ask_for_nonsense()
            self._say(f"round {number}: {self.borne} sockets bore it, {self.ended} ended, {self.asked} asked in vain")

    async def _bear(self, address: Address) -> None:
        """Frames that any client may send: the socket goes on talking, or was not for this person anyway."""
        frames = [frame for _ in range(self._random.randrange(1, 8)) for frame in self._allowed()]
        who, path, socket = await self._open(address)
        try:
            for kind, content, last in frames:
                await socket.send_frame(kind, content, last=last)
            await asyncio.sleep(0.05)
            await socket.receive(timeout=10)
        except (ConnectionError, TimeoutError):
            if socket.closing_code not in (NOT_HERE, REFUSED):
                raise AssertionError(f"{who} {path}: {frames} ended with {socket.closing_code}") from None
        finally:
            await socket.close()
        self.borne += 1

    async def _ask_for_nonsense(self) -> None:
        """Everybody at one of the tables. Whoever sits there is told each time that it is not to be had."""
        game_id = self._random.choice(sorted(self._stage.running))
        for who, person in self._stage.people.items():
            socket = await person.socket(f"/ws/tables/{game_id}/")
            is_to_act = person is self._stage.running[game_id]
            try:
                for words in self._junk.said():
                    await socket.send(words)
                for request in self._junk.requests(self._stage.version, is_to_act=is_to_act):
                    await self._ask_in_vain(socket, request)
                assert who in SEATED, f"{who} may ask"
            except ConnectionError:
                sent_away = who not in SEATED and socket.closing_code in (NOT_HERE, COME_AGAIN)
                assert sent_away, f"{who}: {socket.closing_code}"
            finally:
                await socket.close()

    async def _ask_in_vain(self, socket: Socket, request: dict[str, str]) -> None:
        await socket.send(json.dumps(request))
        kind = "answer" if "act" in request else "doubt"
        async with asyncio.timeout(10):
            while kind not in (head := head_of(await socket.receive())):
                assert not head.keys() & {"answer", "doubt"}, f"{request}: {head}"
        told = head[kind]
        assert told.get("problem") or told.get("played") is False or told.get("words"), f"{request}: {told}"
        self.asked += 1

    async def _end(self, address: Address) -> None:
        """Frames that no client may send, or that no page does: the server closes, and goes on for everybody else."""
        frame = self._forbidden()
        who, path, socket = await (self._open_as_newcomer if len(frame[1]) > HUGE else self._open)(address)
        try:
            async with asyncio.timeout(10):
                await socket.send_frame(*frame[:2], last=frame[2])
                while True:
                    await socket.receive()
        except ConnectionError:
            self.ended += 1
        except TimeoutError:
            raise AssertionError(f"{who} {path}: {frame} was borne") from None
        finally:
            await socket.close()

    async def _shout(self, address: Address) -> None:
        """Bytes that are no frames, before or after the handshake; and then to hang up in the middle."""
        path = address.path(self._stage.values(self._random))
        version = self._random.choice(("13", "99", "x"))
        head = HANDSHAKE.format(path=path, host=f"localhost:{self._stage.port}", version=version).encode()
        _, writer = await connect(self._stage.port)
        writer.write(self._random.choice((head, b"", head[:60])) + self._random.randbytes(200))
        await asyncio.sleep(0.02)
        writer.close()

    async def _open(self, address: Address) -> tuple[str, str, Socket]:
        who, person = self._random.choice(sorted(self._stage.people.items()))
        path = address.path(self._stage.values(self._random)) + self._random.choice(("", "?lang=%00", "?lang=xx&lang"))
        return who, path, await person.socket(path)

    async def _open_as_newcomer(self, address: Address) -> tuple[str, str, Socket]:
        """For whoever says so much that nothing else of theirs is read for a while."""
        (newcomer,) = await guests(self._stage.port, 1)
        newcomer.close()
        path = address.path(self._stage.values(self._random))
        return "newcomer", path, await newcomer.socket(path)

    def _allowed(self) -> list[Frame]:
        text = self._junk.text()[: LONGEST_FRAME // 4].encode("utf-8", "ignore")
        seen = json.dumps({"seen": self._junk.value()})[:LONGEST_FRAME].encode()
        asked = json.dumps({self._random.choice(("act", "doubt")): self._junk.value()})[:LONGEST_FRAME].encode()
        choices: list[list[Frame]] = [
            [(TEXT, asked, True)],
            [(TEXT, text, True)],
            [(TEXT, seen, True)],
            [(TEXT, b"[" * LONGEST_FRAME, True)],
            [(BINARY, self._random.randbytes(self._random.choice((0, 1, 500))), True)],
            [(TEXT, b'{"se', False), (PING, b"between", True), (CONTINUATION, b'en": -1}', True)],
            [(PING, self._random.randbytes(125), True)],
            [(PONG, b"", True)],
        ]
        return self._random.choice(choices)

    def _forbidden(self) -> Frame:
        return self._random.choice(
            (
                (TEXT, b"x" * (LONGEST_FRAME + 1), True),
                (TEXT, b"x" * 400_000, True),
                (TEXT, b'{"act": "' + b"a=&" * LONGEST_FRAME + b'"}', True),
                (BINARY, b"x" * 3_000_000, True),
                (TEXT, b"\xff\xfe", True),
                (TEXT, b"\xed\xa0\x80", True),
                (CONTINUATION, b"of nothing", True),
                (PING, b"x" * 126, True),
                (PING, b"in pieces", False),
                (3, b"reserved", True),
                (11, b"reserved", True),
                (TEXT | 0x40, b"compressed without asking", True),
                (CLOSE, b"\x00", True),
                (CLOSE, b"\x03\xec", True),
            )
        )
