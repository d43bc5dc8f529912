"""Who is listed, in which order, and how that is found among 50,000 players."""

import pytest
from django.db import connection

from accounts.models import Audience, User
from accounts.services.accounts import ban, delete_account
from games.models import Rating
from games.queries.leaderboard import LeaderboardRow, leaderboard_of, listed_ratings
from tests.support.tables import person

pytestmark = pytest.mark.django_db

SLUG = "high-society"


def rated(user=None, bot="", mean=25.0, deviation=2.0, slug=SLUG):
    return Rating.objects.create(
        slug=slug, user=user, bot=bot, mean=mean, deviation=deviation, score=mean - 3 * deviation, games=20
    )


def names(reader=None, slug=SLUG):
    return [str(place.rating.user or place.rating.bot) for place in leaderboard_of(slug, reader).places]


def test_the_surest_strength_comes_first():
    rated(person("Ana"), mean=30.0, deviation=8.0)
    rated(person("Ben"), mean=24.0, deviation=1.0)
    rated(bot="expert", mean=28.0, deviation=1.0)
    rated(person("Cleo"), mean=40.0, slug="high-society-paris")
    assert names() == ["expert", "Ben", "Ana"]
    assert names(slug="high-society-paris") == ["Cleo"]
    assert names(slug="high-society-simplified") == []


def test_equals_stand_in_the_order_in_which_they_came():
    for name in ("Ana", "Ben", "Cleo"):
        rated(person(name))
    assert names() == ["Ana", "Ben", "Cleo"]


@pytest.mark.parametrize("audience", [Audience.FRIENDS, Audience.NOBODY])
def test_whoever_keeps_it_to_themselves_sees_only_themselves(audience):
    ana, ben = person("Ana"), person("Ben")
    User.objects.filter(pk=ana.pk).update(results_for=audience)
    rated(ana, mean=30.0)
    rated(ben)
    assert names() == names(ben) == ["Ben"]
    assert names(ana) == ["Ana", "Ben"]


def test_whoever_is_banned_or_gone_is_not_listed(dana):
    ana, ben, cleo = (person(name) for name in ("Ana", "Ben", "Cleo"))
    for user in (ana, ben, cleo):
        rated(user)
    ban(user=ana, by=dana)
    delete_account(user=ben)
    assert names() == ["Cleo"]


def test_the_reader_is_shown_their_place_on_every_page():
    reader = person("Zoe")
    people = User.objects.bulk_create(User(username=f"u{number}") for number in range(120))
    for number, user in enumerate(people):
        rated(user, mean=40.0 - number / 10)
    own = rated(reader, mean=33.05)
    first, second = leaderboard_of(SLUG, reader, 1), leaderboard_of(SLUG, reader, "2")
    assert [place.number for place in first.places] == list(range(1, 51))
    assert first.own == LeaderboardRow(71, own, True)
    assert second.own is None
    assert [place.number for place in second.places if place.own] == [71]
    assert leaderboard_of(SLUG, None, 1).own is None
    assert leaderboard_of(SLUG, person("Somebody"), 1).own is None


NUMBERS = "WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < 49999)"


@pytest.fixture
def many_players():
    """50,000, of which one in ten keeps it to themselves. The database itself multiplies the first: that is quick."""
    first = User.objects.create(username="first")
    columns = [field.column for field in User._meta.local_fields if not field.primary_key]
    different = {
        "username": "'many' || n",
        "username_skeleton": "NULL",
        "results_for": "CASE WHEN n % 10 = 0 THEN 'nobody' ELSE 'everybody' END",
    }
    values = ", ".join(different.get(column, column) for column in columns)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO accounts_user ({', '.join(columns)}) {NUMBERS} "
            f"SELECT {values} FROM accounts_user, numbers WHERE id = {first.pk} ORDER BY n"
        )
        offset = User.objects.get(username="many0").pk
        cursor.execute(
            "INSERT INTO games_rating (slug, user_id, bot, mean, deviation, score, games, changed_at) "
            f"SELECT '{SLUG}', id, '', 25.0, 1.0, ((id - {offset}) * 7919 % 50000) / 1000.0, 9, date_joined "
            "FROM accounts_user WHERE username LIKE 'many%' ORDER BY id"
        )
        cursor.execute("ANALYZE")


def test_is_found_by_an_index_among_many(many_players, django_assert_max_num_queries):
    reader = User.objects.get(username="many1")
    for looks in (None, reader):
        plan = listed_ratings(SLUG, looks)[:50].explain()
        assert "ratings_by_score" in plan
        # Neither PostgreSQL nor SQLite puts anything in order by itself.
        assert "Sort" not in plan
        assert "TEMP B-TREE" not in plan
    with django_assert_max_num_queries(4):
        board = leaderboard_of(SLUG, reader)
    assert (len(board.places), board.page.paginator.count, board.places[0].rating.score) == (50, 45_000, 49.999)
    # Of the 42,080 who are stronger, one in ten keeps it to themselves.
    assert board.own is not None
    assert board.own.number == 37_873
