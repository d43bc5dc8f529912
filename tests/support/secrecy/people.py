"""Everybody whom the matrix asks about, at four tables; and what one of them is answered."""

from functools import partial
from typing import Any
from urllib.parse import urlsplit

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import Group
from django.contrib.contenttypes.models import ContentType
from django.test import Client
from django.urls import resolve

from accounts.api_tokens.issuing import issue_token
from accounts.models import Block, Friendship, User
from games.models import Game
from games.services.results import uploads
from games.services.table import deals, rooms
from tests.support.factories import UserFactory
from tests.support.recordings import file_of, scene_of_saved
from tests.support.rollback import undone
from tests.support.tables import deal, fresh, waiting_table

WHO = ("anonymous", "guest", "outsider", "seated", "host", "banned", "staff", "superuser")
"""Guest, outsider, staff and superuser sit at no table; whoever is banned sits at all and has an old session."""

TABLES = ("link-waiting", "link-running", "public-waiting", "public-running")


class World:
    def __init__(self) -> None:
        self.users: dict[str, Any] = {
            name: UserFactory(username=name, display_name=name.title()) for name in (*WHO[1:], "muted")
        }
        self._make_them_what_they_are()
        self.tables = {name: self._table(name) for name in TABLES}
        self.cookies = {name: _session(user) for name, user in self.users.items()}
        User.objects.filter(username="banned").update(is_active=False)
        self.group = Group.objects.create(name="helpers")
        self.address = EmailAddress.objects.create(user=self.users["seated"], email="seated@example.com")
        self.friendship = Friendship.objects.create(asker=self.users["seated"], asked=self.users["muted"])
        self.block = Block.objects.create(blocker=self.users["seated"], blocked=self.users["banned"])
        self.api_token, _secret = issue_token(user=self.users["seated"], name="My bot", scopes=["read"])
        self.user_type = ContentType.objects.get_for_model(User)
        self.deal = deals.create(owner=self.users["host"], slug="high-society", tables=2).code
        self.upload = uploads.keep_upload(
            user=self.users["host"], content=file_of(scene_of_saved("classic-single-winner"))
        )
        self.facts = {table: self._facts(game) for table, game in self.tables.items()}
        self.clients = [Client(), Client(enforce_csrf_checks=True)]

    def _make_them_what_they_are(self) -> None:
        User.objects.filter(username="guest").update(is_guest=True, email="")
        User.objects.filter(username="muted").update(is_muted=True)
        User.objects.filter(username__in=("staff", "superuser")).update(is_staff=True)
        User.objects.filter(username="superuser").update(is_superuser=True)
        for user in self.users.values():
            user.refresh_from_db()

    def _table(self, name: str) -> Game:
        """The host is to act at those that run; the others have a seat left, and a bot."""
        seated = [self.users[who] for who in ("host", "seated", "banned", "muted")]
        game = waiting_table(*seated, public=name.startswith("public"), size=5)
        if name.endswith("running"):
            rooms.start(user=seated[0], game_id=game.id)
            game = deal(fresh(game), seated)
        return fresh(game)

    def _facts(self, game: Game) -> dict[str, Any]:
        """What stands for the variable parts of addresses and forms."""
        return {
            "game_id": game.id,
            "token": game.invitation,
            "version": game.version,
            "seat": game.seats.get(user=self.users["muted"]).pk,
            "user": self.users["seated"].pk,
            "group": self.group.pk,
            "address": self.address.pk,
            "friendship": self.friendship.pk,
            "block": self.block.pk,
            "api_token": self.api_token.pk,
            "user_type": self.user_type.pk,
            "deal": self.deal,
            "upload_id": self.upload.id,
        }

    def answer(
        self, who: str, method: str, path: str, form: dict[str, Any], *, htmx=False, csrf=False, token=""
    ) -> str:
        """The status, or where to; whatever it changed is undone. With a token, who has a session is nobody else."""
        client = self.clients[csrf]
        client.cookies.clear()
        if who in self.cookies:
            client.cookies[settings.SESSION_COOKIE_NAME] = self.cookies[who]
        headers = {
            **({"HX-Request": "true"} if htmx else {}),
            **({"Authorization": f"Bearer {token}"} if token else {}),
        }
        sent: Any = {"content_type": "application/json"} if path.startswith("/api/") else {}
        with undone():
            get, post = partial(client.get, path), partial(client.post, path, form, **sent)
            answer = (get if method == "GET" else post)(headers=headers)
        if answer.headers.get("HX-Refresh") and answer.status_code == 200:
            return ">login"
        return f">{_name_of(answer['Location'])}" if 300 <= answer.status_code < 400 else str(answer.status_code)


def _session(user: User) -> str:
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


def _name_of(address: str) -> str:
    """The name of a page; those of allauth have a path for a name."""
    path = urlsplit(address).path
    if path.startswith("/accounts/"):
        return path.removeprefix("/accounts/").strip("/")
    return resolve(path).view_name.removeprefix("games:").replace(":", "-")
