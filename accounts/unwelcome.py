"""Browsers whose addresses are none that this site may post to: they are switched off, and their owners told."""

from django.utils.translation import gettext as _

from accounts.languages import speaking_to
from accounts.models import PushSubscription
from accounts.tasks import write_to
from hsweb import outbound


def switch_off(browser: PushSubscription) -> None:
    with speaking_to(browser.user):
        why = _("its address is not one that this site may post to")
        told = _("One of your browsers (%(browser)s) shows no messages any more: %(why)s.")
        facts = {"browser": browser.browser or _("A browser"), "why": why}
        PushSubscription.objects.filter(pk=browser.pk).update(dropped=why, greet_at=None)
        write_to(browser.user, _("A browser shows no messages any more"), told % facts)


def switch_off_unwelcome() -> None:
    """Those that were stored when other addresses were welcome."""
    for browser in PushSubscription.objects.filter(dropped="").select_related("user").iterator():
        try:
            outbound.check(browser.endpoint)
        except outbound.Unwelcome:
            switch_off(browser)
