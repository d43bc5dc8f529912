"""Tables before their game begins: opened, filled, emptied, started, closed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.people import audience
from accounts.people.locks import lock_if_active, lock_users
from accounts.people.search import find_person
from accounts.services.accounts import update_preferences
from games.bots import bot_names
from games.bots.processes import EXPERTS
from games.models import HOUR, Game, Seat, new_token
from games.queries.access import may_see
from games.queries.positions import rules_of
from games.rules import AnyRules, find_rules
from games.services.care.containment import stops_game_on_fault
from games.services.changes import lock_row, save_change
from games.services.notify import alerts
from games.services.refusals import NotAllowed, Refused, Stale, TooFast
from games.services.table import chat_webhook, deals, kept_seats
from games.services.table.bot_names import next_bot_name
from games.services.table.start import begin
from games.services.turn.schedule import expiry_of_unstarted
from games.wording.games import options_of
from hsweb.limits.rates import A_DAY, A_MINUTE, AN_HOUR, Limit, OpenLimit

MOST_TABLES = 20
"""Waiting or running tables that one person may have opened."""

MOST_WITH_EXPERTS, MOST_WITH_EXPERTS_OF_GUESTS = 10, 3
"""Of these, tables at which experts play, who keep a whole processor busy while they think."""

NEW_TABLES = Limit("tables", 30, A_MINUTE)
INVITATIONS = Limit("invitations", 30, AN_HOUR)
GAMES_ALONE = OpenLimit("games_alone", 500, A_DAY)
"""Games against bots alone: more than anybody plays by hand, and nothing to those who play with people."""

LIVE_SECONDS = (30, 60, 120)
CORRESPONDENCE_SECONDS = tuple(hours * HOUR for hours in (4, 12, 24, 48, 72, 168))
BANK_SECONDS = tuple(days * 24 * HOUR for days in (1, 3, 7))


@dataclass(frozen=True, slots=True)
class TableSettings:
    """How a new table is to be."""

    slug: str
    size: int
    bots: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    """For whom a seat is kept, by name."""
    public: bool = False
    watchable: bool = True
    turn_seconds: int | None = None
    bank_seconds: int | None = None
    on_timeout: str = Game.OnTimeout.PASS
    options: Mapping[str, bool] = field(default_factory=dict)
    """What its game lets a table choose; as usual where nothing is said."""
    rated: bool = True
    bot_pace: str = Game.Pace.HUMAN
    hurry: bool = False
    """Whether bots hurry among themselves at a table of several people, too."""
    deal: str = ""
    """The code of a deck that other tables play, too."""


@transaction.atomic
def open_table(*, host: User, chosen: TableSettings, opened_from: str = "") -> Game:
    """A new table with its host, bots and kept seats as wished. `opened_from` marks the address that asked for it."""
    rules = _check_settings(chosen)
    deal = deals.lock_for_new_table(chosen.deal, rules.slug) if chosen.deal else None
    _check_number_of_tables(host)
    game = Game.objects.create(
        slug=rules.slug,
        deal=deal,
        rules_version=rules.version,
        host=host,
        opened_from=opened_from,
        size=chosen.size,
        public=chosen.public,
        watchable=chosen.watchable,
        options=options_for(rules, chosen.options),
        rated=chosen.rated,
        turn_seconds=chosen.turn_seconds,
        bank_seconds=chosen.bank_seconds,
        on_timeout=chosen.on_timeout,
        bot_pace=chosen.bot_pace,
        hurry=chosen.hurry,
    )
    _seat_user(game, host)
    kept_seats.keep(game, chosen.kept)
    for bot in chosen.bots:
        _seat_bot(game, bot)
    _save_company(game)
    return game


def options_for(rules: AnyRules, wished: Mapping[str, bool]) -> dict[str, bool]:
    """All that the table of such a game may choose: as wished, else as usual."""
    return {option.name: wished.get(option.name, option.default) for option in options_of(rules)}


def _check_number_of_tables(host: User) -> None:
    if not NEW_TABLES.consume(host.pk):
        raise TooFast(_("You have opened many tables in a minute. Wait a little, then go on."), limit=NEW_TABLES)
    # Who opens several at once is counted one after the other.
    _check_welcome(host)
    if _open_tables(host).count() >= MOST_TABLES:
        raise Refused(_("You have many tables open already. Finish or close some of them first."), "too_many_tables")


def _open_tables(host: User) -> QuerySet[Game]:
    """Those that keep the site busy: a game that everybody has left waits, and costs nothing."""
    played = Exists(Seat.objects.filter(game=OuterRef("pk"), user__isnull=False, bot=""))
    return Game.objects.filter(played, host=host).exclude(status__in=Game.ENDED)


def _check_experts(game: Game) -> None:
    """Refuse one more table with experts to a host who has enough of them, be it that several are opened at once."""
    if game.host is None or game.seats.filter(bot__in=EXPERTS).exists():
        return
    _check_welcome(game.host)
    if not _has_enough_experts(game.host):
        return
    sentence = _("You have %(most)d tables with experts open already. Choose another bot, or finish one of them first.")
    if game.host.is_guest:
        sentence = _(
            "Guests may have %(most)d tables with experts. Choose another bot, finish one, or make an account."
        )
    raise Refused(sentence % {"most": most_with_experts(game.host)}, "too_many_experts")


def most_with_experts(host: User) -> int:
    return MOST_WITH_EXPERTS_OF_GUESTS if host.is_guest else MOST_WITH_EXPERTS


def _has_enough_experts(host: User) -> bool:
    return _open_tables(host).filter(seats__bot__in=EXPERTS).distinct().count() >= most_with_experts(host)


def check_return(game: Game) -> None:
    """Refuse to go on with a locked game that everybody has left, if its host has enough others by now.

    Nobody counted it any more; their accounts are held.
    """
    if game.host is not None and not _has_room_for(game, game.host):
        raise Refused(_("The host of this table has too many others open. It can go on when one of them has ended."))


def _check_settings(chosen: TableSettings) -> AnyRules:
    rules = find_rules(chosen.slug)
    if not rules.min_players <= chosen.size <= rules.max_players:
        counts = {"low": rules.min_players, "high": rules.max_players}
        raise Refused(_("This game is for %(low)d to %(high)d players.") % counts, "invalid_player_count")
    if len(chosen.bots) >= chosen.size:
        raise Refused(_("There are more bots than seats. One seat is yours."), "invalid_player_count")
    if 1 + len(chosen.bots) + len(chosen.kept) > chosen.size:
        sentence = _("A table for %(size)d has no room for all these bots and kept seats. One seat is yours.")
        raise Refused(sentence % {"size": chosen.size}, "invalid_player_count")
    if chosen.turn_seconds not in (None, *LIVE_SECONDS, *CORRESPONDENCE_SECONDS):
        raise Refused(_("There is no such clock."))
    if chosen.bank_seconds is not None:
        if chosen.turn_seconds not in CORRESPONDENCE_SECONDS:
            raise Refused(_("A time bank is for turns of hours or days."))
        if chosen.bank_seconds not in BANK_SECONDS:
            raise Refused(_("There is no such time bank."))
    if chosen.on_timeout not in Game.OnTimeout.values:
        raise Refused(_("There is no such choice for when the time is up."))
    if chosen.bot_pace not in Game.Pace.values:
        raise Refused(_("Bots do not know this pace."))
    return rules


@stops_game_on_fault
@transaction.atomic
def join(*, user: User, game_id: str, invitation: str | None = None) -> Game:
    """Sit down at a waiting table: a public one, one with its invitation, or the rematch of one's own game.

    The invitation may be that of a seat that is kept there.
    """
    return _join(user, lock_row(game_id), invitation)


def _join(user: User, game: Game, invitation: str | None = None) -> Game:
    if game.seats.filter(user=user).exists():
        return game
    kept = kept_seats.find(game, invitation)
    if kept is None:
        _check_invited(game, user, invitation)
    check_free_seat(game, invitation)
    if game.host is not None and audience.has_blocked(game.host, user):
        raise NotAllowed(_("You cannot sit down at this table."), "not_welcome")
    _seat_user(game, user)
    if kept is not None:
        kept_seats.take(kept, user)
    _save_company(game)
    _start_complete_rematch(game)
    return game


def _check_invited(game: Game, user: User, invitation: str | None) -> None:
    """Whoever comes by a link comes by that alone: one for a seat that is taken leads to no other, even in public."""
    if invitation and invitation != game.invitation:
        sentence = _("This link is no longer good: its seat is taken or released, or the host has made a new one.")
        raise NotAllowed(sentence, "unknown_invitation")
    if not (invitation or may_see(game, user)):
        raise NotAllowed(_("You need the invitation link to join this table."))


@transaction.atomic
def add_bot(*, user: User, game_id: str, bot: str) -> Game:
    game = _lock_hosted_room(user, game_id)
    check_free_seat(game)
    _seat_bot(game, bot)
    _save_company(game)
    return game


@transaction.atomic
def fill(*, user: User, game_id: str, bot: str) -> Game:
    """A bot on every empty seat that is kept for nobody. Nothing to fill is no error."""
    game = _lock_hosted_room(user, game_id)
    for _number in range(kept_seats.count_taken(game), game.size):
        _seat_bot(game, bot)
    _save_company(game)
    return game


@transaction.atomic
def remove(*, user: User, game_id: str, seat_id: int) -> Game:
    """The host sends somebody, or a bot, away. Somebody who is not there any more is no error."""
    game = _lock_hosted_room(user, game_id)
    game.seats.filter(pk=seat_id).exclude(user=user).delete()
    _save_company(game)
    return game


@transaction.atomic
def keep_seat(*, user: User, game_id: str, name: str) -> Game:
    """The host keeps a seat for somebody. Whoever has the invitation that comes with it sits down there."""
    game = _lock_hosted_room(user, game_id)
    check_free_seat(game)
    kept_seats.keep(game, [name])
    save_change(game, lobby=True)
    return game


@transaction.atomic
def release_seat(*, user: User, game_id: str, pk: int) -> Game:
    """The host keeps a seat no longer, and its invitation ends. One that is gone is no error."""
    game = _lock_hosted_room(user, game_id)
    game.kept_seats.filter(pk=pk).delete()
    save_change(game, lobby=True)
    return game


def stand_up(game: Game, user: User) -> None:
    """Leave a locked table that has not begun, be it that it stands still. The next person hosts it, or it closes.

    Somebody who does not sit there any more is no error.
    """
    stood_up, _by_model = game.seats.filter(user=user).delete()
    if not stood_up:
        return
    if game.host_id == user.pk:
        game.host = _lock_heir(game)
    if game.host is None:
        close_now(game)
    else:
        _save_company(game)


def _lock_heir(game: Game) -> User | None:
    """Who hosts a locked table next: whoever has sat there for longest, and may have one more."""
    seats = game.seats.filter(user__is_active=True).select_related("user").order_by("joined_at", "pk")
    people = [seat.user for seat in seats if seat.user is not None]
    lock_users(*people)
    return next((person for person in people if _has_room_for(game, person)), None)


def _has_room_for(game: Game, host: User) -> bool:
    """Whether that person, whose account is held, may have this table beside their own."""
    has_experts = game.seats.filter(bot__in=EXPERTS).exists()
    return _open_tables(host).count() < MOST_TABLES and not (has_experts and _has_enough_experts(host))


def wait_again(game: Game) -> None:
    """Let a locked table that stood still wait for players again, without those who are gone meanwhile."""
    game.status, game.stopped_at = Game.Status.WAITING, None
    game.deadline = game.wake_at = expiry_of_unstarted(game)
    for seat in game.seats.filter(user__is_active=False).select_related("user"):
        assert seat.user is not None
        stand_up(game, seat.user)


@transaction.atomic
def close(*, user: User, game_id: str) -> Game:
    game = _lock_hosted_room(user, game_id)
    close_now(game)
    return game


@transaction.atomic
def expire(*, game_id: str) -> bool:
    """Close a table that nobody started in time."""
    game = lock_row(game_id)
    if game.status != Game.Status.WAITING or game.deadline is None or game.deadline > timezone.now():
        return False
    close_now(game)
    return True


@transaction.atomic
def renew_invitation(*, user: User, game_id: str) -> Game:
    """A new link; the old one ends."""
    game = _lock_hosted_room(user, game_id)
    game.invitation = new_token()
    save_change(game, ["invitation"])
    return game


def rename(*, user: User, game_id: str, name: str) -> Game:
    """Somebody who waits here is called differently from now on, here and everywhere. The name is already clean."""
    with transaction.atomic():
        game = lock_row(game_id)
        _check_waiting(game)
        if not game.seats.filter(user=user).exists():
            raise NotAllowed(_("You do not sit at this table."), "not_seated")
        update_preferences(user=user, display_name=name)
    # Every table where that is seen has changed by it, and this is one of them.
    return Game.objects.get(pk=game_id)


@transaction.atomic
def invite(*, user: User, game_id: str, username: str) -> Game:
    """Somebody who sits at a table that waits asks another to join them. Asking twice is asking once."""
    game = lock_row(game_id)
    if not game.seats.filter(user=user).exists():
        raise NotAllowed(_("You do not sit at this table."), "not_seated")
    check_free_seat(game)
    person = find_person(username.strip())
    if person is not None and game.seats.filter(user=person).exists():
        raise Refused(_("%(name)s sits at this table already.") % {"name": person}, "seated")
    if person is not None and audience.has_blocked(user, person):
        raise Refused(_("You have blocked %(name)s. Unblock them first.") % {"name": person}, "blocked")
    # Whoever cannot be invited must not be told from nobody: it may be because of the one who asks.
    if person is None or not audience.may_invite(person, user):
        raise Refused(_("Nobody with this username can be invited by name. Send them the link."), "unknown_person")
    if not INVITATIONS.consume(user.pk):
        raise TooFast(_("You have invited many people already. Send the link to the others."), limit=INVITATIONS)
    alerts.alert_invitation(game, [person], user)
    save_change(game)
    return game


@stops_game_on_fault
@transaction.atomic
def start(*, user: User, game_id: str) -> Game:
    """Begin with those who sit there. Starting what has already begun is no error."""
    game = lock_row(game_id)
    if game.status == Game.Status.RUNNING and game.seats.filter(user=user).exists():
        return game
    game = _lock_hosted_room(user, game_id)
    rules = rules_of(game)
    missing = rules.min_players - game.seats.count()
    if missing > 0:
        sentence = _("This game needs at least %(low)d players. Invite people or add bots.")
        raise Refused(sentence % {"low": rules.min_players}, "too_few_players")
    _begin(game)
    return game


def _begin(game: Game) -> None:
    people = game.seats.filter(user__isnull=False).values_list("user_id", flat=True)
    if len(people) == 1 and not GAMES_ALONE.consume(people[0]):
        sentence = _("You have begun %(most)d games against bots alone today. Play with people, or go on tomorrow.")
        raise TooFast(sentence % {"most": GAMES_ALONE.most}, limit=GAMES_ALONE)
    begin(game)
    _tell_those_before(game)


@stops_game_on_fault
@transaction.atomic
def rematch(*, user: User, game_id: str, opened_from: str = "") -> Game:
    """Sit down for another game with the same people. The first to ask opens the table; the bots come along.

    Once everybody who played is there, it starts by itself.
    """
    before = lock_row(game_id)
    if not before.seats.filter(user=user).exists():
        raise NotAllowed(_("You did not play at this table."), "not_seated")
    if before.status != Game.Status.FINISHED:
        raise Stale(_("This game has not ended yet."), "not_finished")
    if before.rematch is not None and before.rematch.status != Game.Status.CLOSED:
        return _join(user, lock_row(before.rematch.id))
    before.rematch = _open_rematch(before, user, opened_from)
    save_change(before, ["rematch"])
    alerts.alert_invitation(before.rematch, _asked_to_play_again(before, user), user)
    _start_complete_rematch(before.rematch)
    return before.rematch


def _asked_to_play_again(before: Game, user: User) -> list[User]:
    """The others who played, but for those whom the user has blocked.

    Somebody who has blocked the user is named with the others, or it would be told; the courier brings them nothing.
    """
    others = list(User.objects.filter(seats__game=before, is_active=True).exclude(pk=user.pk).order_by("pk"))
    blocked = audience.blocked_by(user, others)
    return [person for person in others if person.pk not in blocked]


def _open_rematch(before: Game, host: User, opened_from: str) -> Game:
    _check_number_of_tables(host)
    game = Game.objects.create(
        slug=before.slug,
        rules_version=find_rules(before.slug).version,
        host=host,
        opened_from=opened_from,
        size=before.size,
        public=before.public,
        watchable=before.watchable,
        options=before.options,
        rated=before.rated,
        turn_seconds=before.turn_seconds,
        bank_seconds=before.bank_seconds,
        on_timeout=before.on_timeout,
        bot_pace=before.bot_pace,
        hurry=before.hurry,
    )
    chat_webhook.copy(before, game)
    _seat_user(game, host)
    for seat in before.seats.filter(user__isnull=True).order_by("number"):
        if seat.bot in EXPERTS:
            _check_experts(game)
        Seat.objects.create(game=game, number=_free_number(game), bot=seat.bot_playing, name=seat.name)
    _save_company(game)
    return game


def _start_complete_rematch(game: Game) -> None:
    before = Game.objects.filter(rematch=game).first()
    if before is not None and game.status == Game.Status.WAITING and game.seats.count() == before.seats.count():
        _begin(game)


def _tell_those_before(game: Game) -> None:
    """Who still looks at the game of which this is the rematch is shown what became of it.

    That table is locked once this one is free again: whoever asks for a rematch locks them the other way round.
    """
    before = Game.objects.filter(rematch=game.pk).values_list("pk", flat=True).first()
    if before is not None:
        transaction.on_commit(partial(_count_up, before), robust=True)


@transaction.atomic
def _count_up(game_id: str) -> None:
    save_change(lock_row(game_id))


def _lock_hosted_room(user: User, game_id: str) -> Game:
    game = lock_row(game_id)
    if game.host_id != user.pk:
        raise NotAllowed(_("Only the host of the table can do that."), "not_host")
    _check_waiting(game)
    return game


def check_free_seat(game: Game, invitation: str | None = None) -> None:
    """Refuse if nobody can sit down there. A seat that is kept is free for whoever has its invitation alone."""
    _check_waiting(game)
    if kept_seats.find(game, invitation) is None and kept_seats.count_taken(game) >= game.size:
        raise Stale(_("Every seat at this table is taken."), "full")


def _check_waiting(game: Game) -> None:
    if game.status == Game.Status.CLOSED:
        raise Stale(_("This table is closed."), "closed")
    if game.status != Game.Status.WAITING:
        raise Stale(_("This game has already begun."), "started")


def _check_welcome(user: User) -> None:
    if not lock_if_active(user):
        raise NotAllowed(_("This account cannot play."), "banned")


def _seat_user(game: Game, user: User) -> None:
    _check_welcome(user)
    deals.check_newcomer(game, user)
    Seat.objects.create(game=game, number=_free_number(game), user=user, seen_at=timezone.now())


def _seat_bot(game: Game, bot: str) -> None:
    if bot not in bot_names(game.slug):
        raise Refused(_("There is no bot of that kind."))
    if bot in EXPERTS:
        _check_experts(game)
    taken = {*game.seats.values_list("name", flat=True), *game.kept_seats.values_list("name", flat=True)}
    Seat.objects.create(game=game, number=_free_number(game), bot=bot, name=next_bot_name(taken))


def _free_number(game: Game) -> int:
    taken = set(game.seats.values_list("number", flat=True))
    return next(number for number in range(len(taken) + 1) if number not in taken)


def _save_company(game: Game) -> None:
    """Somebody came or went: the table waits anew, unless it stands still."""
    if game.status == Game.Status.WAITING:
        game.deadline = game.wake_at = expiry_of_unstarted(game)
    save_change(game, ["deadline", "wake_at", "host"], lobby=True)


def close_now(game: Game) -> None:
    """Close a locked table that has not begun."""
    game.status, game.ended_at = Game.Status.CLOSED, timezone.now()
    game.deadline = game.wake_at = None
    game.kept_seats.all().delete()
    save_change(game, ["status", "ended_at", "deadline", "wake_at", "host"], lobby=True)
    deals.open_deal_if_over(game)
    _tell_those_before(game)
