"""Whoever is deleted or banned is taken out of their games after that, and it is noted until it is done."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0007_browser_language")]

    operations = [
        migrations.AddField("user", "leaving_since", models.DateTimeField(blank=True, editable=False, null=True)),
        migrations.AddIndex(
            "user",
            models.Index(
                fields=["leaving_since"], name="people_leaving", condition=models.Q(leaving_since__isnull=False)
            ),
        ),
    ]
