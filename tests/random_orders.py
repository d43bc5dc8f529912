"""Standing orders as chance gives them."""

from games.orders.auction import (
    ASK,
    GIVE_UP,
    PASS,
    Order,
    auction_of,
    kinds_for,
    kinds_of_cards,
    notes_of,
    policies_for,
)
from games.rules.auction import DISCARD


def random_order(chance, rules, view):
    """Most of these have terms that fit the table, some have none that do."""
    kind = GIVE_UP if view.phase == DISCARD else chance.choice(kinds_for(rules))
    lasts = chance.random() < 0.5
    return Order(
        kind=kind,
        stage=None if lasts else auction_of(view) - (chance.random() < 0.1),
        card_kind=chance.choice(kinds_of_cards(rules)) if lasts and kind != GIVE_UP else "",
        limit=chance.randrange(1, 16) * (1000 if notes_of(view) else 1),
        policy=chance.choice(policies_for(view)),
        cards=tuple(sorted(chance.sample(notes_of(view), chance.randrange(1, 4)))) if len(notes_of(view)) > 3 else (),
        then=chance.choice((PASS, ASK)),
        value=chance.choice((*view.you.possessions, 1, 10)),
    )
