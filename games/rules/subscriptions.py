"""Who hears of the events of one game on a server. Handlers may play, fail and take their time: the game goes on."""

from collections import deque
from collections.abc import Callable, Sequence
from copy import deepcopy
from functools import partial
from threading import RLock
from typing import TypeAlias

from games.rules.base import Event
from games.rules.errors import IllegalAction
from games.rules.failure_log import log_failed_handler
from games.rules.plain import Json

Handler: TypeAlias = Callable[[Json], object]


class Subscription:
    """One handler, and what it wants to hear of."""

    def __init__(self, event_type: str | None, handler: Handler) -> None:
        if event_type is not None and type(event_type) is not str:
            raise invalid_subscription("A type of events is a text, or `None` for all of them.")
        if not callable(handler):
            raise invalid_subscription("A handler is something that can be called with an event.")
        self.event_type = event_type
        self.handler = handler
        self.ended = False
        self.failed = False

    def hear(self, event: Json) -> None:
        """What a handler raises stays here. The first time is logged, and no more: it may fail at every event."""
        if self.ended or self.event_type not in (None, event["type"]):
            return
        try:
            self.handler(deepcopy(event))
        except Exception as failure:
            if not self.failed:
                log_failed_handler(event["game"], event["type"], failure)
            self.failed = True


class Subscriptions:
    """Those of one game. Events wait in a queue, so that everybody hears them in order, whoever plays meanwhile.

    Nobody waits for handlers that run: what is played meanwhile, by them or in another thread, is delivered where they
    run, once they are done. So handlers of two games may play in each other's.
    """

    def __init__(self, game_id: str) -> None:
        self._game_id = game_id
        self._lock = RLock()
        self._subscriptions: tuple[Subscription, ...] = ()
        self._queue: deque[Json] = deque()
        self._delivering = False

    def add(self, event_type: str | None, handler: Handler) -> Callable[[], None]:
        """Hear from the next delivery on, until what is returned is called."""
        subscription = Subscription(event_type, handler)
        with self._lock:
            self._subscriptions += (subscription,)
        return partial(self._end, subscription)

    def end_all(self) -> None:
        with self._lock:
            ended, self._subscriptions = self._subscriptions, ()
        for subscription in ended:
            subscription.ended = True

    def enqueue(self, events: Sequence[Event], first_number: int) -> None:
        """Called in the order of the events. They are copied, because whoever played is given these very dicts."""
        if self._subscriptions:
            for number, event in enumerate(events, start=first_number):
                self._queue.append(deepcopy({**event, "game": self._game_id, "number": number}))

    def deliver(self) -> None:
        """Called with no lock of a game held, because handlers may wait for others."""
        while self._queue and (event := self._next()):
            try:
                for subscription in self._subscriptions:
                    subscription.hear(event)
            finally:
                self._delivering = False

    def _next(self) -> Json | None:
        """Nothing, too, while an earlier event is delivered: whoever does that goes on with this one."""
        with self._lock:
            if self._delivering or not self._queue:
                return None
            self._delivering = True
            return self._queue.popleft()

    def _end(self, subscription: Subscription) -> None:
        subscription.ended = True
        with self._lock:
            self._subscriptions = tuple(one for one in self._subscriptions if one is not subscription)


def invalid_subscription(message: str) -> IllegalAction:
    return IllegalAction("invalid_subscription", message)
