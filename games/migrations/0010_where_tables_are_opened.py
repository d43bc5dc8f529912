"""Tables know a mark of the address from which they were opened: bots of one address do not keep those of another."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0009_known_decks")]

    operations = [
        migrations.AddField(
            "game",
            "opened_from",
            models.CharField(blank=True, editable=False, max_length=16, verbose_name="opened from"),
        ),
    ]
