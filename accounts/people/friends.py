"""Friends, and people one would rather have nothing to do with.

Whoever is blocked is not told, by nothing: what they ask for waits for ever, as with somebody who does not answer. Both
people are locked while something between them changes, so that two who ask each other at once become friends once.
"""

from dataclasses import dataclass

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Block, Friendship, User
from accounts.people.audience import friendships_between, has_blocked
from accounts.people.locks import lock_users
from hsweb.limits.rates import AN_HOUR, Limit

MOST_FRIENDS = 200
"""Those whom somebody has asked are among them."""
REQUESTS = Limit("friends", 20, AN_HOUR)
MOST_BLOCKED = 500


class TooFast(ValidationError):
    """Too many in too short a time."""


@dataclass(frozen=True, slots=True)
class Relation:
    """How somebody stands with somebody else, as far as the former may know."""

    friends: bool = False
    asked: bool = False
    """By the one who looks."""
    asking: bool = False
    blocked: bool = False


def relation_between(user: User, person: User) -> Relation:
    if has_blocked(user, person):
        return Relation(blocked=True)
    found = friendships_between(user, person).first()
    if found is None:
        return Relation()
    if found.since is not None:
        return Relation(friends=True)
    return Relation(asked=found.asker_id == user.pk, asking=found.asked_id == user.pk)


def requests_to(user: User) -> QuerySet[Friendship]:
    """Who would like to be friends and waits for an answer; never somebody whom the user has blocked."""
    asked = Friendship.objects.filter(asked=user, since=None, asker__is_active=True)
    return asked.exclude(asker__blocked_by__blocker=user).select_related("asker")


def requests_by(user: User) -> QuerySet[Friendship]:
    """Whom somebody has asked without an answer yet."""
    return Friendship.objects.filter(asker=user, since=None, asked__is_active=True).select_related("asked")


def blocks_of(user: User) -> QuerySet[Block]:
    return Block.objects.filter(blocker=user, blocked__is_active=True).select_related("blocked")


@transaction.atomic
def ask(*, user: User, person: User) -> None:
    """Ask somebody to be friends; whoever has asked already is agreed with. Asking twice is asking once."""
    _check_two_accounts(user, person)
    lock_users(user, person)
    if has_blocked(user, person):
        raise ValidationError(_("You have blocked %(name)s. Unblock them first."), params={"name": person})
    found = friendships_between(user, person).first()
    if found is not None and found.asked_id == user.pk:
        _agree(found, user)
    elif found is None:
        _check_number_of_friends(user)
        if not REQUESTS.consume(user.pk):
            raise TooFast(_("You have asked many people already. Wait an hour, then go on."))
        Friendship.objects.create(asker=user, asked=person)


@transaction.atomic
def agree(*, user: User, person: User) -> None:
    """Become friends with somebody who has asked. Those who are friends already stay it."""
    lock_users(user, person)
    found = friendships_between(user, person).first()
    if found is None or has_blocked(user, person) or (found.since is None and found.asked_id != user.pk):
        raise ValidationError(_("%(name)s has withdrawn the request."), params={"name": person})
    _agree(found, user)


@transaction.atomic
def remove(*, user: User, person: User) -> None:
    """End a friendship, decline what somebody asks, or take back what one has asked. Nobody is told; twice is once."""
    friendships_between(user, person).delete()


@transaction.atomic
def block(*, user: User, person: User) -> None:
    """Have nothing to do with somebody any more. What was between the two ends without a word."""
    if user == person:
        raise ValidationError(_("Nobody can block themselves."))
    lock_users(user, person)
    if not has_blocked(user, person):
        if Block.objects.filter(blocker=user).count() >= MOST_BLOCKED:
            raise ValidationError(
                _("You have blocked %(most)d people. Unblock some first."), params={"most": MOST_BLOCKED}
            )
        Block.objects.create(blocker=user, blocked=person)
    friendships_between(user, person).delete()


@transaction.atomic
def unblock(*, user: User, person: User) -> None:
    """Somebody is a person like any other again; they do not become a friend by it. Twice is once."""
    Block.objects.filter(blocker=user, blocked=person).delete()


def remove_all(user: User) -> None:
    """Whoever goes leaves nobody behind, and nobody is kept away from them."""
    Friendship.objects.filter(Q(asker=user) | Q(asked=user)).delete()
    Block.objects.filter(Q(blocker=user) | Q(blocked=user)).delete()


def personal_friends(user: User) -> dict[str, object]:
    """Friends and blocks of somebody as plain data. Who has blocked them is not theirs to know."""
    agreed = Friendship.objects.filter(Q(asker=user) | Q(asked=user), since__isnull=False)
    return {
        "friends": [
            {"username": (tie.asked if tie.asker_id == user.pk else tie.asker).username, "since": tie.since}
            for tie in agreed.select_related("asker", "asked").order_by("since", "pk")
        ],
        "asked_by_me": _as_rows(requests_by(user), "asked", "asked_at"),
        "asking_me": _as_rows(requests_to(user), "asker", "asked_at"),
        "blocked": _as_rows(Block.objects.filter(blocker=user), "blocked", "at"),
    }


def _as_rows(rows: QuerySet[Friendship] | QuerySet[Block], whom: str, when: str) -> list[dict[str, object]]:
    return list(rows.order_by("pk").values(when, username=F(f"{whom}__username")))


def _agree(found: Friendship, user: User) -> None:
    if found.since is None:
        _check_number_of_friends(user)
        found.since = timezone.now()
        found.save(update_fields=["since"])


def _check_two_accounts(user: User, person: User) -> None:
    if user == person:
        raise ValidationError(_("You are your own best friend already."))
    if user.is_guest:
        raise ValidationError(_("Create an account first: then you can have friends, and you keep your games."))
    if person.is_guest:
        raise ValidationError(
            _("%(name)s plays as a guest. They can be asked once they have an account."), params={"name": person}
        )


def _check_number_of_friends(user: User) -> None:
    own = Friendship.objects.filter(Q(asker=user) | Q(asked=user, since__isnull=False))
    if own.count() >= MOST_FRIENDS:
        raise ValidationError(
            _("You have %(most)d friends or have asked them, and that is the most."), params={"most": MOST_FRIENDS}
        )
