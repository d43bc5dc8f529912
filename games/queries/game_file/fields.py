"""What stands in the fields of a file, each checked for its form: what is wrong is told in a sentence."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.names.validation import clean_shown_name
from games.queries.game_file.parsing import Unreadable
from games.queries.game_file.schema import fields_of

LONGEST_ID = 10
LONGEST_NAME = 60
LONGEST_TIME = 40

Fields = dict[str, object]
"""An object in the file that has the right names; what stands there is still to be checked."""


def complete_object(thing: object, document: type, what: str) -> Fields:
    """An object with all the names that such a part of the file has, and perhaps others."""
    if type(thing) is not dict:
        raise Unreadable(_("In %(place)s there is something that no game has there.") % {"place": what})
    missing = [name for name in fields_of(document) if name not in thing]
    if missing:
        raise Unreadable(_("In %(place)s “%(name)s” is missing.") % {"place": what, "name": missing[0]})
    return thing


def exact_object(thing: object, document: type, what: str) -> Fields:
    """An object with exactly these names."""
    found, names = complete_object(thing, document, what), fields_of(document)
    if len(found) > len(names):
        strange = next(name for name in found if name not in names)
        raise Unreadable(_("In %(place)s “%(name)s” does not belong there.") % {"place": what, "name": brief(strange)})
    return found


def brief(text: str) -> str:
    """What a stranger wrote, short and without what cannot be seen."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:30])


def list_in(fields: Fields, name: str, most: int | None = None) -> list[object]:
    found = fields[name]
    if type(found) is not list:
        raise Unreadable(_("In this file “%(name)s” is not a list.") % {"name": name})
    if most is not None and len(found) > most:
        raise Unreadable(_("In this file “%(name)s” is too long.") % {"name": name})
    return found


def whole_number(thing: object, least: int, most: int, what: str) -> int:
    if type(thing) is not int or not least <= thing <= most:
        facts = {"place": what, "least": least, "most": most}
        raise Unreadable(_("In %(place)s a number from %(least)d to %(most)d is expected.") % facts)
    return thing


def id_of(text: object) -> str:
    """What looks like the id of a table; whether there is such a table, nobody asks."""
    if type(text) is str and text.isascii() and text.isalnum() and len(text) <= LONGEST_ID:
        return text
    raise Unreadable(_("This file does not say at which table the game was played."))


def time_of(text: object, what: str) -> datetime | None:
    if text is None:
        return None
    try:
        time = datetime.fromisoformat(text) if type(text) is str and len(text) <= LONGEST_TIME else None
    except ValueError:
        time = None
    if time is None or time.tzinfo is None:
        raise Unreadable(_("In %(place)s the time cannot be read.") % {"place": what})
    return time


def name_of(raw: object) -> str:
    if type(raw) is not str:
        raise Unreadable(_("A name in this file is not a text."))
    try:
        # Nobody reads longer ones: those that are too long anyway are not looked at letter by letter.
        return clean_shown_name(raw[: 2 * LONGEST_NAME], LONGEST_NAME)
    except ValidationError as wrong:
        facts = {"name": brief(raw), "why": " ".join(wrong.messages)}
        raise Unreadable(_("The name “%(name)s” cannot be shown here. %(why)s") % facts) from None
