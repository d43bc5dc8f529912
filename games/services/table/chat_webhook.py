"""Where the group chat of a table is told what happens there. Only the host of the table knows the address."""

from collections.abc import Iterable, Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game, Webhook
from games.services.changes import lock_row, save_change
from games.services.notify import alerts
from games.services.refusals import NotAllowed, Refused, TooFast
from games.wording.tables import CHAT_KINDS
from hsweb.http import outbound
from hsweb.limits.rates import AN_HOUR, Limit

NEW_CHATS = Limit("chats", 10, AN_HOUR)

KINDS = tuple(CHAT_KINDS)
"""What the chat can be told, in words for its host."""


def connect(*, user: User, game_id: str, url: str, style: str, kinds: Iterable[str]) -> Game:
    """From now on that chat is told. Connecting again also brings one back that was dropped.

    The first words there show its host that it works, or here why not.
    """
    _check_host(user, Game.objects.get(pk=game_id))
    url = clean_url(url)
    if style not in Webhook.Style.values:
        raise Refused(_("Say which kind of chat it is."), "invalid_style")
    chosen = [kind for kind in KINDS if kind in set(kinds)]
    if not chosen:
        raise Refused(_("Choose at least one thing to tell the chat."), "nothing_chosen")
    if not NEW_CHATS.consume(user.pk):
        raise TooFast(_("You have connected chats many times already. Wait an hour, then go on."))
    return _connect(user, game_id, {"url": url, "style": style, "kinds": chosen, "failures": 0, "dropped": ""})


@transaction.atomic
def _connect(user: User, game_id: str, facts: Mapping[str, object]) -> Game:
    game = _lock_hosted_table(user, game_id)
    before = Webhook.objects.filter(game=game, dropped="").first()
    webhook, _is_new = Webhook.objects.update_or_create(game=game, defaults=facts)
    if before is None or before.url != webhook.url:
        alerts.greet_chat(webhook)
    save_change(game)
    return game


@transaction.atomic
def disconnect(*, user: User, game_id: str) -> Game:
    """The chat is told no more. One that is gone already is no error."""
    game = _lock_hosted_table(user, game_id)
    Webhook.objects.filter(game=game).delete()
    save_change(game)
    return game


def copy(before: Game, game: Game) -> None:
    """A rematch is told to the same chat, if its host is the same: the address is theirs."""
    webhook = Webhook.objects.filter(game=before, dropped="").first()
    if webhook is not None and before.host_id == game.host_id:
        Webhook.objects.create(game=game, url=webhook.url, style=webhook.style, kinds=webhook.kinds)


def clean_url(url: str) -> str:
    url = url.strip()
    if len(url) > Webhook.LONGEST:
        raise Refused(_("This address is too long."), "bad_url")
    try:
        outbound.check_url(url)
    except outbound.ForbiddenUrl:
        words = _("The address of a webhook begins with https:// and leads to the chat, as the chat shows it.")
        raise Refused(words, "bad_url") from None
    return url


def _lock_hosted_table(user: User, game_id: str) -> Game:
    game = lock_row(game_id)
    _check_host(user, game)
    return game


def _check_host(user: User, game: Game) -> None:
    if game.host_id != user.pk:
        raise NotAllowed(_("Only the host of the table can do that."), "not_host")
