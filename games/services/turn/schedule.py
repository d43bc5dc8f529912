"""When something happens at a table by itself."""

from datetime import datetime, timedelta
from random import lognormvariate, uniform

from django.utils import timezone

from accounts.rest.calendar import Rest
from accounts.rest.planning import rest_of
from games.faults import as_game_fault
from games.models import REMIND_AFTER, SETTLING, Game, Seat
from games.positions import Position
from games.queries.standing_orders import ordered_action
from games.services.changes import LockedTable
from games.services.turn import hurry
from games.tableau import opens_stage

UNSTARTED = timedelta(hours=24)
"""How long a table waits for its start after the last time somebody came or went."""

UNSTARTED_BY_CORRESPONDENCE = timedelta(days=7)

TELL_AFTER, TELL_AFTER_LIVE = timedelta(seconds=60), timedelta(seconds=8)
"""How long a turn lasts before its player is called: whoever is there has often moved by then."""

WAKE_FIELDS = ["act_at", "tell_at", "remind_at", "wake_at"]
CLOCK_FIELDS = ["turn", "turn_began_at", "deadline", *WAKE_FIELDS, "stopped_at"]
"""The columns that the functions below set."""

PACES: dict[str, tuple[float, float]] = {
    Game.Pace.QUICK: (0.3, 0.6),
    Game.Pace.HUMAN: (1.0, 2.0),
    Game.Pace.LEISURELY: (3.5, 6.0),
}
"""Seconds a bot takes for a move, at least and at most."""

WITHIN_A_TURN = 0.4
"""The share of that time which a bot takes for the later actions of one turn, and an order of what a person takes."""

PERSONS_PACE = (1.5, 0.5)
"""How long an order waits at a live table, as a person would: mean and deviation of the logarithm of the seconds."""

OF_WHAT_IS_LEFT = (0.1, 0.25)
"""The share of the time left that it takes at most: enough is left for all that it does in a turn."""


def begin_turn(table: LockedTable, position: Position, *, began: datetime | None = None) -> None:
    """Set whose turn it is, until when, and when the clock has to look after it.

    A turn that somebody else goes on with keeps the moment it `began`: leaving and coming back gains no time.
    """
    game, rules, now = table.game, table.rules, timezone.now()
    with as_game_fault("looking whose turn it is"):
        turn = next(iter(rules.to_act(position.state)), None)
        share = rules.share_of_turn(position.state)
    settled = SETTLING if opens_stage(rules, position) else timedelta(0)
    game.turn = turn
    game.turn_began_at = began or now
    clear_moments(game)
    if turn is None:
        return
    seat = table.seats[turn]
    if seat.bot_playing:
        # Bots need no time to see the first card: whoever plays against them is soon asked.
        _let_bot_act(table, position, settled if position.previous is not None else timedelta(0))
    else:
        _give_time(game, seat, settled, share)
        if ordered_action(rules, seat.pk, turn, position) is not None:
            schedule_order(game, settled)
        else:
            call_player(table, settled)
    schedule_wake(game)


def go_on_with_turn(table: LockedTable, position: Position) -> None:
    """Whoever acted is to act again in the same turn: its time goes on, and they need not be called."""
    game = table.game
    seat, deadline, remind_at = table.seats[game.turn or 0], game.deadline, game.remind_at
    clear_moments(game)
    game.deadline, game.remind_at = deadline, remind_at
    if seat.bot_playing:
        _let_bot_act(table, position, pace=WITHIN_A_TURN)
    elif ordered_action(table.rules, seat.pk, seat.number, position) is not None:
        schedule_order(game, pace=WITHIN_A_TURN)
    schedule_wake(game)


def _give_time(game: Game, seat: Seat, settled: timedelta, share: float) -> None:
    """Until when whoever is to act has to move, and when they are reminded of it.

    A turn of hours or days goes on while its player rests, and after it comes the bank.
    """
    if not game.turn_seconds or game.turn_began_at is None:
        return
    began, allowed, rest = game.turn_began_at + settled, timedelta(seconds=game.turn_seconds * share), Rest()
    if game.by_correspondence and seat.user is not None:
        allowed, rest = allowed + timedelta(seconds=seat.bank_left or 0), rest_of(seat.user)
    game.deadline, game.remind_at = rest.end_of(began, allowed), rest.end_of(began, allowed * REMIND_AFTER)


def schedule_order(game: Game, settled: timedelta = timedelta(0), pace: float = 1.0) -> None:
    """Let the clock carry out an order of whoever is to act: at once where turns last for days, and in no case late.

    Nobody is to see that it was an order, so at a live table it takes as long as a person might who minds the clock.
    """
    now, waits = timezone.now(), timedelta(0)
    if not game.by_correspondence:
        waits = settled + pace * timedelta(seconds=lognormvariate(*PERSONS_PACE))
    if game.deadline is not None:
        waits = min(waits, max(game.deadline - now, timedelta(0)) * uniform(*OF_WHAT_IS_LEFT))
    game.act_at, game.tell_at = now + waits, None


def call_player(table: LockedTable, settled: timedelta = timedelta(0)) -> None:
    """No order acts for whoever is to act: tell them soon, wherever they are, if anybody waits for them."""
    game = table.game
    game.act_at = game.tell_at = None
    too_late = game.deadline is not None and game.deadline <= timezone.now()
    if not too_late and (game.by_correspondence or _others_play(table)):
        is_live = game.turn_seconds is not None and not game.by_correspondence
        game.tell_at = timezone.now() + settled + (TELL_AFTER_LIVE if is_live else TELL_AFTER)


def _others_play(table: LockedTable) -> bool:
    """Whether there are people at the table besides whoever is to act."""
    return any(not seat.bot_playing and seat.number != table.game.turn for seat in table.seats)


def schedule_wake(game: Game) -> None:
    """Let the clock look after a game again at the first of its moments."""
    moments = {name: getattr(game, name) for name in Game.MOMENTS}
    if game.on_timeout == Game.OnTimeout.VOTE and game.deadline and game.deadline <= timezone.now():
        # Time was up already, and it is up to the others now.
        del moments["deadline"]
    game.wake_at = min(filter(None, moments.values()), default=None)


def clear_moments(game: Game) -> None:
    for name in (*Game.MOMENTS, "wake_at"):
        setattr(game, name, None)


def give_turn_to_bot(table: LockedTable) -> None:
    """A bot takes over from whoever was to act."""
    game = table.game
    clear_moments(game)
    _let_bot_act(table, table.position)
    schedule_wake(game)


def stop_clock(game: Game) -> None:
    """From now on no time passes at this table."""
    game.stopped_at = timezone.now()
    clear_moments(game)


def restart_clock(table: LockedTable, position: Position) -> None:
    """Time passes again, as if it had not in between."""
    game = table.game
    still = timezone.now() - game.stopped_at if game.stopped_at else timedelta(0)
    game.stopped_at = None
    begin_turn(table, position, began=game.turn_began_at + still if game.turn_began_at else None)


def _let_bot_act(table: LockedTable, position: Position, settled: timedelta = timedelta(0), pace: float = 1.0) -> None:
    """Let the clock have a bot move at the pace of the table, or sooner where bots hurry among themselves."""
    game = table.game
    if not table.somebody_plays:
        game.act_at = None
        return
    begins, waits = timezone.now() + settled, pace * thinking_time(game.bot_pace)
    finish = hurry.finish_by(game, table.seats, table.rules, position)
    if finish is not None:
        waits = min(waits, max(finish - begins, timedelta(0)) * hurry.SHARE)
    game.act_at = begins + waits


def thinking_time(pace: str) -> timedelta:
    least, most = PACES.get(pace, PACES[Game.Pace.HUMAN])
    return timedelta(seconds=uniform(least, most))


def expiry_of_unstarted(game: Game) -> datetime:
    return timezone.now() + (UNSTARTED_BY_CORRESPONDENCE if game.by_correspondence else UNSTARTED)
