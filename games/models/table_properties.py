"""What follows from the columns of a table, whoever holds them: its row, or what was read of it to be shown."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import models
from django.utils.translation import gettext_lazy as _

HOUR = 60 * 60
REMIND_AFTER = 0.8
"""The share of a turn's time after which its player is reminded."""
SETTLING = timedelta(seconds=2.5)
"""What people are given to see how a stage of a game ended before the next turn is counted."""


class Status(models.TextChoices):
    WAITING = "waiting", _("waiting for players")
    RUNNING = "running", _("running")
    PAUSED = "paused", _("paused")
    ERRORED = "errored", _("errored")
    FINISHED = "finished", _("finished")
    ABORTED = "aborted", _("aborted")
    CLOSED = "closed", _("closed before it began")


class TableProperties:
    __slots__ = ()

    if TYPE_CHECKING:
        status: Any
        rated: Any
        turn_seconds: Any
        public: Any
        watchable: Any
        deal: Any

        @property
        def is_dealt(self) -> bool: ...

    @property
    def counts_for_ratings(self) -> bool:
        """Whether the table is played for ratings at all."""
        return bool(self.rated) and not (self.deal is not None and self.deal.known)

    @property
    def by_correspondence(self) -> bool:
        """Whether a turn lasts hours or days, so that people have a life beside it."""
        return self.turn_seconds is not None and self.turn_seconds >= HOUR

    @property
    def going_on(self) -> bool:
        """Whether the game has begun and not ended, be it that it stands still at the moment."""
        return self.status in (Status.RUNNING, Status.PAUSED, Status.ERRORED)

    @property
    def is_unstarted(self) -> bool:
        """Whether the table still waits for players, be it that it stands still at the moment."""
        return not self.is_dealt and self.status in (Status.WAITING, Status.ERRORED)

    @property
    def is_over(self) -> bool:
        return self.status in (Status.FINISHED, Status.ABORTED)

    @property
    def in_sealed_deal(self) -> bool:
        """Whether others still play the same deck, or are going to."""
        return self.deal is not None and self.deal.opened_at is None

    @property
    def secrets_open(self) -> bool:
        """Whether everybody at the table may see what chance had decided: only after the end."""
        return self.is_dealt and self.is_over and not self.in_sealed_deal

    @property
    def open_to_all(self) -> bool:
        """Whether anybody may look: to sit down while a table waits, and to watch after that."""
        if not self.public or self.status in (Status.WAITING, Status.CLOSED):
            return bool(self.public)
        return self.watchable and not self.in_sealed_deal
