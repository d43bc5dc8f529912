"""Deals, and the tables that play them."""

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts.models import User
from games.models import Deal, Game, Seat


def find_deal(code: str) -> Deal | None:
    """The deal with that code: whoever has it may know that there is one."""
    if not (code.isascii() and code.isalnum()):
        return None
    return Deal.objects.filter(code=code).select_related("owner", "source").defer("deck").first()


def tables_of_deal(deal: Deal) -> QuerySet[Game]:
    """Those that play it or have played it, in the order in which they were opened."""
    return Game.objects.filter(deal=deal).exclude(status=Game.Status.CLOSED).order_by("created_at")


def deals_of(user: User, last: int = 30) -> QuerySet[Deal]:
    """Those that somebody made or plays, the latest first."""
    mine = Deal.objects.filter(Q(owner=user) | Exists(Seat.objects.filter(game__deal=OuterRef("pk"), user=user)))
    playing = Count("games", filter=~Q(games__status=Game.Status.CLOSED))
    ended = Count("games", filter=Q(games__status__in=(Game.Status.FINISHED, Game.Status.ABORTED)))
    return mine.defer("deck").annotate(playing=playing, ended=ended).order_by("-id")[:last]
