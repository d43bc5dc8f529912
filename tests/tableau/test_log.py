"""The story in words."""

from dataclasses import replace

from games.positions import CLOCK
from games.rules import find_rules
from games.tableau import Notice, draw_log, story_since
from games.tableau.narrator import Narrator
from games.tableau.scene import Former
from tests.support.scenes import draw_public, people, play, scene, step


def told(drawn, **how):
    return [line.text for line in draw_log(drawn, **how)]


def test_a_prize():
    drawn = play("high-society", [4, 8], "pass", [15], [3, 1], "pass", deck=["possession-8", "possession-3"])
    assert told(drawn) == [
        "Turned up: Silk Gown (3).",
        "Ana gets Motor Car for 16,000.",
        "Cleo passes and takes 15,000 back.",
        "Ana raises to 16,000 (adds 1 + 3).",
        "Cleo bids 15,000 (15).",
        "Bob passes.",
        "Ana bids 12,000 (4 + 8).",
        "Turned up: Motor Car (8).",
        "The game begins. Ana starts.",
    ]


def test_a_gift():
    drawn = play("high-society", "pass", "pass", deck=["title-1"])
    assert "Cleo gets Knighthood for nothing." in told(drawn)
    assert "Turned up: Knighthood, red card number 1." in told(drawn)


def test_a_misfortune():
    drawn = play("high-society", [2], [3], [4], "pass", deck=["scandal", "possession-1"])
    assert told(drawn)[1:5] == [
        "Cleo loses 4,000.",
        "Bob loses 3,000.",
        "Ana takes Scandal.",
        "Ana passes and takes 2,000 back.",
    ]


def test_a_theft():
    deck = ["possession-8", "theft", "possession-1"]
    give = {"kind": "discard_possession", "value": 8}
    drawn = play("high-society", [4], "pass", "pass", "pass", give, deck=deck)
    assert told(drawn)[1:4] == ["Ana gives up Motor Car.", "Ana takes Theft.", "Ana passes."]
    summary = draw_public(drawn).settlement
    assert summary is not None
    assert summary.summary == "Ana gives up Motor Car."


def test_a_theft_that_waits_speaks_the_language_of_its_edition():
    deck = ["faux-pas", "luxury-10"]
    drawn = play("high-society-paris", "pass", "pass", "pass", players=3, deck=deck, starter=0)
    assert "Ana owns no luxury: the faux pas waits for the next one." in told(drawn)
    robbed = play("high-society-paris", "pass", [1], "pass", "pass", players=3, deck=deck)
    assert told(robbed)[1:3] == [
        "The theft that waited takes Opera from Ana at once.",
        "Ana gets Opera for 1,000.",
    ]


def test_the_clock_and_the_bots():
    rules = find_rules("high-society")
    start = play("high-society", deck=["possession-8"]).position
    late = step(rules, start, "pass", made_by=CLOCK)
    assert told(scene(rules, late))[0] == "Ana's time ran out: passed."
    machine = step(rules, late, [4], made_by="bot")
    assert told(scene(rules, machine))[0] == "Bob (bot) bids 4,000 (4)."


def test_sums_in_the_simplified_game():
    assert told(play("high-society-simplified", 12, "pass"))[:2] == ["Bob passes.", "Ana bids 12."]


def test_the_last_lines_only():
    assert told(play("high-society", [4], [6], [8], deck=["possession-8"]), last=2) == [
        "Cleo bids 8,000 (8).",
        "Bob bids 6,000 (6).",
    ]


def test_notices_stand_where_they_happened():
    drawn = play("high-society", [4], [6], deck=["possession-8"])
    noticed = scene(drawn.rules, drawn.position, notices=(Notice(1, "Dev watches."), Notice(2, "Bob was replaced.")))
    assert told(noticed)[:4] == ["Bob was replaced.", "Bob bids 6,000 (6).", "Dev watches.", "Ana bids 4,000 (4)."]


def test_while_you_were_away():
    drawn = play("high-society", [4], [6], [8], deck=["possession-8"])
    assert [line.text for line in story_since(drawn, 1)] == ["Bob bids 6,000 (6).", "Cleo bids 8,000 (8)."]
    assert story_since(drawn, 3) == []


def test_closed_purses_tell_only_the_auction_that_is_on():
    actions = ([4, 8], "pass", [15], [3, 1], "pass", [2], [6])
    drawn = play("high-society", *actions, deck=["possession-8", "possession-3"], open_purses=False)
    assert told(drawn) == [
        "Bob bids 6,000 (6).",
        "Ana bids 2,000 (2).",
        "Turned up: Silk Gown (3).",
        "Ana gets Motor Car.",
        "Cleo passes.",
        "Ana bids.",
        "Cleo bids.",
        "Bob passes.",
        "Ana bids.",
        "Turned up: Motor Car (8).",
        "The game begins. Ana starts.",
    ]


def test_closed_purses_hide_what_a_misfortune_cost_even_while_a_theft_is_due():
    deck = ["possession-8", "theft"]
    drawn = play("high-society", [4], "pass", "pass", [2], [3], [6], "pass", deck=deck, open_purses=False)
    lines = told(drawn)
    assert lines[:4] == ["Cleo loses the open bid.", "Bob loses the open bid.", "Ana takes Theft.", "Ana passes."]
    assert not any("000" in line for line in lines)
    assert "000" not in draw_public(drawn).announcement


def test_the_whole_story_is_told_in_the_end():
    deck = ["title-1", "title-2", "title-3", "scandal"]
    drawn = play("high-society", [4], "pass", "pass", *("pass",) * 4, deck=deck, open_purses=False)
    assert drawn.outcome is not None
    assert "Ana gets Knighthood for 4,000." in told(drawn)
    assert "Ana bids 4,000 (4)." in told(drawn)


def test_one_more_move_tells_only_its_own_lines(monkeypatch):
    told_types, tell = [], Narrator.tell

    def noted(narrator, event, move, amounts):
        told_types.append(event["type"])
        return tell(narrator, event, move, amounts)

    monkeypatch.setattr(Narrator, "tell", noted)
    before = play("high-society", [4, 8], "pass", deck=["possession-8"])
    lines = told(before)
    told_types.clear()
    after = scene(before.rules, step(before.rules, before.position, [15]))
    assert told(after) == ["Cleo bids 15,000 (15).", *lines]
    assert told_types == ["bid_placed"]


def test_kept_lines_follow_names_and_what_may_be_told():
    prize = play("high-society", [4], "pass", "pass", deck=["possession-8"], open_purses=False)
    assert prize.position.previous is not None
    assert "Ana bids 4,000 (4)." in told(scene(prize.rules, prize.position.previous))
    assert "Ana bids." in told(prize)
    renamed = scene(prize.rules, prize.position, people=people(3, ("Zoe", "Yann", "Xenia")))
    assert "Zoe bids." in told(renamed)


def test_whoever_sat_there_before_a_hand_over_is_named_for_what_they_did():
    drawn = play("high-society", [1], [2], [3], [4], deck=["possession-8"])
    drawn = replace(drawn, former=(Former(1, 1, "Abe"), Former(1, 2, "Bea")))
    assert told(drawn) == [
        "Ana raises to 5,000 (adds 4).",
        "Cleo bids 3,000 (3).",
        "Bea bids 2,000 (2).",
        "Ana bids 1,000 (1).",
        "Turned up: Motor Car (8).",
        "The game begins. Ana starts.",
    ]
