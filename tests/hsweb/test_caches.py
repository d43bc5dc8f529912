import pytest
from django.core.cache import cache

from accounts.models import User
from hsweb.caches import FailOpenRedisCache
from hsweb.limits.rates import consume_one
from tests.support.logs import written


@pytest.fixture
def without_redis(settings, monkeypatch):
    """Nobody listens there."""
    nowhere = {"BACKEND": "hsweb.caches.FailOpenRedisCache", "LOCATION": "redis://127.0.0.1:1/0"}
    monkeypatch.setattr(FailOpenRedisCache, "clear", lambda self: True)
    settings.CACHES = settings.CACHES | {"default": nowhere}


def test_while_it_is_away_nothing_is_remembered(without_redis):
    assert cache.add("key", 1)
    cache.set("key", 1)
    assert cache.get("key") is None
    assert cache.get("key", "default") == "default"
    assert not cache.touch("key")
    assert not cache.delete("key")


def test_while_it_is_away_nobody_is_held_up_and_the_log_says_so_once(without_redis):
    with written("hsweb") as log:
        assert all(consume_one("act", 1, 1, 10) for _ in range(5))
    assert log.getvalue().count("Redis does not answer: limits do not count\nTraceback") == 1
    assert "The limit act" not in log.getvalue()


@pytest.mark.django_db
def test_while_it_is_away_people_come_in(client, without_redis):
    assert client.post("/accounts/guest/").status_code == 302
    form = {"username": "zoe", "password1": "plenty-of-pearls-7", "password2": "plenty-of-pearls-7"}
    assert type(client)().post("/accounts/signup/", form).status_code == 302
    assert type(client)().post("/accounts/login/", {"login": "zoe", "password": "wrong"}).status_code == 200
    login = {"login": "zoe", "password": "plenty-of-pearls-7"}
    assert type(client)().post("/accounts/login/", login).status_code == 302
    assert User.objects.count() == 2
