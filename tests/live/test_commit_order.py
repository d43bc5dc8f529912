"""What one process has written and not yet committed is told later, whatever another one has committed meanwhile."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from django.db import connection, transaction
from django.utils import timezone

from games.api.feeds.cursor import read_cursor
from games.api.feeds.person_feed import PersonFeed
from games.models import Alert
from games.queries.followed import followed_tables
from games.services.table import chat
from tests.support.tables import running_table

pytestmark = pytest.mark.django_db(transaction=True)


class Elsewhere:
    """Another process, which has said something and is about to commit that."""

    def __init__(self, **said):
        self._said, self._has_said, self._may_commit = said, Event(), Event()

    def __enter__(self):
        self._pool = ThreadPoolExecutor(1)
        self._work = self._pool.submit(self._say)
        assert self._has_said.wait(20)
        return self

    def __exit__(self, *failure):
        self._may_commit.set()
        self._pool.shutdown()

    def _say(self):
        try:
            with transaction.atomic():
                chat.say(**self._said)
                self._has_said.set()
                assert self._may_commit.wait(20)
        finally:
            connection.close()

    def commit(self):
        self._may_commit.set()
        self._work.result(20)


def told(feed):
    return [message["game"] for message in feed.read({}, everything=True) if message["type"] == "mentioned"]


@pytest.mark.parametrize("comes_back", [False, True], ids=["listening", "coming-back"])
def test_a_notice_with_a_lower_number_that_is_committed_later_is_told_once(alice, bob, comes_back):
    first, second = (running_table(alice, bob) for _ in range(2))
    mentions = Alert.objects.filter(kind=Alert.Kind.MENTION).order_by("pk")
    feed = PersonFeed(bob)
    feed.read({}, everything=True)
    with Elsewhere(user=alice, game_id=first.pk, text="Hello @Bob", key="k") as elsewhere:
        chat.say(user=alice, game_id=second.pk, text="Hello @Bob", key="k")
        assert told(feed) == [second.pk]
        elsewhere.commit()
    assert list(mentions.values_list("game", flat=True)) == [first.pk, second.pk]
    if comes_back:
        feed = PersonFeed(bob, read_cursor(feed.cursor))
    assert feed.is_behind(followed_tables(bob, timezone.now()), [(first.pk, mentions[0].pk)])
    assert [told(feed), told(feed)] == [[first.pk], []]
