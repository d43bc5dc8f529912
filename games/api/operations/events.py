"""What happened, asked for at once. What happens is told by streams, which the description names here as well."""

from typing import Annotated

from django.http import Http404, HttpResponse
from ninja import Query, Router

from games.api.answers import answers, find_table, in_json
from games.api.callers import READ, ApiRequest, who_may
from games.api.feeds.cursor import LARGEST_NUMBER, LONGEST, LONGEST_WAIT, read_cursor
from games.api.feeds.person_feed import PersonFeed
from games.api.schemas import AnyObject, Error, Events, Messages
from games.models import Game
from games.queries.access import may_download
from games.queries.events import Story
from games.services.care import containment
from games.services.refusals import Refused, Stale
from hsweb.http.json_errors import REFUSALS

router = Router(tags=["events"])

MOST_EVENTS = 1000

After = Annotated[int, Query(ge=0, le=LARGEST_NUMBER, description="The number of the event that was told last.")]
Limit = Annotated[int, Query(ge=1, le=MOST_EVENTS)]
AfterCursor = Annotated[str, Query(max_length=LONGEST, description="What `after` was in the last answer.")]
Wait = Annotated[
    int | None, Query(ge=0, le=LONGEST_WAIT, description="Seconds to wait for something new: a long poll.")
]

STREAM_ANSWERS = {**answers(Messages), 421: Error}
STREAMED = {
    "responses": {
        200: {
            "content": {
                "text/event-stream": {
                    "schema": {"type": "string", "description": "A StreamMessage in the `data` of each event."}
                }
            }
        }
    }
}


@router.get("tables/{slug:game_id}/events", response=answers(Events), auth=who_may(READ), summary="What happened")
def events(request: ApiRequest, game_id: str, after: After = 0, limit: Limit = 200) -> HttpResponse:
    """At a table, in order and by number, as far as it may be told now. At once, be it that there is nothing new."""
    found = containment.draw_or_stop(find_table(request.auth.user, game_id), lambda table: Story(table).since(after))
    told = found[:limit]
    return in_json({"events": told, "number": told[-1]["number"] if told else after, "more": len(found) > limit})


@router.get("tables/{slug:game_id}/record", response=answers(AnyObject), auth=who_may(READ), summary="The whole game")
def record(request: ApiRequest, game_id: str) -> HttpResponse:
    """As the file that can be downloaded and brought back, once the game has ended and its deck is open."""
    user = request.auth.user
    table = find_table(user, game_id)
    if not may_download(table, user):
        raise Http404
    text = containment.file_or_stop(table)
    if text is None:
        raise Stale(containment.why_not_running(Game.Status.ERRORED), "errored")
    return HttpResponse(text, content_type="application/json")


@router.get("me/events", response=answers(Messages), auth=who_may(READ), summary="What concerns me")
def my_events(request: ApiRequest, after: AfterCursor = "") -> HttpResponse:
    """At all my tables, since the cursor, and what waits for me. Without one: everything as it is now, and where to go
    on from."""
    feed = PersonFeed(request.auth.user, read_cursor(after) if after else None, with_snapshot=not after)
    messages = feed.read({}, everything=True)
    return in_json({"messages": messages, "after": feed.cursor, "more": feed.has_more})


@router.get(
    "stream/tables/{slug:game_id}",
    response=STREAM_ANSWERS,
    auth=who_may(READ),
    summary="Listen to a table",
    openapi_extra=STREAMED,
)
def stream_table(request: ApiRequest, game_id: str, after: After = 0, wait: Wait = None) -> HttpResponse:
    """First everything as it is, then each event once, as server-sent events; with `wait`, a long poll.

    Without `after` it begins now. A browser that comes back says in `Last-Event-ID` how much it has heard. Whoever
    tries it out here sets `wait`.
    """
    raise Misdirected(REFUSALS[421].message)


@router.get(
    "stream/me",
    response=STREAM_ANSWERS,
    auth=who_may(READ),
    summary="Listen to all my tables",
    openapi_extra=STREAMED,
)
def stream_me(request: ApiRequest, after: AfterCursor = "", wait: Wait = None) -> HttpResponse:
    """The same for everything that concerns me; `your_turn` brings all that is needed to decide. Whoever tries it out
    here sets `wait`."""
    raise Misdirected(REFUSALS[421].message)


class Misdirected(Refused):
    """This process answers requests and holds no lines: those that do have looked at the address before."""

    code, status = "misdirected", 421
