"""What a seat knows, what it may do, and doing it: once, however often it is said."""

from typing import Annotated

from django.http import HttpResponse
from django.utils.http import parse_etags
from ninja import Query, Router

from accounts.models import User
from games.api.answers import action_answers, answers, find_known_table, find_table, in_json
from games.api.callers import PLAY, READ, ApiRequest, who_may
from games.api.errors import error_of
from games.api.limits import REQUESTS, too_fast, wait_of
from games.api.schemas import Bid, Choosing, LegalActions, NewAction, Pass, Selection, StateInfo
from games.api.shapes import kinds_of_actions
from games.api.states import state_of
from games.faults import as_game_fault
from games.queries.table import Table
from games.rules import RuleViolation
from games.rules.plain import Json
from games.services.care import containment
from games.services.refusals import Problem, Refused, status_of
from games.services.turn import play
from games.tableau import tableau_of

router = Router(tags=["playing"])

MOST_LEGAL = 500
MALFORMED = "malformed_action"

Offset = Annotated[int, Query(ge=0, le=100_000)]
Limit = Annotated[int, Query(ge=1, le=MOST_LEGAL)]


@router.get(
    "tables/{slug:game_id}/view",
    response={**answers(StateInfo), 304: None},
    auth=who_may(READ),
    summary="What my seat knows",
)
def view(request: ApiRequest, game_id: str) -> HttpResponse:
    """The table as the rules show it to my seat, or to a spectator; 304 while it is as `If-None-Match` says."""
    user = request.auth.user
    table = find_table(user, game_id)
    own = table.seat_of(user)
    etag = f'"{table.version}-{"" if own is None else own.number}-{request.LANGUAGE_CODE}"'
    known = [one.removeprefix("W/") for one in parse_etags(request.headers.get("If-None-Match", ""))]
    headers = {"ETag": f"W/{etag}"}
    return HttpResponse(status=304, headers=headers) if etag in known else in_json(_state(table, user), headers=headers)


@router.get("tables/{slug:game_id}/legal", response=answers(LegalActions), auth=who_may(READ), summary="All I may do")
def legal(request: ApiRequest, game_id: str, offset: Offset = 0, limit: Limit = 100) -> HttpResponse:
    """Every legal action, some at a time. `view.legal` tells the same in brief."""
    user = request.auth.user
    table = find_table(user, game_id)
    found = containment.draw_or_stop(table, lambda shown: _legal(shown, user, offset, limit))
    return in_json(found)


@router.post("tables/{slug:game_id}/actions", response=action_answers(), auth=who_may(PLAY), summary="Play an action")
def act(request: ApiRequest, game_id: str, sent: NewAction) -> HttpResponse:
    """Any action of any game, for one decision. Sent again with the same key, it is answered and not played again."""
    return _play(request, game_id, sent.version, sent.key, sent.action)


@router.post("tables/{slug:game_id}/bid", response=action_answers(), auth=who_may(PLAY), summary="Bid")
def bid(request: ApiRequest, game_id: str, sent: Bid) -> HttpResponse:
    """Add these money cards to my bid; in games without them, bid this amount in all, of which 0 is a pass."""
    said = {"cards": sent.cards, "amount": sent.amount}
    return _answer_choice(
        request, game_id, sent, {"kind": "bid", **{name: value for name, value in said.items() if value is not None}}
    )


@router.post("tables/{slug:game_id}/pass", response=action_answers(), auth=who_may(PLAY), summary="Pass")
def pass_(request: ApiRequest, game_id: str, sent: Pass | None = None) -> HttpResponse:
    return _answer_choice(request, game_id, sent or Pass(), {"kind": "pass"})


@router.post("tables/{slug:game_id}/select", response=action_answers(), auth=who_may(PLAY), summary="Select a card")
def select(request: ApiRequest, game_id: str, sent: Selection) -> HttpResponse:
    """Give up the card of this id, where a choice is pending that asks for one."""
    user = request.auth.user
    rules = find_known_table(user, game_id).rules
    try:
        action = {} if rules is None else tableau_of(rules).read_selection(rules, sent.card)
    except RuleViolation as problem:
        return _refusal(find_table(user, game_id), user, problem)
    return _answer_choice(request, game_id, sent, action)


def _answer_choice(request: ApiRequest, game_id: str, sent: Choosing, action: Json) -> HttpResponse:
    """The id of a choice is the version with which it arose, and a key for it, so that it is answered once."""
    if sent.choice is None:
        return _play(request, game_id, sent.version, sent.key, action)
    # What is no number is the id of no choice that there ever was.
    version = int(sent.choice) if sent.choice.isascii() and sent.choice.isdecimal() else -1
    return _play(request, game_id, version, sent.key or sent.choice, action)


def _play(request: ApiRequest, game_id: str, version: int | None, key: str, action: Json) -> HttpResponse:
    user = request.auth.user
    table = find_table(user, game_id) if request.is_beyond_limit else find_known_table(user, game_id)
    if request.is_beyond_limit and not _would_be_stored(table, user, version, action):
        raise too_fast(REQUESTS)
    try:
        game, request.has_stored = play.act_for_program(
            user=user, game_id=game_id, version=version, key=key, action=action
        )
    except (Refused, RuleViolation) as problem:
        return _refusal(find_table(user, game_id), user, problem)
    after = find_table(user, game_id, game.version)
    return in_json({"success": True, "error": None, "state": _state(after, user)})


def _would_be_stored(table: Table, user: User, version: int | None, action: Json) -> bool:
    """Whether that is a legal move on one's turn, as far as it is known here: nobody who may move has to wait."""
    own = table.seat_of(user)
    if own is None or not table.may_act(own) or table.position is None or table.rules is None:
        return False
    if version is not None and not table.turn_version <= version <= table.version:
        return False
    try:
        with as_game_fault("looking whether an action is legal", refusals=True):
            table.rules.play(table.position.state, own.number, table.rules.action_from_json(action))
    except RuleViolation:
        return False
    return True


def _refusal(table: Table, user: User, problem: Problem) -> HttpResponse:
    """What is wrong, and the table as it is now: the view says what is legal."""
    kinds = kinds_of_actions(table.rules) if problem.code == MALFORMED and table.rules else []
    context = {"kinds": kinds} if kinds else None
    answer = {"success": False, "error": error_of(problem, context), "state": _state(table, user)}
    return in_json(answer, status_of(problem), wait_of(problem))


def _state(table: Table, user: User) -> Json:
    return containment.draw_or_stop(table, lambda shown: state_of(shown, user))


def _legal(table: Table, user: User, offset: int, limit: int) -> Json:
    own, rules, position = table.seat_of(user), table.rules, table.position
    if own is None or rules is None or position is None or not table.may_act(own):
        return {"version": table.version, "total": 0, "actions": [], "next_offset": None}
    with as_game_fault("listing what is legal"):
        found = rules.legal_actions(position.state, own.number)
        actions = [rules.action_to_json(action) for action in found[offset : offset + limit]]
    following = offset + limit
    return {
        "version": table.version,
        "total": len(found),
        "actions": actions,
        "next_offset": following if following < len(found) else None,
    }
