"""With closed purses nothing on a page compares money or depends on what others have left, in whichever game."""

import re
from dataclasses import replace

import pytest

from games.pages.parts import by_id, draw_anew, whole
from games.rules import GAMES, find_rules
from games.rules.auction_rules import AuctionRules
from games.rules.high_society.money import FULL_PURSE
from games.tableau import draw_charts, tableau_of
from tests.support.scenes import by_chance, draw_private, log_html, play, private_html, public_html, scene

COMPARISONS = re.compile(
    r"poorest|same money|cast out|data-(?:least|poorest)|scale&quot;"
    r'|id="(?:meter|purses|held-|notes-|raises-|open-)|class="(?:meter|standing|sum|purse|raises)"'
)
"""What tells of the money of several, in words, in elements and in facts for a browser."""

each_auction = pytest.mark.parametrize(
    ("slug", "players"),
    [
        (rules.slug, players)
        for rules in GAMES
        if isinstance(rules, AuctionRules)
        for players in (rules.min_players, rules.max_players)
    ],
)


def running_game(slug, players):
    """Moments of a game by chance, all over it."""
    rules, last = find_rules(slug), by_chance(slug, f"closed {slug} {players}", players, open_purses=False)
    running = [position for position in reversed(list(last.back())) if rules.outcome(position.state) is None]
    return [scene(rules, position) for position in running[:: max(1, len(running) // 4)]]


def pages_of(shown, seats):
    """All that spectators and these seats are shown of it, at the table and in the replay."""
    drawn = [public_html(shown), log_html(shown)]
    for seat in (None, *seats):
        mine = None if seat is None else draw_private(shown, seat)
        hand = draw_anew(tableau_of(shown.rules).replay_hand, {"mine": mine})
        charts = draw_anew("games/replay/_charts.html", {"charts": draw_charts(shown, seat, None)})
        replay = by_id(hand, charts)
        drawn += [private_html(shown, seat), whole(replay, "private"), whole(replay, "charts")]
    return drawn


def test_open_purses_are_compared():
    shown = play("high-society", [4], "pass", "pass")
    found = {COMPARISONS.search(html) is not None for html in (public_html(shown), private_html(shown, 1))}
    assert found == {True}


@each_auction
def test_nothing_compares_purses(slug, players):
    for shown in running_game(slug, players):
        for html in pages_of(shown, range(players)):
            found = COMPARISONS.search(html)
            assert not found, html[found.start() - 100 : found.end() + 100]


@each_auction
def test_what_another_seat_has_left_changes_nothing(slug, players):
    differed = 0
    for shown in running_game(slug, players):
        for payer, player in enumerate(shown.position.state.players):
            other = with_other_money(shown, payer, player)
            if other is not None:
                others = [seat for seat in range(players) if seat != payer][:2]
                assert pages_of(other, others) == pages_of(shown, others)
                differed += 1
    assert differed


def with_other_money(shown, payer, player):
    """The same, but that seat has paid with other notes, as many of them, or another sum; nothing if it never paid."""
    if "money" in player._fields:
        left = player._replace(money=player.money // 2)
    else:
        spent = FULL_PURSE & ~player.hand & ~player.bid
        left = (
            player._replace(hand=player.hand & (player.hand - 1) | spent & -spent) if spent and player.hand else player
        )
    if left == player:
        return None
    players = (*shown.position.state.players[:payer], left, *shown.position.state.players[payer + 1 :])
    # Whether this could have come about is not asked.
    fields = {**shown.position.state._asdict(), "players": players}
    state = tuple.__new__(type(shown.position.state), fields.values())
    return replace(shown, position=replace(shown.position, state=state))
