"""Seats are kept for people by name, each with an invitation of its own."""

import django.db.models.deletion
from django.db import migrations, models

import games.models.tables


class Migration(migrations.Migration):
    dependencies = [("games", "0011_told_directly")]

    operations = [
        migrations.CreateModel(
            "KeptSeat",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=40, verbose_name="name")),
                (
                    "invitation",
                    models.CharField(
                        default=games.models.tables.new_token,
                        editable=False,
                        max_length=26,
                        unique=True,
                        verbose_name="invitation",
                    ),
                ),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="kept since")),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="kept_seats",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
            ],
            options={"verbose_name": "kept seat", "verbose_name_plural": "kept seats", "ordering": ("id",)},
        ),
    ]
