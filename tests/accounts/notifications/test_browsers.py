"""Which browsers are written to, and which are greeted."""

from typing import Any

from accounts.models import PushSubscription, User
from accounts.notifications import kinds
from accounts.notifications.browsers import browser_name, people_to_greet, request_greeting, take_greetings
from accounts.services.accounts import delete_account, personal_data
from accounts.tasks import say_hello
from tests.accounts.conftest import BROWSER


def test_names():
    chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36"
    assert browser_name(chrome) == "Chrome, Linux"
    assert browser_name(f"{chrome} Edg/140.0") == "Edge, Linux"
    assert browser_name("Mozilla/5.0 (Macintosh) Version/18 Safari/605") == "Safari, Mac"
    assert browser_name("") == ""


def test_task_from_before_an_update_does_the_same(alice):
    browser = PushSubscription.objects.create(user=alice, **BROWSER)
    say_hello.call(alice.pk)
    assert take_greetings([alice.pk]) == {alice.pk: [browser.pk]}


def test_those_where_sending_has_failed_are_in_another_lane(alice, bob):
    PushSubscription.objects.create(user=alice, **BROWSER)
    for number, failures in enumerate((0, 1)):
        PushSubscription.objects.create(user=bob, **BROWSER | {"endpoint": f"{number}"}, failures=failures)
    for person in (alice, bob):
        request_greeting(user=person)
    assert people_to_greet({bob.pk}, shaky=True) == {}
    assert list(people_to_greet((), shaky=False)) == [alice.pk]
    assert list(people_to_greet((), shaky=True)) == [bob.pk]


def test_whoever_leaves_takes_it_all_along(alice):
    PushSubscription.objects.create(user=alice, **BROWSER)
    kinds.set_ways(user=alice, kind=kinds.TURN, ways=())
    data: Any = personal_data(user=alice)["account"]
    assert data["messages"]["turn"] == ()
    assert len(data["browsers"]) == 1
    assert "push.example.org" not in str(data)
    delete_account(user=alice)
    assert not PushSubscription.objects.exists()
    assert User.objects.get(pk=alice.pk).reach == {}
