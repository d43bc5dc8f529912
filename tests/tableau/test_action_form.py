"""What forms post becomes an action, and junk becomes something the rules refuse."""

import pytest
from django.http import QueryDict

from games.rules import IllegalAction, find_rules
from games.tableau import tableau_of

CLASSIC, SIMPLIFIED, CARTES = map(find_rules, ("high-society", "high-society-simplified", "cartes-societe"))


@pytest.mark.parametrize(
    ("rules", "posted", "action"),
    [
        (CLASSIC, "action=pass&cards=1000&version=3", {"kind": "pass"}),
        (CLASSIC, "action=bid&cards=8000&cards=1000", {"kind": "bid", "cards": [8000, 1000]}),
        (CLASSIC, "discard=8", {"kind": "discard_possession", "value": 8}),
        (SIMPLIFIED, "action=bid&amount=12", {"kind": "bid", "amount": 12}),
        (SIMPLIFIED, "action=bid&amount=0", {"kind": "bid", "amount": 0}),
        (SIMPLIFIED, "action=pass&amount=12", {"kind": "pass"}),
        (CARTES, "buy=cerf-valet-1&card=x&over=y", {"kind": "buy", "card": "cerf-valet-1"}),
        (CARTES, "play=cerf-valet-1&version=3", {"kind": "play", "card": "cerf-valet-1"}),
        (CARTES, "evolve=cerf-valet-1", {"kind": "evolve", "card": "cerf-valet-1"}),
        (CARTES, "action=end_turn&card=cerf-valet-1&over=cerf-valet-2", {"kind": "end_turn"}),
        (
            CARTES,
            "action=replace&card=cerf-valet-1&over=cerf-valet-2",
            {"kind": "replace", "card": "cerf-valet-1", "over": "cerf-valet-2"},
        ),
    ],
)
def test_what_was_meant(rules, posted, action):
    assert tableau_of(rules).read_action(QueryDict(posted)) == action
    rules.action_from_json(action)


def test_an_amount_of_nothing_is_a_pass_where_amounts_are_bid():
    posted = QueryDict("action=bid&amount=0")
    passes = SIMPLIFIED.action_from_json({"kind": "pass"})
    assert SIMPLIFIED.action_from_json(tableau_of(SIMPLIFIED).read_action(posted)) == passes
    for rules in (CLASSIC, CARTES):
        with pytest.raises(IllegalAction):
            rules.action_from_json(tableau_of(rules).read_action(posted))


@pytest.mark.parametrize("rules", [CLASSIC, SIMPLIFIED, CARTES], ids=lambda rules: rules.slug)
@pytest.mark.parametrize(
    "posted",
    [
        "",
        "action=",
        "action=fold",
        "action=bid",
        "action=bid&cards=",
        "action=bid&cards=7000",
        "action=bid&cards=1000&cards=1000",
        "action=bid&cards=1e3",
        "action=bid&cards=-1000",
        "action=bid&amount=",
        "action=bid&amount=+",
        "action=bid&amount=-0",
        "action=bid&amount=0.0",
        "action=bid&amount=1.5",
        "action=bid&amount=%D9%A1",
        "action=bid&amount=99999999999999999999",
        "action=bid&cards=%00",
        "discard=",
        "discard=x",
        "discard=11",
        "action=discard_possession",
        "buy=",
        "buy=cerf-valet-6",
        "play=%00",
        "evolve=cerf-valet-1*",
        "action=buy&card=cerf-valet",
        "action=replace&card=cerf-valet-1",
        "action=replace&over=cerf-valet-1",
        "action=evolve",
    ],
)
def test_junk_is_refused_by_the_rules_not_by_us(rules, posted):
    with pytest.raises(IllegalAction):
        rules.action_from_json(tableau_of(rules).read_action(QueryDict(posted)))
