"""Explicit positions of CartesSociété from card ids; a star behind an id turns the card to its second side.

Nothing here asks the rules to work anything out.
"""

from games.rules.cartes_societe import CARTES_SOCIETE_RULES
from games.rules.cartes_societe.actions import Buy, EndTurn, Evolve, Play, Replace
from games.rules.cartes_societe.state import Player, Setup, State
from games.rules.chance import Chance
from tests.support.rules.cartes_cards import IDS, PILES

RULES = CARTES_SOCIETE_RULES
GOLD = (4, 3, 5, 5, 7, 7, 9, 9)
"""Of the first eight turns; later ones give 11."""

buy, play, replace, evolve, END = Buy, Play, Replace, Evolve, EndTurn()


def copies(name, count, start=1):
    """The first copies of a name, or those from `start` on."""
    return tuple(f"{name}-{copy}" for copy in range(start, start + count))


def numbers(cards):
    return tuple(IDS.index(card.rstrip("*")) + len(IDS) * card.endswith("*") for card in cards)


def tier_in(turn):
    return (1, 1, 2, 2, 3, 3, 4, 4)[turn - 1] if turn < 9 else 5


def gold_in(turn):
    return GOLD[turn - 1] if turn < 9 else 11


def seat(*board, hand=(), pv=400, po=None, played=False):
    """A living player; without `po` nothing of the turn's gold is spent."""
    return {"board": board, "hand": hand, "pv": pv, "po": po, "played": played}


def fallen(turn=1, pv=0):
    """A player who went out in that turn."""
    return {"board": (), "hand": (), "pv": pv, "po": 0, "played": False, "fell": turn}


def position(*seats, turn, acting, market=(), pile=None, discard=None, seed=7):
    """A position of that turn. Cards that nobody has lie in their pile or, if the tier is past, in the discard.

    Where `pile` is given, it is all that is left of the tier's; where `discard` is given, all other cards are gone,
    which takes somebody who has fallen.
    """
    tier = tier_in(turn)
    taken = {card.rstrip("*") for at in seats for card in (*at["board"], *at["hand"])} | {*market, *(discard or ())}
    mine = [card for card in PILES[str(tier)] if card not in taken] if pile is None else list(pile)
    past = [card for card in IDS[: 35 * tier] if card not in taken and card not in mine]
    deck = [PILES[str(other)] for other in range(1, 6)]
    if tier > 1:
        # The first pile is gone, but its order still decides all chance to come.
        deck[0] = Chance(seed).shuffled(deck[0])
    else:
        deck[0] = (*(card for card in deck[0] if card not in mine), *mine)
    piles = [*(() for _ in range(tier - 1)), mine, *deck[tier:]]
    return State(
        setup=Setup(len(seats), seed, tuple(map(numbers, deck))),
        turn=turn,
        seat=acting,
        piles=tuple(map(numbers, piles)),
        market=numbers(market),
        discard=tuple(sorted(numbers(past if discard is None else discard))),
        players=tuple(_player(at, turn) for at in seats),
    )


def _player(at, turn):
    po = gold_in(turn) if at["po"] is None else at["po"]
    return Player(at["pv"], po, numbers(at["hand"]), numbers(at["board"]), at["played"], at.get("fell", 0))


def after(state, *actions):
    """The state after whoever is to act does this, one after the other."""
    for action in actions:
        state = RULES.play(state, state.seat, action)
    return state


def everybody_ends(state):
    """The state after the combat of this turn."""
    turn = state.turn
    while state.seat is not None and state.turn == turn:
        state = after(state, END)
    return state


def names(cards):
    """Ids of cards in a view, with a star for those of level 2."""
    return [card.id + "*" * (card.level - 1) for card in cards]


def hand_of(state, at):
    return names(RULES.view(state, None).players[at].hand)


def board_of(state, at):
    return names(RULES.view(state, None).players[at].board)


def market_of(state):
    return names(RULES.view(state, None).market)


def discard_of(state):
    return names(RULES.view(state, None).discard)


def newly_discarded(before, later):
    return [card for card in discard_of(later) if card not in discard_of(before)]


def pile_of(state, tier):
    return names(RULES.view(state, None).piles[str(tier)])


def told(before, later, kind):
    """The events of that type, without the type."""
    events = [event for event in RULES.events(before, later) if event["type"] == kind]
    return [{key: value for key, value in event.items() if key != "type"} for event in events]
