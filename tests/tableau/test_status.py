"""What the cards at each seat count, and what the card on the table would make of that."""

import re
from itertools import pairwise

import pytest

from games.rules import GAMES, find_rules
from games.rules.auction_rules import AuctionRules
from games.tableau.amounts import score
from tests.support.scenes import by_chance, draw_public, play, public_html, scene

AUCTIONS = [rules.slug for rules in GAMES if isinstance(rules, AuctionRules)]

each_size = pytest.mark.parametrize(
    ("slug", "players"),
    [(slug, players) for slug in AUCTIONS for players in (find_rules(slug).min_players, find_rules(slug).max_players)],
)


def statuses(drawn):
    return [seat.status for seat in draw_public(drawn).seats]


def prospects(drawn):
    return [(prospect.now, prospect.then) for prospect in draw_public(drawn).prospects]


def whole_game(slug, players):
    """The scenes of a game by chance with closed purses, in order."""
    rules, last = find_rules(slug), by_chance(slug, f"{slug} {players}", players, open_purses=False)
    return [scene(rules, position) for position in reversed(list(last.back()))]


@each_size
def test_in_the_end_everybody_stands_where_they_are_scored(slug, players):
    over = whole_game(slug, players)[-1]
    assert over.outcome is not None
    for seat, result in zip(draw_public(over).seats, over.outcome.seats, strict=True):
        counted = [line.total for line in result.lines if line.kind != "cast_out"]
        assert seat.status == score(counted[-1])
        assert result.cast_out or seat.status == score(result.score)
    assert prospects(over) == []


@each_size
def test_whoever_gets_the_card_stands_where_it_was_promised(slug, players):
    promised = 0
    for before, after in pairwise(whole_game(slug, players)):
        told, now = prospects(before), statuses(after)
        assert [one for one, _then in told] in ([], statuses(before))
        for event in after.position.events:
            if event["type"] == "card_won":
                assert now[event["seat"]] == told[event["seat"]][1]
                promised += 1
    assert promised > 3


@each_size
def test_both_are_shown_to_everybody_and_in_words(slug, players):
    word = "prestige" if slug == "high-society-simplified" else "status"
    for drawn in whole_game(slug, players)[:-1:5]:
        html = public_html(drawn)
        at_seats = re.findall(r'id="status-(\d)".*?"visually-hidden">(\w+)</span>\s*<b>(.*?)</b>', html, re.DOTALL)
        assert at_seats == [(str(seat), word, status) for seat, status in enumerate(statuses(drawn))]
        assert len(re.findall(rf"If you (?:win|take) it: {word} from \S+ to \S+<", html)) == len(prospects(drawn))


def test_a_prize_and_a_misfortune_are_told_apart():
    won = play("high-society", [1], "pass", "pass", deck=["possession-7", "title-1"])
    assert prospects(won) == [("7", "14"), ("0", "0"), ("0", "0")]
    assert draw_public(won).prospects[0].spoken == "If you win it: status from 7 to 14"
    taken = play("high-society", [1], "pass", "pass", deck=["possession-7", "scandal"])
    assert draw_public(taken).prospects[0].spoken == "If you take it: status from 7 to 3½"


def test_what_is_below_nothing_has_a_true_minus_but_not_in_paris():
    assert prospects(play("high-society", deck=["gambling-debt"]))[0] == ("0", "−5")
    assert prospects(play("high-society-paris", deck=["passe"]))[0] == ("0", "0")
    assert prospects(play("high-society-paris", [1], "pass", "pass", deck=["luxury-7", "scandale"]))[0] == ("7", "3")


def test_a_theft_that_waits_takes_the_next_possession():
    waits = play("high-society", "pass", deck=["theft", "possession-9"])
    assert prospects(waits) == [("0", "0"), ("0", "9"), ("0", "9")]


def test_nothing_is_promised_while_a_theft_is_to_be_paid():
    asked = [[1], "pass", "pass", [2], "pass", "pass", "pass"]
    due = play("high-society", *asked, deck=["possession-7", "possession-3", "theft"])
    assert draw_public(due).mode == "theft"
    assert prospects(due) == []
    assert statuses(due) == ["10", "0", "0"]
    assert 'id="prospects"' in public_html(due)
