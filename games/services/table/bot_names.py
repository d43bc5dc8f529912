"""What the house bots are called at a table."""

from collections.abc import Collection
from random import choice

NAMES = (
    "Baron Bluff",
    "Count Tally",
    "Dame Dove",
    "Duke Dandy",
    "Earl Ember",
    "Lady Lark",
    "Lord Lavish",
    "Major Moss",
    "Miss Mauve",
    "Mister Mint",
    "Prince Plum",
    "Sir Silk",
    "Squire Quill",
)
"""Short enough for a seat on a phone; each has a title of its own, which is what is left where there is no room."""


def next_bot_name(taken: Collection[str]) -> str:
    return choice([name for name in NAMES if name not in taken])
