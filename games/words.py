"""Tables in words: how lists and waiting rooms speak of them."""

from collections.abc import Sequence
from typing import Any, Protocol

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext

from games.counting import Why, counts
from games.models import HOUR, Alert, Game, Notice, RatingChange, Seat
from games.ratings import margin, points
from games.rules import GAMES

Text = Promise | str

_NAMES = (
    gettext_noop("High Society"),
    gettext_noop("High Society, Paris edition"),
    gettext_noop("High Society, simplified"),
    gettext_noop("CartesSociété"),
)

EDITIONS: dict[str, Text] = {
    "high-society": gettext_lazy("classic"),
    "high-society-paris": gettext_lazy("Paris"),
    "high-society-simplified": gettext_lazy("simplified"),
    "cartes-societe": gettext_lazy("CartesSociété"),
}

ABOUT: dict[str, Text] = {
    "high-society": gettext_lazy("The one to begin with: possessions, titles and three misfortunes."),
    "high-society-paris": gettext_lazy("The same game in other clothes, with a finer tie-break."),
    "high-society-simplified": gettext_lazy("Thirteen cards, plain amounts of money and no misfortunes. Quick."),
    "cartes-societe": gettext_lazy("Another game altogether: a market of animals, evolutions, and everybody fights."),
}

BOTS: dict[str, tuple[Text, Text]] = {
    "random": (gettext_lazy("scatterbrained"), gettext_lazy("plays anything that is allowed")),
    "bold": (gettext_lazy("bold"), gettext_lazy("takes risks")),
    "balanced": (gettext_lazy("balanced"), gettext_lazy("weighs one thing against the other")),
    "cautious": (gettext_lazy("cautious"), gettext_lazy("plays it safe")),
    "expert": (gettext_lazy("expert"), gettext_lazy("thinks ahead and is hard to beat")),
}
"""From the weakest to the strongest."""

PACES: dict[str, Text] = {
    Game.Pace.QUICK: gettext_lazy("bots move at once"),
    Game.Pace.HUMAN: gettext_lazy("bots take their time like people"),
    Game.Pace.LEISURELY: gettext_lazy("bots move at leisure"),
}

CLOSED_PURSES_AND_BOTS = gettext_lazy(
    "With closed purses the house bots still know what was spent, as someone who remembers everything would."
)

NOTICES: dict[str, Text] = {
    Notice.Kind.LEFT: gettext_lazy("%(name)s left the table, and a bot has the seat."),
    Notice.Kind.REPLACED: gettext_lazy("The table let a bot play for %(name)s."),
    Notice.Kind.TIMED_OUT: gettext_lazy("%(name)s's time ran out; a bot plays until they return."),
    Notice.Kind.RETURNED: gettext_lazy("%(name)s is back."),
    Notice.Kind.PAUSED: gettext_lazy("%(admin)s paused the game."),
    Notice.Kind.RESUMED: gettext_lazy("%(admin)s let the game go on."),
    Notice.Kind.ABORTED: gettext_lazy("%(admin)s ended the game without a result."),
    Notice.Kind.SUBSTITUTED: gettext_lazy("%(admin)s let a bot play for %(name)s."),
    Notice.Kind.HANDED_OVER: gettext_lazy("%(admin)s gave the seat of %(name)s to %(successor)s."),
    Notice.Kind.ACTED: gettext_lazy("%(admin)s acted for %(name)s."),
    Notice.Kind.ERRORED: gettext_lazy("Something is wrong with this game, and it stands still. Nothing is lost."),
}

STANDING_STILL: dict[str, Text] = {
    Game.Status.PAUSED: gettext_lazy("Your game against %(others)s is paused"),
    Game.Status.ERRORED: gettext_lazy("Your game against %(others)s stands still: something is wrong with it"),
    Game.Status.ABORTED: gettext_lazy("Your game against %(others)s was ended by an admin, without a result"),
}

CHAT_KINDS: dict[str, Text] = {
    Alert.Kind.TURN: gettext_lazy("whose turn it is, in games over days"),
    Alert.Kind.REMINDER: gettext_lazy("that somebody's time is running out"),
    Alert.Kind.STARTED: gettext_lazy("that the game has begun"),
    Alert.Kind.ENDED: gettext_lazy("how it ended"),
}
"""What the group chat of a table can be told."""

MOST_NAMES = 4


class AnyTable(Protocol):
    """How a table is played, be it its row or what is shown of it."""

    @property
    def slug(self) -> str: ...
    @property
    def options(self) -> Any: ...
    @property
    def open_purses(self) -> bool: ...
    @property
    def turn_seconds(self) -> int | None: ...
    @property
    def bank_seconds(self) -> int | None: ...
    @property
    def on_timeout(self) -> str: ...
    @property
    def bot_pace(self) -> str: ...
    @property
    def public(self) -> bool: ...
    @property
    def watchable(self) -> bool: ...
    @property
    def rated(self) -> bool: ...
    @property
    def deal(self) -> Any: ...


class AnySeat(Protocol):
    """Who sits there, likewise."""

    @property
    def number(self) -> int: ...
    @property
    def user_id(self) -> int | None: ...
    @property
    def bot(self) -> str: ...
    @property
    def shown_name(self) -> str: ...


class AnyNotice(Protocol):
    @property
    def kind(self) -> str: ...
    @property
    def seat(self) -> int | None: ...
    @property
    def person(self) -> Any: ...
    @property
    def name(self) -> str: ...
    @property
    def successor(self) -> Any: ...
    @property
    def by(self) -> Any: ...
    @property
    def reason(self) -> str: ...


def name_of(game: AnyTable) -> str:
    """What is played at a table, also where its rules are gone."""
    return game_called(game.slug)


def game_called(slug: str) -> str:
    return next((_(rules.name) for rules in GAMES if rules.slug == slug), slug)


def edition(game: AnyTable) -> str:
    return edition_of(game.slug)


def edition_of(slug: str) -> str:
    return str(EDITIONS.get(slug, slug))


def bot_label(bot: str) -> str:
    """What kind of bot, in a word."""
    return str(BOTS[bot][0]) if bot in BOTS else bot


def bot_choice(bot: str) -> str:
    """What kind of bot, for somebody who has to choose one."""
    return _("%(kind)s: %(about)s") % {"kind": bot_label(bot), "about": BOTS[bot][1]} if bot in BOTS else bot


def by_strength(bots: Sequence[str]) -> list[str]:
    """From the weakest to the strongest; unknown ones last."""
    return sorted(bots, key=lambda bot: list(BOTS).index(bot) if bot in BOTS else len(BOTS))


def clock(game: AnyTable) -> str:
    if game.turn_seconds is None:
        return _("no clock")
    if game.bank_seconds is None:
        return _("%(time)s a turn") % {"time": span(game.turn_seconds)}
    return _("%(time)s a turn and a bank of %(bank)s") % {
        "time": span(game.turn_seconds),
        "bank": span(game.bank_seconds),
    }


LATE: dict[str, Any] = {
    Game.OnTimeout.PASS: gettext_lazy("whoever is late passes"),
    Game.OnTimeout.BOT: gettext_lazy("a bot plays for whoever is late"),
    Game.OnTimeout.VOTE: gettext_lazy("the others vote about whoever is late"),
}


def span(seconds: int) -> str:
    """A length of time as people say it."""
    if seconds < HOUR:
        return _("%(seconds)d s") % {"seconds": seconds}
    if seconds < 24 * HOUR or seconds % (24 * HOUR):
        return ngettext("%(hours)d hour", "%(hours)d hours", seconds // HOUR) % {"hours": seconds // HOUR}
    return ngettext("%(days)d day", "%(days)d days", seconds // (24 * HOUR)) % {"days": seconds // (24 * HOUR)}


def purses(game: AnyTable) -> str:
    """How the table chose to play with money; nothing where there is nothing to choose."""
    if "open_purses" not in game.options:
        return ""
    return _("open purses") if game.open_purses else _("closed purses")


def access(game: AnyTable) -> str:
    if not game.public:
        return _("by link only")
    return _("public") if game.watchable else _("public, nobody watches")


def when_late(game: AnyTable) -> list[str]:
    """What happens to whoever lets their time run out."""
    return [str(LATE.get(game.on_timeout, game.on_timeout))] if game.turn_seconds else []


def deal(game: AnyTable) -> list[str]:
    """Whether others play the same deck."""
    if game.deal is None:
        return []
    return [_("known deal")] if game.deal.known else [_("same deal as other tables")]


def options(game: AnyTable, seats: Sequence[AnySeat]) -> list[str]:
    """How a table is played, as short phrases."""
    phrases = [clock(game), *when_late(game), *filter(None, [purses(game)]), access(game), *deal(game)]
    phrases += [] if counts(game) else [_("unrated")]
    pace = PACES.get(game.bot_pace, game.bot_pace)
    return [*phrases, str(pace)] if any(seat.bot for seat in seats) else phrases


def joined(names: Sequence[str]) -> str:
    """Names as one reads them aloud, the last ones counted if there are many."""
    if len(names) > MOST_NAMES:
        others = len(names) - MOST_NAMES + 1
        shown = ", ".join(names[: MOST_NAMES - 1])
        return ngettext("%(names)s and %(others)d other", "%(names)s and %(others)d others", others) % {
            "names": shown,
            "others": others,
        }
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def company(game: Game, seats: Sequence[Seat]) -> str:
    """What goes on at a table, for anybody: "Ana waits for 2 more"."""
    if game.status == Game.Status.WAITING:
        return waiting(game, seats)
    return _("%(names)s play") % {"names": joined([seat.shown_name for seat in seats])}


def waits_for(game: Game, seats: Sequence[Seat]) -> str:
    """Whom a game that has not ended waits for."""
    if game.status == Game.Status.WAITING:
        missing = game.size - len(seats)
        return ngettext("%(missing)d more player", "%(missing)d more players", missing) % {"missing": missing}
    if game.status in (Game.Status.PAUSED, Game.Status.ERRORED):
        return _("an admin")
    if game.status != Game.Status.RUNNING:
        return ""
    acting = next((seat for seat in seats if seat.number == game.turn), None)
    if acting is None:
        return ""
    return _("%(name)s (bot)") % {"name": acting.shown_name} if acting.played_by_bot else acting.shown_name


def waiting(game: Game, seats: Sequence[Seat]) -> str:
    host = str(game.host) if game.host else _("Somebody")
    missing = game.size - len(seats)
    if not missing:
        return _("%(name)s is ready to start") % {"name": host}
    return ngettext("%(name)s waits for %(missing)d more", "%(name)s waits for %(missing)d more", missing) % {
        "name": host,
        "missing": missing,
    }


def for_player(game: Game, seats: Sequence[Seat], user_id: int) -> str:
    """What goes on at a table, for somebody who sits there."""
    own = next(seat for seat in seats if seat.user_id == user_id)
    others = joined([seat.shown_name for seat in seats if seat is not own])
    if game.status == Game.Status.WAITING:
        return _own_waiting(game, seats, own)
    if game.status == Game.Status.FINISHED:
        return _own_result(seats, own, others)
    if game.status in STANDING_STILL:
        return str(STANDING_STILL[game.status]) % {"others": others}
    return _own_turn(game, seats, own, others)


def _own_waiting(game: Game, seats: Sequence[Seat], own: Seat) -> str:
    if game.host_id != own.user_id:
        return waiting(game, seats)
    missing = game.size - len(seats)
    if not missing:
        return _("You can start: everybody is here")
    return ngettext("You wait for %(missing)d more", "You wait for %(missing)d more", missing) % {"missing": missing}


def _own_turn(game: Game, seats: Sequence[Seat], own: Seat, others: str) -> str:
    if all(seat.played_by_bot for seat in seats):
        return _("It waits until you come back, against %(others)s") % {"others": others}
    if own.played_by_bot:
        return _("A bot plays for you against %(others)s") % {"others": others}
    if game.turn == own.number:
        return _("It is your turn against %(others)s") % {"others": others}
    acting = next((seat.shown_name for seat in seats if seat.number == game.turn), "")
    return _("%(name)s is to act; you play against %(others)s") % {"name": acting, "others": others}


def _own_result(seats: Sequence[Seat], own: Seat, others: str) -> str:
    winners = [seat for seat in seats if seat.won]
    if own.won and len(winners) > 1:
        fellows = joined([seat.shown_name for seat in winners if seat is not own])
        return _("You won together with %(names)s") % {"names": fellows}
    if own.won:
        return _("You won against %(others)s") % {"others": others}
    if not winners:
        return _("Nobody won: everybody was cast out")
    facts = {"names": joined([seat.shown_name for seat in winners]), "rank": own.rank, "of": len(seats)}
    return _("%(names)s won; you came in at place %(rank)s of %(of)s") % facts


def result(seat: Seat, seats: Sequence[Seat]) -> str:
    """How a game ended for one of its players, without naming anybody."""
    if seat.won:
        return _("Won at a table of %(of)d") % {"of": len(seats)}
    if not any(other.won for other in seats):
        return _("Nobody won at a table of %(of)d") % {"of": len(seats)}
    return _("Place %(rank)s at a table of %(of)d") % {"rank": seat.rank, "of": len(seats)}


def against(seat: Seat, seats: Sequence[Seat]) -> str:
    return _("against %(others)s") % {"others": joined([other.shown_name for other in seats if other.pk != seat.pk])}


def notice(told: AnyNotice, seats: Sequence[AnySeat]) -> str:
    """What happened beside the rules, in a sentence, and why."""
    facts = {
        "name": named_in(told, seats),
        "admin": admin(told),
        "successor": str(told.successor or _("somebody else")),
    }
    sentence = str(NOTICES.get(told.kind, told.kind)) % facts
    because = {"sentence": sentence, "reason": told.reason}
    return _("%(sentence)s The reason: “%(reason)s”") % because if told.reason else sentence


def named_in(told: AnyNotice, seats: Sequence[AnySeat]) -> str:
    """Whom a notice is about, as they are called at the table."""
    here = next((seat for seat in seats if seat.number == told.seat), None)
    still_here = here is not None and (told.person is None or told.person.pk == here.user_id) and not told.name
    return here.shown_name if here is not None and still_here else str(told.person or told.name)


def admin(told: AnyNotice) -> str:
    """Admins play, too: the others should know who stepped in."""
    return _("The admin %(name)s") % {"name": told.by} if told.by else _("An admin")


def rating(mean: float, deviation: float) -> str:
    """How strong somebody is, and how sure that is: 1,240 ± 90."""
    return f"{grouped(points(mean))} ± {grouped(margin(deviation))}"


def rating_change(change: RatingChange) -> str:
    """What a game did to a rating."""
    difference = points(change.mean_after) - points(change.mean_before)
    facts = {"rating": rating(change.mean_after, change.deviation_after), "change": signed(difference)}
    return _("rating %(rating)s (%(change)s)") % facts


def rated() -> str:
    """The same of somebody who keeps their ratings to themselves."""
    return _("rated")


def unrated(why: Why) -> str:
    return _("unrated: %(why)s") % {"why": why.label}


def grouped(number: int) -> str:
    """A whole number with a true minus and its thousands set apart."""
    digits = number_format(abs(number), force_grouping=True)
    return f"−{digits}" if number < 0 else digits


def signed(number: int) -> str:
    return f"+{grouped(number)}" if number > 0 else "±0" if number == 0 else grouped(number)
