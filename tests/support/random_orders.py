"""Standing orders as chance gives them: most have terms that fit the table, some have none that do."""

from games.rules.auction import DISCARD
from games.standing_orders import auction, purchases
from games.standing_orders.auction import GIVE_UP, auction_of, kinds_of_cards, notes_of, policies_for
from tests.support.rules.each_game import AUCTIONS


def kinds_of_orders(rules):
    """The kinds of orders that make sense in a game."""
    return auction.kinds_for(rules) if rules in AUCTIONS else (purchases.FINISH,)


def random_order(chance, rules, view):
    return _random_wish_at_an_auction(chance, rules, view) if rules in AUCTIONS else _random_purchases(chance, view)


def _random_wish_at_an_auction(chance, rules, view):
    kind = GIVE_UP if view.phase == DISCARD else chance.choice(kinds_of_orders(rules))
    lasts = chance.random() < 0.5
    return auction.Order(
        kind=kind,
        stage=None if lasts else auction_of(view) - (chance.random() < 0.1),
        card_kind=chance.choice(kinds_of_cards(rules)) if lasts and kind != GIVE_UP else "",
        limit=chance.randrange(1, 16) * (1000 if notes_of(view) else 1),
        policy=chance.choice(policies_for(view)),
        cards=tuple(sorted(chance.sample(notes_of(view), chance.randrange(1, 4)))) if len(notes_of(view)) > 3 else (),
        then=chance.choice(auction.THEN),
        value=chance.choice((*view.you.possessions, 1, 10)),
    )


def _random_purchases(chance, view):
    market, hand, board = ([card.id for card in cards] for cards in purchases.cards_of(view))
    play = chance.choice(("", *market, *hand, *hand, "cerf-monarque-1"))
    return purchases.Order(
        kind=purchases.FINISH,
        stage=purchases.stage_for(view) - (chance.random() < 0.1),
        buy=tuple(chance.sample(market, chance.randrange(len(market) + 1))),
        play=play,
        over=chance.choice(("", *board)) if play else "",
        evolve=chance.random() < 0.7,
        then=chance.choice(purchases.THEN),
    )
