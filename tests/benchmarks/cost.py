"""What a move costs the server, early and late in a game: storing it, and drawing the table for its five players."""

import argparse
import json
import time
from random import Random
from statistics import median

import django

AROUND = 2
"""Moves before and after the one that is asked for count, too."""


def measure(slug, numbers, games):
    """For moves around each of these numbers, the median seconds of storing and of drawing."""
    from tests.benchmarks.tables import Company, Play

    chance, most = Random(1), max(numbers) + AROUND
    costs: list[list[tuple[float, float]]] = []
    while len(costs) < games:
        table = Play(Company(port=0), chance, slug)
        spent = [spent for _, spent in zip(range(most), whole_game(table), strict=False)]
        # Not every game lasts so long.
        if len(spent) == most:
            costs.append(spent)
    return {number: medians([spent for game in costs for spent in around(game, number)]) for number in numbers}


def around(spent, number):
    return spent[max(0, number - 1 - AROUND) : number + AROUND]


def medians(spent):
    storing, drawing = zip(*spent, strict=True)
    return {"storing": median(storing), "drawing": median(drawing)}


def whole_game(table):
    """Move after move, the seconds of storing it and of drawing it."""
    from games.models import Seat
    from games.pages.drawing import drawing_of
    from games.pages.page import Page, whole_page
    from games.queries.tables import find_table
    from games.services.turn import play

    rows = Seat.objects.filter(game=table.game_id).select_related("user").order_by("number")
    players = [seat.user for seat in rows]
    first = find_table(table.game_id)
    assert first is not None
    shown = [whole_page(first, player, {}) for player in players]
    while table.rules.to_act(table.state):
        seat, action = table.choose()
        posted = {"key": f"key-{table.version}", "action": table.rules.action_to_json(action)}
        began = time.perf_counter()
        game = play.act(user=players[seat], game_id=table.game_id, version=table.version, **posted)
        stored = time.perf_counter()
        table.version += 1
        now = find_table(table.game_id, game.version, float("inf"))
        assert now is not None
        drawing = drawing_of(now)
        for number, before in enumerate(shown):
            shown[number] = Page(drawing, drawing.of_seat(now.seats[number]), before.beside, 0)
            shown[number].since(before, table.version)
        yield stored - began, time.perf_counter() - stored


def main():
    django.setup()
    parser = argparse.ArgumentParser()
    parser.add_argument("--game", required=True)
    parser.add_argument("--numbers", type=int, nargs="+", required=True)
    parser.add_argument("--games", type=int, required=True)
    wanted = parser.parse_args()
    print(json.dumps(measure(wanted.game, wanted.numbers, wanted.games)))


if __name__ == "__main__":
    main()
