from collections.abc import Collection, Iterable
from typing import Self

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.names.look_alikes import skeleton
from accounts.names.validation import FORMER_PLAYER
from accounts.time_zones import validate_time_zone


class Theme(models.TextChoices):
    AUTO = "auto", _("As my device")
    LIGHT = "light", _("Light")
    DARK = "dark", _("Dark")


class Audience(models.TextChoices):
    EVERYBODY = "everybody", _("Everybody")
    FRIENDS = "friends", _("My friends")
    NOBODY = "nobody", _("Nobody")


class User(AbstractUser):
    display_name = models.CharField(
        _("display name"),
        max_length=40,
        blank=True,
        help_text=_("What other players see; the username if empty."),
    )
    is_guest = models.BooleanField(_("guest"), default=False, help_text=_("Plays without an account of their own yet."))
    language = models.CharField(_("language"), max_length=16, blank=True, help_text=_("The browser's if empty."))
    browser_language = models.CharField(_("language of the browser"), max_length=16, blank=True, editable=False)
    """What it last asked for: letters are written when no browser is there to ask."""
    time_zone = models.CharField(
        _("time zone"),
        max_length=64,
        blank=True,
        validators=[validate_time_zone],
        help_text=_("The browser's if empty."),
    )
    quiet_from = models.TimeField(_("quiet hours from"), null=True, blank=True)
    quiet_until = models.TimeField(_("quiet hours until"), null=True, blank=True)
    rests_on_weekends = models.BooleanField(_("rests on weekends"), default=False)
    reach = models.JSONField(_("how to reach"), default=dict, blank=True)
    """For each kind of message that somebody has chosen about, the ways in which they want it."""
    theme = models.CharField(_("theme"), max_length=8, choices=Theme, default=Theme.AUTO)
    results_for = models.CharField(
        _("who sees my results"),
        max_length=10,
        choices=Audience,
        default=Audience.EVERYBODY,
        help_text=_("On your page and on leaderboards. Whoever sat at a table with you saw that game anyway."),
    )
    invited_by = models.CharField(
        _("who may invite me by name"), max_length=10, choices=Audience, default=Audience.EVERYBODY
    )
    deleted_at = models.DateTimeField(_("deleted at"), null=True, blank=True, editable=False)
    is_muted = models.BooleanField(_("muted"), default=False, help_text=_("May not write in chats."))
    leaving_since = models.DateTimeField(null=True, blank=True, editable=False)
    """Deleted or banned then, and apps have not taken them out of all they hold yet."""
    # Counts up to end every session of this person at once.
    session_era = models.PositiveIntegerField(default=0, editable=False)
    # The form in which look-alike usernames are equal, so that no two people can have them.
    username_skeleton = models.CharField(max_length=255, null=True, blank=True, unique=True, editable=False)

    _stored: dict[str, object] = {}
    """What was in the columns when they were last read or written; nothing of a row that was neither."""

    class Meta(AbstractUser.Meta):  # type: ignore[misc, name-defined]
        indexes = (
            models.Index(
                fields=["leaving_since"], name="people_leaving", condition=models.Q(leaving_since__isnull=False)
            ),
        )

    def __str__(self) -> str:
        return self.own_name or gettext(FORMER_PLAYER)

    @property
    def own_name(self) -> str:
        """What they call themselves; nothing for those who have deleted their account."""
        return "" if self.deleted_at else self.display_name or self.username

    @classmethod
    def from_db(cls, db: str | None, field_names: Collection[str], values: Collection[object]) -> Self:
        user = super().from_db(db, field_names, values)
        user._stored = dict(zip(field_names, values, strict=False))
        return user

    def refresh_from_db(
        self,
        using: str | None = None,
        fields: Iterable[str] | None = None,
        from_queryset: models.QuerySet[Self] | None = None,
    ) -> None:
        super().refresh_from_db(using, fields, from_queryset)
        self._stored = self._values()

    def _values(self) -> dict[str, object]:
        """What is in the columns, as far as they were read."""
        return {name: value for name, value in vars(self).items() if name in self._columns()}

    def _columns(self) -> set[str]:
        return {field.attname for field in self._meta.concrete_fields}

    def save(
        self,
        *,
        force_insert: bool | tuple[models.base.ModelBase, ...] = False,
        force_update: bool = False,
        using: str | None = None,
        update_fields: Iterable[str] | None = None,
    ) -> None:
        """Store what was changed here, and nothing else of a row that others may have changed since it was read.

        Whoever chooses a new password while their account is deleted or banned, and be it by the code of a library,
        would undo that.
        """
        if update_fields is None and not self._state.adding and self._stored:
            values = self._values()
            update_fields = [name for name in values if values[name] != self._stored.get(name)]
        # A stored row without one is older than this rule, and another may look like it.
        if self._state.adding or self.username_skeleton is not None:
            self.username_skeleton = skeleton(self.username)[:255]
        if update_fields is not None and "username" in update_fields:
            update_fields = {*update_fields, "username_skeleton"}
        super().save(force_insert=force_insert, force_update=force_update, using=using, update_fields=update_fields)
        values = self._values()
        saved = values if update_fields is None else {name: values[name] for name in update_fields if name in values}
        self._stored = {**self._stored, **saved}

    @property
    def is_banned(self) -> bool:
        return not self.is_active and self.deleted_at is None

    def _get_session_auth_hash(self, secret: str | None = None) -> str:
        """A session holds as long as this stays the same: until the password changes or a new era begins."""
        if not self.session_era:
            return super()._get_session_auth_hash(secret)  # type: ignore[misc, no-any-return]
        era = f"{self.session_era}:{self.password}"
        return salted_hmac("accounts.session_era", era, secret=secret, algorithm="sha256").hexdigest()


class Vacation(models.Model):
    """Days, both included, on which somebody's time does not count."""

    user = models.ForeignKey(User, models.CASCADE, related_name="vacations", verbose_name=_("person"))
    first_day = models.DateField(_("first day"))
    last_day = models.DateField(_("last day"))

    class Meta:
        verbose_name = _("vacation")
        verbose_name_plural = _("vacations")
        ordering = ("first_day",)
        constraints = (
            models.CheckConstraint(condition=models.Q(last_day__gte=models.F("first_day")), name="vacation_has_days"),
        )

    def __str__(self) -> str:
        return f"{self.user_id} {self.first_day}–{self.last_day}"


class PushSubscription(models.Model):
    """A browser that shows messages of this site. Its address comes from a client, and is a secret of its owner."""

    user = models.ForeignKey(User, models.CASCADE, related_name="push_subscriptions", verbose_name=_("person"))
    endpoint = models.CharField(_("address"), max_length=1000, unique=True)
    p256dh = models.CharField(_("key"), max_length=100)
    auth = models.CharField(_("secret"), max_length=50)
    browser = models.CharField(_("browser"), max_length=60, blank=True)
    added_from = models.CharField(_("added from"), max_length=16, blank=True, editable=False)
    """A mark of the address from which it was added: messages to many from one address take turns with others."""
    failures = models.PositiveSmallIntegerField(_("failures in a row"), default=0)
    greet_at = models.DateTimeField(_("to be greeted"), null=True, blank=True, editable=False)
    """Since when its owner waits for a message that shows them what messages look like."""
    dropped = models.CharField(_("why it is not told any more"), max_length=200, blank=True)
    created_at = models.DateTimeField(_("since"), auto_now_add=True)

    class Meta:
        verbose_name = _("browser to reach")
        verbose_name_plural = _("browsers to reach")
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.user_id} {self.browser}"


class Friendship(models.Model):
    """Two people who want to find each other. Until the one who was asked agrees, it is a wish."""

    asker = models.ForeignKey(User, models.CASCADE, related_name="friends_asked", verbose_name=_("who asked"))
    asked = models.ForeignKey(User, models.CASCADE, related_name="friends_asking", verbose_name=_("who was asked"))
    asked_at = models.DateTimeField(_("asked"), auto_now_add=True)
    since = models.DateTimeField(_("friends since"), null=True, blank=True)

    class Meta:
        verbose_name = _("friendship")
        verbose_name_plural = _("friendships")
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=["asker", "asked"], name="asked_once"),
            models.CheckConstraint(condition=~models.Q(asker=models.F("asked")), name="friends_are_two"),
        )

    def __str__(self) -> str:
        return f"{self.asker_id} and {self.asked_id}"


class Block(models.Model):
    """Somebody wants to have nothing to do with somebody else, who is not told."""

    blocker = models.ForeignKey(User, models.CASCADE, related_name="blocks", verbose_name=_("blocker"))
    blocked = models.ForeignKey(User, models.CASCADE, related_name="blocked_by", verbose_name=_("blocked"))
    at = models.DateTimeField(_("since"), auto_now_add=True)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        ordering = ("id",)
        constraints = (models.UniqueConstraint(fields=["blocker", "blocked"], name="blocked_once"),)

    def __str__(self) -> str:
        return f"{self.blocker_id} blocks {self.blocked_id}"


class Scope(models.TextChoices):
    """What a program may do for whoever gave it a token."""

    READ = "read", _("See your tables, views, events and messages")
    PLAY = "play", _("Play, talk and vote where you sit")
    TABLES = "tables", _("Open, join, start and leave tables")


class ApiToken(models.Model):
    """What a program shows to act for somebody. Only its digest is stored: whoever reads the database acts for nobody.

    One that has ended stays for a while, so that its owner sees what became of it.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="api_tokens", verbose_name=_("person"))
    name = models.CharField(_("name"), max_length=60)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.JSONField(_("what it may do"), default=list)
    created_at = models.DateTimeField(_("made"), auto_now_add=True)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True, blank=True)
    key = models.CharField(_("key of the form"), max_length=40, null=True, blank=True, editable=False)  # noqa: DJ001

    class Meta:
        verbose_name = _("token for programs")
        verbose_name_plural = _("tokens for programs")
        ordering = ("id",)
        constraints = (models.UniqueConstraint(fields=["user", "key"], name="one_token_per_key"),)

    def __str__(self) -> str:
        return f"{self.user_id} {self.name}"

    @property
    def is_expired(self) -> bool:
        return self.expires_at is not None and self.expires_at <= timezone.now()

    @property
    def scope_labels(self) -> list[str]:
        """What it may do, in words."""
        return [str(scope.label) for scope in Scope if scope in self.scopes]
