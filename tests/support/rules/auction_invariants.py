"""What holds at every moment of every auction game."""

from tests.support.rules.builders import IDS, NOTES
from tests.support.rules.referee import is_possession, is_red


def check_view(view):
    check_money(view)
    check_places_of_cards(view)
    check_counts(view)


def check_money(view):
    """Conserved card by card: every note is in hand, in the open bid or spent."""
    for player, bid in zip(view.players, view.round.open_bids, strict=True):
        if view.game == "high-society-simplified":
            assert player.money + bid + player.money_discarded == 45
        else:
            assert sorted([*player.hand, *bid, *player.money_discarded]) == list(NOTES)
            assert player.money == sum(player.hand)
            assert player.cards_in_hand == len(player.hand)


def check_places_of_cards(view):
    """Every status card is in exactly one place: deck, auction, a player, or discarded by a theft."""
    assert sorted([*view.revealed, *view.remaining]) == sorted(IDS[view.game])
    held = [card for player in view.players for card in player.cards]
    assert len(set(held)) == len(held)
    assert set(held) <= set(view.revealed[:-1])
    gone = set(view.revealed[:-1]) - set(held)
    assert len([card for card in gone if is_possession(card)]) == len(gone) / 2 in (0, 1)


def check_counts(view):
    auctions = len(view.revealed) - (view.phase == "over")
    assert auctions <= {"high-society-simplified": 12}.get(view.game, 15)
    assert view.deck_size == len(view.remaining) == len(IDS[view.game]) - len(view.revealed)
    assert view.red_revealed == len([card for card in view.revealed if is_red(card)]) <= 4
    assert (view.red_revealed == 4) == (view.phase == "over") == (view.outcome is not None)
    for player in view.players:
        counts = (player.titles, player.scandals, player.debts, player.thefts_pending, player.cards_in_hand)
        assert min(counts) >= 0
        assert player.titles <= 3
        assert max(counts[1:4]) <= 1
        assert player.titles + player.scandals + player.debts + player.thefts_pending + len(player.possessions) == len(
            player.cards
        )
        assert player.money >= 0


def check_brief(legal, actions, view):
    kinds = {action["kind"] for action in actions}
    assert legal.can_pass == ("pass" in kinds) == (view.phase == "auction")
    assert list(legal.discards) == [action["value"] for action in actions if action["kind"] == "discard_possession"]
    bids = [action for action in actions if action["kind"] == "bid"]
    mine = view.round.open_bids[view.seat]
    own = mine if isinstance(mine, int) else sum(mine)
    totals = {bid["amount"] if "amount" in bid else own + sum(bid["cards"]) for bid in bids}
    assert list(legal.totals) == sorted(totals)
    assert legal.minimum_raise == (min(totals) - own if totals else None)
    assert set(legal.cards) == {note for bid in bids for note in bid.get("cards", [])}


def check_agreement(view, referee):
    """The code under test and the referee see the same table."""
    round_ = view.round
    assert (view.phase, list(view.revealed)) == (referee.phase, referee.revealed)
    assert (round_.turn, round_.starter) == (referee.turn, referee.starter)
    assert (round_.highest_bid, round_.highest_bidder) == (referee.highest_bid(), referee.leader())
    assert [seat for seat, passed in enumerate(round_.passed) if passed] == sorted(referee.passed)
    for seat, player in enumerate(view.players):
        assert set(player.cards) == set(referee.cards[seat])
        assert player.money == referee.money(seat)
        assert _sorted(round_.open_bids[seat]) == _sorted(referee.bids[seat])
        assert _sorted(player.money_discarded) == _sorted(referee.spent[seat])
    if view.outcome is not None:
        check_outcome(view.outcome, referee)


def check_outcome(outcome, referee):
    assert list(outcome.winners) == referee.winners()
    for seat, result in enumerate(outcome.seats):
        assert (result.money, result.score) == (referee.money(seat), referee.score(seat))
        assert result.cast_out == (seat in referee.cast_out())
        assert result.lines[-1].total == result.score
    check_ranks(outcome, referee)


def check_ranks(outcome, referee):
    """One more than the number of those who did better; the cast out did worse than all others."""
    safe = [seat for seat in referee.seats if seat not in referee.cast_out()]
    for seat, result in enumerate(outcome.seats):
        merit = None if result.cast_out else referee.merit(seat)
        better = [other for other in safe if merit is None or referee.merit(other) > merit]
        assert result.rank == 1 + len(better)


def with_other_secrets(document):
    """The same position with another order of the undrawn deck."""
    drawn, setup = document["drawn"], document["setup"]
    deck = setup["deck"][:drawn] + setup["deck"][drawn:][::-1]
    return {**document, "setup": {**setup, "deck": deck, "seed": "another"}}


def _sorted(money):
    return money if isinstance(money, int) else sorted(money)
