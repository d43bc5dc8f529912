"""The link to a kept seat is told to whoever hosts the table, and to nobody else, by whichever way."""

from contextlib import AsyncExitStack

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from games.services.table import rooms, seats
from tests.live.test_sockets import at, hear
from tests.support.clients import HTMX, logged_in
from tests.support.factories import UserFactory
from tests.support.logs import written
from tests.support.tables import waiting_table

pytestmark = pytest.mark.django_db(transaction=True)


class Company:
    """Ana hosts a public table, where Ben sits, too, and keeps a seat for Zoe; the others are elsewhere."""

    def __init__(self):
        self.ana, self.ben, self.cleo = (UserFactory(username=name) for name in ("ana", "ben", "cleo"))
        self.root = UserFactory(username="root", is_staff=True, is_superuser=True)
        self.game = waiting_table(self.ana, self.ben, size=5, public=True, kept=("Zoe",))
        self.kept = self.game.kept_seats.get()
        self.path = f"/tables/{self.game.id}/"
        self.others = [Client(), *map(logged_in, (self.ben, self.cleo, self.root))]

    def pages(self):
        table, admin = self.path, f"/admin/games/game/{self.game.id}/"
        yield from (table, "/", "/my-games/", "/friends/", "/players/ana/", f"/invitation/{self.game.invitation}/")
        yield from ("/accounts/data/", f"{table}log/", f"{table}replay/", f"{table}download/")
        yield from ("/admin/games/game/", f"{admin}change/", f"{admin}history/")
        yield f"/admin/games/game/intervene/abort/?games={self.game.id}"

    def forms(self):
        """What is refused, and what is not, with the fresh table in the answer."""
        yield from (("keep-seat/", {"name": "Dora"}), ("release-seat/", {"kept": self.kept.pk}))
        yield from (("invite/", {"username": "nobody"}), ("start/", {}), ("rename/", {"display_name": "Berta"}))
        yield from (("say/", {"text": "Hello", "key": "k"}), ("join/", {}))


@pytest.fixture
def company(transactional_db):
    return Company()


def test_no_page_tells_it_to_others(company):
    for path in company.pages():
        for client in company.others:
            answer = client.get(path)
            assert company.kept.invitation not in f"{answer.headers}{answer.content.decode()}", path
    assert company.kept.invitation in logged_in(company.ana).get(company.path).text


@pytest.mark.parametrize("headers", [HTMX, {}], ids=["live", "plain"])
def test_no_answer_to_a_form_tells_it_to_others(company, headers):
    for path, form in company.forms():
        for client in company.others:
            answer = client.post(company.path + path, form, headers=headers, follow=True)
            assert company.kept.invitation not in f"{answer.headers}{answer.content.decode()}", path
    kept = logged_in(company.ana).post(f"{company.path}keep-seat/", {"name": "Dora"}, headers=HTMX)
    assert company.kept.invitation in kept.text


async def test_no_socket_tells_it_to_others(company):
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(at(company.game, user)) for user in (company.ana, company.ben, None)]
        for socket in sockets:
            await hear(socket, "Kept for Zoe")
        await database_sync_to_async(rooms.keep_seat)(user=company.ana, game_id=company.game.id, name="Dora")
        dora = await database_sync_to_async(company.game.kept_seats.get)(name="Dora")
        for socket, is_host in zip(sockets, (True, False, False), strict=True):
            frame = await hear(socket, "Kept for Dora")
            assert (dora.invitation in frame) is is_host


async def test_no_socket_told_it_to_others_when_they_came(company):
    for user, is_host in ((company.ana, True), (company.ben, False), (company.cleo, False), (None, False)):
        async with at(company.game, user) as socket:
            assert (company.kept.invitation in await hear(socket, 'id="private"')) is is_host


def test_whoever_hosts_the_table_next_is_told_it(company):
    seats.leave(user=company.ana, game_id=company.game.id)
    pages = [logged_in(user).get(company.path).text for user in (company.ben, company.ana)]
    assert [company.kept.invitation in page for page in pages] == [True, False]


def test_no_line_of_the_log_tells_it(company):
    rooms.release_seat(user=company.ana, game_id=company.game.id, pk=company.kept.pk)
    with written("django") as log:
        assert Client().get(f"/invitation/{company.kept.invitation}/").status_code == 404
    assert "/invitation/[key]/" in log.getvalue()
    assert company.kept.invitation not in log.getvalue()
