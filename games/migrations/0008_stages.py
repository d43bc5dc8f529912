"""A standing order is for a stage of a game, and not every game has auctions."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0007_results")]

    operations = [
        migrations.RenameField("order", "auction", "stage"),
        migrations.AlterField(
            "order",
            "stage",
            models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="stage of the game"),
        ),
    ]
