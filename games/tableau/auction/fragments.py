"""The parts of an auction: the table that everybody sees, and what one seat sees beside it."""

from collections.abc import Iterator
from dataclasses import replace

from games.tableau import fragments
from games.tableau.auction.composer import Composer
from games.tableau.auction.faces import CardFace
from games.tableau.auction.orders import OrderPanel
from games.tableau.auction.private import PrivateTable
from games.tableau.auction.public import PublicTable
from games.tableau.auction.seats import SeatBox
from games.tableau.fragments import Asked, Fragment, fragment


def public_fragments(table: PublicTable) -> Iterator[Fragment]:
    if table.ceremony is not None:
        yield from fragments.shell(table, "ceremony", *fragments.settlement_ids(table.settlement))
        yield fragment("games/auction/_ceremony.html", ceremony=table.ceremony, number=table.number)
        yield from fragments.settlement_fragments(table.settlement)
        return
    settlement = fragments.settlement_ids(table.settlement)
    yield from fragments.shell(table, "table-head", "baize", *settlement, "drawers")
    yield from running_fragments(table)
    yield from _drawers(table)


def running_fragments(table: PublicTable) -> Iterator[Fragment]:
    """The table itself, without what is kept in drawers."""
    yield fragment("games/auction/_head.html", words=table.auction_words, clock=table.clock)
    result = ("last-result",) if table.settlement is not None else ()
    yield fragment("games/auction/_baize.html", "seats", "centre", *result, remarks=table.remarks)
    yield fragment("games/auction/_seats.html", *(f"seat-{seat.seat}" for seat in table.seats))
    for seat in table.seats:
        yield from _seat(seat, table)
    yield fragment("games/auction/_centre.html")
    yield fragment("games/auction/_pile.html", count=len(table.unseen), words=table.deck_words)
    yield fragment("games/auction/_lot.html", face=table.face)
    yield fragment("games/auction/_prospects.html", prospects=table.prospects)
    yield from fragments.holder(
        "games/auction/_bidding.html",
        {
            "highest": fragment(
                "games/auction/_highest.html",
                text={"sum": table.highest, "words": table.highest_words},
                is_bid=bool(table.highest),
            )
            if table.highest_words
            else None,
            "pot": fragment("games/auction/_pot.html", words=table.pot_words) if table.pot_words else None,
            "turn": fragments.turn(table),
        },
        invitation=table.invitation,
    )
    yield from fragments.last_result(table.settlement)
    yield from fragments.settlement_fragments(table.settlement)


def _seat(box: SeatBox, table: PublicTable) -> Iterator[Fragment]:
    seat = box.seat
    within = [f"plate-{seat}", f"status-{seat}", f"holding-{seat}"]
    within += [f"notes-{seat}"] if box.purse else []
    within += [f"raises-{seat}"] if table.purses_open else []
    yield fragment("games/auction/_seat.html", *within, f"bid-{seat}", seat=seat, state=box.state)
    yield from fragments.plate(box.place, box.state_word)
    yield fragment("games/auction/_seat_status.html", text={"total": box.status}, seat=seat, label=table.score_word)
    yield fragment("games/auction/_holding.html", seat=seat)
    yield from _cards(f"cards-{seat}", "card", box.cards)
    yield fragment(
        "games/auction/_money.html",
        text={"sum": box.money_words, "notes": box.notes_words},
        seat=seat,
        is_open=bool(box.money_words),
        has_notes=bool(box.notes_words),
        standing=box.standing,
    )
    if box.purse:
        yield fragment("games/auction/_notes.html", seat=seat, purse=box.purse)
    if table.purses_open:
        yield fragment("games/auction/_raises.html", text={"words": box.raises}, seat=seat)
    yield fragment(
        "games/auction/_bid.html",
        text={"words": box.bid_words},
        seat=seat,
        is_open=bool(box.bid_words),
        notes=box.bid_notes,
    )


def _cards(name: str, prefix: str, faces: tuple[CardFace, ...]) -> Iterator[Fragment]:
    """Some cards in small, each a part by itself."""
    yield fragment("games/auction/_cards.html", *(f"{prefix}-{face.id}" for face in faces), id=name)
    for face in faces:
        yield fragment("games/cards/_mini.html", prefix=prefix, face=face)


def _drawers(table: PublicTable) -> Iterator[Fragment]:
    yield fragments.drawers(*(name for name in ("help", "purses", "unseen") if name != "purses" or table.purses_open))
    yield fragments.explanation_fragment(table.explanation, table.slug)
    if table.purses_open:
        yield fragment("games/auction/_purses.html", places=tuple(seat.place for seat in table.seats))
        for seat in table.seats:
            yield fragment(
                "games/auction/_held.html",
                text={"sum": seat.money_words, "notes": seat.held},
                seat=seat.seat,
                standing=seat.standing,
            )
            yield fragment("games/auction/_open.html", text={"words": seat.raises}, seat=seat.seat)
    yield fragment("games/auction/_unseen.html", commitment=table.commitment, slug=table.slug)
    yield fragment("games/auction/_unseen_count.html", text={"words": table.deck_words})
    yield from _cards("unseen-cards", "unseen", table.unseen)


def order_fragments(panel: OrderPanel) -> Iterator[Fragment]:
    """The fields of the form for an order: another auction with the same cards has the same."""
    yield fragment("games/auction/_order_kinds.html", kinds=panel.kinds)
    yield fragment("games/auction/_order_terms.html", panel=replace(panel, stage=0, given=()))


def private_fragments(mine: PrivateTable, asked: Asked) -> Iterator[Fragment]:
    if mine.over:
        yield fragments.fate(mine, mine.reason)
        return
    if mine.choices:
        yield from fragments.dock(mine, asked, "dock-status", "choices", "problem")
        yield _status(mine)
        yield fragment("games/auction/_choices.html", choices=mine.choices, words=mine.choose_words)
        yield fragments.problem(asked, mine)
        return
    yield from fragments.dock(mine, asked, "dock-status", "dock-money", "dock-move")
    yield _status(mine)
    yield from _money(mine)
    if mine.purse:
        yield from _notes(mine)
    yield from _move(mine, asked)


def _status(mine: PrivateTable) -> Fragment:
    composer = mine.composer
    return fragment(
        "games/auction/_status.html",
        status=mine.status,
        my_turn=mine.my_turn,
        composes=composer is not None,
        must_add=composer.must_add if composer is not None else "",
    )


def _money(mine: PrivateTable) -> Iterator[Fragment]:
    composer = mine.composer
    return fragments.holder(
        "games/auction/_dock_money.html",
        {
            "tray": fragment("games/auction/_tray.html", notes=mine.bid_notes, words=mine.bid_words)
            if mine.bid_notes
            else None,
            "amount-line": _amount(composer, mine.my_turn) if composer and not composer.uses_notes else None,
            "hand": fragment("games/auction/_hand.html", *(f"note-{value}" for value in mine.purse))
            if mine.purse
            else None,
            "reach": fragment("games/auction/_reach.html", scale=composer.scale, money_words=mine.money_words)
            if composer
            else None,
        },
    )


def _notes(mine: PrivateTable) -> Iterator[Fragment]:
    """Each banknote by itself: what is chosen of them stays so, whatever becomes of the others."""
    hand, composes = {note.value: note for note in mine.hand}, mine.composer is not None
    stage = mine.stage if composes else 0
    for value in mine.purse:
        note = hand.get(value)
        if note is None:
            yield fragment("games/auction/_note_gone.html", value=value)
        else:
            yield fragment(
                "games/cards/_note.html", note=note, emblem=mine.emblem, chosen_for_bid=composes, stage=stage
            )


def _amount(composer: Composer, my_turn: bool) -> Fragment:
    return fragment(
        "games/auction/_amount.html",
        most=composer.most,
        value=composer.least if composer.can_raise and my_turn else "",
        can_raise=composer.can_raise,
    )


def _move(mine: PrivateTable, asked: Asked) -> Iterator[Fragment]:
    composer = mine.composer
    return fragments.holder(
        "games/auction/_dock_move.html",
        {
            "meter": fragment("games/auction/_meter.html", meter=mine.meter) if mine.meter else None,
            "problem": fragments.problem(asked, mine),
            "actions": fragment(
                "games/auction/_actions.html",
                my_turn=mine.my_turn,
                can_raise=composer.can_raise,
                pass_words=mine.pass_words,
            )
            if composer
            else None,
            "bid-words": fragment("games/auction/_bid_words.html", words=composer.words) if composer else None,
        },
    )
