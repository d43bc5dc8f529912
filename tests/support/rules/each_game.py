"""What tests of all games have to know of each: its cards, its options, how to come to a seat's turn."""

import pytest

from games.rules import GAMES
from games.rules.auction_rules import AuctionRules
from tests.support.rules import cartes_cards
from tests.support.rules.builders import CLASSIC_IDS, PARIS_IDS, SIMPLIFIED_IDS

AUCTIONS = tuple(game for game in GAMES if isinstance(game, AuctionRules))

DIFFERENT = tuple(game for game in GAMES if game.slug != "high-society-paris")
"""The Paris edition is the classic game under other names: what takes long is not done for it again."""

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
every_auction = pytest.mark.parametrize("game", AUCTIONS, ids=lambda game: game.slug)

PILES = {
    "high-society": {"": CLASSIC_IDS},
    "high-society-paris": {"": PARIS_IDS},
    "high-society-simplified": {"": SIMPLIFIED_IDS},
    "cartes-societe": cartes_cards.PILES,
}
"""The cards of each game in printed order, pile by pile; a single pile has no name."""

DOES_LEAST = {
    "high-society": {"kind": "pass"},
    "high-society-paris": {"kind": "pass"},
    "high-society-simplified": {"kind": "pass"},
    "cartes-societe": {"kind": "end_turn"},
}


def does_least(game):
    """What is done for a seat whose time runs out, as JSON."""
    return DOES_LEAST[game.slug]


def deck_of(game, *top, lying=list):
    """A deck as this game takes it: these cards on top of their piles, the others below in printed order.

    `lying` may change how each pile lies.
    """
    piles = {
        name: lying([*(card for card in top if card in printed), *(card for card in printed if card not in top)])
        for name, printed in PILES[game.slug].items()
    }
    return piles.get("", piles)


def piles_of(deck):
    """The piles of a deck in a setup's JSON."""
    return list(deck.values()) if isinstance(deck, dict) else [deck]


def hidden(game, state):
    """The ids of the cards that lie face down, pile by pile, each from the top."""
    document = game.to_json(state)
    deck = document["setup"]["deck"]
    piles = [deck[document["drawn"] :]] if game in AUCTIONS else document["piles"].values()
    return tuple(map(tuple, piles))


def lying_otherwise(game, setup, state):
    """The setup of a game that comes to this state by the same actions, where what is hidden there lies otherwise.

    Where piles are mixed, all that comes later depends on how they lay at first, so from then on they stay as they are.
    """
    return {**setup, "seed": "another", "deck": _deck_otherwise(game, setup["deck"], state)}


def _deck_otherwise(game, deck, state):
    if game in AUCTIONS:
        return upside_down(deck, state.drawn)
    if state.tier > 1:
        return deck
    drawn = len(deck["1"]) - len(state.piles[0])
    return {tier: upside_down(pile, drawn if tier == "1" else 0) for tier, pile in deck.items()}


def upside_down(pile, top):
    """The pile with all but that many cards on top turned round."""
    return [*pile[:top], *reversed(pile[top:])]


def options_of(game, value):
    """All options of this game, set alike."""
    return dict.fromkeys(game.option_names, value)


def acting(game, seat, players=3):
    """A game in which that seat is to act, and nobody has done anything to speak of."""
    starter = seat if game in AUCTIONS else 0
    state = game.setup(players, 1, deck=deck_of(game), starter=starter)
    while game.to_act(state) != (seat,):
        state = game.play(state, *timeout(game, state))
    return state


def timeout(game, state):
    """Whose time would run out, and what would be played then."""
    seat = game.to_act(state)[0]
    return seat, game.timeout_action(state, seat)


def timed_out(game, state):
    """The end of a game in which everybody's time runs out."""
    while game.to_act(state):
        state = game.play(state, *timeout(game, state))
    return state
