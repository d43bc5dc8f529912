"""How a player, and what may be done, look from outside."""

from games.rules.auction import DISCARD, LegalView, PlayerView
from games.rules.high_society.money import TOTAL, cards_in, sums_above
from games.rules.high_society.state import Player, State
from games.rules.status_cards import Card, ids_of


def player_view(seat: int, player: Player, cards: tuple[Card, ...], shown: bool) -> PlayerView:
    return PlayerView(
        seat=seat,
        cards=ids_of(player.cards, cards),
        possessions=player.possessions,
        titles=player.titles,
        scandals=player.scandals,
        debts=player.debts,
        thefts_pending=player.thefts_pending,
        cards_in_hand=player.hand.bit_count(),
        hand=cards_in(player.hand) if shown else None,
        money=player.money if shown else None,
        money_discarded=player.money_discarded if shown else None,
    )


def legal_view(state: State, player: Player) -> LegalView:
    if state.phase == DISCARD:
        return LegalView(can_pass=False, minimum_raise=None, cards=(), totals=(), discards=player.possessions)
    own = TOTAL[player.bid]
    raises = sums_above(player.hand, state.highest_bid - own)
    return LegalView(
        can_pass=True,
        minimum_raise=raises[0] if raises else None,
        cards=cards_in(player.hand) if raises else (),
        totals=tuple(own + amount for amount in raises),
        discards=(),
    )
