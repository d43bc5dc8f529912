"""What every code of a refusal means to a program: which of eight errors it is, and what can be done about it.

The list is total: a test finds every code that the house raises, and looks for it here.
"""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from games.services.refusals import Problem, Refused, TooFast, sentence
from hsweb.http.json_errors import (
    CORRECT_IT,
    MEANINGS,
    NO_SUCH_GAME,
    NOT_NOW,
    NOT_YOU,
    WAIT,
    ErrorDocument,
    Meaning,
    Text,
    error_document,
)

PLAYERS, BID, FUNDS, CARD = "INVALID_PLAYER_COUNT", "INVALID_BID_AMOUNT", "INSUFFICIENT_FUNDS", "CARD_NOT_FOUND"
TIMEOUT = "AUCTION_TIMEOUT"
ERROR_CODES = (PLAYERS, BID, NOT_YOU, NOT_NOW, FUNDS, CARD, NO_SUCH_GAME, TIMEOUT)

CHOOSE_LEGAL: Text = _("Choose something legal: view.legal and available_actions tell what is.")
WAIT_FOR_TURN: Text = _("Wait for your turn: a stream says when it comes.")
LOOK_AGAIN: Text = _("Look at the view again, and decide anew with its version.")
ASK_HOST: Text = _("Ask the host of the table, or join another one.")
NOTHING_HELPS: Text = _("There is nothing to be done about it here.")
COME_BACK: Text = _("Take the seat back first: come-back.")
NEW_KEY: Text = _("Use a new key for a new decision: 1 to 40 visible ASCII characters, and not digits alone.")
OTHER_TOKEN: Text = _("Make a token with this scope on your page.")
FEWER: Text = _("Finish or close something first, then try again.")
END_IT: Text = _("The game is over: ask for a rematch, or for its record.")


def _meanings(error_code: str, can_retry: bool, suggestion: Text, codes: str) -> dict[str, Meaning]:
    return dict.fromkeys(codes.split(), Meaning(error_code, can_retry, suggestion))


KNOWN: dict[str, Meaning] = {
    **MEANINGS,
    # What is wrong with a decision
    **_meanings(BID, True, CHOOSE_LEGAL, "bid_too_low malformed_action bad_limit invalid_money"),
    **_meanings(FUNDS, True, CHOOSE_LEGAL, "not_enough_money too_expensive"),
    **_meanings(
        CARD,
        True,
        CHOOSE_LEGAL,
        "card_not_in_hand card_not_on_board possession_not_owned not_in_market cannot_evolve invalid_card bad_card "
        "bad_cards bad_possession bad_place invalid_card_kind",
    ),
    **_meanings(NOT_NOW, True, CHOOSE_LEGAL, "wrong_phase already_played board_full nothing_chosen no_orders"),
    **_meanings(NOT_NOW, False, CORRECT_IT, "invalid_kind invalid_policy invalid_scope invalid_then too_early"),
    **_meanings(NOT_YOU, True, WAIT_FOR_TURN, "not_your_turn"),
    **_meanings(NOT_NOW, True, LOOK_AGAIN, "stale"),
    **_meanings(TIMEOUT, True, LOOK_AGAIN, "timed_out"),
    **_meanings(NOT_NOW, True, NEW_KEY, "key_reused invalid_key"),
    **_meanings(NOT_NOW, False, END_IT, "game_over game_not_over last_turn fallen"),
    # Who asks
    **_meanings(NOT_YOU, True, COME_BACK, "substituted"),
    **_meanings(
        NOT_YOU,
        False,
        ASK_HOST,
        "not_seated not_allowed not_host not_owner not_welcome seated not_gone blocked unknown_player unknown_person "
        "same_deal unknown_invitation",
    ),
    **_meanings(NOT_YOU, False, NOTHING_HELPS, "banned muted"),
    **_meanings(NOT_YOU, False, OTHER_TOKEN, "missing_scope"),
    **_meanings(NOT_YOU, False, _("Make a new token on your page, and send that."), "bad_token"),
    # What a table is at
    **_meanings(NOT_NOW, False, ASK_HOST, "full started closed open sealed not_finished too_many"),
    **_meanings(NOT_NOW, True, _("Wait until it goes on: a stream says when."), "not_running"),
    **_meanings(NOT_NOW, False, _("Those who look after the site have been told."), "errored fault game_errored"),
    **_meanings(NOT_NOW, True, FEWER, "too_many_tables too_many_experts too_many_tokens"),
    **_meanings(NOT_NOW, True, WAIT, "too_many_deals"),
    # What a new table is to be
    **_meanings(PLAYERS, False, CORRECT_IT, "invalid_player_count invalid_size invalid_manifest invalid_tables"),
    **_meanings(PLAYERS, True, _("Wait until enough sit there, or add bots."), "too_few_players"),
    **_meanings(
        NOT_NOW,
        False,
        CORRECT_IT,
        "refused invalid_options invalid_deck invalid_seed invalid_seat invalid_starter invalid_state invalid_budget "
        "malformed_json unreadable bad_url invalid_style invalid_name same_name bad_cursor invalid_subscription",
    ),
    **_meanings(
        NO_SUCH_GAME,
        False,
        _("GET games lists all there are."),
        "unknown_game unknown_game_id unknown_bot unknown_deal wrong_game",
    ),
}


def error_of(problem: Problem, context: Mapping[str, object] | None = None) -> ErrorDocument:
    """What a service or the rules refuse."""
    if isinstance(problem, TooFast) and problem.limit is not None:
        limit = problem.limit
        context = {"limit": limit.name, "most": limit.most, "seconds": limit.seconds, **(context or {})}
    if isinstance(problem, MissingScope):
        context = {"scope": problem.scope}
    return error_document(problem.code, sentence(problem), KNOWN[problem.code], context)


class BadToken(Refused):
    """Whoever asks sends a token that is none."""

    code, status = "bad_token", 401


class NotLoggedIn(Refused):
    code, status = "not_logged_in", 401


class MissingScope(Refused):
    """The token is good, but not for this."""

    code, status = "missing_scope", 403

    def __init__(self, message: Text, scope: str) -> None:
        super().__init__(message)
        self.scope = scope


class Malformed(Refused):
    """Whatever it asks for, it does not say so in a way that could be read."""

    code, status = "malformed_request", 400
