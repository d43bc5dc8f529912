"""Games remember that the administrators were told of their fault, and chats are greeted by the courier."""

from typing import Any

from django.db import migrations, models
from django.utils import timezone


def note_what_was_told(apps: Any, schema_editor: Any) -> None:
    apps.get_model("games", "Game").objects.filter(status="errored").update(fault_told_at=timezone.now())


class Migration(migrations.Migration):
    dependencies = [("games", "0010_where_tables_are_opened")]

    operations = [
        migrations.AddField(
            "game",
            "fault_told_at",
            models.DateTimeField(blank=True, editable=False, null=True, verbose_name="told the administrators"),
        ),
        migrations.RunPython(note_what_was_told, migrations.RunPython.noop),
        migrations.AlterField(
            "alert",
            "kind",
            models.CharField(
                choices=[
                    ("turn", "your turn"),
                    ("reminder", "reminder"),
                    ("started", "game started"),
                    ("ended", "game ended"),
                    ("invitation", "invitation"),
                    ("mention", "mention in a chat"),
                    ("connected", "first words in a chat"),
                ],
                max_length=12,
                verbose_name="kind",
            ),
        ),
    ]
