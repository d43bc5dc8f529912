"""Nobody can tell a table where somebody has standing orders from one where they do the same by hand."""

from dataclasses import replace
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.db.models import F

from games.models import Action, Game, Order
from games.pages.frames import STILL_HERE
from games.rules import GAMES
from games.services.turn import play, standing_orders
from games.standing_orders import decide
from games.standing_orders.auction import ASK, EXACT, GIVE_UP, PASS, PASS_AT, RAISE, fortune_of
from games.standing_orders.auction import Order as Wish
from games.standing_orders.purchases import END, FINISH
from games.standing_orders.purchases import Order as Purchases
from tests.support.rules.each_game import AUCTIONS, DIFFERENT
from tests.support.secrecy.evening import Evening, listening
from tests.support.secrecy.still import empty_site, still_world
from tests.support.secrecy.tours import look_at_the_table
from tests.support.secrecy.twins import twins_in_the_deck

pytestmark = pytest.mark.django_db(transaction=True)

BEN = 1


class EveningOfBen(Evening):
    """Ben changes his mind about orders and lets one act, or he plays himself; everybody else looks on."""

    rules: Any

    def __init__(self, plan, by_hand):
        super().__init__(plan)
        self.by_hand, self.followed = by_hand, 0
        self.leaves_it_to_orders = self.looks_again = False

    def look_on(self, _evening):
        wish = self.wish()
        self.leaves_it_to_orders = wish is not None and not self.by_hand
        if self.leaves_it_to_orders:
            self.change_orders(wish)
        if wish is not None or self.looks_again:
            look_at_the_table(self)
        self.looks_again = wish is not None

    def wish(self):
        """The order that does what Ben is about to do, if he is to act and there is one."""
        turn, state = self.game.turn, self.state
        if turn != BEN:
            return None
        action = self.plan.script[self.number]
        wish = _order_for(self.rules.action_to_json(action), self.rules.stage(state))
        return wish if decide(wish, self.rules, state, BEN) == action else None

    def change_orders(self, wish):
        """Other orders first, and all of them are withdrawn."""
        for form in self.other_orders():
            self.order(**form)
            assert Order.objects.exists()
        for order in Order.objects.all():
            self.ask("orders/withdraw/", order=order.pk)
        assert not Order.objects.exists()
        self.order(**{name: term for name, term in wish.terms().items() if term}, scope="auction")
        assert Order.objects.count() == 1

    def other_orders(self):
        """Among them one that lasts, where there are such, and one in the place of another."""
        if self.rules not in AUCTIONS:
            return [{"then": "ask", "evolve": "on"}, {"then": "end"}]
        limit = fortune_of(self.rules.view(self.state, BEN))
        lasting = f"lasting:{self.rules.cards[0].kind}"
        passing_late = [{"kind": PASS_AT, "scope": scope, "limit": limit} for scope in ("auction", lasting)]
        return [*passing_late, {"kind": PASS, "scope": "auction"}]

    def order(self, **form):
        self.ask("orders/", stage=self.rules.stage(self.state), **form)

    def ask(self, where, **form):
        self.post(self.players[BEN], f"/tables/{self.game_id}/{where}", form, htmx=True)

    def act(self, who, action, *, htmx, status=0):
        if self.leaves_it_to_orders:
            self.followed += play.act_by_order(game_id=self.game_id, number=self.game.action_count)
        else:
            super().act(who, action, htmx=htmx, status=status)

    def heard_by_others(self):
        heard = [sound for sound in self.heard if sound.who not in ("ben", "log") and sound.text != STILL_HERE]
        return {who.name: [sound for sound in heard if sound.who == who.name] for who in self.everybody}


def _order_for(action, stage):
    """The order that does this and no more."""
    match action:
        case {"kind": "discard_possession", "value": value}:
            return Wish(GIVE_UP, stage=stage, value=value)
        case {"kind": "pass"}:
            return Wish(PASS, stage=stage)
        case {"kind": "bid", "cards": cards}:
            return Wish(RAISE, stage=stage, policy=EXACT, cards=tuple(cards), then=ASK)
        case {"kind": "bid", "amount": amount}:
            return Wish(RAISE, stage=stage, limit=amount, then=ASK)
        case {"kind": "buy", "card": card}:
            return Purchases(FINISH, stage=stage, buy=(card,))
        case {"kind": "play", "card": card}:
            return Purchases(FINISH, stage=stage, play=card)
        case {"kind": "end_turn"}:
            return Purchases(FINISH, stage=stage, then=END)


async def spend_the_evening(plan, *, by_hand, sockets):
    await database_sync_to_async(empty_site)()
    with still_world() as chance:
        evening = EveningOfBen(plan, by_hand)
        await database_sync_to_async(evening.set_up)()
        # However much Ben asks for: everybody else finds the same chances.
        evening.before_request = lambda: chance.seed(evening.number)
        with listening(evening):
            await evening.play(evening.look_on, until=len(plan.script), sockets=sockets)
        actions = await database_sync_to_async(_stored)()
    return evening, actions


def _stored():
    return list(Action.objects.order_by("number").values("number", "made_by", "at"))


async def noticed(rules, *, sockets):
    """Where anybody but Ben was sent something else."""
    plan = replace(twins_in_the_deck(rules).one, public=True)
    ordered, stored = await spend_the_evening(plan, by_hand=False, sockets=sockets)
    by_hand, played = await spend_the_evening(plan, by_hand=True, sockets=sockets)
    assert ordered.followed >= 1
    assert by_hand.followed == 0
    assert stored == played
    mine, theirs = ordered.heard_by_others(), by_hand.heard_by_others()
    assert [name for name in theirs if not theirs[name]] == ["ben"]
    return [name for name in theirs if mine[name] != theirs[name]]


@pytest.mark.parametrize("rules", DIFFERENT, ids=lambda rules: rules.slug)
async def test_nobody_notices_orders_of_others(rules):
    assert await noticed(rules, sockets=rules is GAMES[0]) == []


async def test_a_table_that_counts_orders_would_be_noticed(monkeypatch):
    store = standing_orders._store

    def store_and_tell(seat, rules, order):
        Game.objects.filter(pk=seat.game_id).update(version=F("version") + 1)
        return store(seat, rules, order)

    monkeypatch.setattr(standing_orders, "_store", store_and_tell)
    assert await noticed(GAMES[0], sockets=False)
