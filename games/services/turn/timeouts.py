"""When a turn's time is up: what the table agreed on when it was opened."""

from django.db import transaction
from django.utils import timezone

from games.models import Game, Notice
from games.positions import CLOCK
from games.services.care.containment import stops_game_on_fault
from games.services.changes import lock_table, save_change
from games.services.table import seats as seating
from games.services.turn.play import play_automatically
from games.services.turn.schedule import WAKE_FIELDS, clear_moments
from games.services.turn.time_bank import empty_time_bank


@stops_game_on_fault
@transaction.atomic(durable=True)
def time_out(*, game_id: str) -> bool:
    """Do it, if the time of whoever is to act has really run out."""
    table = lock_table(game_id)
    game = table.game
    if game.status != Game.Status.RUNNING or game.turn is None or game.deadline is None:
        return False
    if game.deadline > timezone.now():
        return False
    seat = table.seats[game.turn]
    if game.on_timeout == Game.OnTimeout.BOT:
        empty_time_bank(game, seat)
        seating.substitute(table, seat, Notice.Kind.TIMED_OUT)
    elif game.on_timeout == Game.OnTimeout.VOTE:
        # From now on the others may vote, and nothing happens by itself until they have.
        deadline = game.deadline
        clear_moments(game)
        game.deadline = deadline
        save_change(game, WAKE_FIELDS)
    else:
        empty_time_bank(game, seat)
        play_automatically(table, seat.number, CLOCK)
    return True
