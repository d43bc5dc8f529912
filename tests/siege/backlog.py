"""Games that somebody has missed, stored beside a running server: `python -m tests.siege.backlog NAME COUNT`.

One is played; the others are the same under other ids.
"""

import sys

import django

django.setup()

from accounts.models import User  # noqa: E402
from games.models import Action, Game, Seat  # noqa: E402
from tests.support.tables import fresh, play_to_the_end, running_table  # noqa: E402


def main() -> None:
    name, count = sys.argv[1:]
    game = running_table(User.objects.get(username=name))
    play_to_the_end(game)
    for number in range(1, int(count)):
        copy_of(fresh(game), f"copy{number}")


def copy_of(game: Game, game_id: str) -> None:
    seats, actions = list(Seat.objects.filter(game=game)), list(Action.objects.filter(game=game))
    game.pk = game.invitation = game_id
    game.save(force_insert=True)
    for seat in seats:
        seat.pk, seat.game = None, game
    for action in actions:
        action.pk, action.game = None, game
    Seat.objects.bulk_create(seats)
    Action.objects.bulk_create(actions)


if __name__ == "__main__":
    main()
