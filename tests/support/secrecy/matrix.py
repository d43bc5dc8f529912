"""Who is answered what, at every address of the site.

An answer is a status, or > and the name of the page it leads to; a line has one for each of `WHO`, in that order.
"""

from dataclasses import dataclass, field
from typing import Any

from games.live.consumers import COME_AGAIN, NOT_HERE
from tests.support.secrecy.people import TABLES, WHO

Line = tuple[str, ...]


def line(anonymous: str, guest: str, outsider: str, seated: str, host: str, banned: str, staff: str, root: str) -> Line:
    return (anonymous, guest, outsider, seated, host, banned, staff, root)


def everybody(answer: str) -> Line:
    return (answer,) * len(WHO)


def known(answer: str, guest: str = "", stranger: str = ">login") -> Line:
    """Whoever is logged in; an old session of somebody who is banned is none."""
    return line(stranger, guest or answer, answer, answer, answer, stranger, answer, answer)


def staff(staff: str, superuser: str) -> Line:
    return (*[">admin-login"] * 6, staff, superuser)


def by_link(seated: str, host: str) -> Line:
    """A table by link does not exist for anybody else, however mighty."""
    return line("404", "404", "404", seated, host, "404", "404", "404")


def in_public(other: str, seated: str, host: str, stranger: str = ">login") -> Line:
    return line(stranger, other, other, seated, host, stranger, other, other)


@dataclass(frozen=True)
class Row:
    """`path` is where to try; `get` and `post` have a line for each of `TABLES`, or one for all."""

    path: str
    get: tuple[Line, ...]
    post: tuple[Line, ...]
    form: dict[str, Any] = field(default_factory=dict)
    htmx: bool = False
    scope: str = ""
    """What a token has to be for, where a program may ask: what is sent there is JSON."""

    @property
    def is_for_programs(self) -> bool:
        return self.path.startswith("/api/")

    def asks_for_a_table(self, method: str) -> bool:
        """Whether the answer may depend on the table."""
        lines = self.get if method == "GET" else self.post
        names_one = any("{game_id}" in part or "{token}" in part for part in (self.path, str(self.form)))
        is_about_one = self.path.startswith(("/tables/{", "/invitation/{", "/api/")) and names_one
        return is_about_one and lines != (everybody("405"),)

    def expected(self, method: str, table: int) -> Line:
        lines = self.get if method == "GET" else self.post
        return lines[table % len(lines)]


def page(path: str, get: Line, post: Line, **form: Any) -> Row:
    return Row(path, (get,), (post,), form)


def read(path: str, get: Line) -> Row:
    return page(path, get, everybody("405"))


Three = tuple[str, str, str]


def act(
    name: str,
    waiting: Three,
    running: Three,
    /,
    *,
    strangers: Line = (">login", ">login"),
    htmx: bool = False,
    **form: Any,
) -> Row:
    """A form of a table: what others at a public table, those who are seated, and the host are answered."""
    posts = (
        by_link(*waiting[1:]),
        by_link(*running[1:]),
        in_public(*waiting, stranger=strangers[0]),
        in_public(*running, stranger=strangers[1]),
    )
    return Row(f"/tables/{{game_id}}/{name}/", (everybody("405"),), posts, form, htmx)


SEEN = (by_link("200", "200"), by_link("200", "200"), everybody("200"), everybody("200"))
# Before the start there is nothing to look at again.
REPLAYED = (by_link(">table", ">table"), by_link("200", "200"), everybody(">table"), everybody("200"))
HOST_ONLY: tuple[Three, Three] = (("403", "403", ">table"), ("403", "403", "409"))
PASSWORDS = {"password1": "plenty-of-pearls-7", "password2": "plenty-of-pearls-7"}
WISHES = {"game": "high-society", "size": 3, "bots": 2, "bot": "balanced", "access": "link", "bot_pace": "quick"}
ORDER: dict[str, Any] = {"kind": "pass", "scope": "auction", "stage": "1"}
BROWSER = {
    "endpoint": "https://push.example.org/one",
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
OWNER_ONLY = line(">login", "403", "403", "403", ">deal", ">login", "403", "403")
INVITED = in_public("200", ">table", ">table", "200")
JOINS, TOO_LATE = everybody(">table"), in_public("409", ">table", ">table", "409")
FRIENDLY = line(">login", "422", ">friends", ">friends", "422", ">login", ">friends", ">friends")
BLOCKING = line(">login", ">friends", ">friends", ">friends", "422", ">login", ">friends", ">friends")

GAMES: dict[str, Row] = {
    "": read("/", everybody("200")),
    "play-now/": page("/play-now/", everybody("405"), everybody(">table"), game="high-society"),
    "tables/new/": page("/tables/new/", everybody("200"), everybody(">table"), display_name="Newcomer", **WISHES),
    "my-games/": read("/my-games/", everybody("200")),
    # A game waits for the host.
    "my-games/next/": read("/my-games/next/", (*[">mine"] * 4, ">table", *[">mine"] * 3)),
    "my-games/uploads/": page("/my-games/uploads/", known("200"), known("422"), file="no file"),
    # The game was brought by the host, and nobody else can see it.
    "my-games/uploads/<slug:upload_id>/": read("/my-games/uploads/{upload_id}/", by_link("404", "200")),
    "my-games/uploads/<slug:upload_id>/<int:number>/": read("/my-games/uploads/{upload_id}/0/", by_link("404", "200")),
    "my-games/uploads/<slug:upload_id>/delete/": page(
        "/my-games/uploads/{upload_id}/delete/", everybody("405"), by_link("404", ">uploads")
    ),
    "manifest.webmanifest": read("/manifest.webmanifest", everybody("200")),
    "service-worker.js": read("/service-worker.js", everybody("200")),
    "offline/": read("/offline/", everybody("200")),
    "players/<str:username>/": read("/players/host/", everybody("200")),
    "deals/": page("/deals/", everybody("200"), everybody(">deal"), game="high-society", tables="2"),
    # The host has made it.
    "deals/<slug:code>/": read("/deals/{deal}/", everybody("200")),
    "deals/<slug:code>/close/": page("/deals/{deal}/close/", everybody("405"), OWNER_ONLY),
    "deals/<slug:code>/bots/": page("/deals/{deal}/bots/", everybody("405"), OWNER_ONLY, seats="3", seen="0"),
    "players/<str:username>/games/": read("/players/host/games/", everybody("200")),
    "friends/": read("/friends/", known("200")),
    # Nobody is friends with themselves, nor is a guest.
    "friends/ask/": page("/friends/ask/", everybody("405"), FRIENDLY, username="host"),
    "friends/agree/": page("/friends/agree/", everybody("405"), known("422"), username="host"),
    "friends/part/": page("/friends/part/", everybody("405"), known(">friends"), username="host"),
    "friends/block/": page("/friends/block/", everybody("405"), BLOCKING, username="host"),
    "friends/unblock/": page("/friends/unblock/", everybody("405"), known(">friends"), username="host"),
    "leaderboard/": read("/leaderboard/", everybody(">leaderboard")),
    "leaderboard/<slug:slug>/": read("/leaderboard/high-society/", everybody("200")),
    "rules/<slug:slug>/": read("/rules/high-society/", everybody("200")),
    "invitation/<slug:token>/": Row(
        "/invitation/{token}/", (INVITED,), (JOINS, TOO_LATE), {"display_name": "Newcomer"}
    ),
    "tables/<slug:game_id>/": Row("/tables/{game_id}/", SEEN, (everybody("405"),)),
    "tables/<slug:game_id>/log/": Row("/tables/{game_id}/log/", SEEN, (everybody("405"),)),
    "tables/<slug:game_id>/replay/": Row("/tables/{game_id}/replay/", REPLAYED, (everybody("405"),)),
    "tables/<slug:game_id>/replay/<int:number>/": Row("/tables/{game_id}/replay/0/", REPLAYED, (everybody("405"),)),
    # Nobody takes a game along whose secrets are not open.
    "tables/<slug:game_id>/download/": read("/tables/{game_id}/download/", everybody("404")),
}

TABLE: dict[str, Row] = {
    "join": act("join", (">table",) * 3, ("409", ">table", ">table"), strangers=(">table", "409")),
    "leave": act("leave", (">home",) * 3, ("403", ">home", ">home")),
    "add-bot": act("add-bot", *HOST_ONLY, bot="balanced"),
    "fill": act("fill", *HOST_ONLY, bot="balanced"),
    "remove": act("remove", *HOST_ONLY, seat="{seat}"),
    "keep-seat": act("keep-seat", *HOST_ONLY, name="Newname"),
    "release-seat": act("release-seat", *HOST_ONLY, kept="1"),
    "renew-invitation": act("renew-invitation", *HOST_ONLY),
    "rename": act("rename", ("403", ">table", ">table"), ("409", "409", "409"), display_name="Newname"),
    "invite": act("invite", ("403", "422", "422"), ("403", "409", "409"), username="nobody"),
    "webhook": Row(
        "/tables/{game_id}/webhook/",
        (by_link("403", "200"),) * 2 + (in_public("403", "403", "200"),) * 2,
        (by_link("403", ">table"),) * 2 + (in_public("403", "403", ">table"),) * 2,
        {"url": "https://chat.example.org/x", "style": "slack", "kinds": "turn"},
    ),
    "webhook/disconnect": act("webhook/disconnect", ("403", "403", ">table"), ("403", "403", ">table")),
    "start": act("start", ("403", "403", ">table"), ("403", ">table", ">table")),
    "close": act("close", *HOST_ONLY),
    "deal": act("deal", ("403", "409", "409"), ("403", "409", "409")),
    "rematch": act("rematch", ("403", "409", "409"), ("403", "409", "409")),
    # The host is to act.
    "act": act("act", ("403", "409", "409"), ("403", "422", ">table"), action="pass", version="{version}", key="k"),
    "orders": act("orders", ("403", "409", "409"), ("403", ">table", ">table"), **ORDER),
    "orders/withdraw": act("orders/withdraw", ("403", ">table", ">table"), ("403", ">table", ">table"), order="1"),
    "come-back": act("come-back", ("403", "409", "409"), ("403", ">table", ">table")),
    "vote": act("vote", ("403", "409", "409"), ("403", "422", "422"), seat="0"),
    "say": act("say", ("403", "200", "200"), ("403", "200", "200"), htmx=True, text="Hello", key="k"),
    # Whoever is seated has the second seat, and nobody mutes themselves.
    "mute": act("mute", ("200", "422", "200"), ("200", "422", "200"), htmx=True, seat="1"),
}

ACCOUNTS: dict[str, Row] = {
    "guest/": page("guest/", everybody("405"), everybody(">home")),
    "claim/": page("claim/", known(">settings", "200"), known(">settings", ">home"), username="claimed", **PASSWORDS),
    "settings/": page("settings/", known("200"), known(">settings"), display_name="Newname", theme="auto"),
    "preferences/": page("preferences/", everybody("200"), everybody(">home"), theme="dark"),
    "rest/": page("rest/", known("200"), known(">rest"), quiet_from="22:00", quiet_until="08:00"),
    "rest/vacation/": page(
        "rest/vacation/", everybody("405"), known(">rest"), first_day="2027-01-02", last_day="2027-01-03"
    ),
    "rest/vacation/cancel/": page("rest/vacation/cancel/", everybody("405"), known(">rest"), vacation="1"),
    "reach/": page("reach/", known("200"), known(">reach"), turn="mail"),
    "reach/browser/": page("reach/browser/", everybody("405"), known("204"), **BROWSER),
    "reach/browser/forget/": page("reach/browser/forget/", everybody("405"), known(">reach"), browser="1"),
    "reach/try/": page("reach/try/", everybody("405"), known(">reach")),
    "tokens/": page(
        "tokens/", known("200"), known(">reauthenticate"), name="My bot", scopes="read", lasts="90", key="k"
    ),
    "tokens/revoke/": page("tokens/revoke/", everybody("405"), known(">tokens"), token="{api_token}"),
    "unsubscribe/<str:token>/": page("unsubscribe/forged/", everybody("404"), everybody("404")),
    "data/": read("data/", known("200")),
    "delete/": page("delete/", known(">reauthenticate"), known(">reauthenticate"), sure="on"),
    "login/": page("login/", known(">home", "200", "200"), known(">home", "200", "200"), login="host", password="x"),
    "signup/": page(
        "signup/", known(">home", ">claim", "200"), known(">home", ">claim", ">home"), username="newcomer", **PASSWORDS
    ),
    "logout/": page("logout/", known("200", stranger=">home"), everybody(">home")),
    "inactive/": read("inactive/", everybody("200")),
    "reauthenticate/": page("reauthenticate/", known("200", ">claim"), known("200", ">claim")),
    "email/": page("email/", known("200", ">claim"), known("422", ">claim")),
    "confirm-email/": read("confirm-email/", everybody("200")),
    "confirm-email/<str:key>/": page("confirm-email/nokey/", everybody("200"), everybody("404")),
    r"^confirm-email/(?P<key>[-:\w]+)/$": page("confirm-email/nokey/", everybody("200"), everybody("404")),
    "password/change/": page("password/change/", known("200", ">claim"), known("200", ">claim")),
    "password/set/": page("password/set/", known(">password/change", ">claim"), known(">password/change", ">claim")),
    "password/reset/": page("password/reset/", everybody("200"), everybody("200")),
    "password/reset/done/": read("password/reset/done/", everybody("200")),
    "password/reset/key/done/": read("password/reset/key/done/", everybody("200")),
    "^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$": page(
        "password/reset/key/1-nokey/", everybody("200"), everybody("200")
    ),
    "login/code/confirm/": page("login/code/confirm/", known(">home"), known(">home")),
}


def stranger_to_admin(stranger: str, others: str, get: str) -> Line:
    return line(stranger, others, others, others, others, stranger, get, get)


ADMIN: dict[str, Row] = {
    "": page("", staff("200", "200"), staff("200", "200")),
    "login/": page(
        "login/", stranger_to_admin(">login", "403", ">admin-index"), stranger_to_admin(">login", "403", "405")
    ),
    "logout/": page("logout/", (*[">admin-index"] * 6, "405", "405"), (*[">admin-index"] * 6, "200", "200")),
    "password_change/": page("password_change/", staff(*[">password/change"] * 2), staff(*[">password/change"] * 2)),
    "password_change/done/": page("password_change/done/", staff("200", "200"), staff("405", "405")),
    "autocomplete/": page("autocomplete/", staff("403", "403"), staff("405", "405")),
    "jsi18n/": page("jsi18n/", staff("200", "200"), staff("405", "405")),
    "r/<path:content_type_id>/<path:object_id>/": page(
        "r/{user_type}/{user}/", staff("404", "404"), staff("404", "404")
    ),
    "accounts/user/<id>/password/": page("accounts/user/{user}/password/", staff("403", "200"), staff("403", "200")),
    "games/game/intervene/<slug:what>/": page(
        "games/game/intervene/pause/?games={game_id}", staff("403", "200"), staff("403", ">admin-games_game_change")
    ),
    "^(?P<app_label>accounts|account|auth|django_tasks_database|games)/$": page(
        "accounts/", staff("404", "200"), staff("404", "200")
    ),
    "(?P<url>.*)$": page("nothing", staff("404", "404"), staff("404", "404")),
}

SUPERUSER = staff("403", "200")
NOBODY = staff("403", "403")


def model(name: str, key: str, **different: tuple[Line, Line]) -> dict[str, Row]:
    """The usual pages of the admin about one kind of thing: superusers may, and nobody else."""
    redirected = staff(*[f">admin-{name.replace('/', '_')}_change"] * 2)
    usual = {
        "": (SUPERUSER, SUPERUSER),
        "add/": (SUPERUSER, SUPERUSER),
        "history/": (SUPERUSER, SUPERUSER),
        "delete/": (SUPERUSER, SUPERUSER),
        "change/": (SUPERUSER, SUPERUSER),
    }
    rows = {}
    for place, lines in usual.items():
        about = "" if place in ("", "add/") else f"{key}/"
        route = f"{name}/{'<path:object_id>/' if about else ''}{place}"
        rows[route] = page(f"{name}/{about}{place}", *different.get(place.strip("/") or "list", lines))
    return {**rows, f"{name}/<path:object_id>/": page(f"{name}/{key}/", redirected, redirected)}


GONE = staff(">admin-index", ">admin-index")
READ_ONLY: dict[str, tuple[Line, Line]] = {
    "add": (NOBODY, NOBODY),
    "delete": (NOBODY, NOBODY),
    "change": (SUPERUSER, NOBODY),
}
NOT_THERE = {**READ_ONLY, "history": (GONE, GONE), "change": (staff("403", ">admin-index"), NOBODY)}
"""To be read only, if there were any."""

MODELS: dict[str, Row] = {
    **model("accounts/user", "{user}", delete=(NOBODY, NOBODY)),
    **model("accounts/friendship", "{friendship}", **READ_ONLY),
    **model("accounts/block", "{block}", **READ_ONLY),
    **model("accounts/apitoken", "{api_token}", **READ_ONLY),
    **model("account/emailaddress", "{address}"),
    **model("auth/group", "{group}"),
    **model("django_tasks_database/dbtaskresult", "none", **NOT_THERE),
    # There is nothing to edit: not even a form is read.
    **model(
        "games/game",
        "{game_id}",
        add=(NOBODY, NOBODY),
        delete=(NOBODY, NOBODY),
        change=(SUPERUSER, staff("405", "405")),
    ),
    **model("games/rating", "none", **NOT_THERE),
    **model("games/ratingchange", "none", **NOT_THERE),
}


def to_program(answer: str) -> Line:
    """Whoever is logged in, or has a token."""
    return known(answer, stranger="401")


def linked(seated: str, host: str) -> Line:
    return line("401", "404", "404", seated, host, "401", "404", "404")


def shown_to_programs(answer: str = "200") -> tuple[Line, ...]:
    return (linked(answer, answer), linked(answer, answer), to_program(answer), to_program(answer))


def told(path: str, *lines: Line, scope: str = "read") -> Row:
    return Row(f"/api/v1/{path}", lines, (everybody("405"),), scope=scope)


def sent(path: str, *lines: Line, scope: str = "play", **body: Any) -> Row:
    return Row(f"/api/v1/{path}", (everybody("405"),), lines, body, scope=scope)


def done(name: str, waiting: Three, running: Three, *, scope: str = "play", **body: Any) -> Row:
    """What a program asks for at a table: what others are answered at a public one, those who are seated, the host."""
    lines = (
        linked(*waiting[1:]),
        linked(*running[1:]),
        in_public(*waiting, stranger="401"),
        in_public(*running, stranger="401"),
    )
    return sent(f"tables/{{game_id}}/{name}", *lines, scope=scope, **body)


INVITED_PROGRAM = to_program("200")
TOO_LATE_FOR_PROGRAM = line("401", "409", "409", "200", "200", "401", "409", "409")

API: dict[str, Row] = {
    "openapi.json": told("openapi.json", everybody("200"), scope=""),
    "docs": told("docs", everybody("200"), scope=""),
    "": Row("/api/v1/", (everybody("404"),), (everybody("404"),)),
    "guests": sent("guests", everybody("201"), scope="", name="Newcomer"),
    "me": told("me", to_program("200")),
    "me/events": told("me/events", to_program("200")),
    "games": told("games", everybody("200"), scope=""),
    "tables": Row(
        "/api/v1/tables",
        (to_program("200"),),
        (to_program("201"),),
        {"game": "high-society", "players": ["bold", "balanced"]},
        scope="read tables",
    ),
    "invitations": sent(
        "invitations",
        *(INVITED_PROGRAM, TOO_LATE_FOR_PROGRAM) * 2,
        scope="tables",
        invitation="{token}",
    ),
    "tables/<slug:game_id>": told("tables/{game_id}", *shown_to_programs()),
    "tables/<slug:game_id>/view": told("tables/{game_id}/view", *shown_to_programs()),
    "tables/<slug:game_id>/legal": told("tables/{game_id}/legal", *shown_to_programs()),
    "tables/<slug:game_id>/events": told("tables/{game_id}/events", *shown_to_programs()),
    # Nobody takes a game along whose secrets are not open.
    "tables/<slug:game_id>/record": told("tables/{game_id}/record", to_program("404")),
    # Streams are kept by another application, which answers before this one is asked.
    "stream/me": told("stream/me", to_program("421")),
    "stream/tables/<slug:game_id>": told("stream/tables/{game_id}", to_program("421")),
    "tables/<slug:game_id>/join": done("join", ("200",) * 3, ("409", "200", "200"), scope="tables"),
    "tables/<slug:game_id>/leave": done("leave", ("200",) * 3, ("403", "200", "200"), scope="tables"),
    "tables/<slug:game_id>/start": done("start", ("403", "403", "200"), ("403", "200", "200"), scope="tables"),
    "tables/<slug:game_id>/rematch": done("rematch", ("403", "409", "409"), ("403", "409", "409"), scope="tables"),
    "tables/<slug:game_id>/come-back": done("come-back", ("403", "409", "409"), ("403", "200", "200")),
    "tables/<slug:game_id>/vote": done("vote", ("403", "409", "409"), ("403", "422", "422"), seat=0),
    # The host is to act.
    "tables/<slug:game_id>/actions": done(
        "actions",
        ("403", "409", "409"),
        ("403", "422", "200"),
        version="{version}",
        key="k",
        action={"kind": "pass"},
    ),
    "tables/<slug:game_id>/bid": done("bid", ("403", "409", "409"), ("403", "422", "200"), cards=[1000]),
    "tables/<slug:game_id>/pass": done("pass", ("403", "409", "409"), ("403", "422", "200")),
    "tables/<slug:game_id>/select": done(
        "select", ("403", "409", "409"), ("403", "422", "422"), choice="{version}", card="possession-1"
    ),
    "tables/<slug:game_id>/messages": Row(
        "/api/v1/tables/{game_id}/messages",
        shown_to_programs(),
        done("messages", ("403", "201", "201"), ("403", "201", "201")).post,
        {"text": "Hello", "key": "k"},
        scope="read play",
    ),
}


def below(prefix: str, rows: dict[str, Row]) -> dict[str, Row]:
    return {
        prefix + route: Row(f"/{prefix}{row.path}", row.get, row.post, row.form, row.htmx)
        for route, row in rows.items()
    }


ROWS: dict[str, Row] = {
    **GAMES,
    **{f"tables/<slug:game_id>/{name}/": row for name, row in TABLE.items()},
    **below("accounts/", ACCOUNTS),
    **below("admin/", {**ADMIN, **MODELS}),
    **{f"api/v1/{route}": row for route, row in API.items()},
}

STAYS, GOES = "stays", str(NOT_HERE)

SOCKETS: dict[str, dict[str, Line]] = {
    "^ws/tables/(?P<game_id>[a-z0-9]{1,40})/$": {
        table: everybody(STAYS) if table.startswith("public") else (GOES, GOES, GOES, STAYS, STAYS, GOES, GOES, GOES)
        for table in TABLES
    },
    "^ws/lobby/$": {"link-running": everybody(STAYS)},
    "": {"link-running": everybody(GOES)},
}
"""Whether a socket is left open, or the code with which it is closed."""

SOCKET_PATHS = {
    "^ws/tables/(?P<game_id>[a-z0-9]{1,40})/$": "/ws/tables/{game_id}/",
    "^ws/lobby/$": "/ws/lobby/",
    "": "/ws/nowhere/",
}

HEARS, STRANGER = "snapshot", "not_logged_in"
LISTENS: dict[str, Line] = {
    table: line(STRANGER, HEARS, HEARS, HEARS, HEARS, STRANGER, HEARS, HEARS)
    if table.startswith("public")
    else line(STRANGER, "not_here", "not_here", HEARS, HEARS, STRANGER, "not_here", "not_here")
    for table in TABLES
}
LISTENS_TO_ALL: Line = line(STRANGER, HEARS, HEARS, HEARS, HEARS, STRANGER, HEARS, HEARS)
"""What a stream begins with: a snapshot, or why there is none. Tables by link do not exist for others."""

PLAYS, REFUSED, CLOSES = "plays", "refused", str(COME_AGAIN)
NOT_PLAYED = "not played"
"""What is told of a doubt to whoever could have sent what they ask about."""

ACTS: dict[str, Line] = {
    "link-waiting": (GOES, GOES, GOES, REFUSED, REFUSED, GOES, GOES, GOES),
    # The host is to act.
    "link-running": (GOES, GOES, GOES, REFUSED, PLAYS, GOES, GOES, GOES),
    "public-waiting": line(CLOSES, REFUSED, REFUSED, REFUSED, REFUSED, CLOSES, REFUSED, REFUSED),
    "public-running": line(CLOSES, REFUSED, REFUSED, REFUSED, PLAYS, CLOSES, REFUSED, REFUSED),
}
"""By table, what comes of a form that is sent on a socket; or the code with which that is closed."""

DOUBTS: dict[str, Line] = {
    table: tuple(NOT_PLAYED if who in ("seated", "host") else answer for who, answer in zip(WHO, answers, strict=True))
    for table, answers in ACTS.items()
}
"""The same for a question whether something was played."""
