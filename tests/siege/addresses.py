"""Every address of the site, found by walking its resolvers: what is added to the site is found here by itself."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from django.urls import URLPattern, get_resolver
from django.utils.regex_helper import normalize

from games.live.routing import api_websocket_urlpatterns, websocket_urlpatterns


class Address(NamedTuple):
    """`template` has a %(name)s for each of its parameters."""

    name: str
    template: str
    parameters: tuple[str, ...]

    def path(self, values: Mapping[str, str]) -> str:
        return "/" + self.template % {name: values[name] for name in self.parameters}


def page_addresses() -> list[Address]:
    return list(_walk(get_resolver().url_patterns))


def socket_addresses() -> list[Address]:
    return list(_walk([*websocket_urlpatterns, *api_websocket_urlpatterns]))


def _walk(
    patterns: Iterable[Any], template: str = "", parameters: tuple[str, ...] = (), space: str = ""
) -> Iterator[Address]:
    for pattern in patterns:
        for written, named in normalize(pattern.pattern.regex.pattern):
            longer, more = template + written, (*parameters, *named)
            if isinstance(pattern, URLPattern):
                yield Address(space + (pattern.name or ""), longer, more)
            else:
                inner = f"{space}{pattern.namespace}:" if pattern.namespace else space
                yield from _walk(pattern.url_patterns, longer, more, inner)
