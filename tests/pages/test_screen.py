"""What frames tell leads from one drawing of a table to the next, whoever looks."""

from typing import Any

import pytest

from games.pages.page import ROOTS, whole_page
from games.pages.parts import whole, without_tokens
from games.queries.positions import position_of
from games.rules import find_rules
from tests.support.rules.each_game import DIFFERENT
from tests.support.screen import Screen
from tests.support.tables import do, fresh, person, running_table, whole_table

pytestmark = pytest.mark.django_db

ACTIONS = 30


class Viewer:
    """Somebody's screen, and the page as it was drawn for them last."""

    page: Any = None

    def __init__(self, user):
        self.user, self.screen, self.frames = user, Screen(), 0

    def next_frame(self, game):
        before, self.page = self.page, whole_page(whole_table(game), self.user, {})
        self.frames += 1
        return self.page.everything(frame=self.frames) if before is None else self.page.since(before, self.frames)


def play(game, people, number=0):
    now, rules = fresh(game), find_rules(game.slug)
    assert now.turn is not None
    legal = rules.legal_actions(position_of(now).state, now.turn)
    do(game, people[now.turn], rules.action_to_json(legal[7 * number % len(legal)]))


@pytest.mark.parametrize("rules", DIFFERENT, ids=lambda rules: rules.slug)
def test_a_page_that_follows_shows_what_a_new_one_does(rules):
    people = [person(name) for name in ("Ana", "Ben", "Cleo")]
    game = running_table(*people, slug=rules.slug)
    viewers = [Viewer(user) for user in (*people, None)]
    for number in range(ACTIONS):
        for viewer in viewers:
            assert not viewer.screen.show(viewer.next_frame(game))["misfits"]
            for root in ROOTS:
                assert viewer.screen.whole(root) == without_tokens(whole(viewer.page.parts, root)), (number, root)
        play(game, people, number)


def test_a_page_that_has_lost_a_frame_notices_until_it_is_told_everything():
    people = [person(name) for name in ("Ana", "Ben", "Cleo")]
    game, viewer = running_table(*people), Viewer(people[0])
    viewer.screen.show(viewer.next_frame(game))
    for is_lost in (True, False, False):
        play(game, people)
        frame = viewer.next_frame(game)
        assert is_lost or viewer.screen.show(frame)["misfits"]
    assert not viewer.screen.show(viewer.page.everything(frame=viewer.frames + 1))["misfits"]
    assert viewer.screen.whole("public") == without_tokens(whole(viewer.page.parts, "public"))
