"""Who looks on at which table: players are told how many, never who."""

from collections.abc import Iterable

from django.utils import timezone

from games.models import Spectator
from games.queries.presence import SPECTATES_FOR


def note_spectators(*, places: Iterable[tuple[str, str]]) -> None:
    """At each of these tables somebody looks on, known by what tells them from others."""
    now = timezone.now()
    Spectator.objects.bulk_create(
        [Spectator(game_id=game_id, who=who, seen_at=now) for game_id, who in sorted(set(places))],
        update_conflicts=True,
        unique_fields=["game", "who"],
        update_fields=["seen_at"],
    )


def remove_spectator(*, game_id: str, who: str) -> None:
    Spectator.objects.filter(game=game_id, who=who).delete()


def delete_gone_spectators() -> None:
    """Those whose process ended before they did."""
    Spectator.objects.filter(seen_at__lt=timezone.now() - SPECTATES_FOR).delete()
