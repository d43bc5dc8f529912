"""What people say and are told."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.tables import Game


class Message(models.Model):
    """A line of chat."""

    LONGEST: ClassVar[int] = 300

    game = models.ForeignKey(Game, models.CASCADE, related_name="messages", verbose_name=_("game"))
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="messages",
        verbose_name=_("author"),
    )
    text = models.CharField(_("text"), max_length=LONGEST)
    key = models.CharField(_("key of the form"), max_length=40)
    at = models.DateTimeField(_("said at"), auto_now_add=True)

    class Meta:
        verbose_name = _("message")
        verbose_name_plural = _("messages")
        ordering = ("id",)
        constraints = (models.UniqueConstraint(fields=["game", "author", "key"], name="one_message_per_key"),)

    def __str__(self) -> str:
        return f"{self.game_id} {self.at:%H:%M}"


class Webhook(models.Model):
    """Where a group chat is told what happens at a table. The address is a secret of its host."""

    class Style(models.TextChoices):
        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"

    LONGEST: ClassVar[int] = 500

    game = models.OneToOneField(Game, models.CASCADE, related_name="webhook", verbose_name=_("game"))
    url = models.CharField(_("address"), max_length=LONGEST)
    style = models.CharField(_("kind of chat"), max_length=10, choices=Style)
    kinds = models.JSONField(_("what it is told"), default=list)
    failures = models.PositiveSmallIntegerField(_("failures in a row"), default=0)
    dropped = models.CharField(_("why it is not told any more"), max_length=200, blank=True)

    class Meta:
        verbose_name = _("webhook")
        verbose_name_plural = _("webhooks")

    def __str__(self) -> str:
        return f"{self.game_id} {self.style}"


class Alert(models.Model):
    """Something that somebody is to be told wherever they are, or, without a recipient, the group chat of a table.

    `occasion` makes it one of a kind: the number of a turn is told once, whatever happens meanwhile. What is due is a
    column here, too; an alert without `due_at` is done.
    """

    class Kind(models.TextChoices):
        TURN = "turn", _("your turn")
        REMINDER = "reminder", _("reminder")
        STARTED = "started", _("game started")
        ENDED = "ended", _("game ended")
        INVITATION = "invitation", _("invitation")
        MENTION = "mention", _("mention in a chat")
        CONNECTED = "connected", _("first words in a chat")

    recipient = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="alerts",
        verbose_name=_("recipient"),
    )
    game = models.ForeignKey(Game, models.CASCADE, related_name="alerts", verbose_name=_("game"))
    kind = models.CharField(_("kind"), max_length=12, choices=Kind)
    occasion = models.CharField(_("occasion"), max_length=40)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+", verbose_name=_("by")
    )
    """Who invited or mentioned the recipient."""
    at = models.DateTimeField(_("raised"))
    due_at = models.DateTimeField(_("due"), null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(_("attempts"), default=0)
    targets = models.JSONField(_("left to reach"), null=True, blank=True)
    """Where sending failed and is tried again; nothing before the first attempt."""

    class Meta:
        verbose_name = _("alert")
        verbose_name_plural = _("alerts")
        ordering = ("id",)
        indexes = (models.Index(fields=["due_at"], name="alerts_due", condition=Q(due_at__isnull=False)),)
        constraints = (
            models.UniqueConstraint(fields=["recipient", "game", "kind", "occasion"], name="alerted_once"),
            models.UniqueConstraint(
                fields=["game", "kind", "occasion"], condition=Q(recipient=None), name="chat_alerted_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.game_id} {self.kind} {self.occasion}"


class Mute(models.Model):
    """Somebody does not want to read somebody else's chat."""

    listener = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="mutes", verbose_name=_("listener")
    )
    muted = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="muted_by", verbose_name=_("muted")
    )

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        constraints = (models.UniqueConstraint(fields=["listener", "muted"], name="muted_once"),)

    def __str__(self) -> str:
        return f"{self.listener_id} mutes {self.muted_id}"
