"""What forms post becomes an action, and junk becomes something the rules refuse."""

import pytest
from django.http import QueryDict

from games.rules import IllegalAction, find_rules
from games.tableau import tableau_of

CLASSIC, SIMPLIFIED = find_rules("high-society"), find_rules("high-society-simplified")


@pytest.mark.parametrize(
    ("rules", "posted", "action"),
    [
        (CLASSIC, "action=pass&cards=1000&version=3", {"kind": "pass"}),
        (CLASSIC, "action=bid&cards=8000&cards=1000", {"kind": "bid", "cards": [8000, 1000]}),
        (CLASSIC, "discard=8", {"kind": "discard_possession", "value": 8}),
        (SIMPLIFIED, "action=bid&amount=12", {"kind": "bid", "amount": 12}),
        (SIMPLIFIED, "action=pass&amount=12", {"kind": "pass"}),
    ],
)
def test_what_was_meant(rules, posted, action):
    assert tableau_of(rules).read_action(QueryDict(posted)) == action
    rules.action_from_json(action)


@pytest.mark.parametrize("rules", [CLASSIC, SIMPLIFIED], ids=lambda rules: rules.slug)
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
        "action=bid&amount=0",
        "action=bid&amount=1.5",
        "action=bid&amount=%D9%A1",
        "action=bid&amount=99999999999999999999",
        "action=bid&cards=%00",
        "discard=",
        "discard=x",
        "discard=11",
        "action=discard_possession",
    ],
)
def test_junk_is_refused_by_the_rules_not_by_us(rules, posted):
    with pytest.raises(IllegalAction):
        rules.action_from_json(tableau_of(rules).read_action(QueryDict(posted)))
