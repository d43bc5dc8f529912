"""A fault in one game stops that game, tells its players in words and the admins where, and touches nothing else."""

import logging
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.mail import EmailMessage
from django.test import Client

from games.bots import processes
from games.faults import Fault
from games.models import Action, Game, Notice
from games.queries.positions import position_of
from games.queries.table_cache import table_cache
from games.rules import find_rules
from games.services.care import containment, interventions, reports
from games.services.refusals import Refused, Stale
from games.services.table import rooms
from games.services.turn import play
from tests.support.factories import UserFactory
from tests.support.form_answers import problem_told
from tests.support.tables import PASS, SEED, bid, do, fresh, person, running_table, waiting_table

pytestmark = pytest.mark.django_db

SECRET = "the next card is the castle"


@pytest.fixture
def people():
    return [person(name) for name in ("Ana", "Ben", "Cleo")]


@pytest.fixture
def game(people):
    return running_table(*people)


@pytest.fixture
def admin():
    return UserFactory(username="keeper", is_staff=True, is_superuser=True)


def broken(*args, **kwargs):
    raise KeyError(SECRET)


@pytest.fixture
def broken_rules(monkeypatch):
    """Rules that fail at whatever is played."""
    monkeypatch.setattr(type(find_rules("high-society")), "play", broken)


def test_fault_while_playing_stops_the_game_and_undoes_the_move(game, people, broken_rules, caplog):
    with pytest.raises(Stale, match="Nothing is lost"):
        do(game, people[0], bid(1))
    stopped = fresh(game)
    assert (stopped.status, stopped.action_count, stopped.wake_at) == ("errored", 0, None)
    assert not Action.objects.exists()
    assert "KeyError while playing action 1 of seat 0" in stopped.fault
    assert "in broken" in stopped.fault
    assert SECRET not in stopped.fault + caplog.text
    assert f"Game {game.id} is stopped" in caplog.text


def test_other_games_do_not_notice(game, people, monkeypatch):
    other = running_table(*people)
    Game.objects.filter(pk=game.pk).update(setup={"nonsense": 1})
    table_cache.clear()
    with pytest.raises(Stale):
        do(game, people[0], bid(1))
    do(other, people[0], bid(1))
    assert (fresh(game).status, fresh(other).status, fresh(other).action_count) == ("errored", "running", 1)


@pytest.mark.parametrize(
    "damage",
    [
        {"setup": {}},
        {"setup": None},
        {"slug": "no-such-game"},
        {"rules_version": 99},
        {"action_count": 7, "setup": "text"},
    ],
)
@pytest.mark.parametrize(
    "where",
    [
        "tables/{}/",
        "tables/{}/log/",
        "my-games/",
        "",
        "players/ana/",
        "admin/games/game/{}/change/",
        "admin/games/game/",
    ],
)
def test_pages_of_a_broken_game_answer_in_words(game, people, damage, where, client: Client):
    Game.objects.filter(pk=game.pk).update(**damage)
    table_cache.clear()
    people[0].is_staff = people[0].is_superuser = True
    people[0].save()
    client.force_login(people[0])
    answer = client.get(f"/{where.format(game.id)}")
    assert answer.status_code == 200
    if where == "tables/{}/":
        assert "Something went wrong" in answer.content.decode()
        assert fresh(game).status == "errored"


def test_broken_drawing_stops_the_game(game, people, monkeypatch, client, caplog):
    monkeypatch.setattr("games.tableau.auction.AuctionTableau.draw_public", broken)
    client.force_login(people[0])
    answer = client.get(f"/tables/{game.id}/")
    assert answer.status_code == 200
    assert "Something went wrong" in answer.content.decode()
    assert "KeyError while drawing the table" in fresh(game).fault
    assert SECRET not in caplog.text + answer.content.decode()


def test_move_in_an_errored_game_is_answered_in_words(game, people, client):
    Game.objects.filter(pk=game.pk).update(setup={})
    table_cache.clear()
    client.force_login(people[0])
    form = {"action": "pass", "version": game.version, "key": "k"}
    for _ in range(2):
        answer = client.post(f"/tables/{game.id}/act/", form, headers={"HX-Request": "true"})
        assert answer.status_code == 409
        assert "Something went wrong" in problem_told(answer)
        assert "has stopped" in answer.text.partition("\n")[2]


def test_action_that_was_never_legal_is_a_fault(game, people):
    do(game, people[0], bid(1))
    Action.objects.filter(game=game).update(action={"kind": "bid", "cards": [25000, 25000]})
    table_cache.clear()
    with pytest.raises(Stale):
        do(game, people[1], PASS)
    assert "while playing action 1" in fresh(game).fault or "while reading action 1" in fresh(game).fault


def test_setup_that_fails_leaves_the_table_waiting_after_the_repair(people, admin, monkeypatch):
    game = waiting_table(*people)
    with monkeypatch.context() as patch:
        patch.setattr(type(find_rules("high-society")), "setup", broken)
        with pytest.raises(Stale):
            rooms.start(user=people[0], game_id=game.id)
    assert fresh(game).status == "errored"
    interventions.resume(by=admin, game_id=game.id)
    assert fresh(game).status == "waiting"
    rooms.start(user=people[0], game_id=game.id)
    assert fresh(game).status == "running"


def test_bot_that_wants_something_illegal_is_a_fault(people):
    game = running_table(people[0])
    do(game, people[0], bid(1))
    with pytest.raises(Stale):
        play.act_for_bot(game_id=game.id, number=1, seat=1, action=find_rules(game.slug).action_from_json(bid(1)))
    assert "The bot of seat 1 wanted something illegal" in fresh(game).fault


def test_bot_that_fails_tells_no_secret(game, monkeypatch):
    monkeypatch.setattr(processes, "decide", broken)
    with pytest.raises(Fault) as caught:
        processes.think("high-society", 1, "balanced", position_of(game).state, 0)
    assert SECRET not in str(caught.value)
    assert caught.value.__cause__ is None


def test_game_that_is_not_repaired_does_not_go_on(game, people, admin):
    Game.objects.filter(pk=game.pk).update(setup={})
    table_cache.clear()
    with pytest.raises(Stale):
        do(game, people[0], bid(1))
    with pytest.raises(Refused, match="not repaired"):
        interventions.resume(by=admin, game_id=game.id)
    assert fresh(game).status == "errored"


def test_repaired_game_goes_on_from_what_is_stored_now(game, people, admin):
    """Also where this process remembers positions from before the repair."""
    do(game, people[0], bid(1))
    do(game, people[1], bid(2))
    right = Action.objects.get(game=game, number=2).action
    Action.objects.filter(game=game, number=2).update(action={"kind": "nonsense"})
    table_cache.clear()
    with pytest.raises(Stale):
        do(game, people[2], bid(3))
    Action.objects.filter(game=game, number=2).update(action={**right, "cards": [4000]})
    Game.objects.filter(pk=game.pk).update(turn=0, action_count=9)
    interventions.resume(by=admin, game_id=game.id, reason="put right")
    now = fresh(game)
    assert (now.status, now.turn, now.action_count, now.fault, now.repairs) == ("running", 2, 2, "", 1)
    with pytest.raises(Exception, match="4"):
        do(game, people[2], bid(3))
    do(game, people[2], bid(6))
    assert [notice.kind for notice in Notice.objects.filter(game=game)] == ["errored", "resumed"]


def test_trouble_with_the_database_is_no_fault_of_the_game(game, people, monkeypatch):
    def away(*args, **kwargs):
        raise ConnectionError

    monkeypatch.setattr(Action.objects, "create", away)
    with pytest.raises(ConnectionError):
        do(game, people[0], bid(1))
    assert fresh(game).status == "running"


def test_nothing_of_the_setup_is_logged_with_a_fault(game, people, broken_rules, caplog):
    caplog.set_level(logging.DEBUG)
    with pytest.raises(Stale):
        do(game, people[0], bid(1))
    assert SEED not in caplog.text


def test_game_that_cannot_be_repaired_can_be_aborted_for_good(game, people, admin, client):
    Game.objects.filter(pk=game.pk).update(setup={"nonsense": 1})
    table_cache.clear()
    client.force_login(people[0])
    client.get(f"/tables/{game.id}/")
    assert fresh(game).status == "errored"
    interventions.abort(by=admin, game_id=game.id)
    answer = client.get(f"/tables/{game.id}/")
    assert answer.status_code == 200
    assert "ended the game without a result" in answer.content.decode()
    assert fresh(game).status == "aborted"


def refuse(*args):
    raise OSError


class TestAdministrators:
    @pytest.fixture
    def stopped(self, game, dana):
        EmailAddress.objects.create(user=dana, email=dana.email, verified=True, primary=True)
        containment.stop_game(game_id=game.id, fault=Fault("It broke in rules.py"))
        return game

    def test_are_told_once_by_the_clock_itself(self, stopped, dana, mailoutbox):
        for _ in range(2):
            reports.send_reports()
        [letter] = mailoutbox
        assert letter.to == [dana.email]
        assert letter.subject == f"Game {stopped.id} stands still"
        assert "It broke in rules.py" in letter.body

    def test_are_told_later_if_no_letter_can_be_sent_now(self, stopped, monkeypatch, mailoutbox):
        with monkeypatch.context() as away:
            away.setattr("accounts.notifications.mail.EmailMessage.send", refuse)
            reports.send_reports()
        reports.send_reports()
        assert len(mailoutbox) == 1

    def test_are_told_once_though_one_of_them_cannot_be_reached(self, stopped, dana, monkeypatch, mailoutbox):
        other: Any = UserFactory(is_staff=True, is_superuser=True)
        EmailAddress.objects.create(user=other, email="gone@example.org", verified=True, primary=True)
        send: Any = EmailMessage.send
        monkeypatch.setattr(EmailMessage, "send", lambda mail: refuse() if "gone@" in mail.to[0] else send(mail))
        for _ in range(3):
            reports.send_reports()
        assert [mail.to for mail in mailoutbox] == [[dana.email]]

    def test_are_told_of_several_games_in_one_letter(self, stopped, dana, people, mailoutbox):
        other = running_table(*people)
        containment.stop_game(game_id=other.id, fault=Fault("It broke elsewhere"))
        reports.send_reports()
        [letter] = mailoutbox
        assert {stopped.id, other.id} <= set(letter.subject.replace(",", "").split())
        assert "It broke in rules.py" in letter.body
        assert "It broke elsewhere" in letter.body

    def test_are_told_of_each_fault(self, stopped, dana, mailoutbox):
        reports.send_reports()
        interventions.resume(by=dana, game_id=stopped.id)
        containment.stop_game(game_id=stopped.id, fault=Fault("It broke again"))
        reports.send_reports()
        assert len(mailoutbox) == 2
