"""Who may see which table."""

from django.db.models import Q

from accounts.models import User
from games.models import Game, Seat
from games.queries.table import Table


def open_to_all(prefix: str = "") -> Q:
    """The tables of which `open_to_all` is true, as a condition; `prefix` leads to them."""

    def about(**facts: object) -> Q:
        return Q(**{f"{prefix}{name}": value for name, value in facts.items()})

    to_join = about(status__in=(Game.Status.WAITING, Game.Status.CLOSED))
    to_watch = about(watchable=True) & (about(deal=None) | about(deal__opened_at__isnull=False))
    return about(public=True) & (to_join | to_watch)


def may_see(table: Table | Game, user: User | None) -> bool:
    """Many public tables are open to all; the others to those who sit there, or sat where this is the rematch, or
    played the same deck until all tables that did had ended."""
    if table.open_to_all:
        return True
    if user is None or not user.is_authenticated:
        return False
    if isinstance(table, Table) and table.seat_of(user) is not None:
        return True
    there = Q(game=table.id) | Q(game__rematch=table.id)
    if table.deal is not None and table.deal.opened_at is not None:
        # Those who made or played the same deck compare.
        if table.deal.owner_id == user.pk:
            return True
        there |= Q(game__deal=table.deal.pk)
    return Seat.objects.filter(there, user=user).exists()


def may_download(table: Table, viewer: User | None) -> bool:
    """Whether somebody may take a whole game along: the file holds its deck and all that was hidden."""
    return table.secrets_open and may_see(table, viewer)
