"""Reads: the position of a game, a table as people see it, the lists of tables."""

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from functools import lru_cache, partial
from math import inf
from threading import Lock
from time import monotonic
from typing import Any

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet, prefetch_related_objects
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import Audience, Block, User
from accounts.names import distinct_names
from games import orders, words
from games.counting import ON_THEIR_OWN, Why, why_unrated
from games.faults import told_apart
from games.history import Move, Position, following, opening
from games.models import Action, Alert, Deal, Game, Message, Mute, Notice, Order, Seat, Spectator, Webhook
from games.rules import Rules, find_rules
from games.tableau.log import beginning_of_stage
from games.tableau.scene import Former, Person, Scene
from games.tableau.scene import Notice as NoticeInWords

KEPT_POSITIONS = 500
KEPT_TABLES = 500
LOOKS_ON_FOR = timedelta(seconds=45)
"""How long after the last sign of it somebody is taken to be looking on."""


class Positions:
    """The latest known position of each game. Positions are immutable, so one may be continued but never be wrong.

    Only a repair changes what was stored: the positions before it are those of another game.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: OrderedDict[tuple[str, int], Position] = OrderedDict()
        self._lock = Lock()

    def get(self, game: Game) -> Position | None:
        """The latest position of that game with at most its number of actions, if one is known."""
        name = (game.id, game.repairs)
        with self._lock:
            position = self._kept.get(name)
            if position is not None:
                self._kept.move_to_end(name)
        while position is not None and position.number > game.action_count:
            position = position.previous
        return position

    def keep(self, game: Game, position: Position) -> None:
        name = (game.id, game.repairs)
        with self._lock:
            known = self._kept.get(name)
            if known is None or known.number < position.number:
                self._kept[name] = position
            self._kept.move_to_end(name)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)

    def forget(self) -> None:
        with self._lock:
            self._kept.clear()


positions = Positions(KEPT_POSITIONS)


class LatestTables:
    """The latest version of each table that this process knows, read once and shared by all who look: for reading only.

    Whoever has heard of a version asks for that one, so nothing older is taken for it.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: OrderedDict[str, Game] = OrderedDict()
        self._lock = Lock()

    def get(self, game_id: str, version: int, seconds: float = inf) -> Game | None:
        """That table in this version or a later one, if it is known and was read within so many seconds."""
        with self._lock:
            game = self._kept.get(game_id)
        if game is None or game.version < version or monotonic() - game.read_at >= seconds:
            return None
        return game

    def keep(self, game: Game) -> None:
        """Remember a table as it is on disk, if it was read whole."""
        if not is_whole(game):
            return
        with self._lock:
            known = self._kept.get(game.id)
            if known is None or known.version <= game.version:
                self._kept[game.id] = game
            self._kept.move_to_end(game.id)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)

    def forget(self, game_id: str) -> None:
        with self._lock:
            self._kept.pop(game_id, None)


latest_tables = LatestTables(KEPT_TABLES)


def read_table(game_id: str) -> Game | None:
    """A whole table as it is now: with everything that it is drawn from."""
    began = monotonic()
    tables = Game.objects.select_related("host", "rematch", "deal").prefetch_related(_SEATED, _NOTED)
    game = tables.filter(pk=game_id).first()
    if game is not None:
        game.read_at = began
    return game


def read_tables(game_ids: Sequence[str]) -> QuerySet[Game]:
    """Several tables, each with who sits there, in the order in which they were opened."""
    return Game.objects.filter(pk__in=game_ids).prefetch_related("deal", _SEATED, _NOTED).order_by("created_at")


def complete(game: Game) -> None:
    """Make a table whole that was just read. Nothing of it comes from memory: a transaction may write all of it."""
    game.read_at = monotonic()
    prefetch_related_objects([game], "rematch", "deal", _SEATED, _NOTED)


def read_again(game: Game) -> None:
    """The same table, after it was changed behind its back. Others may be looking at it meanwhile."""
    fresh = read_table(game.id)
    assert fresh is not None, "tables are never deleted"
    vars(game).update(vars(fresh))
    for name in ("_scenes", "_told_apart"):
        vars(game).pop(name, None)


def is_whole(game: Game) -> bool:
    return hasattr(game, "seated")


def rules_of(game: Game) -> Rules[Any, Any, Any]:
    """The rules a game was begun with, or `Fault`."""
    with told_apart("looking for the rules"):
        return find_rules(game.slug, game.rules_version)


def position_of(game: Game) -> Position:
    """Where a started game stands after its `action_count` actions, or `Fault`."""
    known = positions.get(game)
    position = known or opening_of(game)
    if position.number < game.action_count:
        later = Action.objects.filter(game=game, number__gt=position.number, number__lte=game.action_count)
        position = replayed(game, position, later.order_by("number"))
    if position is not known:
        # A transaction reads its own actions, too, and they may yet be undone.
        transaction.on_commit(partial(positions.keep, game, position))
    return position


def opening_of(game: Game) -> Position:
    """The first position of a started game, as it is stored."""
    rules = rules_of(game)
    with told_apart("reading the setup"):
        first = rules.setup_from_json(game.setup)
    return opening(rules, first)


def replayed(game: Game, position: Position, later: Iterable[Action]) -> Position:
    """The position after these stored actions, which follow on the given one."""
    rules = rules_of(game)
    for stored in later:
        with told_apart(f"reading action {stored.number}"):
            action = rules.action_from_json(stored.action)
        move = Move(stored.number, stored.seat, action, stored.made_by, stored.at, stored.key)
        position = following(rules, position, move, stored=True)
    return position


def seats_of(game: Game) -> list[Seat]:
    """Who sits at a table; if the table was read whole, nobody is asked again."""
    if not is_whole(game):
        return told_apart_by_name(_SEATS_AND_RATINGS.filter(game=game))
    if "_told_apart" not in vars(game):
        vars(game)["_told_apart"] = told_apart_by_name(game.seated)
    told_apart: list[Seat] = vars(game)["_told_apart"]
    return told_apart


def told_apart_by_name(seats: Iterable[Seat]) -> list[Seat]:
    """The seats of one table, where nobody can be mistaken for somebody who sat down before them."""
    by_arrival = sorted(seats, key=lambda seat: (seat.joined_at, seat.pk))
    names = _distinct_names(tuple(seat.own_name for seat in by_arrival))
    for seat, name in zip(by_arrival, names, strict=True):
        seat.name_here = name
    return sorted(by_arrival, key=lambda seat: seat.number)


@lru_cache(maxsize=1024)
def _distinct_names(names: tuple[str, ...]) -> list[str]:
    return distinct_names(names)


def seat_of(game: Game, user: User | None) -> Seat | None:
    if user is None or not user.is_authenticated:
        return None
    if is_whole(game):
        return next((seat for seat in game.seated if seat.user_id == user.pk), None)
    return Seat.objects.filter(game=game, user=user).first()


def orders_of(seat: Seat) -> list[Order]:
    """The standing orders of a seat, for its owner alone."""
    return list(Order.objects.filter(seat=seat))


def ordered_action(game: Game, seat: Seat, position: Position) -> Any | None:
    """What a seat's standing orders do if it is to act in that position; `None` if its player is to be asked.

    An order for this stage says what is to be done in it, so the lasting ones are silent there.
    """
    stored = sorted(orders_of(seat), key=lambda order: order.stage is None)
    if not stored:
        return None
    rules, state = rules_of(game), position.state
    with told_apart(f"looking for standing orders of seat {seat.number}"):
        view = rules.view(state, seat.number)
        meant = [order.meant(rules) for order in stored]
        order = next((order for order in meant if orders.book_of(rules).covers(order, view)), None)
        return None if order is None else orders.decide(order, rules, state, seat.number)


def scene_of(game: Game) -> Scene:
    """A started game with everything its table is drawn from; where it was read whole, one for all who look."""
    scenes: dict[str | None, Scene] = vars(game).setdefault("_scenes", {}) if is_whole(game) else {}
    language = get_language()
    if language not in scenes:
        scenes[language] = _scene(game)
    return scenes[language]


def _scene(game: Game) -> Scene:
    seats, notices, position = seats_of(game), notices_of(game), position_of(game)
    with told_apart("laying the table"):
        return Scene(
            rules=rules_of(game),
            position=position,
            people=tuple(person_at(seat) for seat in seats),
            version=game.version,
            notices=tuple(NoticeInWords(notice.after, words.notice(notice, seats)) for notice in notices),
            former=tuple(former_players(notices)),
            deadline=game.deadline,
            turn_seconds=game.turn_seconds,
            open_purses=game.open_purses,
            commitment=game.commitment,
            ratings=tuple(ratings_of(game, seats, position)),
        )


def ratings_of(game: Game, seats: Sequence[Seat], position: Position) -> Iterator[str]:
    """What a finished game did to the rating of each seat, or why it did nothing, in words."""
    if game.status != Game.Status.FINISHED:
        return
    moves = [earlier.move for earlier in position.back() if earlier.move is not None]
    helped = {move.seat for move in moves if move.made_by not in ON_THEIR_OWN}
    taken = {notice.seat for notice in notices_of(game) if notice.kind == Notice.Kind.HANDED_OVER}
    unrated = why_unrated(game, seats, helped, {seat for seat in taken if seat is not None})
    for seat in seats:
        change = getattr(seat, "rating_change", None)
        # Whoever would count today and did not was a guest then.
        why = unrated.get(seat.number, Why.GUEST if game.rated_at else Why.LATER)
        if change is None:
            yield words.unrated(why)
        else:
            # Everybody is shown the same table, so it tells what everybody may know.
            shown = seat.user is None or seat.user.results_for == Audience.EVERYBODY
            yield words.rating_change(change) if shown else words.rated()


def former_players(notices: Iterable[Notice]) -> Iterator[Former]:
    """Who sat where before their seat was handed over, in order."""
    for notice in notices:
        if notice.kind == Notice.Kind.HANDED_OVER and notice.seat is not None:
            yield Former(notice.seat, notice.after, str(notice.person or notice.name or _("Former player")))


def moments_of(game: Game) -> range:
    """After how many actions a started game may be looked at again.

    With closed purses nobody is reminded of what was paid, until all secrets are open.
    """
    sealed = not game.open_purses and not game.secrets_open
    return range(beginning_of_stage(scene_of(game)) if sealed else 0, game.action_count + 1)


def notices_of(game: Game) -> list[Notice]:
    return list(game.noted if is_whole(game) else _NOTICES.filter(game=game))


def person_at(seat: Seat) -> Person:
    here = seat.user if seat.user and seat.user.is_active else None
    return Person(seat.number, seat.shown_name, seat.played_by_bot, seat.substituted, here.username if here else "")


_SEATS = Seat.objects.select_related("user").order_by("number")
_NOTICES = Notice.objects.prefetch_related("by", "person", "successor")
WITH_SEATS = Prefetch("seats", _SEATS)
_SEATS_AND_RATINGS = _SEATS.select_related("rating_change")
_SEATED: Any = Prefetch("seats", _SEATS_AND_RATINGS, to_attr="seated")
_NOTED: Any = Prefetch("notices", _NOTICES, to_attr="noted")


def open_to_all(prefix: str = "") -> Q:
    """The tables of which `Game.open_to_all` is true, as a condition; `prefix` leads to them."""

    def about(**facts: Any) -> Q:
        return Q(**{f"{prefix}{name}": value for name, value in facts.items()})

    to_join = about(status__in=(Game.Status.WAITING, Game.Status.CLOSED))
    to_watch = about(watchable=True) & (about(deal=None) | about(deal__opened_at__isnull=False))
    return about(public=True) & (to_join | to_watch)


def public_tables(most: int = 50) -> QuerySet[Game]:
    """Tables that anybody may join or watch: those that wait first, the latest of each first."""
    return (
        Game.objects.filter(open_to_all(), status__in=(Game.Status.WAITING, Game.Status.RUNNING))
        .select_related("host")
        .prefetch_related(WITH_SEATS)
        .order_by("-status", "-created_at")[:most]
    )


def may_see(game: Game, user: User | None) -> bool:
    """Many public tables are open to all; the others to those who sit there, or sat where this is the rematch, or
    played the same deck until all tables that did had ended."""
    if game.open_to_all:
        return True
    if user is None or not user.is_authenticated:
        return False
    if is_whole(game) and seat_of(game, user) is not None:
        return True
    there = Q(game=game) | Q(game__rematch=game)
    if game.deal is not None and game.deal.opened_at is not None:
        # Those who made or played the same deck compare.
        if game.deal.owner_id == user.pk:
            return True
        there |= Q(game__deal=game.deal)
    return Seat.objects.filter(there, user=user).exists()


def count_spectators(game_ids: Iterable[str]) -> dict[str, int]:
    """How many people look on at these tables; those without any are left out."""
    now_there = Spectator.objects.filter(game__in=game_ids, seen_at__gte=timezone.now() - LOOKS_ON_FOR)
    return dict(now_there.values("game").annotate(count=Count("pk")).values_list("game", "count"))


def find_deal(code: str) -> Deal | None:
    """The deal with that code: whoever has it may know that there is one."""
    if not (code.isascii() and code.isalnum()):
        return None
    return Deal.objects.filter(code=code).select_related("owner", "source").defer("deck").first()


def tables_of_deal(deal: Deal) -> QuerySet[Game]:
    """Those that play it or have played it, in the order in which they were opened."""
    games = Game.objects.filter(deal=deal).exclude(status=Game.Status.CLOSED).select_related("deal")
    return games.prefetch_related(_SEATED, _NOTED).order_by("created_at")


def deals_of(user: User, last: int = 30) -> QuerySet[Deal]:
    """Those that somebody made or plays, the latest first."""
    mine = Deal.objects.filter(Q(owner=user) | Exists(Seat.objects.filter(game__deal=OuterRef("pk"), user=user)))
    playing = Count("games", filter=~Q(games__status=Game.Status.CLOSED))
    ended = Count("games", filter=Q(games__status__in=(Game.Status.FINISHED, Game.Status.ABORTED)))
    return mine.defer("deck").annotate(playing=playing, ended=ended).order_by("-id")[:last]


def may_download(game: Game, viewer: User | None) -> bool:
    """Whether somebody may take a whole game along: the file holds its deck and every purse."""
    return game.secrets_open and may_see(game, viewer)


def chat_of(game: Game, reader: User | None, last: int = 60) -> list[Message]:
    """The last lines of a table's chat, without those of people whom the reader has muted or blocked."""
    said = Message.objects.filter(game=game).select_related("author")
    if reader is not None and reader.is_authenticated:
        said = said.exclude(author__muted_by__listener=reader).exclude(author__blocked_by__blocker=reader)
    lines = list(said.order_by("-id")[:last])[::-1]
    if lines:
        _name_authors(lines, seats_of(game))
        mentioning = Alert.objects.filter(game=game, kind=Alert.Kind.MENTION, recipient=reader) if reader else ()
        called = {alert.occasion for alert in mentioning}
        for line in lines:
            line.mentions_reader = str(line.pk) in called
    return lines


def _name_authors(lines: list[Message], seats: list[Seat]) -> None:
    """Whoever speaks is called as everywhere at this table; those who have left it as they call themselves."""
    names = {seat.user_id: seat.shown_name for seat in seats if seat.user_id}
    here = tuple(seat.shown_name for seat in seats)
    for line in lines:
        if line.author is not None:
            gone = _distinct_names((*here, str(line.author)))[-1]
            line.said_by = names.get(line.author.pk, gone)


def fellow_players(game: Game, reader: User | None) -> list[Seat]:
    """The other people at a table whom the reader might read, each with whether they are muted."""
    if reader is None or not reader.is_authenticated:
        return []
    muted = Exists(Mute.objects.filter(listener=reader, muted=OuterRef("user")))
    blocked = Exists(Block.objects.filter(blocker=reader, blocked=OuterRef("user")))
    seats = told_apart_by_name(game.seats.select_related("user").annotate(muted=muted, blocked=blocked))
    return [seat for seat in seats if seat.user_id not in (None, reader.pk) and not vars(seat)["blocked"]]


def invited_to(game: Game) -> list[User]:
    """Who was asked to join a table and does not sit there yet."""
    asked = Alert.objects.filter(game=game, kind=Alert.Kind.INVITATION).exclude(recipient__seats__game=game)
    return list(User.objects.filter(pk__in=asked.values("recipient"), is_active=True).order_by("pk"))


def webhook_of(game: Game, viewer: User | None) -> Webhook | None:
    """Where the chat of a table is told, for its host alone."""
    is_host = viewer is not None and game.host_id == viewer.pk
    return Webhook.objects.filter(game=game).first() if is_host else None


def table_of_invitation(token: str) -> Game | None:
    return Game.objects.select_related("host").filter(invitation=token).first()
