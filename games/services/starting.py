"""How a game begins: seats are shuffled, chance is drawn, and its hash is published."""

import json
import secrets
from hashlib import sha256
from random import SystemRandom

from django.utils import timezone

from games.history import opening
from games.models import Game, Seat
from games.rules import find_rules
from games.rules.plain import Json
from games.services.play import settle_turn

_OUT_OF_THE_WAY = 100
"""Added to seat numbers for a moment, because no two seats may have the same one."""


def begin(game: Game) -> None:
    """Start the game of a locked table with the people who sit there."""
    seats = seat_order(game)
    for number, seat in enumerate(seats):
        Seat.objects.filter(pk=seat.pk).update(number=_OUT_OF_THE_WAY + number)
    for number, seat in enumerate(seats):
        Seat.objects.filter(pk=seat.pk).update(number=number)
    rules = find_rules(game.slug, game.rules_version)
    # Seed and salt are independent: knowing one of them must not help to guess the other.
    first = rules.setup(len(seats), secrets.token_hex(16), game.options)
    game.setup, game.salt = rules.setup_to_json(first), secrets.token_hex(16)
    game.commitment = commitment_of(game.salt, game.setup)
    game.status, game.started_at, game.size = Game.Status.RUNNING, timezone.now(), len(seats)
    game.save(update_fields=["setup", "salt", "commitment", "status", "started_at", "size"])
    settle_turn(game, opening(rules, first), lobby=True)


def seat_order(game: Game) -> list[Seat]:
    """Shuffled; in a rematch everybody moves on by one seat instead."""
    seats = list(game.seats.order_by("number"))
    before = Game.objects.filter(rematch=game).first()
    if before is None:
        SystemRandom().shuffle(seats)
        return seats
    old = {(seat.user_id, seat.name): seat.number for seat in before.seats.all()}
    return sorted(seats, key=lambda seat: (old.get((seat.user_id, seat.name), len(old)) - 1) % (len(old) + 1))


def commitment_of(salt: str, setup: Json) -> str:
    """The hash that is published at the start, and that everybody can check at the end."""
    canonical = json.dumps(setup, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return sha256(f"{salt}\n{canonical}".encode()).hexdigest()
