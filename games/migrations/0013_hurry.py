"""Bots hurry among themselves, where a table wishes it among several people, too."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0012_kept_seats")]

    operations = [
        migrations.AddField(
            "game",
            "hurry",
            models.BooleanField(default=False, verbose_name="bots hurry among themselves"),
        ),
    ]
