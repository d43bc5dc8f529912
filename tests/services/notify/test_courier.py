"""Whoever gives an address that never answers makes nobody wait but themselves."""

import asyncio
import threading
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import PushSubscription
from accounts.notifications.browsers import request_greeting
from accounts.services.forbidden_browsers import switch_off_forbidden
from games.models import Alert, Webhook
from games.services.notify import alerts, composition, courier, delivery, webhooks
from games.services.notify.courier import Bundle
from games.services.table import chat_webhook
from hsweb.http import outbound
from tests.services.notify.conftest import confirm_address
from tests.support.factories import UserFactory
from tests.support.tables import running_table
from tests.support.waiting import until_async

pytestmark = pytest.mark.django_db

LONG_AGO = timedelta(hours=1)


@pytest.fixture
def game(people):
    game = running_table(*people)
    Alert.objects.all().delete()
    return game


def alerted(person, game, *, since=timedelta(0), occasion="start"):
    alerts.create_alerts([person], game, Alert.Kind.STARTED, occasion)
    Alert.objects.filter(recipient=person, occasion=occasion).update(due_at=timezone.now() - since)


def waits_for(bundles):
    return [bundle.person for bundle in bundles]


class TestClaiming:
    def test_those_who_wait_for_longest_come_first_with_some_of_what_they_wait_for(self, game, people):
        ana, ben, cleo = people
        for number in range(courier.MOST_AT_ONCE + 3):
            alerted(ana, game, since=LONG_AGO, occasion=f"{number}")
        alerted(cleo, game, since=LONG_AGO * 2)
        alerted(ben, game)
        first, second = courier.claim_due(2)
        assert (first.person, len(first.alerts)) == (cleo.pk, 1)
        assert (second.person, len(second.alerts)) == (ana.pk, courier.MOST_AT_ONCE)
        assert waits_for(courier.claim_due(5, besides={ana.pk, cleo.pk})) == [ben.pk], "each has one sender at a time"

    def test_a_chat_belongs_to_the_host_of_its_table(self, game, people, web):
        chat_webhook.connect(user=people[0], game_id=game.id, url=f"{web.url}/chat", style="slack", kinds=["turn"])
        assert courier.claim_due(5, besides={people[0].pk}) == []
        assert waits_for(courier.claim_due()) == [people[0].pk]

    def test_a_chat_of_nobody_is_told_too(self, game, people, web):
        chat_webhook.connect(user=people[0], game_id=game.id, url=f"{web.url}/chat", style="slack", kinds=["turn"])
        type(game).objects.update(host=None)
        assert courier.claim_due(5, besides={None}) == []
        assert waits_for(courier.claim_due()) == [None]

    @pytest.mark.parametrize("what", ["browser", "chat"])
    def test_those_where_sending_failed_wait_in_a_lane_of_their_own(self, game, people, browser_of, web, what):
        ana, ben, _cleo = people
        if what == "browser":
            browser_of(ana)
            PushSubscription.objects.update(failures=1)
        else:
            chat_webhook.connect(user=ana, game_id=game.id, url=f"{web.url}/chat", style="slack", kinds=["turn"])
            Alert.objects.all().delete()
            Webhook.objects.update(failures=1)
        for person in (ana, ben):
            alerted(person, game)
        assert waits_for(courier.claim_due(5, shaky=False)) == [ben.pk]
        shaky = courier.claim_due(5, shaky=True)
        assert waits_for(shaky) == [ana.pk]
        assert all(bundle.shaky for bundle in shaky)

    def test_addresses_take_turns_and_those_at_work_count(self, game):
        crowd, stranger = [UserFactory.create() for _ in range(4)], UserFactory.create()
        for number, person in enumerate((*crowd, stranger)):
            mark = "elsewhere" if person == stranger else "here"
            PushSubscription.objects.create(user=person, endpoint=f"{number}", added_from=mark)
            alerted(person, game, since=LONG_AGO - timedelta(seconds=number))
        assert waits_for(courier.claim_due(2)) == [crowd[0].pk, stranger.pk]
        alerted(stranger, game, occasion="again")
        at_work = ["here", "here"]
        assert waits_for(courier.claim_due(1, {crowd[0].pk}, at_work)) == [stranger.pk], "the last to come is next"

    def test_greetings_wait_for_alerts_of_others_no_longer_than_for_each_other(self, game, people):
        ana, ben, cleo = people
        for person in (ana, ben):
            alerted(person, game)
        PushSubscription.objects.create(user=cleo, endpoint="1", greet_at=timezone.now() - LONG_AGO)
        assert waits_for(courier.claim_due(1)) == [cleo.pk]

    def test_no_more_than_there_are_senders(self, game, people):
        for person in people:
            alerted(person, game)
        assert courier.claim_due(0) == []
        assert len(courier.claim_due(2)) == 2
        assert len(courier.claim_due(2)) == 1

    def test_somebody_who_is_served_has_no_second_sender(self, game, people):
        alerted(people[0], game)
        lanes = courier.Lanes()
        lanes._at_work[True][people[0].pk] = ""
        assert courier.claim_due(besides=lanes.people) == []
        lanes.close()

    @pytest.mark.parametrize("chat_first", [True, False])
    def test_a_host_and_their_chat_are_told_each_what_is_for_them(self, game, people, browser_of, web, chat_first):
        host = people[0]
        browser_of(host)
        chat_webhook.connect(user=host, game_id=game.id, url=f"{web.url}/chat", style="slack", kinds=["started"])
        Alert.objects.all().delete()
        raising = [lambda: alerts.create_chat_alert(game, Alert.Kind.STARTED, "start"), lambda: alerted(host, game)]
        for raise_one in raising if chat_first else reversed(raising):
            raise_one()
        (bundle,) = courier.claim_due()
        parcels = composition.compose_parcels(bundle.alerts)
        assert sorted(target.partition(":")[0] for parcel in parcels for target in parcel.targets) == ["chat", "push"]
        assert sorted(parcel.alert_id for parcel in parcels) == sorted(bundle.alerts)
        assert len(bundle.alerts) == 2


class TestPatience:
    @pytest.fixture
    def clock(self, monkeypatch):
        """Time that passes only while somebody waits for an answer."""

        class Clock:
            now = 0.0

            def monotonic(self):
                return self.now

        clock = Clock()
        monkeypatch.setattr(courier, "time", clock)
        monkeypatch.setattr(delivery, "time", clock)
        return clock

    @pytest.fixture
    def silent(self, clock, monkeypatch):
        """All servers but those of whom it is said otherwise never answer."""
        asked: list[tuple[str, float]] = []

        def wait(url, body, headers, seconds=outbound.SECONDS_IN_ALL):
            asked.append((url.rpartition("/")[2], seconds))
            if url.endswith("sound"):
                return 201
            clock.now += seconds
            raise outbound.Unreachable

        monkeypatch.setattr(outbound, "post", wait)
        return asked

    def test_all_browsers_of_one_person_share_the_time_of_a_parcel(self, game, people, browser_of, silent, clock):
        for number in range(5):
            browser_of(people[1], f"/push/{number}")
        alerted(people[1], game)
        for bundle in courier.claim_due():
            courier.deliver_bundle(bundle)
        assert clock.now <= courier.SECONDS_A_PARCEL
        assert len(silent) == 2, "there was no time left for the others"
        alert = Alert.objects.get()
        assert len(alert.targets or ()) == 5, "all of them are tried again"
        assert list(PushSubscription.objects.order_by("pk").values_list("failures", flat=True)) == [1, 1, 0, 0, 0]

    def test_browsers_that_answer_come_before_those_that_did_not(self, game, people, browser_of, silent):
        for number in range(3):
            browser_of(people[1], f"/push/{number}")
        PushSubscription.objects.update(failures=1)
        browser_of(people[1], "/push/sound")
        alerted(people[1], game)
        for bundle in courier.claim_due():
            courier.deliver_bundle(bundle)
        assert silent[0][0] == "sound"

    def test_one_round_ends_and_the_rest_is_due_at_once(self, game, people, browser_of, silent, clock):
        browser_of(people[1])
        for number in range(courier.MOST_AT_ONCE):
            alerted(people[1], game, occasion=f"{number}")
        (bundle,) = courier.claim_due()
        courier.deliver_bundle(bundle)
        assert clock.now <= courier.SECONDS_A_ROUND + courier.SECONDS_A_PARCEL
        left = Alert.objects.filter(attempts=0)
        assert 0 < left.count() == left.filter(due_at__lte=timezone.now()).count()

    def test_greeting_that_fails_counts_and_ends(self, people, browser_of, silent, clock):
        for number in range(5):
            browser_of(people[1], f"/push/{number}")
        request_greeting(user=people[1])
        (bundle,) = courier.claim_due()
        courier.deliver_bundle(bundle)
        assert clock.now <= courier.SECONDS_A_PARCEL
        assert sum(PushSubscription.objects.values_list("failures", flat=True)) == 2
        assert courier.claim_due() == [], "nobody is greeted twice"


def test_greeting_arrives(people, browser_of):
    browser = browser_of(people[1])
    request_greeting(user=people[1])
    for bundle in courier.claim_due(shaky=False):
        courier.deliver_bundle(bundle)
    (message,) = browser.messages
    assert (message["title"], message["tag"]) == ("It works", "hello")


async def test_each_person_has_one_sender_at_a_time(monkeypatch):
    at_work, done = threading.Semaphore(0), threading.Event()

    def deliver(bundle):
        at_work.release()
        done.wait(20)

    monkeypatch.setattr(courier, "deliver_bundle", deliver)
    monkeypatch.setattr(courier, "with_own_connection", lambda call, *args: call(*args))
    lanes = courier.Lanes()
    for person in range(3):
        lanes.send(Bundle(person, [], []))
    lanes.send(Bundle(7, [], [], shaky=True))
    for _ in range(4):
        assert await asyncio.to_thread(at_work.acquire, timeout=20)
    assert lanes.people == {0, 1, 2, 7}
    assert (lanes.free(False), lanes.free(True)) == (courier.SENDERS[False] - 3, courier.SENDERS[True] - 1)
    done.set()
    await until_async(lambda: not lanes.people)
    lanes.close()


class TestUnwelcome:
    """What was stored when other addresses were welcome."""

    @pytest.fixture(autouse=True)
    def letters(self, settings, mailoutbox) -> Any:
        settings.TASKS = {"default": {"BACKEND": "django_tasks.backends.immediate.ImmediateBackend", "QUEUES": []}}
        return mailoutbox

    def test_browser_is_switched_off_and_its_owner_told(self, people, browser_of, settings, letters):
        browser_of(people[1])
        confirm_address(people[1])
        settings.OUTBOUND_TO_LOOPBACK = False
        for _ in range(2):
            switch_off_forbidden()
        assert PushSubscription.objects.get().dropped == "its address is not one that this site may post to"
        assert [letter.to for letter in letters] == [[people[1].email]]
        assert "Firefox" in letters[0].body

    def test_chat_is_dropped_and_its_host_told(self, game, people, web, settings, letters):
        chat_webhook.connect(user=people[0], game_id=game.id, url=f"{web.url}/chat", style="slack", kinds=["turn"])
        confirm_address(people[0])
        settings.OUTBOUND_TO_LOOPBACK = False
        for _ in range(2):
            webhooks.drop_forbidden()
        assert "may post to" in Webhook.objects.get().dropped
        assert [letter.to for letter in letters] == [[people[0].email]]
        assert f"/tables/{game.id}/" in letters[0].body

    def test_what_is_welcome_stays(self, game, people, browser_of, web):
        browser_of(people[1])
        chat_webhook.connect(user=people[0], game_id=game.id, url=f"{web.url}/chat", style="slack", kinds=["turn"])
        switch_off_forbidden()
        webhooks.drop_forbidden()
        assert PushSubscription.objects.get().dropped == Webhook.objects.get().dropped == ""
