"""Who is told what, when and how often, through real receivers. Nobody sleeps in these tests."""

from concurrent.futures import ThreadPoolExecutor
from datetime import time as clock_time
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from accounts.languages import note_browser_language
from accounts.models import PushSubscription
from accounts.notifications import kinds
from accounts.rest.planning import set_rest
from games.models import Alert, Game, Seat
from games.services.care import interventions
from games.services.notify import courier
from games.services.notify.alerts import delete_old_alerts
from games.services.notify.courier import Bundle
from games.services.table import chat, rooms, seats
from games.services.turn import clock, standing_orders
from hsweb.threads import with_own_connection
from tests.services.notify.conftest import confirm_address
from tests.support.factories import UserFactory
from tests.support.tables import PASS, bid, do, fresh, play_to_the_end, running_table, waiting_table

pytestmark = pytest.mark.django_db

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


@pytest.fixture
def game(people):
    """Ana has moved, and Ben has a day."""
    return begun(people)


def begun(people, **wishes):
    game = running_table(*people, **{"turn_seconds": 86_400, **wishes})
    Alert.objects.all().delete()
    Seat.objects.update(looked_at=None)
    do(game, people[0], bid(1))
    return game


def titles(browser):
    return [message["title"] for message in browser.messages]


def test_game_against_bots_alone_calls_nobody(people, time, browser_of, mail_server):
    ana = browser_of(people[0])
    confirm_address(people[0])
    game = running_table(people[0])
    time.pass_(HOUR)
    play_to_the_end(game)
    time.pass_(HOUR)
    assert (ana.messages, mail_server.mails) == ([], [])


class TestTurn:
    def test_is_told_once_after_a_while(self, game, people, time, browser_of):
        ben = browser_of(people[1])
        time.pass_(59 * timedelta(seconds=1))
        assert ben.messages == []
        time.pass_(12 * HOUR)
        assert ben.messages == [
            {
                "title": "Your turn",
                "body": "It is your turn against Ana and Cleo. You have until Tue 3 Mar, 12:00.",
                "url": f"http://localhost:8000/tables/{game.id}/",
                "tag": f"table-{game.id}",
            }
        ]

    def test_is_told_in_the_readers_language(self, game, people, time, browser_of, mailoutbox):
        """Ben has chosen none, but reads the site in French."""
        note_browser_language(people[1], "fr")
        confirm_address(people[1])
        ben = browser_of(people[1])
        time.pass_(12 * HOUR)
        assert ben.messages[0]["title"] == "À vous de jouer"
        turn = "C’est à vous de jouer contre Ana et Cleo. Vous avez jusqu’au mardi 3 mars, 12:00."
        assert ben.messages[0]["body"] == turn
        (mail,) = mailoutbox
        assert mail.subject == "À vous de jouer"
        assert turn in mail.body
        assert "parce que vous avez demandé à être au courant\xa0: C’est à moi de jouer." in mail.body

    def test_is_told_in_the_readers_time_zone(self, game, people, time, browser_of):
        people[1].time_zone = "Asia/Tokyo"
        people[1].save()
        ben = browser_of(people[1])
        time.pass_(MINUTE)
        assert "until Tue 3 Mar, 21:00" in ben.messages[0]["body"]

    def test_is_told_in_every_browser_and_by_mail(self, game, people, time, browser_of, mail_server):
        confirm_address(people[1])
        browsers = [browser_of(people[1], "/push/phone"), browser_of(people[1], "/push/laptop")]
        time.pass_(MINUTE)
        assert [titles(browser) for browser in browsers] == [["Your turn"], ["Your turn"]]
        (mail,) = mail_server.mails
        assert (mail["To"], mail["Subject"]) == ("ben@example.com", "Your turn")
        assert f"http://localhost:8000/tables/{game.id}/" in mail.get_content()
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert mail["List-Unsubscribe"].strip(" <>") in mail.get_content()

    def test_whoever_moves_in_time_hears_nothing(self, game, people, time, browser_of):
        ben = browser_of(people[1])
        time.pass_(30 * timedelta(seconds=1))
        do(game, people[1], bid(2))
        time.pass_(HOUR)
        assert ben.messages == []

    def test_whoever_looks_at_the_table_hears_nothing(self, game, people, time, browser_of):
        ben = browser_of(people[1])
        time.pass_(50 * timedelta(seconds=1))
        seats.mark_seen(owners={Seat.objects.get(user=people[1]).pk: people[1].pk}, number=1)
        time.pass_(HOUR)
        assert ben.messages == []

    def test_a_table_behind_another_window_is_not_looked_at(self, game, people, time, browser_of):
        ben = browser_of(people[1])
        seat_id = Seat.objects.get(user=people[1]).pk
        time.pass_(50 * timedelta(seconds=1))
        seats.mark_seen(owners={seat_id: people[1].pk}, number=1)
        seats.mark_tab_hidden(owners={seat_id: people[1].pk})
        time.pass_(MINUTE)
        assert titles(ben) == ["Your turn"]

    def test_whatever_happens_in_it_it_is_told_once(self, game, people, time, browser_of):
        admin: Any = UserFactory(is_staff=True)
        ben = browser_of(people[1])
        time.pass_(2 * MINUTE)
        interventions.pause(by=admin, game_id=game.id)
        interventions.resume(by=admin, game_id=game.id)
        seats.leave(user=people[2], game_id=game.id)
        seats.leave(user=people[1], game_id=game.id)
        seats.come_back(user=people[1], game_id=game.id)
        time.pass_(HOUR)
        assert titles(ben) == ["Your turn"]

    def test_an_order_that_acts_leaves_its_owner_in_peace(self, game, people, time, browser_of):
        cleo = browser_of(people[2])
        standing_orders.give(user=people[2], game_id=game.id, stage=1, kind="pass", scope="auction")
        do(game, people[1], bid(2))
        time.pass_(HOUR)
        assert fresh(game).turn == 0
        assert cleo.messages == []

    def test_an_order_that_asks_does_not(self, game, people, time, browser_of):
        cleo = browser_of(people[2])
        standing_orders.give(user=people[2], game_id=game.id, stage=1, kind="pass_at", scope="auction", limit=30_000)
        do(game, people[1], bid(2))
        time.pass_(HOUR)
        assert titles(cleo) == ["Your turn"]

    def test_alone_with_bots_nobody_is_called(self, people, time, browser_of):
        ana = browser_of(people[0])
        running_table(people[0], turn_seconds=None)
        Alert.objects.all().delete()
        time.pass_(DAY)
        assert ana.messages == []

    def test_at_a_live_table_soon_and_never_by_mail(self, people, time, browser_of, mail_server):
        confirm_address(people[1])
        ben = browser_of(people[1])
        begun(people, turn_seconds=60)
        time.pass_(8 * timedelta(seconds=1))
        assert titles(ben) == ["Your turn"]
        assert mail_server.mails == []

    def test_without_a_clock_by_mail_too(self, people, time, mail_server):
        confirm_address(people[1])
        begun(people, turn_seconds=None)
        time.pass_(MINUTE)
        assert [mail["Subject"] for mail in mail_server.mails] == ["Your turn"]


class TestSeveralGames:
    def test_are_told_in_one_message(self, people, time, browser_of):
        ben = browser_of(people[1])
        first, second = begun(people), begun(people)
        time.pass_(MINUTE)
        (message,) = ben.messages
        assert message["title"] == "2 games wait for you"
        assert message["body"].count("It is your turn against Ana and Cleo.") == 2
        assert message["url"].endswith("/my-games/")
        assert not Alert.objects.filter(recipient=people[1], due_at__isnull=False).exists()
        assert {first.id, second.id} == set(Alert.objects.filter(recipient=people[1]).values_list("game", flat=True))

    def test_a_later_one_brings_the_earlier_ones_along(self, people, time, browser_of):
        ben = browser_of(people[1])
        begun(people)
        time.pass_(HOUR)
        begun(people)
        time.pass_(HOUR)
        assert titles(ben) == ["Your turn", "2 games wait for you"]


class TestQuietHours:
    def test_are_respected_and_what_waits_then_is_told_at_once(self, people, time, browser_of):
        """Ben sleeps in Paris from 12:00 to 20:00, which is 11:00 to 19:00 in London."""
        ben = people[1]
        ben.time_zone = "Europe/Paris"
        ben.save()
        set_rest(user=ben, quiet_from=clock_time(12), quiet_until=clock_time(20), weekends=False)
        browser = browser_of(ben)
        begun(people, turn_seconds=172_800)
        begun(people, turn_seconds=172_800)
        time.pass_(6 * HOUR + 59 * MINUTE)
        assert browser.messages == []
        time.pass_(MINUTE)
        assert titles(browser) == ["2 games wait for you"]

    def test_what_is_over_by_then_is_not_told(self, people, time, browser_of):
        set_rest(user=people[1], quiet_from=clock_time(12), quiet_until=clock_time(20), weekends=False)
        browser = browser_of(people[1])
        game = begun(people)
        time.pass_(HOUR)
        do(game, people[1], PASS)
        time.pass_(10 * HOUR)
        assert browser.messages == []


class TestReminder:
    def test_comes_at_four_fifths_of_the_time(self, game, people, time, browser_of):
        ben = browser_of(people[1])
        time.pass_(0.8 * DAY - MINUTE)
        assert titles(ben) == ["Your turn"]
        time.pass_(MINUTE)
        assert titles(ben) == ["Your turn", "Your time is running out"]
        time.pass_(4 * HOUR)
        assert len(ben.messages) == 2

    def test_rest_puts_it_off(self, people, time, browser_of):
        set_rest(user=people[1], quiet_from=clock_time(20), quiet_until=clock_time(8), weekends=False)
        ben = browser_of(people[1])
        begun(people)
        time.pass_(DAY)
        assert titles(ben) == ["Your turn"]
        time.pass_(DAY)
        assert titles(ben) == ["Your turn", "Your time is running out"]

    def test_does_not_come_where_somebody_has_moved(self, game, people, time, browser_of):
        ben = browser_of(people[1])
        time.pass_(HOUR)
        do(game, people[1], PASS)
        time.pass_(20 * HOUR)
        assert titles(ben) == ["Your turn"]


class TestOtherNews:
    def test_game_has_begun(self, people, time, browser_of):
        ben = browser_of(people[1])
        game = waiting_table(*people, turn_seconds=86_400)
        rooms.start(user=people[0], game_id=game.id)
        Seat.objects.update(looked_at=None)
        time.pass_(20 * timedelta(seconds=1))
        assert ben.messages[0]["title"] == "A game has begun"
        assert "You play High Society against" in ben.messages[0]["body"]

    def test_game_is_over(self, game, people, time, browser_of):
        ben = browser_of(people[1])
        play_to_the_end(game)
        Seat.objects.update(looked_at=None)
        time.pass_(MINUTE)
        assert titles(ben) == ["A game is over"]

    def test_invitation_leads_to_the_seat(self, people, time, browser_of, mail_server):
        confirm_address(people[2])
        cleo = browser_of(people[2])
        game = waiting_table(people[0])
        for _ in range(2):
            rooms.invite(user=people[0], game_id=game.id, username="cleo")
        time.pass_(MINUTE)
        assert [message["url"] for message in cleo.messages] == [f"http://localhost:8000/invitation/{game.invitation}/"]
        assert [mail["Subject"] for mail in mail_server.mails] == ["An invitation"]

    def test_invitation_to_a_table_that_is_closed_is_not_told(self, people, time, browser_of):
        cleo = browser_of(people[2])
        game = waiting_table(people[0])
        rooms.invite(user=people[0], game_id=game.id, username="cleo")
        rooms.close(user=people[0], game_id=game.id)
        time.pass_(MINUTE)
        assert cleo.messages == []

    def test_rematch_invites_the_others(self, game, people, time, browser_of):
        play_to_the_end(game)
        Alert.objects.all().delete()
        browsers = [browser_of(user, f"/push/{user.pk}") for user in people]
        rooms.rematch(user=people[0], game_id=game.id)
        time.pass_(MINUTE)
        assert [titles(browser) for browser in browsers] == [[], ["An invitation"], ["An invitation"]]

    def test_mention_quotes_what_was_said(self, game, people, time, browser_of):
        ben, cleo = browser_of(people[1], "/push/ben"), browser_of(people[2], "/push/cleo")
        chat.say(user=people[0], game_id=game.id, text="What now, @cleo?", key="k")
        time.pass_(30 * timedelta(seconds=1))
        assert ben.messages == []
        assert [(message["title"], message["body"]) for message in cleo.messages] == [
            ("Ana mentions you", "Ana: What now, @cleo?")
        ]

    def test_mention_by_somebody_who_is_muted_is_not_told(self, game, people, time, browser_of):
        cleo = browser_of(people[2])
        chat.mute(listener=people[2], game_id=game.id, seat_number=0, muted=True)
        chat.say(user=people[0], game_id=game.id, text="@cleo!", key="k")
        time.pass_(30 * timedelta(seconds=1))
        assert cleo.messages == []


class TestWishes:
    def test_ways_can_be_switched_off(self, game, people, time, browser_of, mail_server):
        confirm_address(people[1])
        ben = browser_of(people[1])
        kinds.set_ways(user=people[1], kind=kinds.TURN, ways=(kinds.MAIL,))
        time.pass_(MINUTE)
        assert (len(ben.messages), len(mail_server.mails)) == (0, 1)

    def test_no_mail_to_an_address_that_is_not_confirmed(self, game, people, time, mail_server):
        EmailAddress.objects.create(user=people[1], email="ben@example.com", verified=False, primary=True)
        time.pass_(DAY)
        assert mail_server.mails == []

    def test_nothing_to_whoever_is_gone(self, game, people, time, browser_of):
        ben = browser_of(people[1])
        people[1].is_active = False
        people[1].save()
        time.pass_(DAY)
        assert ben.messages == []


class TestTrouble:
    def test_is_tried_again_after_a_while_and_only_where_it_failed(self, game, people, time, browser_of, web):
        phone, laptop = browser_of(people[1], "/push/phone"), browser_of(people[1], "/push/laptop")
        web.answers = [500, 201]
        time.pass_(MINUTE)
        assert (len(phone.messages), len(laptop.messages)) == (1, 1)
        time.pass_(59 * timedelta(seconds=1))
        assert len(phone.messages) == 1
        time.pass_(timedelta(seconds=1))
        assert (len(phone.messages), len(laptop.messages)) == (2, 1)
        assert not Alert.objects.filter(due_at__isnull=False).exists()

    def test_mail_server_that_is_busy_is_tried_again(self, game, people, time, mail_server, caplog):
        confirm_address(people[1])
        mail_server.refuses = 2
        time.pass_(MINUTE)
        assert mail_server.mails == []
        time.pass_(6 * MINUTE)
        assert [mail["Subject"] for mail in mail_server.mails] == ["Your turn"]
        assert "ben@example.com" not in caplog.text

    def test_what_is_over_is_not_tried_again(self, game, people, time, browser_of, web):
        ben = browser_of(people[1])
        web.answers = [503]
        time.pass_(MINUTE)
        do(game, people[1], PASS)
        time.pass_(HOUR)
        assert len(ben.messages) == 1

    def test_is_given_up_in_the_end(self, people, time, browser_of, web):
        ben = browser_of(people[1])
        begun(people, turn_seconds=604_800)
        web.answers = [503] * 20
        time.pass_(DAY)
        assert len(ben.messages) == 5

    @pytest.mark.parametrize("status", [404, 410])
    def test_browser_that_is_gone_is_forgotten(self, game, people, time, browser_of, web, status):
        browser_of(people[1])
        web.answers = [status]
        time.pass_(MINUTE)
        assert not PushSubscription.objects.exists()

    def test_browser_that_never_answers_is_forgotten(self, people, time, browser_of, web):
        browser_of(people[1])
        web.answers = [500] * 50
        begun(people, turn_seconds=604_800)
        time.pass_(DAY)
        assert not PushSubscription.objects.exists()

    def test_success_counts_anew(self, game, people, time, browser_of, web):
        browser_of(people[1])
        PushSubscription.objects.update(failures=4)
        time.pass_(MINUTE)
        assert PushSubscription.objects.get().failures == 0

    def test_courier_that_dies_after_its_claim_loses_nothing(self, game, people, time, browser_of, now):
        ben = browser_of(people[1])
        now.shift(MINUTE)
        for game_id in clock.claim_due():
            clock.run_due(game_id)
        assert courier.claim_due(), "and then it dies"
        assert courier.claim_due() == []
        time.pass_(courier.LEASE)
        assert titles(ben) == ["Your turn"]

    def test_fault_while_packing_is_logged_and_tried_again(self, game, people, time, browser_of, monkeypatch, caplog):
        ben = browser_of(people[1])
        with monkeypatch.context() as broken:
            broken.setattr("games.wording.notifications.turn", lambda *args: 1 / 0)
            time.pass_(MINUTE)
        assert "The courier failed" in caplog.text
        time.pass_(courier.LEASE)
        assert titles(ben) == ["Your turn"]


def test_alerts_are_forgotten_in_the_end(game, people, time, browser_of, now):
    browser_of(people[1])
    time.pass_(MINUTE)
    Game.objects.update(status="finished", wake_at=None)
    now.shift(61 * DAY)
    delete_old_alerts()
    assert not Alert.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_couriers_at_the_same_moment_tell_each_turn_once(people, browser_of, now):
    """Each has an alert of the same person, and only one writes about all games."""
    ben = browser_of(people[1])
    for _ in range(3):
        begun(people)
    now.shift(MINUTE)
    for game_id in clock.claim_due():
        clock.run_due(game_id)
    alerts = list(Alert.objects.filter(recipient=people[1]).values_list("pk", flat=True))
    assert len(alerts) == 3
    with ThreadPoolExecutor(3) as couriers:
        list(
            couriers.map(lambda pk: with_own_connection(courier.deliver_bundle, Bundle(people[1].pk, [pk], [])), alerts)
        )
    assert titles(ben) == ["3 games wait for you"]


@pytest.mark.django_db(transaction=True)
def test_couriers_claim_each_alert_once(people, now):
    for _ in range(4):
        begun(people)
    now.shift(MINUTE)
    for game_id in clock.claim_due():
        clock.run_due(game_id)
    with ThreadPoolExecutor(6) as couriers:
        claims = list(couriers.map(lambda _: with_own_connection(courier.claim_due), range(12)))
    claimed = [pk for bundles in claims for bundle in bundles for pk in bundle.alerts]
    assert sorted(claimed) == sorted(Alert.objects.filter(kind="turn").values_list("pk", flat=True))
