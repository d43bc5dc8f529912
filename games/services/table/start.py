"""How a game begins: seats are shuffled, chance is drawn, and its hash is published."""

import secrets
from random import SystemRandom

from django.utils import timezone

from games.faults import as_game_fault
from games.models import Game, Seat
from games.positions import first_position
from games.queries.seats import read_seats
from games.services.changes import LockedTable
from games.services.notify import alerts
from games.services.table import deals
from games.services.turn.play import advance_turn

_OUT_OF_THE_WAY = 100
"""Added to seat numbers for a moment, because no two seats may have the same one."""


def begin(game: Game) -> None:
    """Start the game of a locked table with the people who sit there. Those who have not come are not waited for."""
    game.kept_seats.all().delete()
    seats = seat_order(game)
    for number, seat in enumerate(seats):
        Seat.objects.filter(pk=seat.pk).update(number=_OUT_OF_THE_WAY + number)
    for number, seat in enumerate(seats):
        Seat.objects.filter(pk=seat.pk).update(number=number)
    _keep_names(game)
    deals.lock_deal(game)
    table = LockedTable(game)
    rules = table.rules
    # Seed and salt are independent: knowing one of them must not help to guess the other.
    with as_game_fault("setting up the game"):
        dealt = {"deck": game.deal.deck, "starter": 0} if game.deal else {}
        first = rules.setup(len(seats), secrets.token_hex(16), game.options, **dealt)
        game.setup, game.salt = rules.setup_to_json(first), secrets.token_hex(16)
    game.commitment = game.hash_of_setup()
    game.status, game.started_at, game.size = Game.Status.RUNNING, timezone.now(), len(seats)
    game.seats.update(bank_left=game.bank_seconds)
    game.save(update_fields=["setup", "salt", "commitment", "status", "started_at", "size"])
    advance_turn(table, first_position(rules, first), lobby=True)
    alerts.alert_start(game)


def _keep_names(game: Game) -> None:
    """From now on nobody at the table can take the name of another by calling themselves so."""
    for seat in read_seats(game.id):
        Seat.objects.filter(pk=seat.pk).update(known_as=seat.shown_name)


def seat_order(game: Game) -> list[Seat]:
    """Shuffled; in a rematch everybody moves on by one seat instead."""
    seats = list(game.seats.order_by("number"))
    before = Game.objects.filter(rematch=game).first()
    if before is None:
        SystemRandom().shuffle(seats)
        return seats
    old = {(seat.user_id, seat.name): seat.number for seat in before.seats.all()}
    return sorted(seats, key=lambda seat: (old.get((seat.user_id, seat.name), len(old)) - 1) % (len(old) + 1))
