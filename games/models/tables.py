"""Tables, who sits at them, and what was done there.

The truth of a game is its setup and its numbered actions. Every other column of `Game` about a running game (`turn`,
`action_count`, `wake_at`, …) is what lists and clocks need, written with each action and derivable from the truth.
"""

import json
import secrets
from hashlib import sha256
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.models.table_properties import Status, TableProperties
from games.positions import ADMIN, BOT, CLOCK, PLAYER
from games.rules import AnyRules
from games.standing_orders import StandingOrder, book_of

SUBSTITUTE = "balanced"
"""The bot that plays for people who are gone."""

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits that are not mistaken for each other when read aloud."""


def new_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(10))


def new_token() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(26))


class Game(TableProperties, models.Model):
    """A table, from the moment somebody opens it until its game has ended."""

    MOMENTS: ClassVar = ("act_at", "deadline", "tell_at", "remind_at")
    """The columns in which something is due in a turn."""

    Status = Status
    ENDED: ClassVar = (Status.FINISHED, Status.ABORTED, Status.CLOSED)

    class Pace(models.TextChoices):
        QUICK = "quick", _("quick")
        HUMAN = "human", _("like people")
        LEISURELY = "leisurely", _("leisurely")

    class OnTimeout(models.TextChoices):
        PASS = "pass", _("the site passes for them")
        BOT = "bot", _("a bot plays until they return")
        VOTE = "vote", _("the others may vote for a bot")

    id = models.CharField(primary_key=True, max_length=10, default=new_id, editable=False)
    slug = models.CharField(_("game"), max_length=40)
    rules_version = models.PositiveSmallIntegerField(_("version of the rules"))
    status = models.CharField(_("status"), max_length=10, choices=Status, default=Status.WAITING)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="hosted_games",
        verbose_name=_("host"),
    )
    opened_from = models.CharField(_("opened from"), max_length=16, blank=True, editable=False)
    """A mark of the address from which it was opened: the same for all tables from there, and of no use to find it."""
    size = models.PositiveSmallIntegerField(_("seats"))
    public = models.BooleanField(_("listed in the lobby"), default=False)
    watchable = models.BooleanField(_("may be watched"), default=True)
    """Whether people who do not play there may look on, if they may see the table at all."""
    rated = models.BooleanField(_("counts for ratings"), default=True)
    rated_at = models.DateTimeField(_("counted"), null=True, blank=True, editable=False)
    deal = models.ForeignKey(
        "games.Deal", models.PROTECT, null=True, blank=True, related_name="games", verbose_name=_("deal")
    )
    deck_was_known = models.BooleanField(_("others knew the deck"), default=False, editable=False)
    """Whether other people had begun to play the same deal before this game was over: they knew cards to come."""
    options = models.JSONField(_("options of the game"), default=dict)
    turn_seconds = models.PositiveIntegerField(_("seconds a turn"), null=True, blank=True)
    bank_seconds = models.PositiveIntegerField(_("seconds in the time bank"), null=True, blank=True)
    """What each seat may spend beyond its turns, filled up again by quick answers."""
    on_timeout = models.CharField(_("when time is up"), max_length=10, choices=OnTimeout, default=OnTimeout.PASS)
    bot_pace = models.CharField(_("pace of bots"), max_length=10, choices=Pace, default=Pace.HUMAN)
    hurry = models.BooleanField(_("bots hurry among themselves"), default=False)
    """Whether they do so among several people, too, once none of these is asked anything more in a stage."""
    invitation = models.CharField(_("invitation"), max_length=26, unique=True, default=new_token, editable=False)
    rematch = models.OneToOneField(
        "self", models.SET_NULL, null=True, blank=True, related_name="rematch_of", verbose_name=_("rematch")
    )

    version = models.PositiveIntegerField(_("version"), default=0)
    """Counts every change that people see."""
    turn_version = models.PositiveIntegerField(_("version of this turn"), default=0)
    """The version with which the present decision arose: whoever has seen it decides on the right table."""
    setup = models.JSONField(_("setup"), null=True, editable=False)
    """Seed and deck included: a secret until the game has ended."""
    salt = models.CharField(_("salt"), max_length=64, blank=True, editable=False)
    commitment = models.CharField(_("commitment"), max_length=64, blank=True, editable=False)
    action_count = models.PositiveIntegerField(_("actions"), default=0)
    turn = models.PositiveSmallIntegerField(_("seat to act"), null=True, blank=True)
    turn_began_at = models.DateTimeField(_("turn began"), null=True, blank=True)
    deadline = models.DateTimeField(_("deadline of the turn"), null=True, blank=True)
    act_at = models.DateTimeField(_("acts by itself at"), null=True, blank=True)
    """When a bot moves, or a standing order does. The latter is a secret of its owner."""
    tell_at = models.DateTimeField(_("calls the player at"), null=True, blank=True)
    remind_at = models.DateTimeField(_("reminds the player at"), null=True, blank=True)
    wake_at = models.DateTimeField(_("wakes at"), null=True, blank=True)
    """The next moment something must happen without a human: the first of those above."""
    stopped_at = models.DateTimeField(_("stands still since"), null=True, blank=True)
    """Since when a paused or errored game waits: this time counts for nobody's turn."""
    fault = models.TextField(_("what went wrong"), blank=True)
    """For those who look after the site. It names places in the code, never what a game holds."""
    fault_told_at = models.DateTimeField(_("told the administrators"), null=True, blank=True, editable=False)
    repairs = models.PositiveSmallIntegerField(_("repairs"), default=0)
    """How often the game went on after a fault: whoever remembers an earlier position forgets it."""

    created_at = models.DateTimeField(_("opened"), auto_now_add=True)
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    ended_at = models.DateTimeField(_("ended"), null=True, blank=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        indexes = (
            models.Index(fields=["wake_at"], name="games_due", condition=Q(wake_at__isnull=False)),
            models.Index(fields=["status", "public", "-created_at"], name="games_in_lobby"),
        )

    def __str__(self) -> str:
        return f"{self.slug} {self.id}"

    def __repr__(self) -> str:
        return f"<Game {self.id} {self.status} v{self.version}>"

    @property
    def is_dealt(self) -> bool:
        """Whether chance has decided: the game has begun, be it that it stands still at the moment."""
        return self.setup is not None

    @property
    def canonical_setup(self) -> str:
        """The setup in the one spelling that is hashed. A secret until the game has ended."""
        return json.dumps(self.setup, sort_keys=True, separators=(",", ":"), ensure_ascii=True)

    def hash_of_setup(self) -> str:
        """What is published at the start as `commitment`, and what everybody can check at the end."""
        return sha256(f"{self.salt}\n{self.canonical_setup}".encode()).hexdigest()


def bot_on_seat(bot: str, user_id: int | None) -> str:
    """The bot that plays a seat, or nothing. A seat whose account is gone is played by one, too."""
    return bot or ("" if user_id else SUBSTITUTE)


class Seat(models.Model):
    """A place at a table. `bot` names who plays it now if that is not `user`."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="seats", verbose_name=_("game"))
    number = models.PositiveSmallIntegerField(_("number"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        blank=True,
        related_name="seats",
        verbose_name=_("player"),
    )
    bot = models.CharField(_("bot"), max_length=20, blank=True)
    name = models.CharField(_("name of the bot"), max_length=40, blank=True)
    known_as = models.CharField(_("known at the table as"), max_length=60, blank=True)
    """What everybody at the table calls them since the game began, whatever they call themselves elsewhere by now."""
    joined_at = models.DateTimeField(_("joined"), auto_now_add=True)
    seen_at = models.DateTimeField(_("last seen"), null=True, blank=True)
    seen_actions = models.PositiveIntegerField(_("actions seen"), default=0)
    looked_at = models.DateTimeField(_("last looked"), null=True, blank=True)
    """When the table was last before their eyes, and not behind another window."""
    bank_left = models.PositiveIntegerField(_("seconds left in the time bank"), null=True, blank=True)
    rank = models.PositiveSmallIntegerField(_("rank"), null=True, blank=True)
    score = models.FloatField(_("score"), null=True, blank=True)
    won = models.BooleanField(_("won"), default=False)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["game", "number"], name="one_seat_per_number"),
            models.UniqueConstraint(fields=["game", "user"], name="one_seat_per_user"),
        )

    def __str__(self) -> str:
        return f"{self.game_id}/{self.number}"

    @property
    def bot_playing(self) -> str:
        return bot_on_seat(self.bot, self.user_id)

    @property
    def substituted(self) -> bool:
        """Whether a bot plays for a person who went away."""
        return bool(self.bot_playing) and not self.name

    @property
    def shown_name(self) -> str:
        """What they are called where nobody else could be meant; a table as a whole tells people apart."""
        return self.own_name or str(_("Former player"))

    @property
    def own_name(self) -> str:
        """Whoever deletes their account takes their name away from every table, and has none there."""
        if self.user is not None and self.user.deleted_at:
            return self.name
        return self.known_as or self.name or (self.user.own_name if self.user else "")


class KeptSeat(models.Model):
    """A seat that waits for somebody under a name: whoever has its invitation sits down there. It is no account.

    It is gone once it is taken or released, and once the game begins or the table closes.
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="kept_seats", verbose_name=_("game"))
    name = models.CharField(_("name"), max_length=40)
    invitation = models.CharField(_("invitation"), max_length=26, unique=True, default=new_token, editable=False)
    """A secret of whoever hosts the table."""
    created_at = models.DateTimeField(_("kept since"), auto_now_add=True)

    class Meta:
        verbose_name = _("kept seat")
        verbose_name_plural = _("kept seats")
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.game_id} for {self.name}"


class Order(models.Model):
    """What somebody wants to be done when it becomes their turn. A secret: nobody else is ever shown it.

    `slot` is what it is about, such as this auction, a kind of card or a theft; for each of these there is one at most.
    """

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="orders", verbose_name=_("seat"))
    slot = models.CharField(_("about"), max_length=20)
    stage = models.PositiveSmallIntegerField(_("stage of the game"), null=True, blank=True)
    """The only auction or turn it is for; without one, it lasts until it is withdrawn."""
    card_kind = models.CharField(_("kind of card"), max_length=20, blank=True)
    terms = models.JSONField(_("terms"))
    changed_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("standing order")
        verbose_name_plural = _("standing orders")
        ordering = ("id",)
        constraints = (models.UniqueConstraint(fields=["seat", "slot"], name="one_order_per_slot"),)

    def __str__(self) -> str:
        return f"{self.seat_id} {self.slot}"

    def meant(self, rules: AnyRules) -> StandingOrder:
        """What it says, in a game of these rules."""
        order: StandingOrder = book_of(rules).order_from(self.terms, self.stage, self.card_kind)
        return order


class Action(models.Model):
    """What was done, in order. `key` makes sure that sending a form twice plays once."""

    MADE_BY = ((PLAYER, _("player")), (BOT, _("bot")), (CLOCK, _("clock")), (ADMIN, _("admin")))

    game = models.ForeignKey(Game, models.CASCADE, related_name="actions", verbose_name=_("game"))
    number = models.PositiveIntegerField(_("number"))
    seat = models.PositiveSmallIntegerField(_("seat"))
    action = models.JSONField(_("action"))
    made_by = models.CharField(_("made by"), max_length=10, choices=MADE_BY)
    key = models.CharField(_("key of the form"), max_length=40, null=True, blank=True)  # noqa: DJ001
    at = models.DateTimeField(_("made at"))

    class Meta:
        verbose_name = _("action")
        verbose_name_plural = _("actions")
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["game", "number"], name="one_action_per_number"),
            models.UniqueConstraint(fields=["game", "seat", "key"], name="one_action_per_key"),
        )

    def __str__(self) -> str:
        return f"{self.game_id} #{self.number}"


class Notice(models.Model):
    """Something that happened at a table beside its rules: somebody left, a bot took over, an admin stepped in.

    `by` is the admin who did it, `person` whom it was about, and `successor` who sits there instead.
    """

    LONGEST_REASON: ClassVar[int] = 200

    class Kind(models.TextChoices):
        LEFT = "left", _("left")
        REPLACED = "replaced", _("replaced by vote")
        RETURNED = "returned", _("returned")
        TIMED_OUT = "timed_out", _("time ran out")
        PAUSED = "paused", _("paused")
        RESUMED = "resumed", _("resumed")
        ABORTED = "aborted", _("aborted")
        SUBSTITUTED = "substituted", _("replaced by an admin")
        HANDED_OVER = "handed_over", _("handed over")
        ACTED = "acted", _("acted for")
        ERRORED = "errored", _("errored")

    game = models.ForeignKey(Game, models.CASCADE, related_name="notices", verbose_name=_("game"))
    after = models.PositiveIntegerField(_("after action"))
    kind = models.CharField(_("kind"), max_length=20, choices=Kind)
    seat = models.PositiveSmallIntegerField(_("seat"), null=True, blank=True)
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("person")
    )
    name = models.CharField(_("name of the bot"), max_length=40, blank=True)
    successor = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("successor")
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+", verbose_name=_("admin")
    )
    reason = models.CharField(_("reason"), max_length=LONGEST_REASON, blank=True)
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        verbose_name = _("notice")
        verbose_name_plural = _("notices")
        ordering = ("id",)

    def __str__(self) -> str:
        return f"{self.game_id} {self.kind}"


class Vote(models.Model):
    """One player's wish that a bot plays for somebody who is gone; it ends when that person is back."""

    game = models.ForeignKey(Game, models.CASCADE, related_name="votes", verbose_name=_("game"))
    voter = models.ForeignKey(Seat, models.CASCADE, related_name="votes_cast", verbose_name=_("voter"))
    absent = models.ForeignKey(Seat, models.CASCADE, related_name="votes_against", verbose_name=_("absent"))

    class Meta:
        verbose_name = _("vote")
        verbose_name_plural = _("votes")
        constraints = (models.UniqueConstraint(fields=["voter", "absent"], name="one_vote_each"),)

    def __str__(self) -> str:
        return f"{self.voter_id} against {self.absent_id}"
