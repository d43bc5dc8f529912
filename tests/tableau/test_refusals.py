import pytest

from games.rules import IllegalAction, find_rules
from games.tableau.refusals import sentence_of, sentences


@pytest.mark.parametrize(
    ("slug", "seat", "action"),
    [
        ("high-society", 1, {"kind": "pass"}),
        ("high-society", 0, {"kind": "discard_possession", "value": 3}),
        ("high-society", 0, {"kind": "dance"}),
        ("high-society-simplified", 1, {"kind": "pass"}),
        ("high-society-simplified", 0, {"kind": "bid", "amount": 46}),
        ("cartes-societe", 1, {"kind": "end_turn"}),
        ("cartes-societe", 0, {"kind": "buy", "card": "cerf-monarque-1"}),
        ("cartes-societe", 0, {"kind": "play", "card": "cerf-valet-1"}),
        ("cartes-societe", 0, {"kind": "evolve", "card": "cerf-valet-1"}),
        ("cartes-societe", 0, {"kind": "dance"}),
    ],
)
def test_players_are_refused_in_translatable_words(slug, seat, action):
    rules = find_rules(slug)
    state = rules.setup(3, "seed", starter=0)

    with pytest.raises(IllegalAction) as refused:
        rules.play(state, seat, rules.action_from_json(action))
    assert sentence_of(refused.value) == str(sentences()[refused.value.code])


def test_unknown_code_keeps_its_words():
    assert sentence_of(IllegalAction("odd", "Something odd.")) == "Something odd."
