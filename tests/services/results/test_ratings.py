"""Finished games and the ratings of those who played them."""

import logging
from typing import Any

import pytest

from accounts.models import User
from accounts.services.accounts import ban, delete_account
from games.models import Deal, Game, Notice, Rating, RatingChange
from games.queries.positions import position_of, rules_of
from games.services.care import interventions
from games.services.changes import lock_table
from games.services.results import ratings
from games.services.table import rooms, seats
from games.services.turn import play
from tests.support.factories import UserFactory
from tests.support.results import end, play_until, result, strengths, told
from tests.support.tables import PASS, bid, do, fresh, person, play_to_the_end, running_table, waiting_table

pytestmark = pytest.mark.django_db

START = (1000, 667)
WON_OF_TWO, LOST_OF_TWO = (1105, 645), (895, 645)
ALL_LEVEL = (1000, 656)
"""Of three who share a rank."""


@pytest.fixture
def people():
    return [person(name) for name in ("Ana", "Ben", "Cleo")]


def test_the_last_move_rates_everybody(people):
    """Everybody passes all the time, so everybody is cast out: nobody wins, and it is a tie."""
    game = play_to_the_end(running_table(*people))
    assert strengths() == {"ana": ALL_LEVEL, "ben": ALL_LEVEL, "cleo": ALL_LEVEL}
    assert game.rated_at is not None
    assert list(Rating.objects.values_list("slug", "games").distinct()) == [("high-society", 1)]
    assert RatingChange.objects.filter(seat__game=game).count() == 3


def test_known_results(people):
    end(running_table(*people), [1, 2, 3])
    assert strengths() == {"ana": (1115, 656), "ben": (1029, 645), "cleo": (857, 645)}


def test_the_score_is_what_the_strength_is_at_least(people):
    end(running_table(*people), [1, 2, 3])
    for rating in Rating.objects.all():
        assert rating.score == rating.mean - 3 * rating.deviation


@pytest.mark.parametrize(
    ("ranks", "expected"),
    [
        ([1, 2, 2], [(1115, 656), (943, 645), (943, 645)]),
        ([1, 1, 3], [(1029, 656), (1029, 656), (943, 656)]),
        ([1, 1, 1], [ALL_LEVEL] * 3),
    ],
    ids=["cast out together", "won together", "nobody won"],
)
def test_shared_ranks(people, ranks, expected):
    end(running_table(*people), ranks)
    assert strengths() == dict(zip(("ana", "ben", "cleo"), expected, strict=True))


def test_the_next_game_goes_on_from_there(people):
    end(running_table(*people), [1, 2, 3])
    game = end(running_table(*people), [3, 2, 1])
    assert strengths() == {"ana": (956, 634), "ben": (1060, 624), "cleo": (978, 636)}
    change = RatingChange.objects.get(seat__game=game, rating__user=people[0])
    assert told(change) == ((1115, 656), (956, 634))
    assert set(Rating.objects.values_list("games", flat=True)) == {2}


def test_every_game_has_ratings_of_its_own(people):
    end(running_table(*people), [1, 2, 3])
    end(running_table(*people, slug="high-society-simplified"), [3, 2, 1])
    assert strengths("high-society")["ana"] == (1115, 656)
    assert strengths("high-society-simplified")["ana"] == (857, 645)


@pytest.mark.parametrize(
    ("slug", "expected"),
    [
        ("high-society-paris", [1105, 895]),
        ("high-society", [1115, 1029, 857]),
        ("high-society", [1112, 1062, 988, 838]),
        ("high-society", [1107, 1073, 1029, 962, 829]),
        ("high-society-simplified", [1101, 1077, 1047, 1006, 945, 824]),
        ("high-society-simplified", [1097, 1078, 1055, 1027, 990, 933, 820]),
        ("high-society-simplified", [1092, 1077, 1060, 1039, 1012, 977, 924, 819]),
    ],
)
def test_two_to_eight_players(slug, expected):
    size = len(expected)
    people = [person(f"P{number}") for number in range(size)]
    end(running_table(*people, slug=slug, size=size), range(1, size + 1))
    assert [strengths(slug)[f"p{number}"][0] for number in range(size)] == expected


def test_twice_changes_nothing(people):
    game = end(running_table(*people), [1, 2, 3])
    before = list(Rating.objects.order_by("pk").values()), list(RatingChange.objects.values())
    ratings.rate(fresh(game))
    assert not ratings.rate_missed(game_id=game.id)
    assert ratings.uncounted_games() == []
    assert (list(Rating.objects.order_by("pk").values()), list(RatingChange.objects.values())) == before


def test_the_same_last_form_again_changes_nothing(people):
    game = running_table(*people)
    last: dict[str, Any] = {}
    while fresh(game).status == Game.Status.RUNNING:
        now = fresh(game)
        assert now.turn is not None
        rules = rules_of(now)
        action = rules.action_to_json(rules.timeout_action(position_of(now).state, now.turn))
        last = {"user": people[now.turn], "version": now.version, "key": f"k{now.action_count}", "action": action}
        play.act(game_id=game.id, **last)
    before = strengths()
    play.act(game_id=game.id, **last)
    assert strengths() == before
    assert set(Rating.objects.values_list("games", flat=True)) == {1}


class TestBots:
    def test_are_rated_by_kind(self, people):
        game = waiting_table(people[0], bots=("bold", "cautious"))
        rooms.start(user=people[0], game_id=game.id)
        by_bot = {"": 1, "bold": 2, "cautious": 3}
        end(game, [by_bot[seat.bot] for seat in game.seats.order_by("number")])
        assert strengths() == {"ana": (1115, 656), "bold": (1029, 645), "cautious": (857, 645)}

    def test_of_one_kind_become_the_mean_of_their_seats(self, people):
        game = end(running_table(people[0]), [2, 1, 3])
        assert strengths() == {"ana": (1029, 645), "balanced": (986, 651)}
        assert Rating.objects.get(bot="balanced").games == 1
        changes = RatingChange.objects.filter(seat__game=game, rating__bot="balanced")
        assert [told(change) for change in changes] == [(START, (986, 651))] * 2

    def test_alone_are_not_compared_with_themselves(self):
        guest = UserFactory(is_guest=True)
        assert result(running_table(guest)) == {0: "guest", 1: "alone", 2: "alone"}
        assert not Rating.objects.exists()

    def test_of_two_kinds_are_compared_though_a_guest_is_not(self):
        guest = UserFactory.create(is_guest=True)
        game = waiting_table(guest, bots=("bold", "cautious"))
        rooms.start(user=guest, game_id=game.id)
        by_bot = {"": 1, "bold": 2, "cautious": 3}
        end(game, [by_bot[seat.bot] for seat in game.seats.order_by("number")])
        assert strengths() == {"bold": WON_OF_TWO, "cautious": LOST_OF_TWO}


class TestUnrated:
    def test_guests(self, people):
        guest = UserFactory(is_guest=True)
        assert result(running_table(guest, *people[:2])) == {0: "guest"}
        assert strengths() == {"ana": WON_OF_TWO, "ben": LOST_OF_TWO}

    def test_games_from_before_an_account(self, people):
        guest = UserFactory(username="dora", is_guest=True)
        game = end(running_table(guest, *people[:2]), [1, 2, 3])
        User.objects.filter(username="dora").update(is_guest=False)
        ratings.rate(fresh(game))
        assert set(strengths()) == {"ana", "ben"}

    def test_an_account_that_was_made_during_the_game_counts(self, people):
        guest = UserFactory(username="dora", is_guest=True)
        game = running_table(guest, *people[:2])
        do(game, guest, bid(1))
        User.objects.filter(username="dora").update(is_guest=False)
        end(game, [1, 2, 3])
        assert set(strengths()) == {"ana", "ben", "dora"}

    def test_seats_for_which_a_bot_made_a_move(self, people):
        """Even a single one, and though the person came back."""
        game = running_table(*people)
        seats.leave(user=people[0], game_id=game.id)
        action = rules_of(game).action_from_json(PASS)
        play.act_for_bot(game_id=game.id, number=0, seat=0, action=action)
        seats.come_back(user=people[0], game_id=game.id)
        assert result(game) == {0: "helped"}
        assert set(strengths()) == {"ben", "cleo"}

    def test_but_not_those_who_came_back_before_it_moved(self, people):
        game = running_table(*people)
        seats.leave(user=people[0], game_id=game.id)
        seats.come_back(user=people[0], game_id=game.id)
        assert result(game) == {}

    def test_nor_those_whose_time_ran_out(self, people):
        game = running_table(*people, turn_seconds=60)
        play.play_automatically(lock_table(game.id), 0, "clock")
        assert result(game) == {}

    def test_seats_for_which_an_admin_acted(self, people, dana):
        game = running_table(*people)
        interventions.act_for(by=dana, game_id=game.id, seat=0)
        assert result(game) == {0: "helped"}

    def test_seats_that_were_handed_over(self, people, dana, bob):
        game = running_table(*people)
        interventions.hand_over(by=dana, game_id=game.id, seat=1, to=bob)
        assert result(game) == {1: "handed_over"}
        assert set(strengths()) == {"ana", "cleo"}

    def test_a_bots_seat_that_was_handed_over(self, people, dana, bob):
        game = running_table(*people[:2])
        interventions.hand_over(by=dana, game_id=game.id, seat=2, to=bob)
        assert result(game) == {2: "handed_over"}

    def test_tables_marked_so(self, people):
        game = running_table(*people, rated=False)
        assert result(game) == {0: "table", 1: "table", 2: "table"}
        assert fresh(game).rated_at is not None
        assert not Rating.objects.exists()

    def test_known_deals(self, people):
        game = running_table(*people)
        Game.objects.filter(pk=game.pk).update(deal=Deal.objects.create(slug=game.slug, deck=[], known=True))
        assert result(game) == {0: "known_deal", 1: "known_deal", 2: "known_deal"}
        assert not Rating.objects.exists()

    def test_but_not_deals_that_nobody_knew(self, people):
        game = running_table(*people)
        Game.objects.filter(pk=game.pk).update(deal=Deal.objects.create(slug=game.slug, deck=[]))
        assert result(game) == {}

    def test_games_that_were_ended_by_an_admin(self, people, dana):
        game = running_table(*people)
        interventions.abort(by=dana, game_id=game.id)
        assert ratings.uncounted_games() == []
        assert not Rating.objects.exists()

    def test_people_who_left_the_site_during_the_game(self, people):
        game = running_table(*people)
        delete_account(user=people[0])
        assert result(game) == {0: "gone"}
        assert set(strengths()) == {"ben", "cleo"}

    def test_but_not_people_who_were_banned_after_their_last_move(self, people, dana):
        game = running_table(*people)
        ban(user=people[2], by=dana)
        assert game.seats.get(number=2).substituted
        assert result(game) == {}

    def test_a_single_seat_that_is_left(self, people):
        guest = UserFactory(is_guest=True)
        game = running_table(guest, *people[:2])
        do(game, guest, bid(1))
        seats.leave(user=people[0], game_id=game.id)
        action = rules_of(game).action_from_json(PASS)
        play.act_for_bot(game_id=game.id, number=1, seat=1, action=action)
        assert result(game) == {0: "guest", 1: "helped", 2: "alone"}
        assert not Rating.objects.exists()


class TestFaults:
    def test_do_not_lose_the_last_move(self, people, monkeypatch, caplog):
        with monkeypatch.context() as fault, caplog.at_level(logging.ERROR):
            fault.setattr(ratings, "new_strengths", lambda *args: 1 / 0)
            game = play_to_the_end(running_table(*people))
        assert game.status == Game.Status.FINISHED
        assert game.rated_at is None
        assert not RatingChange.objects.exists()
        assert "ZeroDivisionError while rating the game" in caplog.text
        assert ratings.uncounted_games() == [game.id]
        assert ratings.rate_missed(game_id=game.id)
        assert set(Rating.objects.values_list("games", flat=True)) == {1}
        assert fresh(game).version == game.version + 1, "the table shows it"

    def test_of_the_database_do_not_either(self, people, monkeypatch):
        """Half of what was written is taken back."""
        monkeypatch.setattr(ratings, "change_of", lambda rating, seat, before: RatingChange(rating=rating))
        game = play_to_the_end(running_table(*people))
        assert (game.status, game.rated_at) == (Game.Status.FINISHED, None)
        assert not Rating.objects.exists()
        assert game.seats.filter(rank=1).count() == 3


def test_whoever_leaves_the_site_takes_their_ratings_along(people):
    end(running_table(*people), [1, 2, 3])
    delete_account(user=people[0])
    assert strengths() == {"ben": (1029, 645), "cleo": (857, 645)}
    assert RatingChange.objects.count() == 2


def test_a_rematch_counts_as_its_game_did(people):
    game = end(running_table(*people, rated=False), [1, 2, 3])
    assert not rooms.rematch(user=people[0], game_id=game.id).rated
    game = end(running_table(*people), [1, 2, 3])
    assert rooms.rematch(user=people[0], game_id=game.id).rated


def test_asks_the_same_few_questions_for_many_players(django_assert_num_queries):
    for size in (3, 5):
        people = [person(f"P{size}{number}") for number in range(size)]
        end(running_table(*people, size=size), range(1, size + 1))
        game = end(running_table(*people, size=size), range(1, size + 1), rated=False)
        with django_assert_num_queries(12):
            assert ratings.rate_missed(game_id=game.id)


def test_the_move_that_ends_a_game_asks_few_questions(people, django_assert_max_num_queries):
    """A dozen more than any other move."""
    for _number in range(2):
        game = running_table(*people)
        actions = play_to_the_end(game).action_count
    game = running_table(*people)
    play_until(game, actions - 1)
    now = fresh(game)
    with django_assert_max_num_queries(30):
        do(now, people[now.turn], PASS)
    assert fresh(game).rated_at is not None


def test_notices_are_no_reason(people, dana):
    game = running_table(*people)
    interventions.pause(by=dana, game_id=game.id)
    interventions.resume(by=dana, game_id=game.id)
    assert Notice.objects.filter(game=game).count() == 2
    assert result(game) == {}
