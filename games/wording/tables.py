"""Tables in words: how lists and waiting rooms speak of them."""

from collections.abc import Sequence
from typing import Protocol

from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import HOUR, Alert, Game, Seat
from games.tableau.amounts import ranked
from games.tableau.game_words import Text
from games.wording.games import nobody_won, option_phrases

PACES: dict[str, Text] = {
    Game.Pace.QUICK: gettext_lazy("bots move at once"),
    Game.Pace.HUMAN: gettext_lazy("bots take their time like people"),
    Game.Pace.LEISURELY: gettext_lazy("bots move at leisure"),
}

STANDING_STILL: dict[str, Text] = {
    Game.Status.PAUSED: gettext_lazy("Your game against %(others)s is paused"),
    Game.Status.ERRORED: gettext_lazy("Your game against %(others)s has stopped: something went wrong"),
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


class AnyDeal(Protocol):
    @property
    def known(self) -> bool: ...


class AnyTable(Protocol):
    """How a table is played, be it its row or what is shown of it."""

    @property
    def slug(self) -> str: ...
    @property
    def options(self) -> object: ...
    @property
    def turn_seconds(self) -> int | None: ...
    @property
    def bank_seconds(self) -> int | None: ...
    @property
    def on_timeout(self) -> str: ...
    @property
    def bot_pace(self) -> str: ...
    @property
    def hurry(self) -> bool: ...
    @property
    def public(self) -> bool: ...
    @property
    def watchable(self) -> bool: ...
    @property
    def counts_for_ratings(self) -> bool: ...
    @property
    def deal(self) -> AnyDeal | None: ...


class AnySeat(Protocol):
    """Who sits there, likewise."""

    @property
    def bot(self) -> str: ...


def clock_phrase(game: AnyTable) -> str:
    if game.turn_seconds is None:
        return _("no clock")
    if game.bank_seconds is None:
        return _("%(time)s a turn") % {"time": duration_words(game.turn_seconds)}
    return _("%(time)s a turn and a bank of %(bank)s") % {
        "time": duration_words(game.turn_seconds),
        "bank": duration_words(game.bank_seconds),
    }


LATE: dict[str, Text] = {
    Game.OnTimeout.PASS: gettext_lazy("whoever is late passes"),
    Game.OnTimeout.BOT: gettext_lazy("a bot plays for whoever is late"),
    Game.OnTimeout.VOTE: gettext_lazy("the others vote about whoever is late"),
}


def duration_words(seconds: int) -> str:
    """A length of time as people say it."""
    if seconds < HOUR:
        return _("%(seconds)d s") % {"seconds": seconds}
    if seconds < 24 * HOUR or seconds % (24 * HOUR):
        return ngettext("%(hours)d hour", "%(hours)d hours", seconds // HOUR) % {"hours": seconds // HOUR}
    return ngettext("%(days)d day", "%(days)d days", seconds // (24 * HOUR)) % {"days": seconds // (24 * HOUR)}


def access_phrase(game: AnyTable) -> str:
    if not game.public:
        return _("by link only")
    return _("public") if game.watchable else _("public, nobody watches")


def late_phrases(game: AnyTable) -> list[str]:
    """What happens to whoever lets their time run out."""
    return [str(LATE.get(game.on_timeout, game.on_timeout))] if game.turn_seconds else []


def deal_phrases(game: AnyTable) -> list[str]:
    """Whether others play the same deck."""
    if game.deal is None:
        return []
    return [_("known deal")] if game.deal.known else [_("same deal as other tables")]


def table_phrases(game: AnyTable, seats: Sequence[AnySeat]) -> list[str]:
    """How a table is played, as short phrases."""
    phrases = [
        clock_phrase(game),
        *late_phrases(game),
        *option_phrases(game.slug, game.options),
        access_phrase(game),
        *deal_phrases(game),
    ]
    phrases += [] if game.counts_for_ratings else [_("unrated")]
    return [*phrases, *bot_phrases(game)] if any(seat.bot for seat in seats) else phrases


def bot_phrases(game: AnyTable) -> list[str]:
    """How fast bots move."""
    pace = str(PACES.get(game.bot_pace, game.bot_pace))
    return [pace, _("bots hurry among themselves")] if game.hurry else [pace]


def joined_names(names: Sequence[str]) -> str:
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


def company_sentence(game: Game, seats: Sequence[Seat]) -> str:
    """What goes on at a table, for anybody: "Ana waits for 2 more"."""
    if game.status == Game.Status.WAITING:
        return waiting_sentence(game, seats)
    return _("%(names)s play") % {"names": joined_names([seat.shown_name for seat in seats])}


def waited_for_words(game: Game, seats: Sequence[Seat]) -> str:
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
    return _("%(name)s (bot)") % {"name": acting.shown_name} if acting.bot_playing else acting.shown_name


def waiting_sentence(game: Game, seats: Sequence[Seat]) -> str:
    host = str(game.host) if game.host else _("Somebody")
    missing = game.size - len(seats)
    if not missing:
        return _("%(name)s is ready to start") % {"name": host}
    return ngettext("%(name)s waits for %(missing)d more", "%(name)s waits for %(missing)d more", missing) % {
        "name": host,
        "missing": missing,
    }


def sentence_for_player(game: Game, seats: Sequence[Seat], user_id: int) -> str:
    """What goes on at a table, for somebody who sits there."""
    own = next(seat for seat in seats if seat.user_id == user_id)
    others = joined_names([seat.shown_name for seat in seats if seat is not own])
    if game.status == Game.Status.WAITING:
        return _own_waiting(game, seats, own)
    if game.status == Game.Status.FINISHED:
        return _own_result(game, seats, own, others)
    if game.status in STANDING_STILL:
        return str(STANDING_STILL[game.status]) % {"others": others}
    return _own_turn(game, seats, own, others)


def _own_waiting(game: Game, seats: Sequence[Seat], own: Seat) -> str:
    if game.host_id != own.user_id:
        return waiting_sentence(game, seats)
    missing = game.size - len(seats)
    if not missing:
        return _("You can start: everybody is here")
    return ngettext("You wait for %(missing)d more", "You wait for %(missing)d more", missing) % {"missing": missing}


def _own_turn(game: Game, seats: Sequence[Seat], own: Seat, others: str) -> str:
    if all(seat.bot_playing for seat in seats):
        return _("Waiting for you to come back, against %(others)s") % {"others": others}
    if own.bot_playing:
        return _("A bot plays for you against %(others)s") % {"others": others}
    if game.turn == own.number:
        return _("It is your turn against %(others)s") % {"others": others}
    acting = next((seat.shown_name for seat in seats if seat.number == game.turn), "")
    return _("Against %(others)s: waiting for %(name)s") % {"name": acting, "others": others}


def _own_result(game: Game, seats: Sequence[Seat], own: Seat, others: str) -> str:
    winners = [seat for seat in seats if seat.won]
    if own.won and len(winners) > 1:
        fellows = joined_names([seat.shown_name for seat in winners if seat is not own])
        return _("You won together with %(names)s") % {"names": fellows}
    if own.won:
        return _("You won against %(others)s") % {"others": others}
    if not winners:
        return nobody_won(game.slug)
    facts = {"names": joined_names([seat.shown_name for seat in winners]), "ranked": rank_of(own), "of": len(seats)}
    return _("%(names)s won; you finished %(ranked)s of %(of)s") % facts


def result_sentence(seat: Seat, seats: Sequence[Seat]) -> str:
    """How a game ended for one of its players, without naming anybody."""
    if seat.won:
        return _("Won at a table of %(of)d") % {"of": len(seats)}
    if not any(other.won for other in seats):
        return _("Nobody won at a table of %(of)d") % {"of": len(seats)}
    return capfirst(_("%(ranked)s at a table of %(of)d") % {"ranked": rank_of(seat), "of": len(seats)})


def rank_of(seat: Seat) -> str:
    """Where somebody finished, in a word; a game that has ended has a rank for everybody."""
    return ranked(seat.rank) if seat.rank else "–"


def against_words(seat: Seat, seats: Sequence[Seat]) -> str:
    return _("against %(others)s") % {
        "others": joined_names([other.shown_name for other in seats if other.pk != seat.pk])
    }
