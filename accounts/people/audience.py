"""Who may see what of whom, by what people have chosen and by whom they have blocked. Only reads.

Every page, list, socket and download that shows somebody's results asks here.
"""

from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet

from accounts.models import Audience, Block, Friendship, User


def friends_of(user: User) -> QuerySet[User]:
    """Those who have agreed, and can still play, by name."""
    return User.objects.filter(_is_friend_of(user), is_active=True).order_by("display_name", "username")


def are_friends(one: User, other: User) -> bool:
    return friendships_between(one, other).filter(since__isnull=False).exists()


def friendships_between(one: User, other: User) -> QuerySet[Friendship]:
    """What there is between two people, be it only a wish."""
    return Friendship.objects.filter(Q(asker=one, asked=other) | Q(asker=other, asked=one))


def has_blocked(blocker: User, blocked: User) -> bool:
    return Block.objects.filter(blocker=blocker, blocked=blocked).exists()


def blockers_of(user: User, people: Iterable[User]) -> set[int]:
    """Which of these people have blocked this one."""
    return set(Block.objects.filter(blocked=user, blocker__in=people).values_list("blocker", flat=True))


def blocked_by(user: User, people: Iterable[User]) -> set[int]:
    """Which of these people this one has blocked."""
    return set(Block.objects.filter(blocker=user, blocked__in=people).values_list("blocked", flat=True))


def may_see_results(person: User, reader: User | None) -> bool:
    """Whether somebody's results, record and history are shown to this reader, or to anybody if it is nobody."""
    return person == reader or _admits(person, person.results_for, reader)


def may_invite(person: User, by: User) -> bool:
    """Whether somebody may be asked to a table by name."""
    return _admits(person, person.invited_by, by)


def _admits(person: User, audience: str, reader: User | None) -> bool:
    if audience == Audience.NOBODY:
        return False
    if reader is None:
        return audience == Audience.EVERYBODY
    # A block ends a friendship, so there is nothing more to ask about friends.
    return are_friends(person, reader) if audience == Audience.FRIENDS else not has_blocked(person, reader)


def shows_results_to(reader: User | None, at: str = "") -> Q:
    """`may_see_results` for lists, such as leaderboards, as a condition; `at` leads to the person from a row."""
    person, results_for = f"{at}__pk" if at else "pk", f"{at}__results_for" if at else "results_for"
    everybody = Q(**{results_for: Audience.EVERYBODY})
    if reader is None:
        return everybody
    blocks_reader = Q(Exists(Block.objects.filter(blocker=OuterRef(at or "pk"), blocked=reader)))
    shown = everybody | (Q(**{results_for: Audience.FRIENDS}) & _is_friend_of(reader, at))
    return Q(**{person: reader.pk}) | (shown & ~blocks_reader)


def _is_friend_of(user: User, at: str = "") -> Q:
    agreed = Friendship.objects.filter(since__isnull=False)
    has_asked = Exists(agreed.filter(asker=OuterRef(at or "pk"), asked=user))
    was_asked = Exists(agreed.filter(asked=OuterRef(at or "pk"), asker=user))
    return Q(has_asked) | Q(was_asked)
