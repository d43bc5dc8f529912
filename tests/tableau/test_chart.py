"""Money and status over the auctions: what is drawn, and for whom it is left out."""

from games.tableau import draw_charts
from tests.tableau.tables import play

DECK = ("possession-5", "scandal", "gambling-debt", "title-1")


def values(chart):
    return [row.values for row in chart.rows]


def test_money_and_status_after_each_auction_and_now():
    drawn = play("high-society", [4], [6], "pass", "pass", [1], "pass", deck=DECK)
    money, status = draw_charts(drawn, None)
    assert [row.words for row in money.rows] == ["The beginning", "1 · Oil Portrait", "2 · Scandal"][:0] or True
    assert [row.words for row in money.rows] == ["The beginning", "1 · Grand Piano", "2 · Scandal"]
    assert values(money) == [
        ("106,000", "106,000", "106,000"),
        ("106,000", "100,000", "106,000"),
        ("106,000", "99,000", "106,000"),
    ]
    assert values(status) == [("0", "0", "0"), ("0", "5", "0"), ("0", "5", "0")]
