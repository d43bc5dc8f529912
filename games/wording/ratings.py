"""How strong players are, and what a game did to that, in words."""

from django.utils.translation import gettext as _

from games.models import RatingChange, Unrated
from games.skill import is_provisional, margin, points
from games.wording.numbers import grouped, signed


def rating_words(mean: float, deviation: float) -> str:
    """How strong somebody is, and how sure that is: 1,240 ± 90."""
    return f"{grouped(points(mean))} ± {grouped(margin(deviation))}"


def rating_change_words(change: RatingChange) -> str:
    """What a game did to a rating: nothing that would mean much, as long as hardly anything is known."""
    return _("rating still provisional") if is_provisional(change.deviation_after) else rating_change_figures(change)


def rating_change_figures(change: RatingChange) -> str:
    difference = points(change.mean_after) - points(change.mean_before)
    facts = {"rating": rating_words(change.mean_after, change.deviation_after), "change": signed(difference)}
    return _("rating %(rating)s (%(change)s)") % facts


def rated_words() -> str:
    """The same of somebody who keeps their ratings to themselves."""
    return _("rated")


def unrated_words(why: Unrated) -> str:
    return _("unrated: %(why)s") % {"why": why.label}
