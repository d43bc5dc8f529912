"""Explicit positions from card ids and plain amounts.

Nothing here asks the rules to work anything out: what the constructors want to hear is spelled out once more.
"""

from games.rules.auction import Options
from games.rules.high_society.actions import Bid, DiscardPossession, Pass
from games.rules.high_society.cards import CLASSIC, Edition
from games.rules.high_society.state import Player, Setup, State
from games.rules.simplified import actions as simplified_actions
from games.rules.simplified import state as simplified_state

NOTES = (1000, 2000, 3000, 4000, 6000, 8000, 10000, 12000, 15000, 20000, 25000)

CLASSIC_IDS = (
    *(f"possession-{value}" for value in range(1, 11)),
    *("title-1", "title-2", "title-3", "scandal", "gambling-debt", "theft"),
)
PARIS_IDS = (
    *(f"luxury-{value}" for value in range(1, 11)),
    *("prestige-1", "prestige-2", "prestige-3", "scandale", "passe", "faux-pas"),
)
SIMPLIFIED_IDS = (
    *(f"value-{value}" for value in range(1, 10)),
    *("double-1", "double-2", "double-3", "double-4"),
)
IDS = {
    "high-society": CLASSIC_IDS,
    "high-society-paris": PARIS_IDS,
    "high-society-simplified": SIMPLIFIED_IDS,
}

PASS = Pass()
SIMPLE_PASS = simplified_actions.Pass()


def bid(*notes):
    """A bid of High Society."""
    return Bid(notes)


def give_up(value):
    return DiscardPossession(value)


def say(amount):
    """A bid of the simplified game."""
    return simplified_actions.Bid(amount)


def money(*notes):
    """A purse: bit 0 is the 1,000, bit 10 the 25,000."""
    return sum(1 << NOTES.index(note) for note in notes)


def card_bits(ids, all_ids=CLASSIC_IDS):
    return sum(1 << all_ids.index(card) for card in ids)


def numbers(ids, all_ids=CLASSIC_IDS):
    return tuple(all_ids.index(card) for card in ids)


def in_words_of(slug, classic_id):
    """The id that the same card has in another edition."""
    return IDS[slug][CLASSIC_IDS.index(classic_id)]


def deck_starting(*ids, all_ids=CLASSIC_IDS):
    """A whole deck with these cards on top, the others below in printed order."""
    return (*ids, *(card for card in all_ids if card not in ids))


def seat(*cards, bid=(), spent=()):
    """A player of either edition, with classic card ids; what is neither bid nor spent is in hand."""
    hand = [note for note in NOTES if note not in bid and note not in spent]
    return Player(money(*hand), money(*bid), card_bits(cards))


def holding(*notes, cards=(), bid=()):
    """The same, told by what is left in hand; all other notes are spent."""
    return seat(*cards, bid=bid, spent=[note for note in NOTES if note not in notes and note not in bid])


def position(
    *seats,
    card,
    edition: Edition = CLASSIC,
    starter=0,
    turn=None,
    leader=None,
    passed=(),
    phase="auction",
    gone=(),
    then=(),
    options=None,
):
    """The auction of `card`: what the seats hold and what is gone came before, `then` comes next.

    What the starter holds came last, because whoever received the last card starts.
    """
    others = [held for at, player in enumerate(seats) if at != starter for held in _held(player.cards, 16)]
    drawn = [*others, *numbers(gone), *_held(seats[starter].cards, 16), *numbers([card])]
    rest = [number for number in numbers(deck_starting(*then)) if number not in drawn]
    setup = Setup(edition, len(seats), 7, options or Options(), (*drawn, *rest), starter)
    if turn is None and phase != "over":
        turn = starter
    return State(setup, len(drawn), seats, starter, turn, leader, seat_bits(passed), phase)


def finished(*seats, card, **rest):
    """The end of a game: `card` is the fourth red one."""
    return position(*seats, card=card, phase="over", **rest)


def simple_seat(*cards, money=45, bid=0):
    """A player of the simplified game; `money` is without the open bid."""
    return simplified_state.Player(money, bid, card_bits(cards, SIMPLIFIED_IDS))


def simple_position(
    *seats,
    card,
    starter=0,
    turn=None,
    leader=None,
    passed=(),
    phase="auction",
    then=(),
    options=None,
):
    held = [number for player in seats for number in _held(player.cards, 13)]
    drawn = [*held, *numbers([card], SIMPLIFIED_IDS)]
    below = numbers(deck_starting(*then, all_ids=SIMPLIFIED_IDS), SIMPLIFIED_IDS)
    deck = (*drawn, *(number for number in below if number not in drawn))
    first_starter = (starter - len(held)) % len(seats)
    setup = simplified_state.Setup(len(seats), 7, options or Options(), deck, first_starter)
    if turn is None and phase != "over":
        turn = starter
    return simplified_state.State(setup, len(drawn), seats, starter, turn, leader, seat_bits(passed), phase)


def simple_finished(*seats, card, **rest):
    return simple_position(*seats, card=card, phase="over", **rest)


def seat_bits(seats):
    return sum(1 << at for at in seats)


def played(rules, state, *moves):
    """The state after these (seat, action) pairs."""
    for at, action in moves:
        state = rules.play(state, at, action)
    return state


def result_of(rules, state):
    """The outcome of a finished game."""
    outcome = rules.outcome(state)
    assert outcome is not None
    return outcome


def change(thing, name, value):
    """Try to change what must not change."""
    setattr(thing, name, value)


def code_of(error):
    """The code of a `pytest.raises` that caught a rule violation, after a look at its sentence."""
    message = str(error.value)
    assert message[0].isupper()
    assert message[-1] == "."
    return error.value.code


def _held(bits, count):
    return [number for number in range(count) if bits >> number & 1]


def first_of_classic():
    """The first auction of a classic game, before anybody has acted."""
    return position(seat(), seat(), seat(), card="possession-7")
