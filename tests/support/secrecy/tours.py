"""What people do on the site during a game beside playing: they look around, make mistakes, and look after things."""

import re
from collections.abc import Callable, Mapping
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

from django.urls import resolve

from games.queries.seats import SEATS
from games.services.table import chat_webhook
from games.wording import notifications
from tests.support.secrecy.evening import Evening, Witness, on_line

NOWHERE = "/no/such/page/"
LEFT_OUT = re.compile(r"/admin/(logout|jsi18n|r/)|/add/|/delete/")


READ_BY_PROGRAMS = ("", "/view", "/legal?limit=20", "/events?limit=1000", "/messages", "/record")
BY_ALL_MEANS = ("me", "me/events", "tables", "tables?which=mine", "stream/me")
THE_SAME_FOR_ALL = ("games", "openapi.json")


def ask_as_program(evening: Evening) -> None:
    """Programs of everybody ask for all that there is for them, and for some that is not."""
    for path in THE_SAME_FOR_ALL:
        evening.ask_api(evening.others[-1], path)
    for who in evening.everybody:
        for path in (*BY_ALL_MEANS, *(f"tables/{evening.game_id}{more}" for more in READ_BY_PROGRAMS)):
            evening.ask_api(who, path)


def be_refused_as_program(evening: Evening) -> None:
    """What is sent is wrong, late, somebody else's or broken."""
    version, table = evening.game.version, f"tables/{evening.game_id}"
    wrong: tuple[tuple[str, Any], ...] = (
        ("actions", {"version": version, "key": "p-1", "action": {"kind": "bid", "cards": [1000, 1000]}}),
        ("actions", {"version": version, "key": "p-2", "action": {"kind": "bid", "amount": 46000}}),
        ("actions", {"version": version, "key": "p-3", "action": {"kind": "buy", "card": evening.hidden[-1][0]}}),
        ("actions", {"version": 0, "key": "p-4", "action": {"kind": "pass"}}),
        ("actions", {"version": version}),
        ("bid", {"cards": [7]}),
        ("select", {"choice": str(version), "card": evening.hidden[-1][0]}),
        ("start", {}),
        ("rematch", {}),
        ("vote", {"seat": 9}),
        ("messages", {"text": "", "key": "p-5"}),
    )
    for number, (path, document) in enumerate(wrong):
        for who in (evening.players[number % len(evening.players)], evening.others[0], evening.others[1]):
            assert evening.send_api(who, f"{table}/{path}", document).status_code >= 400 or path == "start"


def look_around(evening: Evening) -> None:
    """Everybody reads every page there is for them, and some that are not."""
    ask_as_program(evening)
    table = f"/tables/{evening.game_id}/"
    for who in evening.everybody:
        for path in (table, f"{table}log/", f"{table}replay/", f"{table}download/", "/my-games/", "/accounts/data/"):
            evening.get(who, path)
    for number in range(evening.number + 1):
        evening.get(evening.players[0], f"{table}replay/{number}/")
    for path in ("/", "/players/ana/", f"/invitation/{evening.invitation}/", NOWHERE, f"{table}act/"):
        evening.get(evening.others[0], path)
    for path in ("/accounts/settings/", "/accounts/delete/", "/tables/new/"):
        evening.get(evening.players[0], path)


def look_at_the_table(evening: Evening) -> None:
    """Everybody looks at the table and reads its story, and the admin what they have of it."""
    table, admin = f"/tables/{evening.game_id}/", "/admin/games/game/"
    for who in evening.everybody:
        evening.get(who, table)
        evening.ask_api(who, f"tables/{evening.game_id}/view")
        evening.ask_api(who, f"tables/{evening.game_id}/events")
    evening.get(evening.players[-1], f"{table}log/")
    asked = f"{admin}intervene/act-for/?games={evening.game_id}"
    for path in (admin, f"{admin}{evening.game_id}/change/", asked):
        evening.get(evening.admin, path)


def look_once(evening: Evening) -> None:
    """Each thing that is told of a game, once; what every seat is shown of it comes over their sockets anyway."""
    table, to_act = f"/tables/{evening.game_id}/", evening.players[evening.turn]
    for path in (table, f"{table}replay/{evening.number}/", f"{table}download/", "/accounts/data/"):
        evening.get(to_act, path)
    evening.get(evening.others[0], table)
    evening.get(evening.others[1], f"{table}log/")
    evening.get(evening.admin, f"/admin/games/game/{evening.game_id}/change/")
    for path in ("view", "events?limit=1000", "legal?limit=20", "record"):
        evening.ask_api(to_act, f"tables/{evening.game_id}/{path}")
    incomplete = {"version": evening.game.version, "key": "wrong", "stage": evening.rules.stage(evening.state)}
    for path in ("act/", "orders/"):
        assert evening.post(to_act, table + path, incomplete, htmx=True).status_code == 422
    evening.say(to_act, on_line(incomplete))
    evening.say(to_act, {"doubt": "never-sent"})
    read_letters(evening)


def make_a_mistake(evening: Evening) -> None:
    form = {"version": evening.game.version, "key": "wrong", "action": "bid", "amount": 1, "cards": [7]}
    who = evening.players[evening.turn % len(evening.players)]
    for htmx in (True, False):
        evening.post(who, f"/tables/{evening.game_id}/act/", form, htmx=htmx)
    evening.say(who, on_line(form))
    ask_what_was_played(evening)
    be_refused_as_program(evening)


def ask_what_was_played(evening: Evening) -> None:
    """Everybody who has a line asks about what may have been theirs, and whoever is to act decides anew."""
    for who in evening.everybody:
        for key in (f"key-{evening.number}-0", "never-sent", ""):
            evening.say(who, {"doubt": key})


def be_refused(evening: Evening) -> None:
    """Forms that are wrong, late, somebody else's or broken; and a mail, which is on its way whatever happens."""
    be_refused_as_program(evening)
    version, table = evening.game.version, f"/tables/{evening.game_id}/"
    wrong: tuple[dict[str, Any], ...] = (
        {"version": version, "key": "wrong-1", "action": "bid", "cards": [1000, 1000]},
        {"version": version, "key": "wrong-2", "action": "bid", "amount": 46000},
        {"version": version, "key": "wrong-3", "discard": 3},
        {"version": version, "key": "wrong-6", "buy": evening.hidden[-1][0]},
        {"version": 0, "key": "wrong-4", "action": "pass"},
        {"version": version, "key": "", "action": "pass"},
        {"version": "x", "key": "wrong-5", "action": evening.rules.slug},
    )
    to_act, others = evening.players[evening.turn % len(evening.players)], [*evening.players, evening.others[0]]
    for number, form in enumerate(wrong):
        for who in (to_act, others[number % len(others)]):
            answer = evening.post(who, f"{table}act/", form, htmx=bool(number % 2))
            assert answer.status_code in (403, 404, 409, 422)
            evening.say(who, on_line(form))
    for path in ("say/", "vote/", "mute/", "start/", "close/", "rematch/", "join/"):
        evening.post(evening.players[0], table + path, {"text": "", "seat": "9"}, htmx=True)
        evening.post(evening.others[0], table + path, {"text": "", "seat": "9"})
    evening.post(evening.others[1], "/accounts/password/reset/", {"email": "ana@example.com"})


def read_letters(evening: Evening) -> None:
    """All that people and chats could be told elsewhere, at this moment."""
    game = evening.game
    seats = list(SEATS.filter(game=game))
    for who in evening.players:
        own = next(seat for seat in seats if seat.user_id == who.user.pk)
        for write in (notifications.turn, notifications.reminder, notifications.started, notifications.ended):
            letter = write(game, seats, own)
            evening.note(who.name, f"letter about {letter.kind}", f"{letter.title}\n{letter.body}\n{letter.url}")
        evening.note(who.name, "digest", str(notifications.digest([(game, seats, own)] * 2, "turn")))
    for kind in chat_webhook.KINDS:
        evening.note(
            "chat", kind, str(notifications.chat_payload("discord", notifications.for_chat(game, seats, kind), ""))
        )


def meet_an_error(evening: Evening) -> None:
    """A page that fails while it has the whole game in its hands."""
    with patch("games.views.table.render", side_effect=RuntimeError("This page is broken.")):
        assert evening.get(evening.players[0], f"/tables/{evening.game_id}/log/").status_code == 500


def walk_through_admin(evening: Evening) -> None:
    """The admin reads a page of every kind, and is asked every question, but does nothing."""
    dana, game = evening.admin, {"_selected_action": evening.game_id}
    ana = {"_selected_action": evening.players[0].user.pk}
    seen: set[Any] = set()
    waiting = ["/admin/games/game/?q=ana", "/admin/"]
    while waiting:
        path = waiting.pop(0)
        if (kind := _kind(path)) not in seen:
            seen.add(kind)
            waiting += _links(evening, dana, path)
    for action in ("check_integrity", "pause", "abort", "act-for"):
        evening.post(dana, "/admin/games/game/", {"action": action, **game})
    evening.get(dana, "/admin/games/game/")
    evening.post(dana, "/admin/accounts/user/", {"action": "ban_people", **ana})


def _kind(path: str) -> tuple[str, Any]:
    match = resolve(urlsplit(path).path)
    return match.route, match.kwargs.get("what")


def _links(evening: Evening, who: Witness, path: str) -> list[str]:
    answer = evening.get(who, path)
    found = re.findall(r'href="(/admin/[^"#]*)"', answer.content.decode())
    return [link.replace("&amp;", "&") for link in dict.fromkeys(found) if not LEFT_OUT.search(link)]


Tours = Mapping[int, Callable[[Evening], None]]


def on(tours: Tours) -> Callable[[Evening], None]:
    return lambda evening: tours.get(evening.number, lambda _evening: None)(evening)
