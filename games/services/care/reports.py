"""What those who look after the site are told without looking: games that stand still, and letters that nobody sends.

The clock writes to them directly, because it may be the very queue of letters that stands still.
"""

from collections.abc import Sequence
from datetime import timedelta

from django.conf import settings
from django.core.cache import cache
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.notifications.mail import mail_administrators
from games.models import Game
from hsweb.worker import late_tasks

MOST_AT_ONCE = 20
"""Games that one letter tells of."""
TELL_AFTER = timedelta(minutes=10)
"""For how long a task has to wait before anybody is written to: the admin shows it much sooner."""
TELL_AGAIN_AFTER = 6 * 60 * 60
TOLD_OF_LATE_TASKS = "told_of_late_tasks"


def send_reports() -> None:
    """Write about what nobody has been told of yet."""
    _tell_of_faults()
    _tell_of_late_tasks()


def _tell_of_faults() -> None:
    """Once, whichever clock comes first; if no letter can be sent, again later."""
    untold = Game.objects.filter(status=Game.Status.ERRORED, fault_told_at=None)
    games = [game for game in untold.order_by("pk")[:MOST_AT_ONCE] if _claim_fault_report(game)]
    if games and not mail_administrators(lambda: _letter_about(games)):
        Game.objects.filter(pk__in=[game.pk for game in games]).update(fault_told_at=None)


def _claim_fault_report(game: Game) -> bool:
    return bool(Game.objects.filter(pk=game.pk, fault_told_at=None).update(fault_told_at=timezone.now()))


def _letter_about(games: Sequence[Game]) -> tuple[str, str]:
    subject = ngettext("Game %(games)s stands still", "Games stand still: %(games)s", len(games))
    addresses = [f"{settings.SITE_URL}{reverse('admin:games_game_change', args=[game.id])}" for game in games]
    told = [f"{game.fault}\n\n{address}" for game, address in zip(games, addresses, strict=True)]
    return subject % {"games": ", ".join(game.id for game in games)}, "\n\n".join(told)


def _tell_of_late_tasks() -> None:
    """Once in a while, as far as that can be remembered."""
    late = late_tasks().filter(enqueued_at__lt=timezone.now() - TELL_AFTER).count()
    if not late or not (cache.add(TOLD_OF_LATE_TASKS, True, TELL_AGAIN_AFTER) and cache.get(TOLD_OF_LATE_TASKS)):
        return
    if not mail_administrators(lambda: _letter_about_late(late)):
        cache.delete(TOLD_OF_LATE_TASKS)


def _letter_about_late(late: int) -> tuple[str, str]:
    text = ngettext(
        "%(late)d task, such as a letter, waits for longer than %(minutes)d minutes. Does a worker run "
        "(manage.py worker), and does the mail server take letters?",
        "%(late)d tasks, such as letters, wait for longer than %(minutes)d minutes. Does a worker run "
        "(manage.py worker), and does the mail server take letters?",
        late,
    ) % {"late": late, "minutes": TELL_AFTER // timedelta(minutes=1)}
    return _("Letters are not sent"), f"{text}\n\n{settings.SITE_URL}{reverse('admin:index')}"
