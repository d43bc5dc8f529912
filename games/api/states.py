"""What one seat knows and may do, as programs are told: the view of the rules, and beside it what a page works out."""

from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.api.tables import written
from games.faults import as_game_fault
from games.queries.events import Story
from games.queries.scenes import scene_of
from games.queries.table import Table, TableSeat
from games.rules.plain import Json, to_plain
from games.services.care.containment import why_not_running
from games.tableau import tableau_of
from games.tableau.seat_state import FINISHED, SETUP, AvailableAction, SeatState


def state_of(table: Table, viewer: User | None) -> Json:
    """As `StateInfo`; or `Fault`, if the game cannot be shown. A spectator has no seat."""
    own = table.seat_of(viewer)
    number = None if own is None else own.number
    return {
        "game": table.id,
        "status": table.status,
        "version": table.version,
        "number": Story(table).last_number,
        "seat": number,
        "deadline": written(table.deadline if table.turn is not None else None),
        "view": _view(table, number),
        "ui": _ui(table, own),
    }


def _view(table: Table, seat: int | None) -> Json | None:
    if table.position is None or table.rules is None:
        return None
    scene = scene_of(table)
    with as_game_fault("telling the view"):
        view: Json = to_plain(scene.view(seat))
        return view


def _ui(table: Table, own: TableSeat | None) -> Json:
    state, may_act = _seat_state(table, own), table.may_act(own)
    return {
        "current_phase": state.phase,
        "is_my_turn": may_act,
        "available_actions": [_offer(table, own, one, may_act=may_act) for one in state.available_actions],
        "pending_choice": _choice(table, state) if may_act else None,
        "current_bid_total": state.current_bid_total,
        "remaining_money": state.remaining_money,
        "status": state.status,
        "projected_status": state.projected_status,
    }


def _seat_state(table: Table, own: TableSeat | None) -> SeatState:
    if table.position is None or table.rules is None:
        return SeatState(SETUP if table.is_unstarted else FINISHED)
    scene = scene_of(table)
    with as_game_fault("looking what a seat may do"):
        return tableau_of(table.rules).seat_state(scene, None if own is None else own.number)


def _offer(table: Table, own: TableSeat | None, offer: AvailableAction, *, may_act: bool) -> Json:
    """What the rules allow is not to be had while the game stands still, or while a bot plays that seat."""
    reason = offer.reason
    if offer.enabled and not may_act:
        plays = own is not None and own.bot_playing
        reason = _("A bot plays your seat. Take it back first.") if plays else str(why_not_running(table.status))
    return {"type": offer.type, "enabled": offer.enabled and may_act, "reason": reason}


def _choice(table: Table, state: SeatState) -> Json | None:
    """Its id is that of the decision: whatever else happens at the table, it stays the same until that is made."""
    choice = state.choice
    if choice is None:
        return None
    return {
        "id": str(table.turn_version),
        "kind": choice.kind,
        "prompt": choice.prompt,
        "cards": list(choice.cards),
        "least_bid": choice.least_bid,
        "least_added": choice.least_added,
        "seconds": _seconds(table),
        "seconds_left": _seconds_until(table.deadline),
    }


def _seconds(table: Table) -> int | None:
    if not table.turn_seconds or table.position is None or table.rules is None:
        return None
    with as_game_fault("looking how long a decision may take"):
        return int(table.turn_seconds * table.rules.share_of_turn(table.position.state))


def _seconds_until(moment: datetime | None) -> float | None:
    return None if moment is None else round(max(0.0, (moment - timezone.now()).total_seconds()), 1)
