"""What was said at a table, and who may be muted there."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef

from accounts.models import Block, User
from games.models import Alert, Message, Mute, Seat
from games.queries.seats import name_beside
from games.queries.table import TableSeat

SHOWN_LINES = 60


@dataclass(frozen=True, slots=True)
class ChatLine:
    pk: int
    said_by: str
    """What the author is called at this table; nothing if they are gone."""
    text: str
    at: datetime
    mentions_reader: bool


@dataclass(frozen=True, slots=True)
class Fellow:
    """Somebody else at the table whom the reader might read."""

    number: int
    shown_name: str
    muted: bool


def chat_of(
    game_id: str, seats: Sequence[TableSeat], reader: User | None, last: int = SHOWN_LINES
) -> tuple[ChatLine, ...]:
    """The last lines of a table's chat, without those of people whom the reader has muted or blocked."""
    said = Message.objects.filter(game=game_id).select_related("author")
    if reader is not None:
        said = said.exclude(author__muted_by__listener=reader).exclude(author__blocked_by__blocker=reader)
    rows = list(said.order_by("-id")[:last])[::-1]
    if not rows:
        return ()
    mentioning = Alert.objects.filter(game=game_id, kind=Alert.Kind.MENTION, recipient=reader) if reader else ()
    called = {alert.occasion for alert in mentioning}
    return tuple(ChatLine(row.pk, _author(row.author, seats), row.text, row.at, str(row.pk) in called) for row in rows)


def _author(author: User | None, seats: Sequence[TableSeat]) -> str:
    """Whoever speaks is called as everywhere at this table; those who have left it as they call themselves."""
    if author is None or not author.own_name:
        return ""
    here = next((seat for seat in seats if seat.user_id == author.pk), None)
    return here.shown_name if here is not None else name_beside(seats, author.own_name)


def fellow_players(game_id: str, seats: Sequence[TableSeat], reader: User | None) -> tuple[Fellow, ...]:
    """The other people at a table, each with whether the reader has muted them."""
    if reader is None:
        return ()
    muted = Exists(Mute.objects.filter(listener=reader, muted=OuterRef("user")))
    blocked = Exists(Block.objects.filter(blocker=reader, blocked=OuterRef("user")))
    others = Seat.objects.filter(game=game_id, user__isnull=False).exclude(user=reader).exclude(blocked)
    mutes = dict(others.annotate(is_muted=muted).values_list("user", "is_muted"))
    return tuple(Fellow(seat.number, seat.shown_name, mutes[seat.user_id]) for seat in seats if seat.user_id in mutes)
