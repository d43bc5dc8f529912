"""Everybody at a table sends forms at the same moment, from several tabs each; one action comes of it, every time.

Among the forms of a round are double clicks (the same key twice), the same key with another action, a rival with a key
of its own, illegal actions, forms of an older table, forms out of turn, and a form of the round before that comes late.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple

from tests.forms import form_of
from tests.live.company import guests, start_table
from tests.live.stored import Store, StoredGame
from tests.wire import Person

TABS = 7
"""As many as one seat may need in a round."""
TABLES = ((3, "high-society"), (4, "high-society-paris"), (5, "high-society"), (3, "high-society-simplified"))
"""How many people sit at the tables that follow each other, and what they play."""
PASS = {"kind": "pass"}
ILLEGAL = (
    {"kind": "bid", "cards": [25000, 25000]},
    {"kind": "bid", "cards": [4001]},
    {"kind": "bid", "cards": []},
    {"kind": "bid", "amount": 999},
    {"kind": "discard_possession", "value": 99},
    {"kind": "resign"},
)


class Post(NamedTuple):
    """One form, and which seat sends it."""

    seat: int
    key: str
    version: int
    action: Any


class Race:
    """Rounds at tables that follow each other, on one or several servers of a site."""

    def __init__(
        self, ports: list[int], store: Store, seed: int, say: Callable[[str], None] = lambda line: None
    ) -> None:
        self.answers: Counter[int] = Counter()
        self.rounds = self.tables = 0
        self._ports, self._store, self._say = ports, store, say
        self._random = Random(seed)
        self._key = iter(range(10**9))

    @property
    def told(self) -> str:
        return f"answers {dict(sorted(self.answers.items()))}"

    async def run(self, rounds: int, first_table: int = 0) -> None:
        self.tables = first_table
        while self.rounds < rounds:
            size, slug = TABLES[self.tables % len(TABLES)]
            people = await guests(self._ports[0], size)
            game_id = await start_table(people, self._store, slug=slug)
            self.tables += 1
            seats = await self._seated(game_id, people)
            try:
                await self._play(game_id, seats, rounds)
            finally:
                for tab in (tab for tabs in seats for tab in tabs):
                    tab.close()

    async def _seated(self, game_id: str, people: list[Person]) -> list[list[Person]]:
        """The tabs of each seat, spread over the servers."""
        by_seat = {}
        for person in people:
            page = (await person.get(f"/tables/{game_id}/")).text
            number = int(page.split('data-seat="')[1].split('"')[0])
            by_seat[number] = [Person(self._ports[tab % len(self._ports)], person.cookies) for tab in range(TABS)]
            person.close()
        return [tabs for _, tabs in sorted(by_seat.items())]

    async def _play(self, game_id: str, seats: list[list[Person]], rounds: int) -> None:
        game = self._store.game(game_id)
        late: list[Post] = []
        while self.rounds < rounds and not game.is_over:
            posts = [*self._posts(game), *late]
            self._random.shuffle(posts)
            statuses = await self._send(game_id, seats, posts)
            game = self._check(game, posts, statuses)
            self.rounds += 1
            played = game.actions[-1]
            late = [Post(played["seat"], played["key"], game.row["turn_version"] - 1, played["action"])]
            if self.rounds % 25 == 0:
                self._say(f"{self.rounds} rounds at {self.tables} tables, {self.told}")
        game.check()

    def _posts(self, game: StoredGame) -> Iterator[Post]:
        now, turn = game.row["version"], game.row["turn"]
        legal = game.rules.legal_actions(game.state(), turn)
        clicked, other, rival = (
            game.rules.action_to_json(legal[self._random.randrange(min(len(legal), 12))]) for _ in range(3)
        )
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
                    yield Post(seat, self._new_key(), now, PASS)

    def _new_key(self) -> str:
        return f"key-{next(self._key)}"

    async def _send(self, game_id: str, seats: list[list[Person]], posts: list[Post]) -> list[int]:
        """All at once, each from a tab of its own; what was answered to each."""
        free = [iter(tabs) for tabs in seats]
        answers = await asyncio.gather(
            *(
                next(free[post.seat]).post(
                    f"/tables/{game_id}/act/",
                    {"version": str(post.version), "key": post.key, **form_of(post.action)},
                )
                for post in posts
            )
        )
        return [answer.status for answer in answers]

    def _check(self, before: StoredGame, posts: list[Post], statuses: list[int]) -> StoredGame:
        """One more action, and every answer tells the truth about it."""
        self.answers.update(statuses)
        after = self._store.game(before.row["id"])
        told = "\n".join(f"{status} {post}" for status, post in zip(statuses, posts, strict=True))
        assert after.actions[:-1] == before.actions, told
        assert after.actions[-1]["number"] == len(after.actions), told
        played = after.by_key()
        for post, status in zip(posts, statuses, strict=True):
            assert status in truthful_answers(played, post), f"{post} was answered with {status}:\n{told}"
        return after


def truthful_answers(played: dict[tuple[int, str], Any], post: Post) -> set[int]:
    if (post.seat, post.key) not in played:
        return {409, 422}
    return {200} if played[post.seat, post.key] == post.action else {422}
