"""Programs act for people who have given them a token."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0010_where_browsers_are_added")]

    operations = [
        migrations.CreateModel(
            "ApiToken",
            [
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60, verbose_name="name")),
                ("digest", models.CharField(editable=False, max_length=64, unique=True)),
                ("scopes", models.JSONField(default=list, verbose_name="what it may do")),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
                ("expires_at", models.DateTimeField(blank=True, null=True, verbose_name="expires")),
                ("last_used_at", models.DateTimeField(blank=True, null=True, verbose_name="last used")),
                ("revoked_at", models.DateTimeField(blank=True, null=True, verbose_name="revoked")),
                (
                    "key",
                    models.CharField(
                        blank=True, editable=False, max_length=40, null=True, verbose_name="key of the form"
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=models.CASCADE,
                        related_name="api_tokens",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="person",
                    ),
                ),
            ],
            options={
                "verbose_name": "token for programs",
                "verbose_name_plural": "tokens for programs",
                "ordering": ("id",),
                "constraints": [models.UniqueConstraint(fields=("user", "key"), name="one_token_per_key")],
            },
        ),
    ]
