"""Queries by one value that are asked with every move: Django puts their words together once, and not each time."""

from collections.abc import Callable
from functools import cached_property
from typing import Generic, TypeVar

from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)


class PreparedQuery(Generic[M]):
    """What a query finds, with another value in the place of the one that it was written with.

    It is put together when it is first asked, as the database wants it that is there then.
    """

    def __init__(self, make_query: Callable[[], QuerySet[M]]) -> None:
        self._make_query = make_query

    def __call__(self, value: object) -> list[M]:
        return list(self._model._default_manager.raw(self._sql, [value]))

    def first(self, value: object) -> M | None:
        return next(iter(self(value)), None)

    @cached_property
    def _model(self) -> type[M]:
        return self._make_query().model

    @cached_property
    def _sql(self) -> str:
        sql, values = self._make_query().query.sql_with_params()
        assert len(values) == 1, sql
        return str(sql)
