"""What may be typed, and how it is understood."""

import pytest

from games.rules import IllegalAction, find_rules
from games.terminal import words_for

RULES = find_rules("high-society")


def read_line(line, view):
    return words_for(RULES, ["Ana", "Ben", "Cleo"]).understand(line, view)


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
    for seat in (0, 1, 2):
        state = rules.play(state, seat, rules.action_from_json({"kind": "pass"}))
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
