"""What is said at a table."""

from typing import Annotated

from ninja import Query, Router, Status

from games.api.answers import answers, find_table
from games.api.callers import PLAY, READ, ApiRequest, who_may
from games.api.schemas import Lines, MessageInfo, NewMessage
from games.queries.chat import ChatLine, chat_of
from games.rules.plain import Json
from games.services.table import chat

After = Annotated[int, Query(ge=0, lt=2**63, description="The id of the line that was read last.")]

router = Router(tags=["talking"])


@router.get("tables/{slug:game_id}/messages", response=answers(Lines), auth=who_may(READ), summary="What was said")
def messages(request: ApiRequest, game_id: str, after: After = 0) -> Json:
    """The last lines, without those of people whom I have muted or blocked."""
    user = request.auth.user
    table = find_table(user, game_id)
    lines = chat_of(table.id, table.seats, user)
    return {"messages": [_told(line) for line in lines if line.pk > after]}


@router.post("tables/{slug:game_id}/messages", response=answers(MessageInfo, 201), auth=who_may(PLAY), summary="Say it")
def say(request: ApiRequest, game_id: str, sent: NewMessage) -> Status[Json]:
    """At my own table. The same key again says nothing new."""
    user = request.auth.user
    table = find_table(user, game_id)
    said = chat.say(user=user, game_id=table.id, text=sent.text, key=sent.key)
    own = table.seat_of(user)
    name = str(user) if own is None else own.shown_name
    facts = {"text": said.text, "at": said.at.isoformat(), "mentions_you": False}
    return Status(201, {"id": said.pk, "name": name, **facts})


def _told(line: ChatLine) -> Json:
    return {
        "id": line.pk,
        "name": line.said_by,
        "text": line.text,
        "at": line.at.isoformat(),
        "mentions_you": line.mentions_reader,
    }
