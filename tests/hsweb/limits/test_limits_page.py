"""What docs/limits.md says is what the code does."""

import re
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any

import pytest
from allauth.account import app_settings
from django.conf import settings
from django.http import QueryDict
from django.test import Client
from twisted.web.http import HTTPChannel

import accounts
import games
from accounts.api_tokens import issuing
from accounts.models import PushSubscription
from accounts.notifications import browsers
from accounts.people import friends as people
from games.bots import processes
from games.live import actions
from games.live.consumers import LONGEST_FRAME, READS_AT_ONCE, TOO_BIG
from games.live.streams import company
from games.models import Webhook
from games.services.notify import courier
from games.services.results import uploads
from games.services.table import rooms
from hsweb import hashers
from hsweb.http import outbound
from hsweb.http.headers import LONGEST_CONTENT_TYPE
from hsweb.limits import request_queue, sockets
from hsweb.limits.budget import BYTES_A_FRAME
from hsweb.limits.rates import LIMITS
from tests.support.factories import UserFactory
from tests.support.tables import fresh, running_table, waiting_table

PAGE = (Path(__file__).parents[3] / "docs" / "limits.md").read_text()
ROW = re.compile(r"^\| (?P<name>[^|]+) \| (?P<what>[^|]+) \| (?P<much>[^|]+) \| (?P<by>[^|]+) \| (?P<beyond>[^|]+) \|$")
SPANS = {
    10: "in 10 seconds",
    60: "a minute",
    300: "in 5 minutes",
    600: "in 10 minutes",
    3600: "an hour",
    86400: "a day",
}
ALLAUTH_KINDS = {"ip": "address", "key": "account", "user": "person"}
UNUSED = {"change_phone", "confirm_email", "request_login_code", "verify_phone", "reset_password_from_key"}
"""Of allauth's limits, those of pages that this site does not have, or which need a secret key anyway."""


def rows() -> dict[str, dict[str, str]]:
    found = [match.groupdict() for line in PAGE.splitlines() if (match := ROW.match(line))]
    named = {row["name"]: row for row in found if row["name"] not in ("name", "---")}
    assert len(named) == len([row for row in found if row["name"] not in ("name", "---")]), "a name stands there twice"
    return named


def written(number: int) -> str:
    return f"{number:,}"


@pytest.fixture(scope="module", autouse=True)
def everything():
    """Limits are known once their modules are loaded."""
    for package in (accounts, games):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            if ".migrations" not in module.name:
                import_module(module.name)


def test_rates_of_our_own():
    told = {name: (row["much"], row["by"]) for name, row in rows().items()}
    for name, limit in LIMITS.items():
        assert told[name] == (f"{written(limit.most)} {SPANS[limit.seconds]}", limit.by), name


def test_rates_of_allauth():
    told = rows()
    limits = {name: rates for name, rates in app_settings.RATE_LIMITS.items() if rates and name not in UNUSED}
    for name, rates in limits.items():
        parts = [part.split("/") for part in rates.split(",")]
        kinds = ["mailbox" if (name, kind) == ("reset_password", "key") else ALLAUTH_KINDS[kind] for *_, kind in parts]
        spans = ["a minute" if span == "m" else SPANS[int(span.rstrip("s"))] for _, span, _ in parts]
        amounts = [f"{amount} {span}" for (amount, *_), span in zip(parts, spans, strict=True)]
        by = [f" by {kind}" if len(parts) > 1 else "" for kind in kinds]
        assert told[name]["much"] == ", ".join(amount + each for amount, each in zip(amounts, by, strict=True)), name
        assert told[name]["by"] == ", ".join(kinds)


def kilobytes(size: int) -> str:
    return f"{size // 1024:,} kB"


def test_sizes_and_numbers():
    from hsweb.limits.daphne import connections, requests
    from hsweb.limits.daphne import sockets as daphne_sockets

    frames = settings.ACTIONS_PER_MINUTE
    strangers = frames // daphne_sockets.STRANGERS_SHARE
    assert BYTES_A_FRAME == 1024
    at_once = f"1 by person and 1 by address, {written(processes.GAMES_AT_ONCE)} in all"
    a_minute = "a minute, 1 kB each on average"
    too_big, in_turn_by = "413, before it is kept anywhere", "they wait, and take turns by"
    client = "address, then by browser or program"
    expected = {
        "body": (kilobytes(settings.DATA_UPLOAD_MAX_MEMORY_SIZE), "request", too_big),
        "file": (kilobytes(settings.FILES_MAX_BODY_SIZE), "request", too_big),
        "fields": (written(settings.DATA_UPLOAD_MAX_NUMBER_FIELDS), "request", "413"),
        "head": (kilobytes(HTTPChannel.totalHeadersSize), "request", "400"),
        "bodies": (kilobytes(requests.MOST_BODIES), "address", "429"),
        "time of a body": (str(settings.BODY_SECONDS), "request", "408"),
        "unread": (kilobytes(requests.MOST_UNREAD), "connection", "closed"),
        "unread in all": (kilobytes(requests.MOST_UNREAD_OF_ADDRESS), "address", "closed"),
        "content type": (written(LONGEST_CONTENT_TYPE), "request", "read as if there were none"),
        "frame": (written(LONGEST_FRAME), "socket", f"closed with {TOO_BIG}"),
        "message": (kilobytes(settings.SOCKET_MESSAGE_MAX_SIZE), "socket", "closed"),
        "unsent": (kilobytes(daphne_sockets.MOST_UNSENT), "socket", "closed; the page connects anew"),
        "connections": (
            written(settings.CONNECTIONS_PER_ADDRESS),
            "address",
            "closed at once; behind a proxy 429",
        ),
        "all connections": (
            f"as many as files may be opened, but {connections.FILES_BESIDE}",
            "site",
            "the address with the most loses the one that was silent for longest",
        ),
        "sockets": (written(settings.SOCKETS_PER_ADDRESS), "address", "429"),
        "own sockets": (
            written(settings.SOCKETS_PER_PERSON),
            "person",
            f"closed with {sockets.TOO_MANY}; a table says so, and pages try again after 20 seconds",
        ),
        "streams": (written(company.MOST_STREAMS), "token", f"the oldest is told `{company.TOO_MANY}`, and ends"),
        "requests": (written(request_queue.AT_ONCE), "site", f"{in_turn_by} {client}"),
        "new sockets": (
            written(request_queue.SOCKETS_AT_ONCE),
            "site",
            f"{in_turn_by} {client}",
        ),
        "looks": (written(READS_AT_ONCE), "site", f"{in_turn_by} address, then by person"),
        "passwords": (written(hashers.AT_ONCE), "site", "they wait"),
        "open tables": (written(rooms.MOST_TABLES), "host", "422"),
        "expert tables": (written(rooms.MOST_WITH_EXPERTS), "host", "422"),
        "expert tables of guests": (written(rooms.MOST_WITH_EXPERTS_OF_GUESTS), "host", "422"),
        "quick bots": (written(processes.QUICK_AT_ONCE), "site", f"{in_turn_by} address, host and game"),
        "bot games": (at_once, "person, address, site", "429"),
        "senders": ("1", "person", "they wait"),
        "kept games": (written(uploads.MOST_KEPT), "person", "422"),
        "kept browsers": (written(browsers.MOST_BROWSERS), "person", "the oldest is forgotten"),
        "kept tokens": (written(issuing.MOST_TOKENS), "person", "422"),
        "kept friends": (written(people.MOST_FRIENDS), "person", "a sentence"),
        "kept blocks": (written(people.MOST_BLOCKED), "person", "a sentence"),
        "frames": (f"{written(frames)} {a_minute}", "person", "they are not read for a while"),
        "frames of strangers": (
            f"{written(strangers)} {a_minute}",
            "socket, address",
            "they are not read for a while",
        ),
    }
    told = rows()
    assert {name: tuple(told[name][column] for column in ("much", "by", "beyond")) for name in expected} == expected
    assert told.keys() == {*expected, *LIMITS, *(name for name in app_settings.RATE_LIMITS if name not in UNUSED)}
    patience = (outbound.SECONDS_TO_CONNECT, outbound.SECONDS_IN_ALL, courier.SECONDS_A_PARCEL)
    assert "{:.0f} seconds to be found and connected to and {:.0f} in all; all of one person's share {:.0f}".format(
        *patience
    ) in " ".join(PAGE.split())


ASKING: dict[str, tuple[str, dict[str, Any]]] = {
    "forms": ("/tables/{table}/start/", {}),
    "tables": ("/play-now/", {}),
    "games_alone": ("/play-now/", {}),
    "invitations": ("/tables/{table}/invite/", {"username": "bob"}),
    "friends": ("/friends/ask/", {"username": "bob"}),
    "talk": ("/tables/{table}/say/", {"text": "Hello", "key": "k"}),
    "deals": ("/deals/", {"game": "high-society", "tables": "2"}),
    "bot_tables": ("/deals/{deal}/bots/", {"seats": "3", "seen": "0"}),
    "uploads": ("/my-games/uploads/", {"file": "x"}),
    "chats": ("/tables/{table}/webhook/", {"url": "https://chat.example.org/x", "style": "slack", "kinds": "turn"}),
    "browsers": ("/accounts/reach/browser/", {}),
    "greetings": ("/accounts/reach/try/", {}),
    "tokens_made": ("/accounts/tokens/", {"name": "My bot", "scopes": "read", "lasts": "90", "key": "k"}),
    "account": ("/accounts/settings/", {"display_name": "Ana", "theme": "auto"}),
    "data": ("/accounts/data/", {}),
}
"""For each limit that somebody who is logged in can meet, what they send."""
PAGES = {"data"}
"""What is not a form."""


@pytest.mark.parametrize("name", sorted(ASKING))
@pytest.mark.django_db
def test_answer_is_what_the_page_says(name, client, alice, bob, monkeypatch):
    from django.core.files.uploadedfile import SimpleUploadedFile

    from games.services.table import deals

    table, deal = waiting_table(alice), deals.create(owner=alice, slug="high-society", tables=2)
    PushSubscription.objects.create(user=alice, endpoint="https://push.example.org/1")
    # Whoever has no password is not asked for it once more.
    alice.set_unusable_password()
    alice.save()
    client.force_login(alice)
    monkeypatch.setattr("hsweb.limits.rates.consume_one", lambda limit, *count: limit != name)
    path, form = ASKING[name]
    sent = {key: SimpleUploadedFile("x.json", b"{}") if key == "file" else value for key, value in form.items()}
    send = client.get if name in PAGES else client.post
    answer = send(path.format(table=table.id, deal=deal.code), sent)
    beyond = rows()[name]["beyond"]
    assert answer.status_code == (int(beyond) if beyond.isdecimal() else 302)
    assert ("Retry-After" in answer.headers) == (answer.status_code == 429)
    assert not Webhook.objects.exists()


ON_SOCKETS = {"doubts"}
"""What is never asked for by a form."""
OF_PROGRAMS = {"api"}
"""What no form counts for: see tests/api/test_limits.py."""


def test_every_limit_of_somebody_is_met():
    assert ASKING.keys() | ON_SOCKETS | OF_PROGRAMS == {name for name, limit in LIMITS.items() if limit.by == "person"}


@pytest.mark.django_db
def test_doubts_beyond_their_limit_are_told_so(alice, bob, monkeypatch):
    game = running_table(alice, bob)
    monkeypatch.setattr("hsweb.limits.rates.consume_one", lambda limit, *count: limit != "doubts")
    version = fresh(game).version
    told, led_to = actions.answer(actions.Request(actions.DOUBT, "k", QueryDict()), alice, game.id)
    assert (told["doubt"]["played"], led_to, fresh(game).version) == (None, 0, version)
    assert told["doubt"]["words"] == "That is a lot at once. Wait a minute, then go on."
    assert rows()["doubts"]["beyond"] == "a sentence"


ENTERING: dict[str, tuple[str, dict[str, str]]] = {
    "login": ("/accounts/login/", {}),
    "signup": ("/accounts/signup/", {}),
    "reset_password": ("/accounts/password/reset/", {"email": "ana@example.org"}),
    "change_password": ("/accounts/password/change/", {}),
    "reauthenticate": ("/accounts/reauthenticate/", {}),
    "manage_email": ("/accounts/email/", {"email": "ana@example.org"}),
}
"""For each limit of allauth that is answered with a page, what is sent."""
OF_PEOPLE = {"change_password", "reauthenticate", "manage_email"}


@pytest.mark.parametrize("name", sorted(ENTERING))
@pytest.mark.django_db
def test_answer_to_forms_about_accounts_is_what_the_page_says(name, client, alice, settings):
    alice.set_password("plenty-of-pearls-7")
    alice.save()
    if name in OF_PEOPLE:
        client.post("/accounts/login/", {"login": "alice", "password": "plenty-of-pearls-7"})
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, name: "1/m/ip"}
    path, form = ENTERING[name]
    first, second = [(client if name in OF_PEOPLE else Client()).post(path, form) for _ in range(2)]
    assert first.status_code != second.status_code == int(rows()[name]["beyond"])
    assert second.headers["Retry-After"] == "60"


@pytest.mark.django_db
def test_answer_to_one_guest_too_many_is_what_the_page_says(client, settings):
    settings.GUESTS_PER_MINUTE = 0
    answer = client.post("/accounts/guest/")
    assert answer.status_code == int(rows()["guest"]["beyond"])
    assert answer.headers["Retry-After"] == "60"


def test_every_limit_of_accounts_is_met():
    told = {name for name in app_settings.RATE_LIMITS if name not in UNUSED}
    # What a wrong password too many is told is tested where it is: tests/accounts/signup/test_known_browsers.py.
    assert ENTERING.keys() == told - {"login_failed"}
    assert rows()["login_failed"]["beyond"] == "a sentence"


@pytest.mark.django_db
def test_limits_of_open_tables_are_sentences(client):
    guest: Any = UserFactory(is_guest=True)
    client.force_login(guest)
    for _ in range(rooms.MOST_WITH_EXPERTS_OF_GUESTS):
        waiting_table(guest, bots=("expert",))
    form = {"game": "high-society", "size": "3", "bots": "1", "bot": "expert", "access": "link", "bot_pace": "quick"}
    answer = client.post("/tables/new/", form)
    assert answer.status_code == int(rows()["expert tables of guests"]["beyond"])
    assert "Guests may have 3 tables with experts" in answer.content.decode()
