"""Messages take turns by the address from which a browser was added."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0009_greetings")]

    operations = [
        migrations.AddField(
            "pushsubscription",
            "added_from",
            models.CharField(blank=True, editable=False, max_length=16, verbose_name="added from"),
        ),
    ]
