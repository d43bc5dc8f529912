from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from accounts.time_zones import validate_time_zone

FORMER_PLAYER = gettext_noop("Former player")


class Theme(models.TextChoices):
    AUTO = "auto", _("As my device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class User(AbstractUser):
    display_name = models.CharField(
        _("display name"),
        max_length=40,
        blank=True,
        help_text=_("What other players see; the username if empty."),
    )
    is_guest = models.BooleanField(_("guest"), default=False, help_text=_("Plays without an account of their own yet."))
    language = models.CharField(_("language"), max_length=16, blank=True, help_text=_("The browser's if empty."))
    time_zone = models.CharField(
        _("time zone"),
        max_length=64,
        blank=True,
        validators=[validate_time_zone],
        help_text=_("The browser's if empty."),
    )
    theme = models.CharField(_("theme"), max_length=8, choices=Theme, default=Theme.AUTO)
    deleted_at = models.DateTimeField(_("deleted at"), null=True, blank=True, editable=False)

    def __str__(self) -> str:
        if self.deleted_at:
            return gettext(FORMER_PLAYER)
        return self.display_name or self.username
