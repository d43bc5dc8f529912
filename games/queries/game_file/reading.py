"""What a file tells, once all of it has been checked: every action is played again, and nothing is believed.

Whoever brings a file that is no game is told what is wrong with it, in a sentence.
"""

import json
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.names.validation import distinct_names
from games.bots import bot_names
from games.faults import Fault, as_game_fault
from games.models import SUBSTITUTE
from games.positions import ADMIN, BOT, CLOCK, PLAYER, Move, Position, first_position, next_position
from games.queries.events import NOTICE
from games.queries.game_file.events import Noted
from games.queries.game_file.fields import (
    Fields,
    complete_object,
    exact_object,
    id_of,
    list_in,
    name_of,
    time_of,
    whole_number,
)
from games.queries.game_file.parsing import Unreadable, parse
from games.queries.game_file.schema import (
    FIRST,
    MOST_NOTICES,
    NEWEST,
    SCHEMA,
    TOLD_NOTICES,
    VERSIONS,
    ActionDocument,
    AnyGameDocument,
    FormerDocument,
    Head,
    NoticeDocument,
    PlayerDocument,
    outcome_document,
)
from games.queries.game_file.writing import Occasion, document_from, first_document_from
from games.rules import AnyRules, RuleViolation, find_rules
from games.rules.base import check_seat
from games.tableau import Notice, Person, Scene, tableau_of
from games.tableau.scene import Former
from games.wording.table_notices import NOTICES

MAKERS = (PLAYER, BOT, CLOCK, ADMIN)


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game from a file. `document` is what was understood of it, as we would write it in its version."""

    scene: Scene
    document: AnyGameDocument


def read_file(content: bytes) -> GameFile:
    """The game in a file, or `Unreadable`."""
    return read_document(parse(content))


def read_document(document: object) -> GameFile:
    """The game in a document, or `Unreadable`."""
    fields = _fields(document)
    rules = _rules(fields)
    first = _first_position(rules, fields)
    people = _people(rules, fields, len(first.state.players))
    last = _play_all(rules, first, list_in(fields, "actions"))
    if fields["outcome"] != outcome_document(rules.outcome(last.state)):
        raise Unreadable(_("The result in this file is not what its actions lead to."))
    former = _former(fields, len(people), last.number)
    noted = _noted(fields, last.number)
    scene = Scene(
        rules=rules,
        position=last,
        people=people,
        version=last.number,
        notices=tuple(Notice(one.after, str(NOTICES[one.kind]) % {"name": one.name}) for one in noted),
        former=former,
        hides_past=tableau_of(rules).hides_past(fields["options"]),
    )
    return GameFile(scene, _understood(fields, scene, noted))


def _fields(document: object) -> Fields:
    """All of the file: what belongs there, its version says."""
    what = _("the file")
    head = complete_object(document, Head, what)
    if type(head["schema"]) is not str or head["schema"] != SCHEMA:
        raise Unreadable(_("This is not a game that was downloaded here."))
    version = head["version"]
    if type(version) is not int or version not in VERSIONS:
        known = {"first": FIRST, "newest": NEWEST}
        raise Unreadable(
            _("This site reads files of versions %(first)d to %(newest)d, and this is another one.") % known
        )
    return exact_object(document, VERSIONS[version], what)


def _rules(fields: Fields) -> AnyRules:
    slug, version = fields["game"], fields["rules"]
    if type(version) is not int:
        raise Unreadable(_("This file does not say by which rules the game was played."))
    try:
        return find_rules(slug if type(slug) is str else "", version)
    except RuleViolation:
        raise Unreadable(_("This game, or this version of its rules, is not played here.")) from None


def _first_position(rules: AnyRules, fields: Fields) -> Position:
    try:
        first = rules.setup_from_json(fields["setup"])
        options = rules.setup_to_json(first)["options"]
        if not _are_options(fields["options"], options):
            raise Unreadable(_("The options in this file are not those of its setup."))
        return first_position(rules, first)
    except (RuleViolation, Fault):
        raise Unreadable(_("The setup in this file is not one of this game.")) from None


def _are_options(given: object, options: dict[str, bool]) -> bool:
    """Whether these are the options, and nothing that only compares equal to them."""
    return type(given) is dict and given == options and all(type(value) is bool for value in given.values())


def _people(rules: AnyRules, fields: Fields, count: int) -> tuple[Person, ...]:
    players = list_in(fields, "players")
    if len(players) != count:
        raise Unreadable(
            _("This game has %(count)d seats, but the file lists another number of players.") % {"count": count}
        )
    told = [
        exact_object(one, PlayerDocument, _("player %(number)d") % {"number": n}) for n, one in enumerate(players, 1)
    ]
    names = distinct_names([name_of(one["name"]) for one in told])
    return tuple(_person(rules, seat, names[seat], one) for seat, one in enumerate(told))


def _person(rules: AnyRules, seat: int, name: str, told: Fields) -> Person:
    bot, substitute = told["bot"], told["substitute"]
    kinds = ("", SUBSTITUTE, *bot_names(rules.slug))
    if type(bot) is not str or bot not in kinds or type(substitute) is not bool or (substitute and not bot):
        raise Unreadable(_("In this file, who plays as seat %(number)d is unclear.") % {"number": seat + 1})
    return Person(seat, name, bot, substitute)


def _play_all(rules: AnyRules, position: Position, actions: list[object]) -> Position:
    for number, told in enumerate(actions, start=1):
        what = _("action %(number)d") % {"number": number}
        fields = exact_object(told, ActionDocument, what)
        if type(fields["number"]) is not int or fields["number"] != number:
            raise Unreadable(
                _("The actions in this file are not in order: number %(number)d is missing.") % {"number": number}
            )
        position = _play(rules, position, number, fields, what)
    return position


def _play(rules: AnyRules, position: Position, number: int, fields: Fields, what: str) -> Position:
    made_by = fields["made_by"]
    if type(made_by) is not str or made_by not in MAKERS:
        raise Unreadable(_("In %(place)s it is not clear who made it.") % {"place": what})
    try:
        action, at = rules.action_from_json(fields["action"]), time_of(fields["at"], what)
        seat = check_seat(fields["seat"], len(position.state.players))
        return next_position(rules, position, Move(number, seat, action, made_by, at))
    except (RuleViolation, Fault):
        raise Unreadable(_("Action %(number)d in this file is against the rules.") % {"number": number}) from None


def _former(fields: Fields, players: int, last: int) -> tuple[Former, ...]:
    found = []
    for told in list_in(fields, "former", MOST_NOTICES):
        one = exact_object(told, FormerDocument, _("a former player"))
        seat = whole_number(one["seat"], 0, players - 1, _("a former player"))
        until = whole_number(one["until"], 0, last, _("a former player"))
        found.append(Former(seat, until, name_of(one["name"])))
    return tuple(found)


def _noted(fields: Fields, last: int) -> list[Noted]:
    found = []
    for told in list_in(fields, "notices", MOST_NOTICES):
        one = exact_object(told, NoticeDocument, _("a notice"))
        kind = one["kind"]
        if type(kind) is not str or kind not in TOLD_NOTICES:
            raise Unreadable(_("In this file something is noted that does not happen at a table."))
        after = whole_number(one["after"], 0, last, _("a notice"))
        found.append(Noted(after, kind, name_of(one["name"])))
    return found


def _understood(fields: Fields, scene: Scene, noted: list[Noted]) -> AnyGameDocument:
    """What the file tells, written anew: nothing has to be invented for the version that it was."""
    if fields["version"] == FIRST:
        return first_document_from(scene, noted)
    events = list_in(fields, "events")
    occasion = Occasion(id_of(fields["id"]), _started_at(events), time_of(fields["timestamp"], _("the file")))
    noted = _as_events_tell(noted, events, len(scene.people))
    try:
        with as_game_fault("telling what a file leads to"):
            document = document_from(scene, noted, occasion)
    except Fault:
        raise _other_events() from None
    if not _is_same(fields["state"], document["state"]):
        raise Unreadable(_("The final state in this file is not what its actions lead to."))
    if not _is_same(events, document["events"]):
        raise _other_events()
    return document


def _started_at(events: list[object]) -> datetime | None:
    """When the game began, which its first event alone tells."""
    first = events[0] if events else None
    return time_of(first.get("at"), _("the first event")) if type(first) is dict else None


def _as_events_tell(noted: list[Noted], events: list[object], players: int) -> list[Noted]:
    """What was noted, with where and when: only the events of it tell that."""
    told = [event for event in events if type(event) is dict and event.get("type") == NOTICE]
    if len(told) != len(noted):
        raise _other_events()
    return [_with_event(one, event, players) for one, event in zip(noted, told, strict=True)]


def _with_event(noted: Noted, event: Fields, players: int) -> Noted:
    what, seat = _("a notice"), event.get("seat")
    seat = None if seat is None else whole_number(seat, 0, players - 1, what)
    return noted._replace(seat=seat, at=time_of(event.get("at"), what))


def _other_events() -> Unreadable:
    return Unreadable(_("The events in this file are not what its actions lead to."))


def _is_same(given: object, known: object) -> bool:
    """Whether both are the same as JSON, and do not only compare equal."""
    return json.dumps(given, sort_keys=True) == json.dumps(known, sort_keys=True)
