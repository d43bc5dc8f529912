"""How much room a process needs to keep tables at hand: as it counts, and as the operating system does."""

import argparse
import gc
import json
from pathlib import Path
from random import Random

import django
from django.utils import translation

LANGUAGES = ("en", "fr")
TABLES_OF_ONE = 20
MOVES = 12
"""How far each game has come."""


def measure(count):
    """By how many languages a table is drawn in, the bytes for each."""
    from games.queries.table_cache import table_cache
    from tests.benchmarks.tables import Company, Play

    chance, told = Random(1), {}
    ids: list[str] = []
    while len(ids) < count:
        company = Company(port=0)
        ids += [played(Play(company, chance)) for _ in range(min(TABLES_OF_ONE, count - len(ids)))]
    table_cache.clear()
    before = in_use()
    for place, language in enumerate(LANGUAGES, 1):
        with translation.override(language):
            for game_id in ids:
                draw(game_id)
        told[place] = {"counted": table_cache.size / len(table_cache), "used": (in_use() - before) / len(table_cache)}
    return told


def played(table):
    """The id of a table after some moves."""
    from games.models import Seat
    from games.services.turn import play

    players = [seat.user for seat in Seat.objects.filter(game=table.game_id).select_related("user").order_by("number")]
    for _ in range(MOVES):
        seat, action = table.choose()
        posted = {"key": f"key-{table.version}", "action": table.rules.action_to_json(action)}
        play.act(user=players[seat], game_id=table.game_id, version=table.version, **posted)
        table.version += 1
    return table.game_id


def draw(game_id):
    from games.pages.drawing import drawing_of
    from games.queries.table_cache import table_cache
    from games.queries.tables import read_table

    table = read_table(game_id)
    assert table is not None
    drawing = drawing_of(table)
    for seat in (*table.seats, None):
        drawing.of_seat(seat)
    # What is drawn later is counted when something is kept.
    table_cache.keep_table(table)


def in_use():
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096


def main():
    django.setup()
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, required=True)
    print(json.dumps(measure(parser.parse_args().tables)))


if __name__ == "__main__":
    main()
