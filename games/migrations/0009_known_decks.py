"""Whether other people had begun the same deal before a game was over is noted, as it decides about ratings."""

from typing import Any

from django.db import migrations, models
from django.db.models import Exists, OuterRef


def note_who_knew(apps: Any, schema_editor: Any) -> None:
    """Games that were over before this was noted: others had begun the same deal before their end, or not."""
    games = apps.get_model("games", "Game").objects
    others = games.filter(deal=OuterRef("deal"), started_at__lt=OuterRef("ended_at"), seats__user__isnull=False)
    played = games.filter(deal__isnull=False, ended_at__isnull=False, started_at__isnull=False)
    known = played.filter(Exists(others.exclude(pk=OuterRef("pk")))).values("pk")
    games.filter(pk__in=known).update(deck_was_known=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0008_stages")]

    operations = [
        migrations.AddField(
            "game",
            "deck_was_known",
            models.BooleanField(default=False, editable=False, verbose_name="others knew the deck"),
        ),
        migrations.RunPython(note_who_knew, migrations.RunPython.noop),
    ]
