"""The thirteen cards: values 1 to 9, and four that double. Kinds go by the words of the classic game."""

from games.rules.status_cards import possessions, titles

CARDS = (
    *possessions("value", [f"Prestige {value}" for value in range(1, 10)]),
    *titles("double", ["Double"] * 4),
)

RED_CARDS = (9, 10, 11, 12)
VALUES = 0b1_1111_1111
ALL_CARDS = 2**13 - 1
