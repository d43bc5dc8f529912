"""Games with standing orders, and twins where the same is done by hand: nobody but the owner can tell them apart."""

import random
import re
from contextlib import suppress
from typing import Any

import pytest
import time_machine
from django.db.models import F
from django.utils import timezone

from games.models import Action, Game, Order
from games.pages.page import whole_page
from games.pages.parts import whole
from games.queries.integrity import discrepancies
from games.queries.positions import position_of
from games.services.refusals import Refused
from games.services.turn import clock, standing_orders
from games.standing_orders.auction import LASTING, THIS_AUCTION
from tests.support.random_orders import random_order
from tests.support.rules.each_game import DIFFERENT
from tests.support.secrecy.evening import short_deck
from tests.support.tables import deal, do, fresh, person, running_table, whole_table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("few_turns")]

KINDS = [(DIFFERENT[0], 0), *((rules, 1) for rules in DIFFERENT)]
"""The first game live, and each over days."""

UNSEEN = {"id", "invitation", "wake_at", "act_at", "tell_at", "remind_at"}
"""Columns that are a table's own, or that nobody is shown."""

STAMP = re.compile(' data-stamp="[^"]+"')
"""Follows from what is in a part, be it the id of the table."""


@pytest.fixture
def people():
    with time_machine.travel("2026-03-02 12:00:00+00:00", tick=False):
        yield [person(name) for name in ("Ana", "Ben", "Cleo")]


def table(people, rules, deck, days):
    """The same table each time, seal included."""
    clock = {"turn_seconds": 86_400, "bank_seconds": 86_400} if days else {"turn_seconds": 60}
    game = deal(running_table(*people, slug=rules.slug, rated=False, **clock), people, deck=deck)
    game.salt = "the same"
    game.commitment = game.hash_of_setup()
    game.save()
    return game


def seen_by_others(game, people):
    """Everything about a table that anybody but the owner of an order may get to see."""
    game, drawn = fresh(game), whole_table(game)
    pages = [whole_page(drawn, viewer, {}).parts for viewer in (None, *people)]
    html = [whole(parts, root) for parts in pages for root in ("public", "log", "company", "fine-print")]
    columns = {name: value for name, value in Game.objects.values().get(pk=game.pk).items() if name not in UNSEEN}
    seats = game.seats.values("number", "user", "bot", "name", "seen_at", "bank_left", "rank", "score", "won")
    actions = Action.objects.filter(game=game).values("number", "seat", "action", "made_by", "at")
    told = STAMP.sub("", "".join(html)).replace(game.id, "[id]")
    return [told, columns, list(seats), list(actions), list(game.notices.values())]


def give(game, user, order):
    scope = LASTING if order.stage is None else THIS_AUCTION
    terms = {**order.terms(), "stage": order.stage or 0, "scope": scope, "card_kind": order.card_kind}
    standing_orders.give(user=user, game_id=game.id, **terms)


def act_if_ordered(game):
    """Let the clock come when it wants to; whether it played."""
    before = fresh(game)
    if before.act_at is None:
        return False
    Game.objects.filter(pk=game.pk).update(act_at=timezone.now())
    clock.run_due(game.id)
    return fresh(game).action_count > before.action_count


@pytest.mark.parametrize(("rules", "days"), KINDS, ids=lambda part: getattr(part, "slug", part))
def test_orders_do_what_hands_would_and_nobody_notices(rules, days, people):
    chance = random.Random(f"orders {rules.slug} {days}")
    deck = short_deck(rules, chance)
    game, twin = (table(people, rules, deck, days) for _ in range(2))
    acted = 0
    while fresh(game).status == Game.Status.RUNNING:
        count = fresh(game).action_count
        if chance.random() < 0.8:
            before = seen_by_others(game, people)
            _change_orders(chance, game, people, rules)
            acts_at_once = fresh(game).action_count > count
            assert acts_at_once or seen_by_others(game, people) == before, "an order was noticed before it acted"
        ordered = fresh(game).action_count > count or act_if_ordered(game)
        if not ordered:
            _by_chance(chance, game, rules)
        played = Action.objects.get(game=game, number=F("game__action_count"))
        do(twin, people[played.seat], played.action)
        acted += ordered
        if ordered:
            assert seen_by_others(game, people) == seen_by_others(twin, people)
    assert seen_by_others(game, people) == seen_by_others(twin, people)
    assert discrepancies(fresh(game)) == discrepancies(fresh(twin)) == []
    assert acted >= 3
    assert not Order.objects.exists()


def _change_orders(chance, game, people, rules):
    """Somebody gives an order, which may be refused, or withdraws one."""
    turn: Any = fresh(game).turn
    seat = turn if chance.random() < 0.7 else chance.randrange(len(people))
    own = Order.objects.filter(seat__game=game, seat__number=seat).first()
    if own is not None and chance.random() < 0.2:
        standing_orders.withdraw(user=people[seat], game_id=game.id, order_id=own.pk)
        return
    view = rules.view(position_of(fresh(game)).state, seat)
    with suppress(Refused):
        give(game, people[seat], random_order(chance, rules, view))


def _by_chance(chance, game, rules):
    now = fresh(game)
    assert now.turn is not None
    legal = rules.legal_actions(position_of(now).state, now.turn)
    action = legal[chance.randrange(min(len(legal), 4))]
    do(game, now.seats.get(number=now.turn).user, rules.action_to_json(action))
