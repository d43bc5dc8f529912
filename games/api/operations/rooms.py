"""Tables: found, opened, joined, started, left, and opened again."""

from typing import Literal

from django.http import Http404
from django.utils.translation import gettext as _
from ninja import Router, Status

from accounts.models import User
from accounts.names.look_alikes import skeleton
from games.api.answers import answers, find_table
from games.api.callers import PLAY, READ, TABLES, ApiRequest, who_may
from games.api.schemas import Invitation, Left, NewTable, TableInfo, Tables, Vote
from games.api.tables import summaries, table_info
from games.bots import bot_names
from games.models import Game
from games.queries import my_games
from games.queries.rooms import public_tables, table_of_invitation
from games.rules import find_rules
from games.rules.plain import Json
from games.services.refusals import Refused
from games.services.table import rooms, seats
from games.services.table.rooms import TableSettings
from hsweb.http.clients import address_mark

router = Router(tags=["tables"])

MOST_TOLD = 200


@router.get("tables", response=answers(Tables), auth=who_may(READ), summary="Tables to join or watch, or my own")
def list_tables(request: ApiRequest, which: Literal["public", "mine"] = "public") -> Json:
    """`mine` are those that go on or wait, and the last thirty that ended; those that wait for me come first."""
    user = request.auth.user
    if which == "public":
        return {"tables": list(summaries(public_tables(), user))}
    mine = my_games.my_games(user)
    return {"tables": list(summaries([*mine.to_act, *mine.running, *mine.waiting, *mine.finished], user))}


@router.post("tables", response=answers(TableInfo, 201), auth=who_may(TABLES), summary="Open a table")
def open_table(request: ApiRequest, sent: NewTable) -> Status[Json]:
    """At which I sit, with the bots and the seats that are kept for others by name."""
    user = request.auth.user
    game = rooms.open_table(host=user, chosen=_settings(sent, user), opened_from=address_mark(request))
    return Status(201, _told(user, game))


@router.post("invitations", response=answers(TableInfo), auth=who_may(TABLES), summary="Sit down by an invitation")
def accept_invitation(request: ApiRequest, sent: Invitation) -> Json:
    """A link of a table, or of a seat that is kept for somebody."""
    token = sent.invitation.rstrip("/").rpartition("/")[2]
    game = table_of_invitation(token)
    if game is None:
        raise Http404
    user = request.auth.user
    return _told(user, rooms.join(user=user, game_id=game.id, invitation=token))


@router.get("tables/{slug:game_id}", response=answers(TableInfo), auth=who_may(READ), summary="A table")
def table(request: ApiRequest, game_id: str) -> Json:
    return table_info(find_table(request.auth.user, game_id), request.auth.user)


@router.post("tables/{slug:game_id}/join", response=answers(TableInfo), auth=who_may(TABLES), summary="Sit down")
def join(request: ApiRequest, game_id: str) -> Json:
    """At a public table, or at the rematch of my own game. By an invitation: `POST invitations`."""
    user = request.auth.user
    return _told(user, rooms.join(user=user, game_id=find_table(user, game_id).id))


@router.post("tables/{slug:game_id}/leave", response=answers(Left), auth=who_may(TABLES), summary="Stand up")
def leave(request: ApiRequest, game_id: str) -> Json:
    """Once a game has begun, a bot plays on for me until I come back."""
    table = find_table(request.auth.user, game_id)
    seats.leave(user=request.auth.user, game_id=table.id)
    return {"game": table.id}


@router.post("tables/{slug:game_id}/start", response=answers(TableInfo), auth=who_may(TABLES), summary="Begin")
def start(request: ApiRequest, game_id: str) -> Json:
    """With those who sit there, if I am the host."""
    user = request.auth.user
    return _told(user, rooms.start(user=user, game_id=find_table(user, game_id).id))


@router.post("tables/{slug:game_id}/rematch", response=answers(TableInfo), auth=who_may(TABLES), summary="Play again")
def rematch(request: ApiRequest, game_id: str) -> Json:
    """The new table. It starts by itself once everybody who played is there."""
    user = request.auth.user
    before = find_table(user, game_id)
    return _told(user, rooms.rematch(user=user, game_id=before.id, opened_from=address_mark(request)))


@router.post("tables/{slug:game_id}/come-back", response=answers(TableInfo), auth=who_may(PLAY), summary="Come back")
def come_back(request: ApiRequest, game_id: str) -> Json:
    """Take my seat back from the bot that plays on."""
    user = request.auth.user
    return _told(user, seats.come_back(user=user, game_id=find_table(user, game_id).id))


@router.post("tables/{slug:game_id}/vote", response=answers(TableInfo), auth=who_may(PLAY), summary="Vote for a bot")
def vote(request: ApiRequest, game_id: str, sent: Vote) -> Json:
    """On the seat of somebody who is gone while everybody waits for them."""
    user = request.auth.user
    table = find_table(user, game_id)
    return _told(user, seats.vote_to_replace(user=user, game_id=table.id, seat_number=sent.seat))


def _told(user: User, game: Game) -> Json:
    """The table as it is after a change."""
    return table_info(find_table(user, game.id, game.version), user)


def _settings(sent: NewTable, host: User) -> TableSettings:
    """The names of bots are bots, and my own is mine; a seat is kept for everybody else."""
    rules = find_rules(sent.game)
    if unknown := sent.options.keys() - set(rules.option_names):
        facts = {"options": ", ".join(sorted(unknown))[:MOST_TOLD]}
        raise Refused(_("This game knows no such options: %(options)s.") % facts, "invalid_options")
    bots = tuple(name for name in sent.players if name in bot_names(sent.game))
    others = tuple(name for name in sent.players if name not in bots and skeleton(name) != skeleton(str(host)))
    least = max(1 + len(bots) + len(others), rules.min_players)
    return TableSettings(
        slug=sent.game,
        size=least if sent.size is None else sent.size,
        bots=bots,
        kept=others,
        public=sent.public,
        watchable=sent.watchable,
        turn_seconds=sent.clock,
        bank_seconds=sent.bank,
        on_timeout=sent.on_timeout,
        options=sent.options,
        rated=sent.rated,
        bot_pace=sent.bot_pace,
        hurry=sent.hurry,
        deal=sent.deal,
    )
