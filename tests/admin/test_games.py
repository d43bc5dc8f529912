"""The admin of games: found, read, stepped in, never edited, and without secrets."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.utils import timezone

from games.models import Action, Game, Notice
from tests.support.factories import UserFactory
from tests.support.tables import bid, do, fresh, person, play_to_the_end, running_table, waiting_table

pytestmark = pytest.mark.django_db

LIST = "/admin/games/game/"


@pytest.fixture
def admin(client):
    admin = UserFactory(username="keeper", display_name="Keeper", is_staff=True, is_superuser=True)
    client.force_login(admin)
    return admin


@pytest.fixture
def people():
    return [person(name) for name in ("Ana", "Ben", "Cleo")]


@pytest.fixture
def game(people):
    return running_table(*people)


def page(client, path, status=200):
    answer = client.get(path)
    assert answer.status_code == status
    return answer.content.decode()


def intervene(client, what, games, follow=True, **fields):
    ids = ",".join(game.id for game in games)
    return client.post(f"{LIST}intervene/{what}/?games={ids}", fields, follow=follow)


def test_list_tells_who_is_waited_for_and_how_long(client, admin, game, people):
    do(game, people[0], bid(1))
    Game.objects.filter(pk=game.pk).update(turn_began_at=timezone.now() - timedelta(hours=3, minutes=12))
    html = page(client, LIST)
    assert "Ben, for 3\xa0hours, 12\xa0minutes" in html
    assert "Ana, Ben, Cleo" in html


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("q=ben", {"running"}),
        ("q=Dora", {"waiting"}),
        ("q=nobody", set()),
        ("status__exact=waiting", {"waiting"}),
        ("game=high-society-paris", {"waiting"}),
        ("waits=hour", {"running"}),
        ("waits=week", set()),
        ("public__exact=1", {"waiting"}),
    ],
)
def test_list_is_searched_and_filtered(client, admin, people, query, found):
    running = running_table(*people)
    waiting = waiting_table(person("Dora"), slug="high-society-paris", public=True)
    Game.objects.filter(pk=running.pk).update(turn_began_at=timezone.now() - timedelta(hours=2))
    html = page(client, f"{LIST}?{query}")
    assert {name for name, game in (("running", running), ("waiting", waiting)) if f"{LIST}{game.id}/" in html} == found


def test_errored_games_come_first_and_say_what_happened(client, admin, game, people):
    Game.objects.filter(pk=game.pk).update(status="errored", fault="KeyError while playing", stopped_at=timezone.now())
    running_table(*people)
    html = page(client, LIST)
    assert html.index("game-errored") < html.index("game-running")
    assert "KeyError while playing" in page(client, f"{LIST}{game.id}/change/")


def test_list_of_many_games_takes_few_queries(client, admin, people, django_assert_max_num_queries):
    for _ in range(6):
        running_table(*people)
    with django_assert_max_num_queries(9):
        page(client, LIST)


def test_page_shows_seats_timeline_and_notices(client, admin, game, people):
    do(game, people[0], bid(1))
    intervene(client, "pause", [game], reason="dinner")
    html = page(client, f"{LIST}{game.id}/change/")
    for part in ("Ana bids 1,000", "Keeper paused the game. The reason: “dinner”", "Waits for", fresh(game).commitment):
        assert part in html


def test_no_page_shows_the_secrets_of_a_running_game(client, admin, game):
    secret: Any = fresh(game)
    pages = [LIST, f"{LIST}{game.id}/change/", f"{LIST}{game.id}/history/", f"{LIST}intervene/abort/?games={game.id}"]
    text = "".join(page(client, path) for path in pages)
    for hidden in (secret.salt, secret.setup["seed"], secret.canonical_setup, secret.invitation):
        assert hidden not in text


def test_page_says_for_whom_seats_are_kept_and_not_how_to_come_by_them(client, admin, people):
    room = waiting_table(people[0], size=4, kept=("Ben", "Cleo"))
    html = page(client, f"{LIST}{room.id}/change/")
    assert "Seats kept for</th><td>Ben, Cleo</td>" in html
    assert [kept for kept in room.kept_seats.all() if kept.invitation in html] == []


@pytest.mark.parametrize(
    ("what", "fields", "status"),
    [
        ("pause", {}, "paused"),
        ("abort", {}, "aborted"),
        ("substitute", {"seat": 1}, "running"),
        ("hand-over", {"seat": 1, "to": "dora"}, "running"),
        ("act-for", {"seat": 0}, "running"),
    ],
)
def test_interventions_ask_first_and_are_recorded(client, admin, game, what, fields, status):
    person("Dora")
    before = fresh(game).version
    question = page(client, f"{LIST}intervene/{what}/?games={game.id}")
    assert "Yes, do it" in question
    assert fresh(game).version == before
    answer = intervene(client, what, [game], reason="because", **fields)
    assert f"Game {game.id}: done." in answer.content.decode()
    assert fresh(game).status == status
    notice = Notice.objects.get(game=game)
    assert (notice.by, notice.reason) == (admin, "because")
    assert LogEntry.objects.get().change_message == f"{what}: because"


def test_action_of_the_list_leads_to_the_question(client, admin, game):
    answer = client.post(LIST, {"action": "pause", "_selected_action": [game.id]})
    assert (answer.status_code, answer["Location"]) == (302, f"{LIST}intervene/pause/?games={game.id}")
    assert fresh(game).status == "running"


def test_several_games_at_once_where_that_makes_sense(client, admin, game, people):
    other = running_table(*people)
    answer = client.post(LIST, {"action": "hand-over", "_selected_action": [game.id, other.id]}, follow=True)
    assert "Choose one game at a time." in answer.content.decode()
    intervene(client, "pause", [game, other])
    assert {fresh(game).status, fresh(other).status} == {"paused"}


def test_what_is_refused_is_told(client, admin, game):
    answer = intervene(client, "resume", [game])
    assert "this game is running" in answer.content.decode()
    answer = intervene(client, "hand-over", [game], seat=1, to="nobody")
    assert answer.status_code == 422
    assert "Nobody here has this username." in answer.content.decode()
    assert intervene(client, "act-for", [game], seat=7).status_code == 422
    assert intervene(client, "act-for", [game], seat=0, reason="x" * 201).status_code == 422
    assert not Notice.objects.exists()


@pytest.mark.parametrize("path", ["intervene/explode/?games={}", "intervene/pause/", "intervene/pause/?games=,,\x00"])
def test_nonsense_is_not_found(client, admin, game, path):
    assert client.get(LIST + path.format(game.id)).status_code == 404


def test_integrity_is_checked_from_the_list(client, admin, game, people):
    other = running_table(*people)
    Game.objects.filter(pk=other.pk).update(turn=2)
    answer = client.post(LIST, {"action": "check_integrity", "_selected_action": [game.id, other.id]}, follow=True)
    html = answer.content.decode()
    assert "1 game agrees with its history." in html
    assert f"Game {other.id}: turn is 2, but the actions say 0" in html


def test_history_cannot_be_edited(client, admin, game, people):
    do(game, people[0], bid(1))
    row, actions = Game.objects.filter(pk=game.pk).values().get(), list(Action.objects.values())
    assert client.post(f"{LIST}{game.id}/change/", {"status": "finished", "turn": 2}).status_code == 405
    assert client.get(f"{LIST}add/").status_code == 403
    assert client.post(f"{LIST}{game.id}/delete/", {"post": "yes"}).status_code == 403
    client.post(LIST, {"action": "delete_selected", "_selected_action": [game.id], "post": "yes"})
    assert Game.objects.filter(pk=game.pk).values().get() == row
    assert list(Action.objects.values()) == actions


def test_staff_may_do_what_they_were_permitted(client, game):
    helper: Any = UserFactory(is_staff=True)
    client.force_login(helper)
    assert client.get(LIST).status_code == 403
    helper.user_permissions.add(Permission.objects.get(codename="view_game"))
    assert "Step in" not in page(client, f"{LIST}{game.id}/change/")
    assert intervene(client, "pause", [game]).status_code == 403
    assert fresh(game).status == "running"
    helper.user_permissions.add(Permission.objects.get(codename="change_game"))
    assert "Step in" in page(client, f"{LIST}{game.id}/change/")
    intervene(client, "pause", [game])
    assert fresh(game).status == "paused"


def test_closed_purses_stay_closed_for_admins(client, admin, people):
    game = running_table(*people, open_purses=False)
    do(game, people[0], bid(3))
    do(game, people[1], {"kind": "pass"})
    do(game, people[2], {"kind": "pass"})
    html = page(client, f"{LIST}{game.id}/change/")
    assert "Ana bids." in html
    assert "3,000" not in html


def test_page_of_a_finished_game(client, admin, game):
    finished = play_to_the_end(game)
    html = page(client, f"{LIST}{finished.id}/change/")
    assert "place 1" in html


def test_unknown_game_is_not_found(client, admin):
    assert client.get(f"{LIST}nowhere/change/").status_code == 404


@pytest.mark.parametrize("lookup", ["status__regex=.*", "public__in=1", "status__startswith=r", "setup__icontains=x"])
def test_only_the_offered_lookups_are_answered(client, admin, game, lookup):
    """A regular expression in the address could keep the whole process busy for ever."""
    assert client.get(f"{LIST}?{lookup}").status_code == 400


@pytest.mark.parametrize("query", ["status__exact=%00", "game=%00", "waits=%00", "q=%00", "o=%00", "p=%00"])
def test_list_is_not_confused_by_what_no_database_stores(client, admin, game, query):
    assert client.get(f"{LIST}?{query}").status_code in (200, 302, 400)


@pytest.mark.parametrize("place", ["change", "history", "delete"])
@pytest.mark.parametrize("key", ["%00", "x" * 300, "a%00b"])
def test_pages_of_games_that_cannot_be(client, admin, place, key):
    assert client.get(f"{LIST}{key}/{place}/").status_code in (302, 403, 404)


def test_boxes_that_cannot_be_ticked_are_dropped(client, admin, game):
    form = {"action": "check_integrity", "_selected_action": ["\0", "x" * 40, game.id]}
    assert "1 game agrees" in client.post(LIST, form, follow=True).text


def test_whoever_looks_after_the_site_sees_everywhere_that_games_stand_still(client, admin, game):
    assert "stands still" not in client.get("/admin/").text
    Game.objects.update(status="errored")
    assert "1 game stands still" in client.get("/admin/").text


def test_timeline_names_those_who_sat_there_then(client, admin, game, people):
    do(game, people[0], bid(1))
    do(game, people[1], bid(2))
    person("Zed")
    intervene(client, "hand-over", [game], seat="1", to="zed", reason="")
    do(game, people[2], bid(3))
    do(game, people[0], bid(4))
    html = page(client, f"{LIST}{game.id}/change/")
    assert "Ben bids 2,000" in html
    assert "Zed bids 2,000" not in html
    story = client.get(f"/tables/{game.id}/log/")
    assert story.status_code == 404, "the table is by link only"


def test_pages_about_many_games_take_few_queries(client, admin, people, django_assert_max_num_queries):
    games = [running_table(*people) for _ in range(6)]
    for count in (1, 6):
        ids = ",".join(game.id for game in games[:count])
        with django_assert_max_num_queries(8):
            client.get(f"{LIST}intervene/pause/?games={ids}")
    with django_assert_max_num_queries(14):
        client.get(f"{LIST}{games[0].id}/change/")
