"""Browsers wait to be greeted, and know why they are not told any more."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0008_leaving")]

    operations = [
        migrations.AddField(
            "pushsubscription",
            "dropped",
            models.CharField(blank=True, max_length=200, verbose_name="why it is not told any more"),
        ),
        migrations.AddField(
            "pushsubscription",
            "greet_at",
            models.DateTimeField(blank=True, editable=False, null=True, verbose_name="to be greeted"),
        ),
    ]
