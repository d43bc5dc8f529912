"""What may be typed, and how it is understood."""

import pytest

from games.lab.terminal import words_for
from games.rules import IllegalAction, find_rules
from tests.support.rules.cartes_table import RULES, copies, position, seat


def read_line(line, view):
    return words_for(find_rules(view.game), ["Ana", "Ben", "Cleo"]).understand(line, view)


@pytest.fixture
def classic():
    rules = find_rules("high-society")
    return rules.view(rules.setup(3, 1, starter=0), 0)


@pytest.fixture
def simplified():
    rules = find_rules("high-society-simplified")
    return rules.view(rules.setup(3, 1, starter=0), 0)


@pytest.fixture
def robbed():
    """Seat 2 owns a 7 and has just taken the theft."""
    rules = find_rules("high-society")
    red = [f"title-{number}" for number in (1, 2, 3)]
    rest = [f"possession-{value}" for value in range(1, 11) if value != 7]
    deck = ["possession-7", "theft", "gambling-debt", "scandal", *red, *rest]
    state = rules.setup(3, 1, deck=deck, starter=0)
    for passing in (0, 1, 2):
        state = rules.play(state, passing, rules.action_from_json({"kind": "pass"}))
    return rules.view(state, 2)


@pytest.mark.parametrize("line", ["pass", "p", " PASS ", "Pass\t"])
def test_pass(classic, line):
    assert read_line(line, classic) == {"kind": "pass"}


@pytest.mark.parametrize(
    "line", ["bid 1 4", "1 4", "1000 4000", "b 1,000 4,000", "bid 1000, 4", "1+4", "1,4", "BID 1  4"]
)
def test_money_cards(classic, line):
    assert read_line(line, classic) == {"kind": "bid", "cards": [1000, 4000]}


def test_what_the_rules_refuse_is_for_the_rules_to_judge(classic):
    assert read_line("5 5", classic) == {"kind": "bid", "cards": [5000, 5000]}
    assert read_line("0", classic) == {"kind": "bid", "cards": [0]}


@pytest.mark.parametrize("line", ["7", "bid 7", "b 7"])
def test_an_amount_where_there_are_no_money_cards(simplified, line):
    assert read_line(line, simplified) == {"kind": "bid", "amount": 7}


@pytest.mark.parametrize("line", ["0", "bid 0", "b 0"])
def test_an_amount_of_nothing_is_a_pass(simplified, line):
    rules = find_rules("high-society-simplified")
    assert rules.action_from_json(read_line(line, simplified)) == rules.action_from_json(read_line("pass", simplified))


def test_two_amounts_are_one_too_many(simplified):
    with pytest.raises(IllegalAction, match=r"A bid is one amount in this game\."):
        read_line("3 4", simplified)


@pytest.mark.parametrize("line", ["give 7", "g 7", "7"])
def test_give(robbed, line):
    assert read_line(line, robbed) == {"kind": "discard_possession", "value": 7}


@pytest.mark.parametrize(
    ("line", "wish"),
    [("help", "help"), ("?", "help"), ("rules", "rules"), ("t", "table"), ("quit", "quit"), ("exit", "quit")],
)
def test_wishes(classic, line, wish):
    assert read_line(line, classic) == wish


@pytest.mark.parametrize(
    "line", ["", " ", "fold", "bid", "bid all", "pass 4", "give", "give 1 2", "-1", "1.5", "½", "٣", "9" * 5000]
)
def test_anything_else_is_not_understood(classic, line):
    with pytest.raises(IllegalAction) as refusal:
        read_line(line, classic)
    assert refusal.value.message == "Type pass, the money to bid, or help."


@pytest.fixture
def cartes():
    """Seat 0 has three stags on the board, two bears and a wolf in hand."""
    state = position(
        seat(*copies("cerf-chambellan", 3), hand=(*copies("ours-brasseur", 3), "loup-capitaine-1")),
        seat(),
        turn=5,
        acting=0,
        market=("renard-notaire-1", "lapin-facteur-2"),
    )
    return RULES.view(state, 0)


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("buy 2", {"kind": "buy", "card": "lapin-facteur-2"}),
        ("B 1", {"kind": "buy", "card": "renard-notaire-1"}),
        ("play 4", {"kind": "play", "card": "loup-capitaine-1"}),
        ("replace 1 3", {"kind": "replace", "card": "ours-brasseur-1", "over": "cerf-chambellan-3"}),
        ("r 2,1", {"kind": "replace", "card": "ours-brasseur-2", "over": "cerf-chambellan-1"}),
        ("evolve 1", {"kind": "evolve", "card": "ours-brasseur-1"}),
        ("e 2", {"kind": "evolve", "card": "cerf-chambellan-1"}),
        ("end", {"kind": "end_turn"}),
        (" Pass ", {"kind": "end_turn"}),
    ],
)
def test_cards_are_named_by_their_places(cartes, line, action):
    assert read_line(line, cartes) == action


@pytest.mark.parametrize("line", ["buy 3", "play 0", "play 5", "replace 1 4", "evolve 3"])
def test_a_place_where_nothing_lies(cartes, line):
    with pytest.raises(IllegalAction, match=r"There is no number \d in that list\."):
        read_line(line, cartes)


@pytest.mark.parametrize(
    "line", ["", "buy", "buy 1 2", "play x", "replace 1", "end 1", "fold", "2", "buy ٣", "buy 9999"]
)
def test_anything_else_is_not_understood_either(cartes, line):
    with pytest.raises(IllegalAction) as refusal:
        read_line(line, cartes)
    assert refusal.value.message == "Type buy, play or evolve and a number, replace and two, end, or help."


def test_wishes_are_the_same_everywhere(cartes):
    assert read_line("help", cartes) == "help"
