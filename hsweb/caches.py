"""The cache that all processes share, and what happens while it is away."""

import logging
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")


class FailOpenRedisCache(RedisCache):
    """While Redis is away nothing is remembered: limits let people through, and nobody is refused because of it."""

    def add(
        self, key: object, value: object, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        return self._try(True, super().add, key, value, timeout, version)

    def get(self, key: object, default: object = None, version: int | None = None) -> object:
        return self._try(default, super().get, key, default, version)

    def set(
        self, key: object, value: object, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        self._try(None, super().set, key, value, timeout, version)

    def touch(self, key: object, timeout: float | None = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return self._try(False, super().touch, key, timeout, version)

    def delete(self, key: object, version: int | None = None) -> bool:
        return self._try(False, super().delete, key, version)

    def _try(self, otherwise: T, call: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return call(*args, **kwargs)
        except RedisError:
            logger.exception("Redis does not answer: limits do not count")
            return otherwise
