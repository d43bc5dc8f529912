"""Page, socket and API tell a seat the same, action by action, in random games of every kind."""

import random
import re
from typing import Any

import pytest

from games.api.feeds.table_feed import TableFeed
from games.pages.page import whole_page
from games.pages.parts import without_tokens
from games.pages.story import story_of
from games.queries.events import NOTICE, PHASE_CHANGED, Story
from games.queries.positions import position_of
from games.rules import GAMES, find_rules
from games.services.turn import play
from games.tableau import tableau_of
from tests.support.action_forms import form_of
from tests.support.factories import UserFactory
from tests.support.programs import Program, check_named
from tests.support.rules.each_game import DIFFERENT
from tests.support.screen import Screen
from tests.support.tables import fresh, running_table, whole_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("few_turns")]

TABLES = [*((game, True) for game in GAMES), *((game, False) for game in DIFFERENT if game.option_names)]
"""Every game, and with closed purses one of each kind that has them."""
MOST_ACTIONS, LOOKED_AT = 24, 6
BUTTON = re.compile(r'<button[^>]* name="(discard|buy|play|evolve|action)" value="([\w-]+)"(?! disabled)')


class Evening:
    """Three people at a table, each with a page and a program; and somebody who looks on."""

    def __init__(self, slug: str, *, open_purses: bool, seed: int) -> None:
        wishes = {} if find_rules(slug).option_names == () else {"open_purses": open_purses}
        self.people: list[Any] = [UserFactory(username=name) for name in ("ana", "ben", "cleo")]
        self.game = running_table(*self.people, slug=slug, public=True, **wishes)
        self.rules: Any = find_rules(slug)
        self.open_purses = open_purses
        self.begun_with = Story(whole_table(self.game)).last_number
        self.lines = [Line(person) for person in self.people]
        self.programs = [Program(person) for person in self.people]
        self.outsider = Program(UserFactory(username="otto"))
        self.chance = random.Random(f"{slug} {seed}")
        self.heard: list[Any] = []

    @property
    def state(self) -> Any:
        return position_of(fresh(self.game)).state

    def act(self) -> None:
        """Whoever is to act does something: by the form, or by the API in one of its ways."""
        game = fresh(self.game)
        assert game.turn is not None
        legal = self.rules.legal_actions(self.state, game.turn)
        action = self.rules.action_to_json(legal[self.chance.randrange(min(len(legal), 5))])
        (self.by_form if self.chance.random() < 0.3 else self.by_program)(game, action)

    def by_form(self, game: Any, action: Any) -> None:
        posted = _Posted({"version": str(game.version), "key": str(game.version), **form_of(action)})
        play.act_as_posted(user=self.people[game.turn], game_id=game.pk, posted=posted)

    def by_program(self, game: Any, action: Any) -> None:
        program, own = self.programs[game.turn], {key: value for key, value in action.items() if key != "kind"}
        choice = program.view(game)["ui"]["pending_choice"]["id"]
        if action["kind"] in ("bid", "pass") and self.chance.random() < 0.7:
            answer = program.post(f"tables/{game.pk}/{action['kind']}", {"choice": choice, **own})
        elif action["kind"] == "discard_possession":
            card = next(card.id for card in self.rules.cards if card.value == action["value"])
            answer = program.post(f"tables/{game.pk}/select", {"choice": choice, "card": card})
        else:
            sent = {"version": game.version, "key": f"key-{game.version}", "action": action}
            answer = program.post(f"tables/{game.pk}/actions", sent)
        assert answer.status_code == 200, answer.content
        assert answer.json()["state"] == program.view(game) | _without_time(answer.json()["state"])

    def compare(self) -> None:
        table, state = whole_table(self.game), self.state
        for seat, (program, line) in enumerate(zip(self.programs, self.lines, strict=True)):
            line.follow(table)
            assert own_part(line.screen) == fresh_page(table, line.person)
            told = program.view(self.game)
            assert told["view"] == self.rules.view_json(state, seat)
            compare_with_page(told, own_part(line.screen))
        assert self.outsider.view(self.game)["view"] == self.rules.view_json(state, None)
        self.compare_story(table)

    def without_amounts(self, event: Any) -> Any:
        """As it may be told once its stage is over, where purses are closed."""
        return event if self.open_purses else tableau_of(self.rules).without_amounts(event)

    def compare_story(self, table: Any) -> None:
        """Everybody is told the same events, of each of which the page has a line; nothing is told twice."""
        told = self.programs[0].told(f"tables/{table.id}/events?limit=1000")
        assert told["events"] == self.outsider.told(f"tables/{table.id}/events?limit=1000")["events"]
        assert [event["number"] for event in told["events"]] == list(range(1, told["number"] + 1))
        lines = [line.kind for line in reversed(story_of(table))]
        assert [event["type"] for event in told["events"] if event["type"] != PHASE_CHANGED] == lines
        new = Story(table).since(len(self.heard))
        assert new == told["events"][len(self.heard) :]
        self.heard += new
        for line in self.lines:
            then, now = line.events, told["events"][self.begun_with :]
            assert [event["number"] for event in then] == [event["number"] for event in now]
            assert all(one in (event, self.without_amounts(event)) for event, one in zip(then, now, strict=True))
        for event in new:
            check_named("Event", event)
            assert event["type"] != NOTICE


class _Posted(dict[str, Any]):
    def getlist(self, key: str) -> list[str]:
        found = self.get(key, [])
        return list(found) if isinstance(found, list | tuple) else [found]


def _without_time(state: Any) -> Any:
    """What passes while one looks."""
    return {"ui": state["ui"]}


class Line:
    """What somebody has of a table who has it open: a page that was told each difference, and a stream of a program."""

    def __init__(self, person: Any) -> None:
        self.person, self.screen, self.frames = person, Screen(), 0
        self.page: Any = None
        self.feed: Any = None
        self.events: list[Any] = []

    def follow(self, table: Any) -> None:
        before, self.page, self.frames = self.page, whole_page(table, self.person, {}), self.frames + 1
        everything = before is None
        frame = self.page.everything(frame=1) if everything else self.page.since(before, self.frames)
        self.screen.show(frame)
        self.feed = self.feed or TableFeed(self.person, table.id)
        for message in self.feed.read({}, everything=True):
            check_named("StreamMessage", message)
            if "number" in message and message["type"] != "snapshot":
                assert message.pop("cursor") == str(message["number"])
                self.events.append(message)


def own_part(screen: Screen) -> str:
    return without_tokens(screen.whole("private"))


def fresh_page(table: Any, person: Any) -> str:
    screen = Screen()
    screen.show(whole_page(table, person, {}).everything(frame=1))
    return own_part(screen)


def compare_with_page(told: Any, page: str) -> None:
    ui, view = told["ui"], told["view"]
    assert ui["is_my_turn"] == ("data-my-turn" in page)
    if not ui["is_my_turn"]:
        assert ui["pending_choice"] is None
        assert not any(action["enabled"] for action in ui["available_actions"])
        return
    enabled = {action["type"] for action in ui["available_actions"] if action["enabled"]}
    offered = {kind_of(*button) for button in BUTTON.findall(page)}
    # A form says in words that one cannot raise, and a card is laid over another one in a form of its own.
    assert offered - {"bid"} <= enabled
    assert enabled - offered <= {"replace"}
    assert ("bid" in enabled) == ("bid" in offered and "You cannot raise." not in page)
    notes = [int(note) for note in re.findall(r'name="cards" value="(\d+)"', page)]
    if notes:
        assert notes == view["you"]["hand"]
        assert ui["remaining_money"] == sum(notes)
    assert f'name="version" value="{ui["pending_choice"]["id"]}"' in page


def kind_of(button: str, value: str) -> str:
    return {"discard": "select_card", "action": value}.get(button, button)


@pytest.mark.parametrize(("game", "choice"), TABLES, ids=lambda part: getattr(part, "slug", str(part)))
def test_everybody_is_told_the_same_whichever_way(game, choice):
    evening = Evening(game.slug, open_purses=choice, seed=3)
    evening.compare()
    for number in range(MOST_ACTIONS):
        if fresh(evening.game).turn is None:
            break
        evening.act()
        if number % LOOKED_AT == 0 or fresh(evening.game).turn is None:
            evening.compare()
    assert number > 5
