"""How often one person may send something to tables, by forms and on sockets together."""

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.models import User
from games.services.refusals import TooFast
from hsweb.limits.rates import A_MINUTE, Limit

FORMS = Limit("forms", lambda: settings.ACTIONS_PER_MINUTE, A_MINUTE)
DOUBTS = Limit("doubts", 30, A_MINUTE)


def consume_rate(user: User, *limits: Limit) -> None:
    if not all(limit.consume(user.pk) for limit in (FORMS, *limits)):
        raise TooFast(_("That is a lot at once. Wait a minute, then go on."))
