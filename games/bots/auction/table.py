"""A player's view boiled down to what an auction bot reckons with: whole numbers of money units."""

from dataclasses import dataclass

from games.rules.auction import View

TITLE, SCANDAL, DEBT, THEFT = 0, -1, -2, -3
"""Status cards as numbers: a possession is its value."""

_MISFORTUNES = {"scandal": SCANDAL, "gambling-debt": DEBT, "theft": THEFT} | {
    "scandale": SCANDAL,
    "passe": DEBT,
    "faux-pas": THEFT,
}
PARIS = "high-society-paris"
SIMPLIFIED = "high-society-simplified"


@dataclass(slots=True)
class Standing:
    """What one player has. `money` includes the open bid."""

    money: int
    bid: int
    points: int
    lowest: int
    titles: int
    scandals: int
    debts: int
    thefts_pending: int


@dataclass(slots=True)
class Table:
    me: int
    unit: int
    players: list[Standing]
    still_in: list[int]
    """Opponents who have not passed, in the order in which they will act."""
    card: int
    highest_bid: int
    past: list[int]
    """Cards whose auction is over, in order."""
    undrawn: list[int]
    reds_left: int
    """Red cards still in the deck: the last of them ends the game."""
    game: str

    @property
    def negative_counts_as_zero(self) -> bool:
        return self.game == PARIS

    @property
    def start_money(self) -> int:
        return 45 if self.game == SIMPLIFIED else 106


def card_number(card_id: str) -> int:
    """A possession's value, or the number of another kind of card."""
    if card_id in _MISFORTUNES:
        return _MISFORTUNES[card_id]
    kind, _, value = card_id.rpartition("-")
    return TITLE if kind in ("title", "prestige", "double") else int(value)


def read_table(view: View) -> Table:
    """From the open-purse view of a seat that is to act."""
    assert view.seat is not None, "spectators do not act"
    assert view.card is not None, "nobody acts once the game is over"
    unit = 1 if view.game == SIMPLIFIED else 1000
    order = [(view.seat + step) % len(view.players) for step in range(1, len(view.players))]
    return Table(
        me=view.seat,
        unit=unit,
        players=[_standing(view, seat, unit) for seat in range(len(view.players))],
        still_in=[seat for seat in order if not view.round.passed[seat]],
        card=card_number(view.card.id),
        highest_bid=view.round.highest_bid // unit,
        past=[card_number(card_id) for card_id in view.revealed[:-1]],
        undrawn=[card_number(card_id) for card_id in view.remaining],
        reds_left=4 - view.red_revealed,
        game=view.game,
    )


def _standing(view: View, seat: int, unit: int) -> Standing:
    player, bid = view.players[seat], view.round.open_bids[seat]
    placed = (bid if isinstance(bid, int) else sum(bid)) // unit
    in_hand = player.money if player.money is not None else _as_much_as_mine(view)
    return Standing(
        money=in_hand // unit + placed,
        bid=placed,
        points=sum(player.possessions),
        lowest=min(player.possessions, default=0),
        titles=player.titles,
        scandals=player.scandals,
        debts=player.debts,
        thefts_pending=player.thefts_pending,
    )


def _as_much_as_mine(view: View) -> int:
    """A guess at a closed purse. House bots see open ones."""
    return 0 if view.you is None or view.you.money is None else view.you.money
