"""What a program is told that is refused: the same fields everywhere, whoever refuses it."""

import json
from collections.abc import Mapping
from typing import NamedTuple, TypedDict

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Text = Promise | str


class ErrorDocument(TypedDict):
    code: str
    error_code: str
    message: str
    can_retry: bool
    suggestion: str
    context: Mapping[str, object]


class Meaning(NamedTuple):
    """What a code says to a program that knows a few kinds of errors, and what can be done about it."""

    error_code: str
    can_retry: bool
    suggestion: Text


class Refusal(NamedTuple):
    """What is refused before anybody has looked what it is about."""

    code: str
    message: Text


NO_SUCH_GAME, NOT_YOU, NOT_NOW = "GAME_NOT_FOUND", "PLAYER_NOT_ACTIVE", "INVALID_GAME_PHASE"
CORRECT_IT: Text = _("Correct the request: the same one will be refused again.")
WAIT: Text = _("Wait for as many seconds as Retry-After says, then go on.")

REFUSALS: dict[int, Refusal] = {
    400: Refusal("malformed_request", _("This request cannot be read.")),
    401: Refusal("not_logged_in", _("This needs a token, or a session of this site.")),
    403: Refusal("forbidden", _("This form is broken. Reload the page and try again.")),
    404: Refusal("not_found", _("There is nothing here, or not for you.")),
    405: Refusal("wrong_method", _("This address is not asked in this way.")),
    408: Refusal("too_slow", _("The request took too long to arrive.")),
    413: Refusal("too_big", _("The request is too big.")),
    415: Refusal("not_json", _("Send JSON, and say so: Content-Type: application/json.")),
    421: Refusal(
        "misdirected", _("This process sends no streams: the site's proxy has to pass this address on to Daphne.")
    ),
    429: Refusal("too_fast", _("That is a lot at once. Wait a minute, then go on.")),
    500: Refusal("internal_error", _("Something went wrong here. It is noted, and nothing was played.")),
    503: Refusal("unavailable", _("The site cannot answer at the moment.")),
}
"""By status."""

MEANINGS: dict[str, Meaning] = {
    "malformed_request": Meaning(NOT_NOW, False, CORRECT_IT),
    "not_logged_in": Meaning(
        NOT_YOU, False, _("Send a token: Authorization: Bearer hs_… Everybody makes their own on their page.")
    ),
    "forbidden": Meaning(NOT_YOU, True, _("Send the token of the page in X-CSRFToken, or a token of your own.")),
    "not_found": Meaning(NO_SUCH_GAME, False, _("Look at the list of tables, and check the address.")),
    "wrong_method": Meaning(NOT_NOW, False, _("The header Allow says how it is asked.")),
    "too_slow": Meaning(NOT_NOW, True, _("Send it again.")),
    "too_big": Meaning(NOT_NOW, False, CORRECT_IT),
    "not_json": Meaning(NOT_NOW, False, CORRECT_IT),
    "misdirected": Meaning(NOT_NOW, False, _("Ask without the stream: …/events?after= answers at once.")),
    "too_fast": Meaning(NOT_NOW, True, WAIT),
    "internal_error": Meaning(NOT_NOW, True, _("Ask again with the same key: nothing is played twice.")),
    "unavailable": Meaning(NOT_NOW, True, _("Ask again with the same key: nothing is played twice.")),
}
"""Of the codes above."""


def is_api(path: str) -> bool:
    return path.startswith(settings.API_PREFIX)


def is_action(path: str) -> bool:
    *_before, tables, _game, action = ("", "", *path.split("/"))
    return is_api(path) and tables == "tables" and action in settings.API_ACTIONS


def error_of_status(status: int) -> ErrorDocument:
    """For what was refused by whoever knows no more of it than a status."""
    refusal = REFUSALS.get(status, REFUSALS[400 if status < 500 else 500])
    return error_document(refusal.code, refusal.message, MEANINGS[refusal.code])


def error_document(
    code: str, message: Text, meaning: Meaning, context: Mapping[str, object] | None = None
) -> ErrorDocument:
    return {
        "code": code,
        "error_code": meaning.error_code,
        "message": str(message),
        "can_retry": meaning.can_retry,
        "suggestion": str(meaning.suggestion),
        "context": context or {},
    }


def error_body(path: str, error: ErrorDocument, state: object = None) -> str:
    """The whole answer. Whoever asked for an action is told so in the fields of every action's answer."""
    return json.dumps({"success": False, "error": error, "state": state} if is_action(path) else error)
