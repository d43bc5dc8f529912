"""Tables that anybody may join or watch, invitations to them, and where the chat of one is told."""

from django.db.models import QuerySet

from accounts.models import User
from games.models import Alert, Game, KeptSeat, Webhook
from games.queries.access import open_to_all
from games.queries.seats import WITH_SEATS


def public_tables(most: int = 50) -> QuerySet[Game]:
    """Tables that anybody may join or watch: those that wait first, the latest of each first."""
    return (
        Game.objects.filter(open_to_all(), status__in=(Game.Status.WAITING, Game.Status.RUNNING))
        .select_related("host")
        .prefetch_related(WITH_SEATS, "kept_seats")
        .order_by("-status", "-created_at")[:most]
    )


def table_of_invitation(token: str) -> Game | None:
    """The table to which an invitation leads, be it that of one seat."""
    game = Game.objects.select_related("host").filter(invitation=token).first()
    kept = kept_seat_of(token) if game is None else None
    return game if kept is None else kept.game


def kept_seat_of(token: str) -> KeptSeat | None:
    """The seat that is kept for whoever has this invitation."""
    return KeptSeat.objects.select_related("game__host").filter(invitation=token).first()


def invited_to(game_id: str) -> list[User]:
    """Who was asked to join a table and does not sit there yet."""
    asked = Alert.objects.filter(game=game_id, kind=Alert.Kind.INVITATION).exclude(recipient__seats__game=game_id)
    return list(User.objects.filter(pk__in=asked.values("recipient"), is_active=True).order_by("pk"))


def webhook_of(game_id: str) -> Webhook | None:
    """Where the chat of a table is told, for its host alone."""
    return Webhook.objects.filter(game=game_id).first()
