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

    def asks_for_a_table(self, method: str) -> bool:
        """Whether the answer may depend on the table."""
        lines = self.get if method == "GET" else self.post
        return self.path.startswith(("/tables/{", "/invitation/{")) and lines != (everybody("405"),)

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
