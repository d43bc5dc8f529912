"""What a file tells, once all of it has been checked: every action is played again, and nothing is believed.

Whoever brings a file that is no game is told what is wrong with it, in a sentence.
"""

import json
import re
from dataclasses import dataclass
from datetime import datetime
from typing import NoReturn

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.names.validation import clean_shown_name, distinct_names
from games.bots import bot_names
from games.faults import Fault
from games.models import SUBSTITUTE
from games.positions import ADMIN, BOT, CLOCK, PLAYER, Move, Position, first_position, next_position
from games.queries.game_file.schema import (
    SCHEMA,
    TOLD_NOTICES,
    VERSION,
    ActionDocument,
    FormerDocument,
    GameDocument,
    NoticeDocument,
    PlayerDocument,
    fields_of,
    outcome_document,
)
from games.queries.game_file.writing import document_from
from games.rules import AnyRules, RuleViolation, find_rules
from games.rules.base import check_seat
from games.tableau import Notice, Person, Scene, tableau_of
from games.tableau.scene import Former
from games.wording.table_notices import NOTICES

LARGEST = 512 * 1024
DEEPEST = 10
LONGEST_NAME = 60
LONGEST_TIME = 40
MOST_NOTICES = 200
MAKERS = (PLAYER, BOT, CLOCK, ADMIN)

_TEXTS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
_BRACKETS = re.compile(r"[][{}]")

Fields = dict[str, object]
"""An object in the file that has the right names; what stands there is still to be checked."""


class Unreadable(Exception):
    """A file that is no game of this site, with a sentence for whoever brought it."""


@dataclass(frozen=True, slots=True)
class GameFile:
    """A game from a file. `document` is what was understood of it, as we would write it."""

    scene: Scene
    document: GameDocument


def read_file(content: bytes) -> GameFile:
    """The game in a file, or `Unreadable`."""
    return read_document(_parse(_decode(content)))


def read_document(document: object) -> GameFile:
    """The game in a document, or `Unreadable`."""
    fields = _object(document, GameDocument, _("the file"))
    _check_schema(fields)
    rules = _rules(fields)
    first = _first_position(rules, fields)
    people = _people(rules, fields, len(first.state.players))
    last = _play_all(rules, first, _list(fields, "actions"))
    if fields["outcome"] != outcome_document(rules.outcome(last.state)):
        raise Unreadable(_("The result in this file is not what its actions lead to."))
    former = _former(fields, len(people), last.number)
    notices = _notices(fields, last.number)
    scene = Scene(
        rules=rules,
        position=last,
        people=people,
        version=last.number,
        notices=tuple(Notice(one["after"], str(NOTICES[one["kind"]]) % one) for one in notices),
        former=former,
        hides_past=tableau_of(rules).hides_past(fields["options"]),
    )
    return GameFile(scene, document_from(scene, notices))


def _decode(content: bytes) -> str:
    if len(content) > LARGEST:
        raise Unreadable(_("This file is too large. A game has at most %(most)d kB.") % {"most": LARGEST // 1024})
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Unreadable(_("This file is not text. A game is a file that was downloaded here.")) from None


def _parse(text: str) -> object:
    if not text.strip():
        raise Unreadable(_("This file is empty."))
    if _is_too_deep(text):
        raise Unreadable(_("This file is nested too deeply for a game."))
    try:
        return json.loads(text, object_pairs_hook=_unique_names, parse_constant=_refuse_constant, parse_float=_number)
    except (ValueError, RecursionError):
        raise Unreadable(_("This file is not JSON, or it has been damaged.")) from None


def _is_too_deep(text: str) -> bool:
    """Whether brackets are nested too deeply, those in texts aside."""
    depth = 0
    for bracket in _BRACKETS.findall(_TEXTS.sub("", text)):
        depth += 1 if bracket in "[{" else -1
        if depth > DEEPEST:
            return True
    return False


def _unique_names(pairs: list[tuple[str, object]]) -> Fields:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("the same name twice")
    return found


def _refuse_constant(text: str) -> NoReturn:
    raise ValueError("not a number")


def _number(text: str) -> float:
    """Scores have halves, and nothing here is large."""
    if len(text) > 10 or "e" in text.lower():
        raise ValueError("no such number")
    return float(text)


def _object(thing: object, document: type, what: str) -> Fields:
    """An object with exactly the names that such a part of the file has."""
    names = fields_of(document)
    if type(thing) is not dict:
        raise Unreadable(_("In %(place)s something else stands than a game has there.") % {"place": what})
    missing = [name for name in names if name not in thing]
    if missing:
        raise Unreadable(_("In %(place)s “%(name)s” is missing.") % {"place": what, "name": missing[0]})
    if len(thing) > len(names):
        strange = next(name for name in thing if name not in names)
        raise Unreadable(_("In %(place)s “%(name)s” does not belong there.") % {"place": what, "name": _brief(strange)})
    return thing


def _brief(text: str) -> str:
    """What a stranger wrote, short and without what cannot be seen."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:30])


def _list(fields: Fields, name: str) -> list[object]:
    found = fields[name]
    if type(found) is not list:
        raise Unreadable(_("In this file “%(name)s” is not a list.") % {"name": name})
    return found


def _whole(thing: object, least: int, most: int, what: str) -> int:
    if type(thing) is not int or not least <= thing <= most:
        facts = {"place": what, "least": least, "most": most}
        raise Unreadable(_("In %(place)s a number from %(least)d to %(most)d is expected.") % facts)
    return thing


def _check_schema(fields: Fields) -> None:
    if type(fields["schema"]) is not str or fields["schema"] != SCHEMA:
        raise Unreadable(_("This is not a game that was downloaded here."))
    if type(fields["version"]) is not int or fields["version"] != VERSION:
        raise Unreadable(_("This file is of another version than %(version)d, which we read.") % {"version": VERSION})


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
    players = _list(fields, "players")
    if len(players) != count:
        raise Unreadable(_("There are %(count)d seats in this game, and not as many players.") % {"count": count})
    told = [_object(one, PlayerDocument, _("player %(number)d") % {"number": n}) for n, one in enumerate(players, 1)]
    names = distinct_names([_name(one["name"]) for one in told])
    return tuple(_person(rules, seat, names[seat], one) for seat, one in enumerate(told))


def _person(rules: AnyRules, seat: int, name: str, told: Fields) -> Person:
    bot, substitute = told["bot"], told["substitute"]
    kinds = ("", SUBSTITUTE, *bot_names(rules.slug))
    if type(bot) is not str or bot not in kinds or type(substitute) is not bool or (substitute and not bot):
        raise Unreadable(_("In this file, who plays as seat %(number)d is unclear.") % {"number": seat + 1})
    return Person(seat, name, bot, substitute)


def _name(raw: object) -> str:
    if type(raw) is not str:
        raise Unreadable(_("A name in this file is not a text."))
    try:
        # Nobody reads longer ones: those that are too long anyway are not looked at letter by letter.
        return clean_shown_name(raw[: 2 * LONGEST_NAME], LONGEST_NAME)
    except ValidationError as wrong:
        facts = {"name": _brief(raw), "why": " ".join(wrong.messages)}
        raise Unreadable(_("The name “%(name)s” cannot be shown here. %(why)s") % facts) from None


def _play_all(rules: AnyRules, position: Position, actions: list[object]) -> Position:
    for number, told in enumerate(actions, start=1):
        what = _("action %(number)d") % {"number": number}
        fields = _object(told, ActionDocument, what)
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
        action, at = rules.action_from_json(fields["action"]), _time(fields["at"], what)
        seat = check_seat(fields["seat"], len(position.state.players))
        return next_position(rules, position, Move(number, seat, action, made_by, at))
    except (RuleViolation, Fault):
        raise Unreadable(_("Action %(number)d in this file is against the rules.") % {"number": number}) from None


def _time(text: object, what: str) -> datetime | None:
    if text is None:
        return None
    try:
        time = datetime.fromisoformat(text) if type(text) is str and len(text) <= LONGEST_TIME else None
    except ValueError:
        time = None
    if time is None or time.tzinfo is None:
        raise Unreadable(_("In %(place)s the time cannot be read.") % {"place": what})
    return time


def _former(fields: Fields, players: int, last: int) -> tuple[Former, ...]:
    found = []
    for told in _short_list(fields, "former"):
        one = _object(told, FormerDocument, _("a former player"))
        seat = _whole(one["seat"], 0, players - 1, _("a former player"))
        until = _whole(one["until"], 0, last, _("a former player"))
        found.append(Former(seat, until, _name(one["name"])))
    return tuple(found)


def _notices(fields: Fields, last: int) -> list[NoticeDocument]:
    found: list[NoticeDocument] = []
    for told in _short_list(fields, "notices"):
        one = _object(told, NoticeDocument, _("a notice"))
        kind = one["kind"]
        if type(kind) is not str or kind not in TOLD_NOTICES:
            raise Unreadable(_("In this file something is noted that does not happen at a table."))
        after = _whole(one["after"], 0, last, _("a notice"))
        found.append({"after": after, "kind": kind, "name": _name(one["name"])})
    return found


def _short_list(fields: Fields, name: str) -> list[object]:
    found = _list(fields, name)
    if len(found) > MOST_NOTICES:
        raise Unreadable(_("In this file “%(name)s” is too long.") % {"name": name})
    return found
