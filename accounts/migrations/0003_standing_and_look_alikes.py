from typing import Any

from django.db import migrations, models

from accounts.names.look_alikes import skeleton


def fill_in_skeletons(apps: Any, schema_editor: Any) -> None:
    """Of two people whose usernames look alike already, both keep theirs; the later one has no skeleton."""
    User = apps.get_model("accounts", "User")
    taken: set[str] = set()
    for user in User.objects.order_by("is_guest", "pk").only("username").iterator():
        look = skeleton(user.username)[:255]
        if look not in taken:
            taken.add(look)
            User.objects.filter(pk=user.pk).update(username_skeleton=look)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_people_and_preferences"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="is_muted",
            field=models.BooleanField(default=False, help_text="May not write in chats.", verbose_name="muted"),
        ),
        migrations.AddField(
            model_name="user",
            name="session_era",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name="user",
            name="username_skeleton",
            field=models.CharField(blank=True, editable=False, max_length=255, null=True),
        ),
        migrations.RunPython(fill_in_skeletons, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="user",
            name="username_skeleton",
            field=models.CharField(blank=True, editable=False, max_length=255, null=True, unique=True),
        ),
    ]
