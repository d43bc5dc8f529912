"""Tables at which only bots play, all at once: something to compare oneself with."""

import logging
import os
from random import Random

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games import selectors
from games.bots import bot_names, decide, find_bot
from games.faults import Fault, told_apart
from games.history import BOT
from games.models import Deal, Game, Seat
from games.rules import find_rules
from games.services import deals
from games.services.bot_names import next_bot_name
from games.services.play import play_as
from games.services.refusals import NotAllowed, Refused
from games.services.starting import begin
from games.services.tables import options_for

logger = logging.getLogger(__name__)

SLOW = ("expert",)
"""Bots that think for longer than somebody wants to wait for a page."""


def quick_bots(slug: str) -> list[str]:
    return [kind for kind in bot_names(slug) if kind not in SLOW]


def let_bots_play(*, user: User, code: str, bots: tuple[str, ...]) -> Game:
    """One more table for a deal, at which these bots have played the game when this returns."""
    try:
        return _table_of_bots(user, code, bots)
    except Fault as fault:
        logger.error("Bots could not play deal %s: %s", code, fault)
        raise Refused(_("The bots could not play this deal. Nothing was stored."), "fault") from None


@transaction.atomic
def _table_of_bots(user: User, code: str, bots: tuple[str, ...]) -> Game:
    deal = Deal.objects.filter(code=code, owner=user).first()
    if deal is None:
        raise NotAllowed(_("Only whoever made this deal can do that."), "not_owner")
    rules = find_rules(deal.slug)
    if not rules.min_players <= len(bots) <= rules.max_players:
        facts = {"low": rules.min_players, "high": rules.max_players}
        raise Refused(_("This game is for %(low)d to %(high)d players.") % facts, "invalid_size")
    if not set(bots) <= set(quick_bots(deal.slug)):
        raise Refused(_("There is no bot of that kind."), "unknown_bot")
    game = Game.objects.create(
        slug=rules.slug,
        rules_version=rules.version,
        host=user,
        size=len(bots),
        options=options_for(rules, open_purses=True),
        rated=False,
        deal=deals.for_new_table(code, deal.slug),
    )
    names: set[str] = set()
    for number, bot in enumerate(bots):
        names.add(name := next_bot_name(names))
        Seat.objects.create(game=game, number=number, bot=bot, name=name)
    begin(game)
    _play_to_the_end(game)
    return game


def _play_to_the_end(game: Game) -> None:
    rules, chance = selectors.rules_of(game), Random(os.urandom(16))
    minds = {seat.number: find_bot(game.slug, seat.bot) for seat in selectors.seats_of(game)}
    while game.turn is not None:
        state = selectors.position_of(game).state
        with told_apart("bots played among themselves"):
            action = decide(minds[game.turn], rules, state, game.turn, chance)
        play_as(game, game.turn, action, BOT)
