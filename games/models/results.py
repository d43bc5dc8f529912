"""What comes of games: ratings, deals that several tables play, games that were brought along, people who look on."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.tables import Game, Seat, new_id


class Unrated(models.TextChoices):
    """Why a seat does not count, as a table tells it."""

    TABLE = "table", _("the table does not count")
    KNOWN_DEAL = "known_deal", _("a known deal does not count")
    NOT_ALONE = "not_alone", _("others had begun the same deal")
    GUEST = "guest", _("guests are not rated")
    GONE = "gone", _("has no account any more")
    HELPED = "helped", _("was played for")
    HANDED_OVER = "handed_over", _("took the seat over")
    ALONE = "alone", _("nobody to compare with")
    LATER = "later", _("not counted yet")


class Rating(models.Model):
    """How strong a person, or a kind of bot, is at one game, and how sure that is."""

    slug = models.CharField(_("game"), max_length=40)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.CASCADE,
        null=True,
        blank=True,
        related_name="ratings",
        verbose_name=_("player"),
    )
    bot = models.CharField(_("bot"), max_length=20, blank=True)
    mean = models.FloatField(_("strength"))
    deviation = models.FloatField(_("uncertainty"))
    score = models.FloatField(_("score"))
    """What the strength is at least, almost surely: leaderboards are in this order."""
    games = models.PositiveIntegerField(_("games"), default=0)
    changed_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        indexes = (models.Index(fields=["slug", "-score", "id"], name="ratings_by_score"),)
        constraints = (
            models.UniqueConstraint(fields=["slug", "user"], name="one_rating_per_user"),
            models.UniqueConstraint(fields=["slug", "bot"], condition=Q(user=None), name="one_rating_per_bot"),
            models.CheckConstraint(condition=Q(user=None) ^ Q(bot=""), name="rating_of_user_or_bot"),
        )

    def __str__(self) -> str:
        return f"{self.slug} {self.user_id or self.bot} {self.score:.1f}"


class RatingChange(models.Model):
    """What one game did to the rating of whoever sat on one seat of it."""

    rating = models.ForeignKey(Rating, models.CASCADE, related_name="changes", verbose_name=_("rating"))
    seat = models.OneToOneField(Seat, models.CASCADE, related_name="rating_change", verbose_name=_("seat"))
    mean_before = models.FloatField(_("strength before"))
    deviation_before = models.FloatField(_("uncertainty before"))
    mean_after = models.FloatField(_("strength after"))
    deviation_after = models.FloatField(_("uncertainty after"))
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("change of a rating")
        verbose_name_plural = _("changes of ratings")
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.seat_id} {self.mean_before:.1f} → {self.mean_after:.1f}"


class Deal(models.Model):
    """A deck that several tables play, each for itself. It is a secret until the last of them has ended.

    `tables` is how many are to play it; nobody learns anything before so many have ended, unless its owner says that no
    more will come. A deal is `known` if it was taken from a game that is over.
    """

    MOST_TABLES: ClassVar[int] = 20

    code = models.CharField(_("code"), max_length=10, unique=True, default=new_id, editable=False)
    slug = models.CharField(_("game"), max_length=40)
    deck = models.JSONField(_("deck"), editable=False)
    """A secret, as long as any of its games is."""
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="deals",
        verbose_name=_("owner"),
    )
    tables = models.PositiveSmallIntegerField(_("tables that play it"), default=2)
    source = models.ForeignKey(
        Game, models.SET_NULL, null=True, blank=True, related_name="deals_taken", verbose_name=_("taken from")
    )
    known = models.BooleanField(_("known deal"), default=False)
    closed_at = models.DateTimeField(_("no more tables since"), null=True, blank=True)
    opened_at = models.DateTimeField(_("open since"), null=True, blank=True)
    """Since when everybody may see it: the last of its games has ended."""
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"{self.slug} {self.code}"

    def __repr__(self) -> str:
        return f"<Deal {self.code}>"


class Upload(models.Model):
    """A game that somebody brought along as a file, to look at again. Nobody else is shown it."""

    id = models.CharField(primary_key=True, max_length=10, default=new_id, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="uploads", verbose_name=_("owner"))
    slug = models.CharField(_("game"), max_length=40)
    document = models.JSONField(_("game as it was brought"), editable=False)
    created_at = models.DateTimeField(_("brought"), auto_now_add=True)

    class Meta:
        verbose_name = _("uploaded game")
        verbose_name_plural = _("uploaded games")
        ordering = ("-created_at", "id")

    def __str__(self) -> str:
        return f"{self.slug} {self.id}"


class Spectator(models.Model):
    """Somebody who looks on at a table, known by an account or by nothing but their page."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="spectators", verbose_name=_("game"))
    who = models.CharField(_("who"), max_length=64)
    seen_at = models.DateTimeField(_("last seen"))

    class Meta:
        verbose_name = _("spectator")
        verbose_name_plural = _("spectators")
        constraints = (models.UniqueConstraint(fields=["game", "who"], name="spectates_once"),)
        indexes = (models.Index(fields=["seen_at"], name="spectators_by_time"),)

    def __str__(self) -> str:
        return f"{self.game_id} {self.who}"
