"""What holds at every moment of every game, whatever the game."""

import json

from tests.rules.builders import IDS, NOTES
from tests.rules.referee import is_possession, is_red


def check_all(game, state, referee):
    view = game.view(state, None, open_purses=True)
    check_money(view)
    check_places_of_cards(view)
    check_counts(view)
    check_legal(game, state)
    check_agreement(view, referee)


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


def check_legal(game, state):
    """The brief view of what is legal agrees with the list of it."""
    for seat in range(len(state.players)):
        actions = [game.action_to_json(action) for action in game.legal_actions(state, seat)]
        view = game.view(state, seat)
        assert bool(actions) == (view.legal is not None) == view.acting == ((seat,) == game.to_act(state))
        if view.legal is not None:
            check_brief(view.legal, actions, view)


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


def check_json(game, state, seat):
    """The state and this seat's view survive a trip through JSON."""
    assert game.from_json(json.loads(json.dumps(game.to_json(state), allow_nan=False))) == state
    text = json.dumps(game.view_json(state, seat), allow_nan=False)
    assert game.view_from_json(json.loads(text)) == game.view(state, seat)


def check_hidden_deck(game, state, seat):
    """This seat cannot tell this state from one that differs in the undrawn deck and the seed."""
    document = game.to_json(state)
    drawn = document["drawn"]
    deck = document["setup"]["deck"]
    other_deck = deck[:drawn] + deck[drawn:][::-1]
    other = game.from_json({**document, "setup": {**document["setup"], "deck": other_deck, "seed": "another"}})
    assert game.view(other, seat) == game.view(state, seat)
    assert list(game.legal_actions(other, seat)) == list(game.legal_actions(state, seat))


def _sorted(money):
    return money if isinstance(money, int) else sorted(money)
