"""What holds at every moment of a game of CartesSociété."""

from tests.support.rules.cartes_cards import IDS, PILES, attack_of, hp_of, limit_of, side_of, strength


def starred(card):
    return card.id + "*" * (card.level - 1)


def ids(cards):
    return [starred(card) for card in cards]


def check_view(view):
    check_places_of_cards(view)
    check_order_tells_nothing(view)
    for player in view.players:
        check_player(view, player)
    assert len(view.market) <= 5
    assert (view.phase == "over") == (view.outcome is not None) == (view.to_act == ())


def check_places_of_cards(view):
    """Every card is in exactly one place, or left the game with its owner."""
    owned = [card for player in view.players for card in (*player.hand, *player.board)]
    piled = [card for pile in view.piles.values() for card in pile]
    places = [card.id for card in (*view.market, *view.discard, *piled, *owned)]
    assert len(set(places)) == len(places)
    assert set(places) <= set(IDS)
    if all(player.alive for player in view.players):
        assert len(places) == len(IDS)
    assert not any(card.level == 2 for card in (*view.market, *view.discard, *piled))


def check_order_tells_nothing(view):
    assert list(view.piles) == list(PILES)
    for cards in (*view.piles.values(), view.discard):
        assert ids(cards) == sorted(ids(cards), key=IDS.index)


def check_player(view, player):
    assert player.alive == (player.pv > 0)
    assert player.alive or not (player.hand or player.board or player.po or player.played or player.ended)
    board = ids(player.board)
    assert [(card.attack, card.hp) for card in player.board] == [strength(card, board) for card in board]
    assert (player.attack, player.hp, player.board_limit) == (attack_of(board), hp_of(board), limit_of(board))
    for card in player.hand:
        printed = side_of(starred(card))
        assert (card.attack, card.hp) == (printed["attack"], printed["hp"])


def check_brief(legal, actions, view):
    def named(kind, field="card"):
        return [action[field] for action in actions if action["kind"] == kind]

    assert actions[0] == {"kind": "end_turn"}
    assert legal.end_turn is True
    assert (list(legal.buy), list(legal.play), list(legal.evolve)) == (named("buy"), named("play"), named("evolve"))
    pairs = [(card, over) for card in legal.replace for over in legal.over]
    assert pairs == list(zip(named("replace"), named("replace", "over"), strict=True))
    assert len(actions) == 1 + len(legal.buy) + len(legal.play) + len(legal.evolve) + len(pairs)


def check_agreement(view, referee):
    assert (view.turn, view.tier, view.phase, view.first) == (
        referee.turn,
        referee.tier,
        referee.phase,
        referee.first,
    )
    assert list(view.to_act) == referee.waiting[:1]
    assert ids(view.market) == referee.market
    assert set(ids(view.discard)) == set(referee.discard)
    assert {int(tier): set(ids(pile)) for tier, pile in view.piles.items()} == {
        tier: set(pile) for tier, pile in referee.piles.items()
    }
    for seat, player in enumerate(view.players):
        assert (player.pv, player.po, player.played) == (referee.pv[seat], referee.po[seat], referee.played[seat])
        assert (ids(player.hand), ids(player.board)) == (referee.hands[seat], referee.boards[seat])
        assert player.alive == (seat in referee.living)
        assert player.ended == (player.alive and seat not in referee.waiting)
    if view.outcome is not None:
        check_outcome(view.outcome, referee)


def check_outcome(outcome, referee):
    assert (outcome.reason, list(outcome.winners)) == (referee.reason(), referee.winners())
    for seat, result in enumerate(outcome.seats):
        assert (result.money, result.score) == (0, referee.pv[seat])
        assert [(line.kind, line.total) for line in result.lines] == [("pv", referee.pv[seat])]
        assert result.cast_out == (seat in referee.fell and seat not in referee.winners())
        better = [other for other in referee.seats if referee.merit(other) > referee.merit(seat)]
        assert result.rank == 1 + len(better)


def with_other_secrets(document):
    """The same position with all piles upside down."""
    setup = document["setup"]
    piles = {tier: pile[::-1] for tier, pile in document["piles"].items()}
    drawn = {tier: [card for card in pile if card not in piles[tier]] for tier, pile in setup["deck"].items()}
    lying = {tier: [*drawn[tier], *(card for card in pile if card in PILES[tier])] for tier, pile in piles.items()}
    return {**document, "piles": piles, "setup": {**setup, "deck": lying, "seed": "another"}}
