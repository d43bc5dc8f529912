"""The table on the landing page: a real one in the middle of an auction, with nobody at it."""

from functools import lru_cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.pages.parts import draw_all, whole
from games.positions import Move, Position, first_position, next_position
from games.rules.auction_rules import AnyAuctionRules
from games.rules.high_society import CLASSIC_RULES
from games.tableau import Person, Scene, tableau_of
from games.tableau.auction.fragments import running_fragments
from games.tableau.auction.public import draw_public

PEOPLE = ("Ana", "Bob", "Cleo", "Dorian")
FIRST_CARDS = ("possession-5", "title-1", "possession-3", "possession-10")
THOUSANDS = (
    # The grand piano goes to Bob for 6,000.
    *(4, 6, None, None, None),
    # The knighthood goes to Cleo for 11,000.
    *(None, 8, 10, None, 3, None),
    # The silk gown goes to Ana for 3,000.
    *(None, 2, 3, None, None),
    # The palace: Dorian has bid 15,000, and Ana thinks.
    *(8, 12, None, 15),
)
"""Each bid, a money card in thousands, or a pass."""


def picture() -> SafeString:
    return _drawn(get_language())


@lru_cache
def _drawn(language: str) -> SafeString:
    """Drawn once in each language: `language` is the one in force."""
    rules = CLASSIC_RULES
    people = tuple(Person(seat, name) for seat, name in enumerate(PEOPLE))
    table = draw_public(Scene(rules, _played(rules), people, version=0))
    parts = draw_all(running_fragments(table))
    badges = render_to_string("games/table/_badges.html", {"badges": table.badges})
    symbols = render_to_string(tableau_of(rules).symbols)
    drawn = (whole(parts, part_id) for part_id in ("table-head", "baize"))
    return mark_safe("".join((symbols, badges, *drawn)))


def _played(rules: AnyAuctionRules) -> Position:
    others = tuple(card.id for card in rules.cards if card.id not in FIRST_CARDS)
    position = first_position(rules, rules.setup(len(PEOPLE), "a picture", deck=(*FIRST_CARDS, *others), starter=0))
    for number, thousands in enumerate(THOUSANDS, 1):
        action = {"kind": "pass"} if thousands is None else {"kind": "bid", "cards": [1000 * thousands]}
        (seat,) = rules.to_act(position.state)
        position = next_position(rules, position, Move(number, seat, rules.action_from_json(action)))
    return position
