"""The fourth red-edged card ends the game as it is revealed: no auction, and nobody gets it."""

import pytest

from games.rules import IllegalAction
from tests.support.rules.builders import PASS, bid, code_of, deck_starting, give_up, in_words_of, played, seat


def assert_over(rules, state):
    assert state.phase == "over"
    assert rules.to_act(state) == ()
    assert state.red_revealed == 4
    assert (state.turn, state.highest_bidder, state.highest_bid, state.passed) == (None, None, 0, 0)
    assert rules.outcome(state).reason == "fourth_red_card"


def three_reds_are_out(table, card, then):
    return table(seat("title-1", "possession-4"), seat("title-2"), seat("scandal"), card=card, starter=0, then=[then])


def test_it_may_be_the_first_card_of_a_round(rules, table):
    state = three_reds_are_out(table, card="possession-9", then="title-3")
    assert rules.outcome(state) is None
    state = played(rules, state, (0, bid(2000)), (1, PASS), (2, PASS))
    assert_over(rules, state)
    assert state.players == (
        seat("title-1", "possession-4", "possession-9", spent=(2000,)),
        seat("title-2"),
        seat("scandal"),
    )


def test_it_may_come_right_after_a_theft_discard(rules, table):
    state = three_reds_are_out(table, card="theft", then="title-3")
    state = rules.play(state, 0, PASS)
    assert (state.phase, state.red_revealed) == ("discard", 3)
    state = rules.play(state, 0, give_up(4))
    assert_over(rules, state)
    assert state.players == (seat("title-1"), seat("title-2"), seat("scandal"))


def test_it_may_come_right_after_a_misfortune(rules, table):
    state = three_reds_are_out(table, card="gambling-debt", then="title-3")
    state = played(rules, state, (0, bid(1000)), (1, bid(2000)), (2, PASS))
    assert_over(rules, state)
    assert state.players == (
        seat("title-1", "possession-4", spent=(1000,)),
        seat("title-2", spent=(2000,)),
        seat("scandal", "gambling-debt"),
    )


def test_it_may_be_scandal(rules, table):
    state = table(seat("title-1"), seat("title-2"), seat("title-3"), card="possession-9", then=["scandal"])
    state = played(rules, state, (0, PASS), (1, PASS))
    assert_over(rules, state)
    assert all(player.scandals == 0 for player in state.players)


def test_a_theft_still_pending_does_no_harm(rules, table):
    state = table(seat("title-1", "theft"), seat("title-2"), seat("scandal"), card="gambling-debt", then=["title-3"])
    state = rules.play(state, 0, PASS)
    assert_over(rules, state)
    assert rules.outcome(state).seats[0].money == 106_000


def test_three_red_cards_end_nothing(rules, table):
    state = table(seat("title-1"), seat("title-2"), seat(), card="possession-9", then=["scandal", "possession-1"])
    state = played(rules, state, (0, PASS), (1, PASS))
    assert (state.red_revealed, state.phase, rules.outcome(state)) == (3, "auction", None)


def test_the_earliest_end_is_the_fourth_card(rules):
    reds = [in_words_of(rules.slug, card) for card in ("scandal", "title-3", "title-1", "title-2")]
    all_ids = [in_words_of(rules.slug, card) for card in deck_starting()]
    state = rules.setup(3, 1, deck=deck_starting(*reds, all_ids=all_ids), starter=0)
    state = played(rules, state, (0, PASS))
    state = played(rules, state, (0, bid(1000)), (1, PASS), (2, PASS))
    assert (state.drawn, state.phase) == (3, "auction")
    state = played(rules, state, (0, PASS), (1, PASS))
    assert state.drawn == 4
    assert_over(rules, state)
    assert state.players == (seat("scandal", "title-3", spent=(1000,)), seat(), seat("title-1"))


def test_the_latest_end_is_the_sixteenth_card(rules):
    """With a red card at the bottom, all fifteen others are auctioned; here everybody always passes."""
    bottom = in_words_of(rules.slug, "title-2")
    ids = [in_words_of(rules.slug, card) for card in deck_starting()]
    state = rules.setup(3, 1, deck=[card for card in ids if card != bottom] + [bottom], starter=0)
    auctions = 0
    while rules.to_act(state):
        auctions += state.turn == state.starter and state.phase == "auction"
        state = rules.play(state, state.turn, give_up(3) if state.phase == "discard" else PASS)
    assert auctions == 15
    assert state.drawn == 16
    assert_over(rules, state)
    assert state.players == (
        seat("possession-6", "possession-9", "title-3", "scandal", "gambling-debt"),
        seat("possession-2", "possession-5", "possession-8", "title-1"),
        seat("possession-1", "possession-4", "possession-7", "possession-10"),
    )


@pytest.mark.parametrize("action", [PASS, bid(1000), give_up(4), None, {"kind": "pass"}])
@pytest.mark.parametrize("at", [0, 1, 2, 7, None])
def test_nothing_can_be_played_after_the_end(rules, end, action, at):
    state = end(seat("title-1", "possession-4"), seat("title-2"), seat("scandal"), card="title-3")
    with pytest.raises(IllegalAction) as error:
        rules.play(state, at, action)
    assert code_of(error) == "game_over"
    assert list(rules.legal_actions(state, 0)) == []
