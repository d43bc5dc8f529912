"""How people want to be reached, and about what."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User

PAGE, PUSH, MAIL = "page", "push", "mail"
WAYS = (PAGE, PUSH, MAIL)

TURN, REMINDER, STARTED, ENDED, INVITATION, MENTION = "turn", "reminder", "started", "ended", "invitation", "mention"

KINDS = {
    TURN: _("It is my turn"),
    REMINDER: _("My time is running out"),
    STARTED: _("A game of mine has begun"),
    ENDED: _("A game of mine is over"),
    INVITATION: _("Somebody invites me"),
    MENTION: _("Somebody mentions me in a chat"),
}

WAY_LABELS = {
    PAGE: _("Sound in the open page"),
    PUSH: _("Message from the browser"),
    MAIL: _("E-mail"),
}

DEFAULT_WAYS: dict[str, tuple[str, ...]] = {
    TURN: (PAGE, PUSH, MAIL),
    REMINDER: (PAGE, PUSH, MAIL),
    STARTED: (PAGE, PUSH, MAIL),
    ENDED: (PAGE, PUSH, MAIL),
    INVITATION: (PUSH, MAIL),
    MENTION: (PAGE, PUSH),
}
"""What is sent unless somebody has chosen otherwise."""

# An invitation leads to another table, so no open page of that table can sound.
IMPOSSIBLE = frozenset({(INVITATION, PAGE)})


def ways_for(user: User, kind: str) -> tuple[str, ...]:
    chosen = user.reach.get(kind)
    return DEFAULT_WAYS[kind] if chosen is None else tuple(way for way in WAYS if way in chosen)


def wants(user: User, kind: str, way: str) -> bool:
    return way in ways_for(user, kind)


def kinds_with_sound(user: User) -> list[str]:
    """For which kinds of news an open page may make a sound."""
    return [kind for kind in KINDS if wants(user, kind, PAGE)]


def set_ways(*, user: User, kind: str, ways: tuple[str, ...]) -> None:
    """From now on about this in these ways, and in no others."""
    possible = [way for way in WAYS if way in ways and (kind, way) not in IMPOSSIBLE]
    with transaction.atomic():
        # What was chosen about other kinds may have changed since this person was read.
        now = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        user.reach = {**now.reach, kind: possible}
        User.objects.filter(pk=user.pk, deleted_at=None).update(reach=user.reach)
