"""Everybody at a table sends forms at the same moment, from several tabs each; one action comes of it, every time.

Some are posted, others go out on sockets. Among the forms of a round are double clicks (the same key twice, often in
both ways), the same key with another action, a rival with a key of its own, illegal actions, forms of an older table,
forms out of turn, and a form of the round before that comes late. In some rounds somebody asks at the same moment
whether something was played: what is said not to have been played never is, and nothing else may be, either.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlencode

from tests.siege.company import guests, start_table
from tests.siege.stored import Store, StoredGame
from tests.support.action_forms import form_of
from tests.support.wire import Person, Socket

TABS = 8
"""As many as one seat may need in a round."""
LINES = 3
"""Sockets of each seat."""
DOUBT_EVERY = 4
"""Rounds."""
TABLES = (
    (3, "high-society"),
    (4, "cartes-societe"),
    (4, "high-society-paris"),
    (5, "high-society"),
    (3, "high-society-simplified"),
)
"""How many people sit at the tables that follow each other, and what they play."""
ILLEGAL = (
    {"kind": "bid", "cards": [25000, 25000]},
    {"kind": "bid", "cards": [4001]},
    {"kind": "bid", "cards": []},
    {"kind": "bid", "amount": 999},
    {"kind": "discard_possession", "value": 99},
    {"kind": "resign"},
    {"kind": "buy", "card": "cerf-monarque-9"},
    {"kind": "replace", "card": "cerf-valet-1", "over": "cerf-valet-1"},
)


PLAYED, REFUSED = "played", "refused"
"""What is answered on a socket."""
Answer = int | str
"""That, or the status with which a form is answered."""


class Post(NamedTuple):
    """One form, which seat sends it, and whether on a socket."""

    seat: int
    key: str
    version: int
    action: Any
    on_line: bool = False

    @property
    def fields(self) -> dict[str, Any]:
        return {"version": str(self.version), "key": self.key, **form_of(self.action)}


class Doubt(NamedTuple):
    """Somebody asks on a socket what came of a form."""

    seat: int
    key: str


class Seated(NamedTuple):
    """What somebody has open."""

    tabs: list[Person]
    lines: list[Socket]


class Race:
    """Rounds at tables that follow each other, on one or several servers of a site."""

    def __init__(
        self, ports: list[int], store: Store, seed: int, say: Callable[[str], None] = lambda line: None
    ) -> None:
        self.answers: Counter[Answer] = Counter()
        self.rounds = self.tables = self.played = 0
        self._ports, self._store, self._say = ports, store, say
        self._random = Random(seed)
        self._key = iter(range(10**9))
        self._settled: set[tuple[int, str]] = set()
        """What was said not to have been played, at this table."""

    @property
    def told(self) -> str:
        return f"answers {dict(sorted(self.answers.items(), key=str))}"

    async def run(self, rounds: int) -> None:
        """Go on up to that many rounds, at a table of its own."""
        while self.rounds < rounds:
            size, slug = TABLES[self.tables % len(TABLES)]
            people = await guests(self._ports[0], size)
            game_id = await start_table(people, self._store, slug=slug)
            self.tables += 1
            self._settled.clear()
            seats = await self._seated(game_id, people)
            try:
                await self._play(game_id, seats, rounds)
            finally:
                for seat in seats:
                    for tab in seat.tabs:
                        tab.close()
                    for line in seat.lines:
                        await line.close()

    async def _seated(self, game_id: str, people: list[Person]) -> list[Seated]:
        """What each seat has open, spread over the servers."""
        by_seat = {}
        for person in people:
            page = (await person.get(f"/tables/{game_id}/")).text
            number = int(page.split('data-seat="')[1].split('"')[0])
            tabs = [Person(self._ports[tab % len(self._ports)], person.cookies) for tab in range(TABS)]
            lines = [await tab.socket(f"/ws/tables/{game_id}/") for tab in tabs[:LINES]]
            by_seat[number] = Seated(tabs, lines)
            person.close()
        return [seated for _, seated in sorted(by_seat.items())]

    async def _play(self, game_id: str, seats: list[Seated], rounds: int) -> None:
        game = self._store.game(game_id)
        late: list[Post] = []
        while self.rounds < rounds and not game.is_over:
            self.rounds += 1
            posts = [*self._posts(game), *late]
            self._random.shuffle(posts)
            doubts = self._doubts(game, posts) if self.rounds % DOUBT_EVERY == 0 else []
            posts = list(self._ways(posts, doubts))
            answers = await self._send(game_id, seats, posts, doubts)
            game = self._check(game, posts, doubts, answers)
            last = game.actions[-1:]
            late = [Post(move["seat"], move["key"], game.row["turn_version"] - 1, move["action"]) for move in last]
            late += [post for post in posts if (post.seat, post.key) in self._settled][:1]
            if self.rounds % 25 == 0:
                self._say(f"{self.rounds} rounds at {self.tables} tables, {self.told}")
        game.check()

    def _posts(self, game: StoredGame) -> Iterator[Post]:
        now, turn = game.row["version"], game.row["turn"]
        legal = game.rules.legal_actions(game.state(), turn)
        few = [game.rules.action_to_json(action) for action in legal[:12]]
        clicked, other, rival = (self._random.choice(few) for _ in range(3))
        twice = self._new_key()
        yield Post(turn, twice, now, clicked)
        yield Post(turn, twice, now, clicked)
        yield Post(turn, twice, now, other)
        yield Post(turn, self._new_key(), now, rival)
        yield Post(turn, self._new_key(), now, self._random.choice(ILLEGAL))
        yield Post(turn, self._new_key(), game.row["turn_version"] - 1, clicked)
        for seat in range(len(game.seats)):
            if seat != turn:
                yield Post(seat, self._new_key(), self._random.choice((now, now, now - 1)), clicked)
                if self._random.random() < 0.3:
                    yield Post(seat, self._new_key(), now, few[0])

    def _doubts(self, game: StoredGame, posts: list[Post]) -> list[Doubt]:
        """Whoever is to act asks about something that is under way."""
        return [Doubt(post.seat, post.key) for post in posts if post.seat == game.row["turn"]][:1]

    def _new_key(self) -> str:
        return f"key-{next(self._key)}"

    def _ways(self, posts: Iterable[Post], doubts: Iterable[Doubt]) -> Iterator[Post]:
        """Each line takes one thing at a time, and what does not fit on them is posted."""
        busy = Counter(doubt.seat for doubt in doubts)
        for post in posts:
            on_line = busy[post.seat] < LINES and self._random.random() < 0.5
            busy[post.seat] += on_line
            yield post._replace(on_line=on_line)

    async def _send(self, game_id: str, seats: list[Seated], posts: list[Post], doubts: list[Doubt]) -> list[Answer]:
        """All at once, each from a tab or on a socket of its own; what was answered to each, and then to each doubt."""
        tabs = [iter(seat.tabs) for seat in seats]
        lines = [iter(seat.lines) for seat in seats]
        answers = [
            answer_on_line(next(lines[post.seat]), post)
            if post.on_line
            else answer_to_form(next(tabs[post.seat]), f"/tables/{game_id}/act/", post)
            for post in posts
        ]
        settled = [answer_to_doubt(next(lines[doubt.seat]), doubt) for doubt in doubts]
        return list(await asyncio.gather(*answers, *settled))

    def _check(self, before: StoredGame, posts: list[Post], doubts: list[Doubt], answers: list[Answer]) -> StoredGame:
        """One more action, or none because of a doubt, and every answer tells the truth about it."""
        self.answers.update(answers)
        after, asked = self._store.game(before.row["id"]), [*posts, *doubts]
        told = "\n".join(f"{answer} {what}" for answer, what in zip(answers, asked, strict=True))
        doubted = {doubt[:2]: answer for doubt, answer in zip(doubts, answers[len(posts) :], strict=True)}
        self._settled |= {what for what, answer in doubted.items() if answer == REFUSED}
        count = len(before.actions)
        assert after.actions[:count] == before.actions, told
        assert len(after.actions) == count + 1 or (after.actions == before.actions and REFUSED in doubted.values()), (
            told
        )
        self.played += len(after.actions) - count
        played = after.by_key()
        assert not played.keys() & self._settled, told
        for doubt, answer in doubted.items():
            assert (doubt in played) == (answer == PLAYED), told
        for post, answer in zip(posts, answers, strict=False):
            assert answer in truthful_answers(played, post), f"{post} was answered with {answer}:\n{told}"
        return after


async def answer_to_form(tab: Person, path: str, post: Post) -> Answer:
    return (await tab.post(path, post.fields)).status


async def answer_on_line(line: Socket, post: Post) -> Answer:
    await line.send(json.dumps({"act": urlencode(post.fields, doseq=True)}))
    return REFUSED if "problem" in await told_on_line(line, "answer", post.key) else PLAYED


async def answer_to_doubt(line: Socket, doubt: Doubt) -> Answer:
    await line.send(json.dumps({"doubt": doubt.key}))
    played = (await told_on_line(line, "doubt", doubt.key))["played"]
    assert played is not None
    return PLAYED if played else REFUSED


async def told_on_line(line: Socket, kind: str, key: str) -> dict[str, Any]:
    """What the next frame about this says; those before it are about the table."""
    while True:
        head = (await line.receive()).partition("\n")[0]
        told: dict[str, Any] | None = json.loads(head).get(kind) if head.strip() else None
        if told is not None:
            assert told["key"] == key
            return told


def truthful_answers(played: dict[tuple[int, str], Any], post: Post) -> set[Answer]:
    if (post.seat, post.key) not in played:
        return {REFUSED} if post.on_line else {409, 422}
    if played[post.seat, post.key] != post.action:
        return {REFUSED} if post.on_line else {422}
    return {PLAYED} if post.on_line else {200}
