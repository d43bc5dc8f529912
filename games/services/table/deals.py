"""Deals: the same deck for several tables, a secret until the last of them has ended."""

import secrets
from functools import partial

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.faults import as_game_fault
from games.models import Deal, Game, Notice, Seat
from games.rules import find_rules
from games.services.changes import lock_row, save_change
from games.services.refusals import NotAllowed, Refused, Stale, TooFast
from hsweb.limits.rates import AN_HOUR, Limit

NEW_DEALS = Limit("deals", 30, AN_HOUR)
PLAYED = (Game.Status.FINISHED, Game.Status.ABORTED)


@transaction.atomic
def create(*, owner: User, slug: str, tables: int) -> Deal:
    """A deck that nobody knows, for so many tables."""
    _check_new(owner, tables)
    rules = find_rules(slug)
    with as_game_fault("shuffling a deal"):
        shuffled = rules.setup_to_json(rules.setup(rules.min_players, secrets.token_hex(16)))
    return Deal.objects.create(slug=rules.slug, deck=shuffled["deck"], owner=owner, tables=tables)


@transaction.atomic
def take(*, user: User, game_id: str, tables: int = 1) -> Deal:
    """The deck of a game that is over, to be played again: whoever sat there knows it. Asking twice is asking once."""
    game = Game.objects.select_related("deal").filter(pk=game_id, seats__user=user).first()
    if game is None:
        raise NotAllowed(_("You did not play at this table."), "not_seated")
    if not game.secrets_open or game.setup is None:
        raise Stale(_("The deck of this game is still sealed."), "sealed")
    unused = Deal.objects.filter(owner=user, source=game, games=None, closed_at=None, opened_at=None).first()
    if unused is not None:
        return unused
    _check_new(user, tables)
    return Deal.objects.create(
        slug=game.slug, deck=game.setup["deck"], owner=user, tables=tables, source=game, known=True
    )


def _check_new(owner: User, tables: int) -> None:
    if not 1 <= tables <= Deal.MOST_TABLES:
        raise Refused(_("A deal is for 1 to %(most)d tables.") % {"most": Deal.MOST_TABLES}, "invalid_tables")
    if not NEW_DEALS.consume(owner.pk):
        raise TooFast(
            _("You have made many deals already. Wait a while, then go on."), "too_many_deals", limit=NEW_DEALS
        )


@transaction.atomic
def close(*, user: User, code: str) -> Deal:
    """No more tables will play it: when those that do have ended, it is open to all who did."""
    deal = _lock_deal_by_code(code)
    if not may_close(deal, user):
        raise NotAllowed(_("Only the person who made this deal can do that."), "not_owner")
    if deal.closed_at is None:
        deal.closed_at = timezone.now()
        deal.save(update_fields=["closed_at"])
    _open_if_over(deal)
    return deal


def may_close(deal: Deal, user: User | None) -> bool:
    """Whoever made it; if they are gone, anybody who plays it."""
    if user is None or deal.opened_at is not None:
        return False
    if deal.owner is not None and deal.owner.is_active:
        return deal.owner == user
    return Seat.objects.filter(game__deal=deal, user=user).exists()


def lock_for_new_table(code: str, slug: str) -> Deal:
    """The deal with that code, locked, if one more table may play it."""
    deal = _lock_deal_by_code(code)
    if deal.slug != slug:
        raise Refused(_("This deal is for another game."), "wrong_game")
    check_takes_tables(deal)
    return deal


def check_takes_tables(deal: Deal) -> None:
    """Refuse if no more tables play it."""
    if deal.opened_at is not None:
        raise Stale(_("All tables that played this deal have ended, and its deck is open. Make a new one."), "open")
    if deal.closed_at is not None or _tables_of(deal).count() >= deal.tables:
        raise Stale(_("All the tables meant for this deal have been opened."), "full")


def check_seen(deal: Deal, tables: int | None) -> None:
    """Refuse if there are other tables by now than there were on the page that somebody looked at."""
    if tables is not None and _tables_of(deal).count() != tables:
        raise Stale(_("Meanwhile another table has taken up this deal. Have a look, and ask again if you like."))


def check_newcomer(game: Game, user: User) -> None:
    """Nobody plays the same deck twice: the second time they would know it, be it that their seat went to another."""
    if game.deal_id is None:
        return
    others = Game.objects.filter(deal=game.deal_id).exclude(pk=game.pk).exclude(status=Game.Status.CLOSED)
    handed_over = Notice.objects.filter(game__in=others, kind=Notice.Kind.HANDED_OVER, person=user)
    if Seat.objects.filter(game__in=others, user=user).exists() or handed_over.exists():
        raise Refused(_("You play, or have played, the same deal at another table."), "same_deal")


def note_who_knew(game: Game) -> None:
    """Note in a game that is just over, and whose deal is held, whether anybody could know its cards from elsewhere.

    People at any other table have seen some, and may sit here under another name. Bots tell nobody.
    """
    others = Game.objects.filter(deal=game.deal_id, started_at__isnull=False).exclude(pk=game.pk)
    game.deck_was_known = game.deal_id is not None and others.filter(seats__user__isnull=False).exists()


def open_deal_if_over(game: Game) -> None:
    """A locked table has ended or closed: if it was the last one, its deal is open from now on."""
    lock_deal(game)
    if game.deal is not None:
        _open_if_over(game.deal)


def lock_deal(game: Game) -> None:
    """Lock the deal of a locked table: games come before deals, and deals before people, who are locked to be rated.

    Of two tables that begin or end at the same moment, the second waits here, and sees that the other has.
    """
    if game.deal_id is not None:
        game.deal = Deal.objects.select_for_update().get(pk=game.deal_id)


def _open_if_over(deal: Deal) -> None:
    tables = _tables_of(deal)
    played = tables.filter(status__in=PLAYED).count()
    all_came = deal.closed_at is not None or played >= deal.tables
    if deal.opened_at is not None or not all_came or played < tables.count():
        return
    deal.opened_at = timezone.now()
    deal.save(update_fields=["opened_at"])
    for game_id in tables.values_list("pk", flat=True):
        transaction.on_commit(partial(_show_deck, game_id))


@transaction.atomic
def _show_deck(game_id: str) -> None:
    """Everybody who still looks at a table sees that its deck is open now."""
    save_change(lock_row(game_id))


def _tables_of(deal: Deal) -> QuerySet[Game]:
    return Game.objects.filter(deal=deal).exclude(status=Game.Status.CLOSED)


def _lock_deal_by_code(code: str) -> Deal:
    deal = Deal.objects.select_for_update().filter(code=code).first()
    if deal is None:
        raise Refused(_("There is no deal with this code. Check the letters and figures."), "unknown_deal")
    return deal
