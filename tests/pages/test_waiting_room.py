"""What frames tell of a waiting room leads from one moment to the next, whoever looks."""

import pytest

from games.pages.page import ROOTS
from games.pages.parts import whole, without_tokens
from games.services.table import rooms
from tests.pages.test_screen import Viewer
from tests.support.tables import person, waiting_table

pytestmark = pytest.mark.django_db


def test_pages_follow_while_seats_are_kept_taken_and_released():
    ana, ben, cleo = (person(name) for name in ("Ana", "Ben", "Cleo"))
    game = waiting_table(ana, ben, size=4, public=True)
    viewers = [Viewer(user) for user in (ana, ben, cleo, None)]

    def link(name):
        return game.kept_seats.get(name=name).invitation

    for happens in (
        lambda: None,
        lambda: rooms.keep_seat(user=ana, game_id=game.id, name="Dora"),
        lambda: rooms.keep_seat(user=ana, game_id=game.id, name="Eve"),
        lambda: rooms.release_seat(user=ana, game_id=game.id, pk=game.kept_seats.get(name="Dora").pk),
        lambda: rooms.join(user=cleo, game_id=game.id, invitation=link("Eve")),
        lambda: rooms.keep_seat(user=ana, game_id=game.id, name="Farid"),
        lambda: rooms.start(user=ana, game_id=game.id),
    ):
        happens()
        for viewer in viewers:
            assert not viewer.screen.show(viewer.next_frame(game))["misfits"]
            for root in ROOTS:
                assert viewer.screen.whole(root) == without_tokens(whole(viewer.page.parts, root)), root
