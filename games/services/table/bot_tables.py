"""Tables at which only bots play, all at once: something to compare oneself with.

The game is played in the bots' processes, in memory; what is stored of it is stored in one short transaction.
"""

import logging
import secrets
from collections.abc import Iterator, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from threading import Condition

from django.core.cache import cache
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.bots import bot_names, processes
from games.faults import Fault, as_game_fault
from games.models import Action, Deal, Game, Seat
from games.positions import BOT
from games.rules import AnyRules, Outcome, find_rules
from games.rules.plain import Json
from games.services.refusals import NotAllowed, Refused, TooFast
from games.services.table import deals
from games.services.table.bot_names import next_bot_name
from games.services.table.rooms import options_for
from hsweb.limits.rates import A_MINUTE, Limit

logger = logging.getLogger(__name__)

BOT_TABLES = Limit("bot_tables", 6, A_MINUTE)
SECONDS_TO_WAIT = 0.5
"""For others whose bots play."""
SECONDS_TO_PLAY = 60

Played = Sequence[tuple[int, Json]]

_places = Condition()
_taken: set[str] = set()
"""For whom bots play at the moment: one game for each address, so that nobody keeps all others waiting."""


def quick_bots(slug: str) -> list[str]:
    """Bots for whose games somebody may want to wait."""
    return [kind for kind in bot_names(slug) if kind not in processes.EXPERTS]


def let_bots_play(
    *, user: User, code: str, bots: tuple[str, ...], seen: int | None = None, opened_from: str = ""
) -> Game:
    """One more table for a deal, at which these bots have played the game when this returns.

    `seen` is how many tables there were on the page that asks for it: who asks twice in one breath means one.
    """
    deal, rules = _checked(user, code, bots, seen)
    with _one_at_a_time(user, opened_from or f"person {user.pk}"):
        if not BOT_TABLES.consume(user.pk):
            raise TooFast(_("Bots have played many games for you in a minute. Wait a little, then go on."))
        try:
            game = _set_up(rules, deal, len(bots))
            game.host, game.opened_from = user, opened_from
            actions = _play_in_pool(game, bots)
            return _store(game, bots, actions, _outcome(rules, game.setup or {}, actions), seen)
        except Fault as fault:
            logger.error("Bots could not play deal %s: %s", code, fault)
            raise Refused(_("The bots could not play this deal. Nothing was stored."), "fault") from None


def _checked(user: User, code: str, bots: tuple[str, ...], seen: int | None) -> tuple[Deal, AnyRules]:
    deal = Deal.objects.filter(code=code, owner=user).first()
    if deal is None:
        raise NotAllowed(_("Only the person who made this deal can do that."), "not_owner")
    rules = find_rules(deal.slug)
    if not rules.min_players <= len(bots) <= rules.max_players:
        facts = {"low": rules.min_players, "high": rules.max_players}
        raise Refused(_("This game is for %(low)d to %(high)d players.") % facts, "invalid_size")
    if not set(bots) <= set(quick_bots(deal.slug)):
        raise Refused(_("There is no bot of that kind."), "unknown_bot")
    deals.check_takes_tables(deal)
    deals.check_seen(deal, seen)
    return deal, rules


@contextmanager
def _one_at_a_time(user: User, address: str) -> Iterator[None]:
    """Nobody's bots play two games at once, be it from several addresses."""
    name = f"bot_table:{user.pk}"
    if not cache.add(name, True, SECONDS_TO_PLAY):
        raise TooFast(_("Your bots are still playing. Wait until they are done."))
    try:
        with _place_for(address):
            yield
    finally:
        cache.delete(name)


@contextmanager
def _place_for(address: str) -> Iterator[None]:
    with _places:
        if not _places.wait_for(lambda: _has_place_for(address), SECONDS_TO_WAIT):
            raise TooFast(_("The bots are busy with the games of others. Try again in a minute."))
        _taken.add(address)
    try:
        yield
    finally:
        with _places:
            _taken.discard(address)
            _places.notify_all()


def _has_place_for(address: str) -> bool:
    return address not in _taken and len(_taken) < processes.GAMES_AT_ONCE


def _set_up(rules: AnyRules, deal: Deal, players: int) -> Game:
    options = options_for(rules, {})
    with as_game_fault("setting up the game"):
        first = rules.setup(players, secrets.token_hex(16), options, deck=deal.deck, starter=0)
        setup = rules.setup_to_json(first)
    return Game(
        slug=rules.slug, rules_version=rules.version, size=players, options=options, rated=False, deal=deal, setup=setup
    )


def _play_in_pool(game: Game, bots: tuple[str, ...]) -> Played:
    pool, setup = processes.pool(), game.setup or {}
    played = pool.submit(processes.play_whole_game, game.slug, game.rules_version, setup, bots)
    try:
        return played.result(SECONDS_TO_PLAY)
    except BrokenProcessPool:
        processes.forget_pool(pool)
        raise Fault("The process in which bots played has died") from None
    except TimeoutError:
        played.cancel()
        raise Fault("Bots did not come to an end") from None


def _outcome(rules: AnyRules, setup: Json, actions: Played) -> Outcome:
    """How the game ended, played again from what is going to be stored."""
    with as_game_fault("playing again what bots had played"):
        state = rules.setup_from_json(setup)
        for seat, action in actions:
            state = rules.play(state, seat, rules.action_from_json(action))
        outcome = rules.outcome(state)
        assert outcome is not None
        return outcome


@transaction.atomic
def _store(game: Game, bots: tuple[str, ...], actions: Played, outcome: Outcome, seen: int | None) -> Game:
    game.deal = deals.lock_for_new_table(game.deal.code if game.deal else "", game.slug)
    deals.check_seen(game.deal, seen)
    now = timezone.now()
    game.status, game.started_at, game.ended_at, game.rated_at = Game.Status.FINISHED, now, now, now
    game.salt, game.action_count, game.version = secrets.token_hex(16), len(actions), 1
    game.commitment = game.hash_of_setup()
    game.save(force_insert=True)
    names: set[str] = set()
    for number, bot in enumerate(bots):
        names.add(name := next_bot_name(names))
        result = outcome.seats[number]
        facts = {"rank": result.rank, "score": float(result.score), "won": number in outcome.winners}
        Seat.objects.create(game=game, number=number, bot=bot, name=name, known_as=name, **facts)
    Action.objects.bulk_create(
        Action(game=game, number=number, seat=seat, action=action, made_by=BOT, at=now)
        for number, (seat, action) in enumerate(actions, 1)
    )
    deals.open_deal_if_over(game)
    return game
