"""All ratings from scratch, and games that were missed."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from accounts.services.accounts import delete_account
from games.models import Game, Rating, RatingChange
from games.services.results import ratings, recount
from tests.support.factories import UserFactory
from tests.support.results import end, strengths
from tests.support.tables import fresh, person, play_to_the_end, running_table

pytestmark = pytest.mark.django_db

ORDERS = ([1, 2, 3], [3, 1, 2], [2, 2, 1], [1, 1, 1], [2, 3, 1], [1, 2, 2], [3, 2, 1])


@pytest.fixture
def people():
    return [person(name) for name in ("Ana", "Ben", "Cleo")]


@pytest.fixture
def season(people, monkeypatch):
    """Games with people, with bots and with a guest, of two kinds; read in several portions."""
    monkeypatch.setattr(recount, "AT_ONCE", 3)
    guest = UserFactory(username="dora", is_guest=True)
    for number, ranks in enumerate(ORDERS[:4]):
        end(running_table(*people), ranks)
        end(running_table(*people[: 1 + number % 2]), ranks)
        end(running_table(guest, *people[1:], slug="high-society-simplified"), ranks)
        end(running_table(*people, rated=False), ranks)
    return guest


def rate(*options):
    out = StringIO()
    call_command("rate", *options, stdout=out)
    return out.getvalue().strip()


def stored():
    """Everything but when it was written, and under which numbers."""
    ratings = Rating.objects.order_by("slug", "user", "bot").values_list(
        "slug", "user", "bot", "mean", "deviation", "score", "games"
    )
    changes = RatingChange.objects.order_by("seat").values_list(
        "seat", "rating__user", "rating__bot", "mean_before", "deviation_before", "mean_after", "deviation_after"
    )
    return list(ratings), list(changes)


def test_anew_is_what_it_was(season):
    before = stored()
    assert len(before[0]) == 6
    assert rate("--anew") == "16 games were counted anew."
    assert stored() == before
    assert rate("--anew") == "16 games were counted anew."
    assert stored() == before


def test_anew_without_anything_stored_is_the_same(season):
    before = stored()
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    Game.objects.update(rated_at=None)
    rate("--anew")
    assert stored() == before


def test_anew_puts_right_what_was_spoilt(season):
    before = stored()
    Rating.objects.update(mean=99.0, games=1000)
    RatingChange.objects.update(mean_after=99.0)
    rate("--anew")
    assert stored() == before


def test_a_guest_who_has_an_account_by_now_does_not_join_old_games(season):
    before = stored()
    season.is_guest = False
    season.save()
    rate("--anew")
    assert stored() == before


def test_whoever_left_is_left_out(season, people):
    delete_account(user=people[0])
    assert "ana" not in strengths()
    rate("--anew")
    assert set(strengths()) == {"ben", "cleo", "balanced"}


def test_every_table_shows_it(people):
    game = end(running_table(*people), [1, 2, 3])
    rate("--anew")
    assert (fresh(game).version, fresh(game).rated_at) == (game.version + 1, game.rated_at)


def test_missed_games_are_counted_in_the_order_in_which_they_ended(people):
    games = [end(running_table(*people), ranks, rated=False) for ranks in ORDERS]
    assert not Rating.objects.exists()
    assert rate() == "7 games were counted."
    found = stored()
    rate("--anew")
    assert stored() == found
    assert rate() == "0 games were counted."
    assert all(fresh(game).rated_at for game in games)


def test_a_game_that_cannot_be_counted_leaves_the_others_alone(people, monkeypatch):
    games = [end(running_table(*people), [1, 2, 3], rated=False) for _number in range(3)]
    real = ratings.helped_seats

    def fails_once(game_ids):
        return 1 / 0 if game_ids == [games[1].id] else real(game_ids)

    monkeypatch.setattr(ratings, "helped_seats", fails_once)
    with pytest.raises(CommandError, match="1 games could not be counted"):
        rate()
    assert [fresh(game).rated_at is None for game in games] == [False, True, False]


def test_there_may_be_nothing_to_count():
    assert rate() == "0 games were counted."
    assert rate("--anew") == "0 games were counted anew."


def test_a_game_that_was_really_played(people):
    play_to_the_end(running_table(*people))
    before = stored()
    rate("--anew")
    assert stored() == before


def test_asks_few_questions(season, django_assert_max_num_queries, monkeypatch):
    monkeypatch.setattr(recount, "AT_ONCE", 200)
    with django_assert_max_num_queries(22):
        recount.recount(tell=lambda done, of: None)
