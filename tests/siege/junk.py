"""What nobody in their right mind sends, drawn by chance."""

import json
from collections.abc import Sequence
from random import Random
from typing import Any
from urllib.parse import quote_from_bytes, urlencode

from tests.support.wire import FORM

LONGEST_QUERY = 6000
"""Longer lines may end the connection without a word, and much longer ones do."""

LONGEST_FORM = 1800
"""On the line of a table, with what is around it."""

METHODS = ("POST",) * 20 + ("GET",) * 6 + ("HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW", "post")

TEXTS = (
    "",
    " ",
    "0",
    "-1",
    "1.5",
    "NaN",
    "1e309",
    "9" * 18,
    "9" * 19,
    "9" * 5000,
    "٣",
    "²",
    "\0",
    "a\0b",
    "\ud800",
    "\u202e",
    "\ufeff",
    "İı",
    "😀" * 50,
    "x" * 500,
    "x" * 70_000,
    "\r\nX: y",
    "' OR 1=1 --",
    "<script>alert(1)</script>",
    "{{ 7|add:7 }}",
    "%s%n%(x)s",
    "../../settings.py",
    "http://[",
    "//evil.example/",
    "javascript:alert(1)",
    "null",
    "true",
    "[]",
    "{}",
    "bid",
    "discard",
    "expert",
    "public",
    "@",
)
"""No text here is a pass, a card or a number of a seat: whoever is to act gets nothing played by them."""

# Without password2, so that nobody signs up by accident.
FIELDS = (
    *("version", "key", "action", "cards", "amount", "discard", "text", "seat", "bot", "muted", "display_name") * 4,
    *("game", "size", "bots", "access", "clock", "open_purses", "bot_pace", "theme", "language", "time_zone", "next"),
    *(
        "kind",
        "scope",
        "limit",
        "policy",
        "then",
        "value",
        "stage",
        "order",
        "number",
        "seat",
        "url",
        "style",
        "kinds",
        "buy",
        "play",
        "over",
        "evolve",
        "card",
    ),
    *(
        "reason",
        "to",
        "quiet_from",
        "quiet_until",
        "weekends",
        "first_day",
        "last_day",
        "vacation",
        "bank",
        "on_timeout",
    ),
    *("endpoint", "p256dh", "auth", "browser", "turn", "ended", "status__exact", "public__exact", "waits", "games"),
    *("login", "password", "username", "email", "password1", "oldpassword", "sure", "q", "e", "p", "o", "_popup"),
    *(
        "_selected_action",
        "csrfmiddlewaretoken",
        "is_staff__exact",
        "password__startswith",
        "",
        "\0",
        "é",
        "a[b]",
        "x" * 300,
    ),
)

CONTENT_TYPES = (
    FORM,
    f"{FORM}; charset=utf-16",
    f"{FORM}; charset=rot13",
    f"{FORM}; charset=\xff",
    "multipart/form-data; boundary=edge",
    "multipart/form-data; boundary=",
    "multipart/form-data",
    "multipart/form-data; boundary*=utf-8''%00",
    "application/json",
    "text/plain; charset=utf-8; charset=utf-7",
    "\xff\xfe",
    ";;;",
    "",
)

NO_TEXTS: tuple[Any, ...] = (None, True, 7, 1.5, [], ["action=pass"], {"action": "pass"})
NOT_REQUESTS: tuple[Any, ...] = (
    *({kind: what} for kind in ("act", "doubt") for what in NO_TEXTS),
    *({"act": "a&" * 900}, {"act": "\ud800"}, {"act": "key=\ud800"}, {"act": "key=é"}),
    *(
        {"doubt": "\ud800"},
        {"doubt": "é"},
        {"doubt": "😀"},
        {"ACT": "action=pass"},
        {"act ": "action=pass"},
        ["act", "action=pass"],
        "act",
        {},
    ),
)
"""What may be said on the line of a table and asks for nothing: what is no text, no form or too much of one."""

BROKEN_FORMS = (
    "",
    "&&==&",
    "=" * 900,
    "action=pass&" * 150,
    "%",
    "%zz=%u0041",
    "%ff%fe=%00",
    "action=pass",
    "version={now}&action=pass",
    "version={now}&key=&action=pass",
    "version={now}&key=%00&action=pass",
    "version={now}&key=%C3%A9&action=pass",
    "version={now}&key=%ED%A0%80&action=pass",
    f"version={{now}}&key={'k' * 41}&action=pass",
    f"version={{now}}&key={'k' * (LONGEST_FORM - 50)}&action=pass",
    "version=&key=k&action=pass",
    "version=-1&key=k&action=pass",
    "version=0&key=k&action=pass",
    "version={later}&key=k&action=pass",
    f"version={'9' * 30}&key=k&action=pass",
    "version={now}.0&key=k&action=pass",
    "version={now}&version=0&key=k&action=pass",
    "version={now}&key=k",
    "version={now}&key=k&action=",
    "version={now}&key=k&action=%00",
    "version={now}&key=k&action=resign",
    "version={now}&key=k&action=bid",
    "version={now}&key=k&action=bid&cards=1000&cards=1000",
    "version={now}&key=k&action=bid&cards=%D9%A3000",
    f"version={{now}}&key=k&action=bid&amount={'9' * 400}",
    "version={now}&key=k&discard=99",
    "version={now}&key=k&buy=nothing",
    "version={now}&key=k&evolve=%00",
)
"""Forms that nobody may play by, be it their turn; `now` and `later` stand for versions of the table."""

BROKEN_KEYS = ("", "\0", "a\nb", "k" * 41, "k" * LONGEST_FORM)

HEADERS = {
    "Accept": ("*/*", "text/html;q=x", "\xff", "," * 500),
    "Accept-Encoding": ("br;q=9", "gzip", "\xff", "identity;q=0"),
    "Accept-Language": ("de", "xx-yy;q=z", "en" * 3000, "\xff", "*"),
    "Cookie": (
        "sessionid=\xff",
        "sessionid=" + "a" * 32,
        "=;;=",
        "csrftoken=x; theme=\xff",
        "time_zone=../..",
        "messages=x",
    ),
    "Daphne-Root-Path": ("/elsewhere", "%00"),
    "Expect": ("100-continue",),
    "HX-Boosted": ("true", "\xff"),
    "HX-Current-URL": ("http://[", "\xff", "x" * 3000),
    "HX-Current-URL-URI-AutoEncoded": ("true",),
    "HX-Request": ("true", "false", "\xff"),
    "HX-Target": ("%00",),
    "Host": ("evil.example", "localhost:x", "[::1", "\xff"),
    "If-Modified-Since": ("yesterday", "\xff"),
    "If-None-Match": ("*", '"x'),
    "Origin": ("null", "http://evil.example", "http://["),
    "Range": ("bytes=9-1", "bytes=-", "bytes=0-0,1-1"),
    "Referer": ("http://[", "\xff"),
    "X-CSRFToken": ("", "x" * 32, "\xff"),
    "X-Forwarded-For": ("1.2.3.4", "x", "::1%0"),
    "X-Forwarded-Host": ("evil.example",),
    "X-Forwarded-Proto": ("https",),
    "X-HTTP-Method-Override": ("DELETE",),
    "X-Odd": ("y" * 9000,),
}


class Junk:
    def __init__(self, random: Random, likely: Sequence[tuple[str, str]] = ()) -> None:
        """`likely` fields are in about half of all forms, which get further with them."""
        self._random, self._likely = random, likely

    def text(self) -> str:
        if self._random.random() < 0.7:
            return self._random.choice(TEXTS)
        letters = [
            chr(self._random.choice((self._random.randrange(128), self._random.randrange(0x11000)))) for _ in range(8)
        ]
        return "".join(letters)

    def segment(self) -> str:
        """A piece of a path, as it goes over the line: mostly escaped, sometimes as it is."""
        if self._random.random() < 0.05:
            return "".join(chr(self._random.randrange(0x21, 0x100)) for _ in range(6))
        longest = self._random.choice((20, 400, 1200))
        return quote_from_bytes(in_bytes(self.text()[:longest]), safe=self._random.choice(("", "/", "?#")))

    def fields(self) -> list[tuple[str, str]]:
        fields = [(self._random.choice(FIELDS), self.text()) for _ in range(self._random.randrange(12))]
        return [*self._likely, *fields] if self._random.random() < 0.5 else fields

    def query(self) -> str:
        if self._random.random() < 0.6:
            return ""
        return "?" + self._random.choice((self.segment(), encoded(self.fields())))[:LONGEST_QUERY]

    def headers(self) -> dict[str, str]:
        chosen = self._random.sample(sorted(HEADERS), self._random.choice((0, 0, 0, 0, 0, 1, 1, 4)))
        return {name: self._random.choice(HEADERS[name]) for name in chosen}

    def body(self) -> tuple[str, bytes]:
        """A body and what it is said to be: mostly a form, so that it gets far."""
        if self._random.random() < 0.75:
            return FORM, encoded(self.fields()).encode()
        return self._random.choice(CONTENT_TYPES), self._random.choice(
            (self._bytes, self._json, self._parts, self._parts, self._huge)
        )()

    def value(self, depth: int = 0) -> Any:
        """Something that JSON can say."""
        if depth < 3 and self._random.random() < 0.4:
            inner = [self.value(depth + 1) for _ in range(self._random.randrange(4))]
            return inner if self._random.random() < 0.5 else {self.text()[:20]: item for item in inner}
        return self._random.choice((None, True, -1, 0, 1e308, 10**40, self.text()[:100]))

    def said(self) -> list[str]:
        """What may be said on the line of a table and asks for nothing."""
        return [json.dumps(words) for words in NOT_REQUESTS]

    def requests(self, version: str, *, is_to_act: bool) -> list[dict[str, str]]:
        """What may be asked there, at a table that stands at this version, without anything coming of it.

        Others than whoever is to act may send a form that is whole, and doubt something that they could have sent.
        """
        now, later = version, str(int(version) + 1000)
        asked = [{"act": form.format(now=now, later=later)} for form in BROKEN_FORMS]
        asked += [{"act": encoded(self.fields())[:LONGEST_FORM]} for _ in range(5)]
        asked += [{"doubt": key} for key in BROKEN_KEYS]
        if not is_to_act:
            form = encoded([("version", version), ("key", "k"), ("action", "pass"), ("seat", "0"), ("user", "1")])
            asked += [{"act": form}, {"doubt": "k"}, {"act": form, "doubt": "k"}]
        self._random.shuffle(asked)
        return asked

    def _bytes(self) -> bytes:
        return self._random.randbytes(self._random.choice((0, 1, 50, 5000)))

    def _json(self) -> bytes:
        return json.dumps(self.value()).encode()

    def _parts(self) -> bytes:
        pieces = []
        for name, text in self.fields():
            file = '; filename="a\0b"' if self._random.random() < 0.3 else ""
            head = f'--edge\r\nContent-Disposition: form-data; name="{name}"{file}\r\n\r\n'
            pieces.append(in_bytes(head) + in_bytes(text) + b"\r\n")
        return b"".join(pieces) + self._random.choice((b"--edge--\r\n", b"--ed", b""))

    def _huge(self) -> bytes:
        """More fields, or more bytes, than a form may have."""
        return self._random.choice((b"a=b&" * 1200, b"a=" + b"x" * 2_700_000))


def encoded(fields: list[tuple[str, str]]) -> str:
    return urlencode([(in_bytes(name), in_bytes(text)) for name, text in fields])


def in_bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
