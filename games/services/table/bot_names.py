"""What the house bots are called at a table."""

from collections.abc import Collection
from random import choice

NAMES = (
    "Baron Bluff",
    "Contessa Cinders",
    "Count Farthing",
    "Dowager Dove",
    "Duke Dribs",
    "Lady Lark",
    "Lord Lavish",
    "Madame Muslin",
    "Marquis Mint",
    "Miss Marigold",
    "Monsieur Moth",
    "Sir Sixpence",
    "Viscount Velvet",
)


def next_bot_name(taken: Collection[str]) -> str:
    return choice([name for name in NAMES if name not in taken])
