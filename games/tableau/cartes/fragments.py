"""The parts of a table of CartesSociété: market, boards and coming combat, and what one seat can do."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.tableau import fragments
from games.tableau.cartes.faces import Beast
from games.tableau.cartes.orders import OrderPanel
from games.tableau.cartes.private import Offer, PrivateTable
from games.tableau.cartes.public import PublicTable
from games.tableau.cartes.seats import SeatBox
from games.tableau.fragments import Asked, Fragment, fragment


def public_fragments(table: PublicTable) -> Iterator[Fragment]:
    if table.ceremony is not None:
        yield from fragments.shell(table, "ceremony", *fragments.settlement_ids(table.settlement))
        yield fragment("games/cartes/_ceremony.html", ceremony=table.ceremony, number=table.number, charts=table.charts)
        yield from fragments.settlement_fragments(table.settlement)
        return
    settlement = fragments.settlement_ids(table.settlement)
    yield from fragments.shell(table, "table-head", "beasts", *settlement, "drawers")
    yield fragment(
        "games/cartes/_head.html", words=table.head, po_words=table.po_words, mixing_words=table.mixing_words
    )
    yield from _beasts(table)
    for seat in table.seats:
        yield from _seat(seat)
    yield from fragments.last_result(table.settlement)
    yield from fragments.settlement_fragments(table.settlement)
    yield fragments.drawers("help", "health", "unseen")
    yield fragments.explanation_fragment(table.explanation, table.slug)
    yield fragment("games/cartes/_health_over_time.html", charts=table.charts)
    yield fragment("games/cartes/_stacks.html", stacks=table.stacks, commitment=table.commitment, slug=table.slug)


def _beasts(table: PublicTable) -> Iterator[Fragment]:
    result = ("last-result",) if table.settlement is not None else ()
    yield fragment("games/cartes/_beasts.html", "market", "combat", "seats", *result)
    yield fragment("games/cartes/_market.html", sold_out=not table.market)
    yield fragment("games/cartes/_market_pile.html", words=table.pile_words)
    yield fragments.timed_turn("games/cartes/_turn.html", table)
    if table.market:
        yield from _cards("market-cards", "market", table.market, look="market-cards")
    yield fragment("games/cartes/_combat.html", combat=table.combat)
    yield fragment("games/cartes/_seats.html", *(f"seat-{seat.seat}" for seat in table.seats))


def _seat(box: SeatBox) -> Iterator[Fragment]:
    seat, stands = box.seat, box.state != "out"
    within = [f"plate-{seat}", f"health-{seat}"]
    within += [f"totals-{seat}"] if stands else []
    within += [f"board-{seat}"] if stands and box.board else []
    within += [f"held-{seat}"] if stands and box.hand else []
    yield fragment("games/cartes/_seat.html", *within, seat=seat, state=box.state)
    yield from fragments.plate(box.place, box.state_word)
    yield fragment("games/cartes/_health.html", text={"pv": box.pv, "share": str(box.share)}, seat=seat, po=box.po)
    if stands:
        yield fragment(
            "games/cartes/_totals.html", text={"attack": box.attack, "hp": box.hp, "room": box.room}, seat=seat
        )
    if stands and box.board:
        yield from _cards(f"board-{seat}", "board", box.board, look="board", label=_("Board"))
    if stands and box.hand:
        yield fragment("games/cartes/_held.html", seat=seat)
        yield from _cards(f"held-cards-{seat}", "held", box.hand, look="held-cards", label=_("Hand"))


def _cards(name: str, prefix: str, faces: tuple[Beast, ...], look: str, label: str = "") -> Iterator[Fragment]:
    """Some cards, each a part by itself."""
    ids = (f"{prefix}-{face.id}" for face in faces)
    yield fragment("games/cartes/_cards.html", *ids, id=name, look=look, label=label)
    for face in faces:
        yield fragment("games/cartes/_card.html", prefix=prefix, face=face)


def order_fragments(panel: OrderPanel) -> Iterator[Fragment]:
    """The fields of the form for an order, each card that can be ordered a part by itself."""
    yield fragment("games/cartes/_order_when.html", words=panel.when)
    yield fragment("games/cartes/_order_market.html", *(f"order-buy-{card.value}" for card in panel.market))
    for card in panel.market:
        yield fragment("games/cartes/_order_buy.html", card=card)
    yield fragment("games/cartes/_order_terms.html", evolve=panel.evolve, endings=panel.endings)
    yield fragment("games/cartes/_order_play.html", *(f"order-play-{card.value}" for card in panel.laid))
    for card in panel.laid:
        yield fragment("games/cartes/_order_play_option.html", card=card)
    yield fragment("games/cartes/_order_place.html", places=panel.places)


def private_fragments(mine: PrivateTable, asked: Asked) -> Iterator[Fragment]:
    if mine.over:
        yield fragments.fate(mine)
        return
    moves = ("order-acts", "moves") if mine.my_turn else ()
    yield from fragments.dock(mine, asked, "dock-status", "problem", *moves)
    yield fragment("games/cartes/_status.html", status=mine.status, my_turn=mine.my_turn, gold=mine.gold)
    yield fragments.problem(asked, mine)
    if mine.my_turn:
        yield fragment("games/cartes/_order_acts.html")
        yield from _moves(mine)


def _moves(mine: PrivateTable) -> Iterator[Fragment]:
    return fragments.holder(
        "games/cartes/_moves.html",
        {
            "offers-evolve": _offers("evolve", mine.evolutions),
            "offers-buy": _offers("buy", mine.market, _("Market")),
            "hand-head": fragment("games/cartes/_hand_head.html", has_hand=bool(mine.hand), words=mine.play_words),
            "offers-play": _offers("play", mine.hand, _("Your hand")),
            "replacing": fragment("games/cartes/_replacing.html", hand=mine.hand, board=mine.board)
            if mine.may_replace
            else None,
        },
    )


def _offers(action: str, offers: tuple[Offer, ...], label: str = "") -> Fragment | None:
    return fragment("games/cartes/_offers.html", action=action, offers=offers, label=label) if offers else None
