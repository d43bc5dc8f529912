import re

import pytest
from django.template.loader import render_to_string

from games.queries.seats import distinct_badges, read_seats
from games.services.table import rooms
from games.views.picture import picture
from tests.support.factories import UserFactory
from tests.support.tables import waiting_table

pytestmark = pytest.mark.django_db


def test_those_who_come_first_keep_their_own_badge_and_others_get_the_next_free_one():
    assert distinct_badges([3, 5, 3, 4, 3]) == [3, 5, 4, 6, 7]
    assert distinct_badges([7, 7]) == [7, 0]


def test_no_badge_is_given_twice_at_a_full_table():
    assert sorted(distinct_badges([2] * 8)) == list(range(8))


def test_everybody_keeps_their_badge_from_the_waiting_room_to_the_table():
    """The seats are shuffled when the game starts."""
    host, *others = UserFactory.create_batch(4)
    game = waiting_table(host, *others, size=5, bots=("bold",))
    before = {seat.pk: seat.badge for seat in read_seats(game.id)}
    assert len(set(before.values())) == 5
    rooms.start(user=host, game_id=game.id)
    assert {seat.pk: seat.badge for seat in read_seats(game.id)} == before


def test_a_host_keeps_their_badge_from_table_to_table():
    host, other = UserFactory.create_batch(2)
    games = [waiting_table(host), waiting_table(host, other, size=4, bots=("bold",))]
    own = [seat.badge for game in games for seat in read_seats(game.id) if seat.user_id == host.pk]
    assert own[0] == own[1]


def test_a_page_says_which_badge_belongs_to_which_seat():
    drawn = render_to_string("games/table/_badges.html", {"badges": (4, 0)})
    assert 'data-badges="0-4 1-0 "' in drawn
    assert re.findall(r'id="([^"]+)"', drawn) == ["seat-emblem-0", "seat-emblem-1"]


def test_whatever_a_drawing_points_to_is_on_its_page():
    assert set(re.findall('href="#([^"]+)"', picture())) <= set(re.findall('id="([^"]+)"', picture()))
