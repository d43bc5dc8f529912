"""Games of the same people that end at the same moment, and what else happens to them then."""

from itertools import pairwise

import pytest

from accounts.services.accounts import delete_account
from games.models import Rating, RatingChange
from games.services.results import ratings
from games.services.results.recount import recount
from tests.support.results import end, strengths
from tests.support.tables import person, running_table
from tests.support.threads import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def rating(game):
    return lambda: ratings.rate_missed(game_id=game.id)


def anew():
    return recount(tell=lambda done, of: None)


def test_all_of_them_count_and_none_waits_for_ever():
    """Nobody has a rating yet, so all four make the same ones; the seats are in different orders, with bots between."""
    people = [person(name) for name in ("Ana", "Ben", "Cleo")]
    orders = [people, people[::-1], [people[1], people[2], people[0]], [people[2], people[0], people[1]]]
    games = [end(running_table(*order, size=5), [1, 2, 3, 4, 5], rated=False) for order in orders]
    assert at_once(*map(rating, games)) == [True] * 4
    assert dict(Rating.objects.values_list("user__username", "games")) == {"ana": 4, "ben": 4, "cleo": 4, None: 4}
    assert RatingChange.objects.count() == 20
    chains = {
        one.pk: [(change.mean_before, change.mean_after) for change in one.changes.order_by("id")]
        for one in Rating.objects.filter(bot="")
    }
    for steps in chains.values():
        assert all(one[1] == other[0] for one, other in pairwise(steps)), "each went on from the last"


def test_the_same_game_twice_counts_once():
    people = [person(name) for name in ("Ana", "Ben", "Cleo")]
    game = end(running_table(*people), [1, 2, 3], rated=False)
    assert sorted(at_once(*[rating(game)] * 4)) == [False, False, False, True]
    assert strengths() == {"ana": (1115, 656), "ben": (1029, 645), "cleo": (857, 645)}


def test_an_account_that_goes_meanwhile_leaves_no_rating():
    people = [person(name) for name in ("Ana", "Ben", "Cleo")]
    end(running_table(*people), [1, 2, 3])
    game = end(running_table(*people), [1, 2, 3], rated=False)
    at_once(rating(game), lambda: delete_account(user=people[0]))
    assert set(strengths()) == {"ben", "cleo"}


def test_counting_anew_loses_no_game_that_ends_meanwhile():
    people = [person(name) for name in ("Ana", "Ben", "Cleo")]
    for _number in range(3):
        end(running_table(*people), [1, 2, 3])
    games = [end(running_table(*people), [2, 1, 3], rated=False) for _number in range(3)]
    at_once(anew, *map(rating, games))
    assert set(Rating.objects.values_list("games", flat=True)) == {6}
    assert RatingChange.objects.count() == 18
    assert ratings.uncounted_games() == []


def test_counting_anew_while_an_account_goes():
    people = [person(name) for name in ("Ana", "Ben", "Cleo")]
    for _number in range(3):
        end(running_table(*people), [1, 2, 3])
    at_once(anew, lambda: delete_account(user=people[0]))
    assert set(strengths()) == {"ben", "cleo"}
