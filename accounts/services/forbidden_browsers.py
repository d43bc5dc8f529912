"""Browsers whose addresses are none that this site may post to: they are switched off, and their owners told."""

from django.utils.translation import gettext as _

from accounts.languages import in_language_of
from accounts.models import PushSubscription
from accounts.tasks import send_account_mail
from hsweb.http import outbound


def switch_off(browser: PushSubscription) -> None:
    with in_language_of(browser.user):
        why = _("its address is not one that this site may post to")
        told = _("One of your browsers (%(browser)s) shows no messages any more: %(why)s.")
        facts = {"browser": browser.browser or _("A browser"), "why": why}
        PushSubscription.objects.filter(pk=browser.pk).update(dropped=why, greet_at=None)
        send_account_mail(browser.user, _("A browser shows no messages any more"), told % facts)


def switch_off_forbidden() -> None:
    """Those that were stored when other addresses were welcome."""
    for browser in PushSubscription.objects.filter(dropped="").select_related("user").iterator():
        try:
            outbound.check_url(browser.endpoint)
        except outbound.ForbiddenUrl:
            switch_off(browser)
