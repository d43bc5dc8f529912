"""Everything that happens without a human: bots move, orders are followed, players are called, time runs out, forgotten
tables close.

What is due is a column, `Game.wake_at`, so nothing is lost with a process. A clock claims what is due by moving that
moment a little into the future: if it dies at work, the game wakes again. Several clocks may run at once.
"""

import asyncio
import logging
from collections.abc import Collection
from concurrent.futures.process import BrokenProcessPool
from datetime import timedelta
from functools import partial
from typing import NamedTuple
from weakref import WeakKeyDictionary

from django.db import connection, transaction
from django.utils import timezone

from accounts.services.accounts import finish_leaving
from games.bots import processes
from games.faults import Fault
from games.models import Game
from games.queries.positions import position_of, rules_of
from games.services.care import containment, reports
from games.services.notify import alerts
from games.services.refusals import Stale
from games.services.table import rooms
from games.services.turn import hurry, play, timeouts
from hsweb.limits.fair_queue import FairSemaphore, in_fair_order
from hsweb.threads import make_lane

logger = logging.getLogger(__name__)

in_thread = make_lane("clock", 6)

INTERVAL = 0.2
MOST_AT_WORK = 200
"""Most of them wait for their turn with the bots."""
LOOKED_AT_AT_ONCE = 4
TIDY_EVERY = 60.0
LEASE = timedelta(seconds=20)
SECONDS_TO_END = 5.0
"""For what is at work when the process ends; the rest wakes again with its lease."""


class PendingDecision(NamedTuple):
    """What a bot has to decide on. `path` says who takes turns with whom: addresses, hosts, games."""

    path: tuple[str, int | None, str]
    game_id: str
    number: int
    slug: str
    version: int
    bot: str
    state: object
    seat: int
    hurries: bool = False
    """Whether nobody but bots acts any more in this stage, so that it is soon to be over."""


class BotQueues:
    """Where bots wait for their turn: the quick ones never behind experts, and all of them for a few at a time."""

    def __init__(self) -> None:
        self.experts = FairSemaphore(processes.experts_at_once())
        self.others = FairSemaphore(processes.QUICK_AT_ONCE)
        self.looking = asyncio.Semaphore(LOOKED_AT_AT_ONCE)
        """Games that are claimed are looked at in the order in which they were."""

    def to(self, thought: PendingDecision) -> FairSemaphore:
        return self.experts if thought.bot in processes.EXPERTS else self.others


_queues: WeakKeyDictionary[asyncio.AbstractEventLoop, BotQueues] = WeakKeyDictionary()


def queues_of_this_loop() -> BotQueues:
    return _queues.setdefault(asyncio.get_running_loop(), BotQueues())


async def run() -> None:
    """Look after due games until cancelled; what has begun is finished."""
    at_work: dict[str, asyncio.Task[None]] = {}
    tidying = asyncio.create_task(_keep_tidying())
    try:
        while True:
            try:
                await _begin_what_is_due(at_work)
            except Exception:
                logger.exception("The clock could not look for due games")
            await asyncio.sleep(INTERVAL)
    finally:
        tidying.cancel()
        if at_work:
            await asyncio.wait(at_work.values(), timeout=SECONDS_TO_END)


async def _keep_tidying() -> None:
    """What no game waits for: a mail server may take its time."""
    while True:
        for work in (finish_leaving, reports.send_reports):
            try:
                await in_thread(work)
            except Exception:
                logger.exception("The clock could not tidy up")
        await asyncio.sleep(TIDY_EVERY)


async def _begin_what_is_due(at_work: dict[str, "asyncio.Task[None]"]) -> None:
    """No more than can be done soon, and no game twice: one that waits for its bot's thought may be due again."""
    free = MOST_AT_WORK - len(at_work)
    for game_id in await in_thread(claim_due, free, set(at_work)) if free > 0 else ():
        task = at_work[game_id] = asyncio.create_task(wake(game_id))
        task.add_done_callback(partial(_forget, at_work, game_id))


def _forget(at_work: dict[str, "asyncio.Task[None]"], game_id: str, task: "asyncio.Task[None]") -> None:
    del at_work[game_id]


async def wake(game_id: str) -> None:
    """Do what is due in one game. Whatever goes wrong there is logged and touches no other game."""
    try:
        while await _do_what_is_due(game_id):
            pass
    except Fault as fault:
        await in_thread(partial(containment.stop_game, game_id=game_id, fault=fault))
    except Stale:
        logger.info("Game %s was stopped meanwhile", game_id)
    except Exception:
        logger.exception("The clock failed in game %s", game_id)


async def _do_what_is_due(game_id: str) -> bool:
    """Whether there is more to do at once: bots in a hurry do not wait until the clock looks at all games again."""
    async with queues_of_this_loop().looking:
        thought = await in_thread(run_due, game_id)
    if thought is None:
        return False
    await _think_and_play(thought)
    return thought.hurries and await _is_soon_due(game_id)


async def _is_soon_due(game_id: str) -> bool:
    """Whether this clock goes on with a game that is due before it looks again; it has waited until then."""
    seconds = await in_thread(seconds_until_due, game_id)
    if seconds is None or seconds > INTERVAL:
        return False
    await asyncio.sleep(max(seconds, 0))
    return await in_thread(claim, game_id)


async def _think_and_play(thought: PendingDecision) -> None:
    """A turn lasts until the move is stored, so that whoever lets many bots move keeps nobody else from moving."""
    door = queues_of_this_loop().to(thought)
    async with door.turn(thought.path):
        seconds = processes.LEAST_EXPERT_SECONDS if thought.hurries else processes.expert_seconds(door.waiting)
        action = await _decision(thought, seconds)
        await in_thread(
            play.act_for_bot, game_id=thought.game_id, number=thought.number, seat=thought.seat, action=action
        )


def claim_due(most: int = MOST_AT_WORK, besides: Collection[str] = ()) -> list[str]:
    """The games that are due now, for this clock alone: in turn by address and host, those at work counted as served.

    One that is still at work is left as it is: a claim that nobody follows would let it wait for the whole lease.
    """
    now = timezone.now()
    due = Game.objects.filter(wake_at__lte=now).exclude(pk__in=besides)
    if not due.exists():
        return []
    waiting = due.order_by("wake_at").values_list("pk", "opened_from", "host_id")
    at_work = Game.objects.filter(pk__in=besides).values_list("opened_from", "host_id") if besides else ()
    paths = [(_path(address, host), game_id) for game_id, address, host in waiting]
    next_ones = in_fair_order(paths, [_path(*row) for row in at_work])[:most]
    with transaction.atomic():
        still_due = due.filter(pk__in=next_ones)
        if connection.features.has_select_for_update_skip_locked:
            still_due = still_due.select_for_update(skip_locked=True)
        claimed = set(still_due.values_list("pk", flat=True))
        Game.objects.filter(pk__in=claimed).update(wake_at=now + LEASE)
    return [game_id for game_id in next_ones if game_id in claimed]


def claim(game_id: str) -> bool:
    """One game that is due now, for this clock alone."""
    now = timezone.now()
    return bool(Game.objects.filter(pk=game_id, wake_at__lte=now).update(wake_at=now + LEASE))


def seconds_until_due(game_id: str) -> float | None:
    wake_at = Game.objects.filter(pk=game_id).values_list("wake_at", flat=True).first()
    return None if wake_at is None else (wake_at - timezone.now()).total_seconds()


def _path(address: str, host: int | None) -> tuple[str, int | None]:
    """Tables that were opened nobody knows where take turns by who opened them."""
    return address or f"host {host}", host


def run_due(game_id: str) -> PendingDecision | None:
    """Do what is due at once, or say what a bot has to think about."""
    game = Game.objects.get(pk=game_id)
    if game.status == Game.Status.WAITING:
        rooms.expire(game_id=game_id)
    elif game.status == Game.Status.RUNNING and game.turn is not None:
        seats = list(game.seats.order_by("number"))
        seat = next((seat for seat in seats if seat.number == game.turn), None)
        if seat is None:
            raise Fault(f"It is the turn of seat {game.turn}, which does not exist")
        bot = seat.bot_playing
        if bot:
            rules = rules_of(game)
            position = position_of(game, rules)
            hurries = hurry.finish_by(game, seats, rules, position) is not None
            path = (game.opened_from, game.host_id, game.id)
            return PendingDecision(
                path, game.id, game.action_count, game.slug, game.rules_version, bot, position.state, game.turn, hurries
            )
        orders_are_due = game.act_at is not None and game.act_at <= timezone.now()
        if orders_are_due and play.act_by_order(game_id=game_id, number=game.action_count):
            return None
        if not timeouts.time_out(game_id=game_id):
            alerts.alert_turn(game_id=game_id)
    return None


async def _decision(thought: PendingDecision, seconds: float) -> object:
    question = (thought.slug, thought.version, thought.bot, thought.state, thought.seat, seconds)
    pool = processes.pool()
    try:
        return await asyncio.get_running_loop().run_in_executor(pool, processes.think, *question)
    except BrokenProcessPool:
        processes.forget_pool(pool)
        raise
