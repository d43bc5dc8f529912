"""How often those who play again and again have won."""

import pytest
from pytest_django.asserts import assertContains, assertNotContains

from accounts.models import Audience, User
from accounts.services.accounts import delete_account
from games.models import Game
from games.pages.beside import series_parts
from games.queries.series import AT_ONCE, series_of
from tests.support.tables import person, play_to_the_end, running_table, whole_table

pytestmark = pytest.mark.django_db


def played(*people, winners=(), after=None, **wishes) -> Game:
    """A finished game of these people; `after` is the one whose rematch it is."""
    game = running_table(*people, **{"size": max(3, len(people)), **wishes})
    ends(game, *winners)
    if after is not None:
        Game.objects.filter(pk=after.pk).update(rematch=game)
    return game


def ends(game, *winners) -> None:
    Game.objects.filter(pk=game.pk).update(status=Game.Status.FINISHED, ended_at=game.created_at)
    game.seats.filter(user__in=winners).update(won=True)


def series(game):
    return series_of(whole_table(game))


@pytest.fixture
def ana():
    return person("Ana")


@pytest.fixture
def ben():
    return person("Ben")


@pytest.fixture
def cleo():
    return person("Cleo")


def test_counts_who_won_up_to_this_game(ana, ben, cleo):
    first = played(ana, ben, cleo, winners=[ana])
    second = played(ana, ben, cleo, winners=[ben], after=first)
    third = played(ana, ben, cleo, winners=[ana], after=second)
    assert series(first) is None
    told = series(second)
    assert (told.games, set(told.wins)) == (2, {("Ana", 1), ("Ben", 1), ("Cleo", 0)})
    assert series(third).wins == (("Ana", 2), ("Ben", 1), ("Cleo", 0))


def test_shared_wins_count_for_all_who_won(ana, ben):
    first = played(ana, ben, winners=[ana, ben])
    assert dict(series(played(ana, ben, winners=[ben], after=first)).wins) == {"Ana": 1, "Ben": 2}


def test_a_game_without_a_winner_is_a_game(ana, ben):
    told = series(played(ana, ben, after=played(ana, ben)))
    assert (told.games, dict(told.wins)) == (2, {"Ana": 0, "Ben": 0})


def test_bots_are_nobody(ana, ben):
    alone = played(ana, after=played(ana, winners=[ana]))
    assert series(alone) is None
    together = played(ana, ben, size=5, after=played(ana, ben, size=5))
    assert {name for name, _count in series(together).wins} == {"Ana", "Ben"}


def test_whoever_played_but_once_is_not_named(ana, ben, cleo):
    told = series(played(ana, ben, cleo, winners=[cleo], after=played(ana, ben, winners=[ana])))
    assert told.wins == (("Ana", 1), ("Ben", 0))


def test_whoever_has_gone_home_is_not_named(ana, ben, cleo):
    """With whom somebody sat at a table by link is told to those who sat there."""
    first = played(ana, ben, cleo, winners=[cleo])
    second = played(ana, ben, cleo, winners=[cleo], after=first)
    assert series(played(ana, ben, winners=[ana], after=second)).wins == (("Ana", 1), ("Ben", 0))


def test_what_a_bot_played_out_for_somebody_is_nobodys_merit(ana, ben):
    first = played(ana, ben, winners=[ana])
    first.seats.filter(user=ana).update(bot="balanced")
    assert dict(series(played(ana, ben, winners=[ben], after=first)).wins) == {"Ana": 0, "Ben": 1}


def test_a_game_that_hardly_anybody_else_played_is_no_part_of_it(ana, ben, cleo):
    first = played(cleo, ana, winners=[ana])
    second = played(ana, ben, winners=[ana], after=first)
    assert series(second) is None
    assert series(played(ana, ben, winners=[ana], after=second)).wins == (("Ana", 2), ("Ben", 0))


def test_only_finished_games_count(ana, ben):
    first = played(ana, ben, winners=[ana])
    second = played(ana, ben, after=first)
    Game.objects.filter(pk=second.pk).update(status=Game.Status.ABORTED)
    assert series(second) is None
    assert series(played(ana, ben, after=second)).games == 2
    third = running_table(ana, ben)
    Game.objects.filter(pk=first.pk).update(rematch=None)
    Game.objects.filter(pk=second.pk).update(status=Game.Status.FINISHED, rematch=third)
    assert series(third) is None


def test_people_are_called_as_at_this_table(ana, ben):
    first = played(ana, ben, winners=[ben])
    first.seats.filter(user=ben).update(known_as="Benjamin")
    assert series(played(ana, ben, after=first)).wins == (("Ben", 1), ("Ana", 0))


def test_whoever_has_taken_their_name_away_has_none_here(ana, ben, cleo):
    first = played(ana, ben, cleo, winners=[cleo])
    second = played(ana, ben, cleo, winners=[cleo], after=first)
    third = played(ana, ben, after=second)
    delete_account(user=cleo)
    assert "Cleo" not in str(series(second)) + str(series(third))


@pytest.mark.parametrize("audience", [Audience.FRIENDS, Audience.NOBODY])
def test_leaves_out_who_does_not_show_results_to_everybody(ana, ben, cleo, audience):
    last = played(ana, ben, cleo, winners=[ana], after=played(ana, ben, cleo, winners=[ana]))
    User.objects.filter(pk=ana.pk).update(results_for=audience)
    assert series(last).wins == (("Ben", 0), ("Cleo", 0))
    User.objects.filter(pk=ben.pk).update(results_for=audience)
    assert series(last) is None


def test_goes_back_so_far_and_asks_few_questions(ana, ben, django_assert_max_num_queries):
    game = None
    games = [game := played(ana, ben, winners=[ana], after=game) for _ in range(AT_ONCE + 2)]
    table = whole_table(games[-1])
    with django_assert_max_num_queries(3):
        told = series_of(table)
    assert told is not None
    assert told.games == AT_ONCE + 2


def test_has_an_end(ana, ben, monkeypatch):
    monkeypatch.setattr("games.queries.series.MOST_GAMES", 4)
    game = None
    for _ in range(6):
        game = played(ana, ben, winners=[ana], after=game)
    told = series(game)
    assert (told.games, told.wins[0]) == (4, ("Ana", 4))


def test_a_ring_of_games_is_no_endless_series(ana, ben):
    first = played(ana, ben)
    second = played(ana, ben, after=first)
    Game.objects.filter(pk=second.pk).update(rematch=first)
    assert series(second).games == 2


class TestPage:
    @pytest.fixture
    def second(self, ana, ben):
        """Played to its end, as the rematch of a game that Ana has won, too."""
        game = play_to_the_end(running_table(ana, ben, public=True))
        game.seats.update(won=False)
        ends(game, ana)
        Game.objects.filter(pk=played(ana, ben, winners=[ana]).pk).update(rematch=game)
        return game

    def test_tells_it_beneath_who_won(self, client, ana, second):
        for _viewer in ("a spectator", "a player"):
            page = client.get(f"/tables/{second.id}/")
            assertContains(page, '<p id="series" class="series" data-stamp=')
            assertContains(page, "The series so far: Ana 2, Ben 0")
            client.force_login(ana)
        assertNotContains(client.get(f"/tables/{second.id}/replay/"), "The series so far")

    def test_has_an_empty_place_where_there_is_none(self, client, second):
        Game.objects.update(rematch=None)
        assertContains(client.get(f"/tables/{second.id}/"), '<p id="series" class="series" hidden')
        assert series_parts(whole_table(second)) == {}
