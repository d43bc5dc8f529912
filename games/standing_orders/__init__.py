"""Standing orders: what somebody wants to be done when it becomes their turn, while they are away.

An order decides by what its owner may know and do, never by the deck. What it does not cover is left to its owner.
"""

from games.standing_orders import auction, purchases
from games.standing_orders.base import OrderBook, OrderRefused, OrderTooLate, StandingOrder, book_of, decide

__all__ = ["OrderBook", "OrderRefused", "OrderTooLate", "StandingOrder", "auction", "book_of", "decide", "purchases"]
