"""The printed cards of CartesSociété, read by other means than the rules do, and what boards of them count."""

import tomllib
from pathlib import Path

_DATA = tomllib.loads(Path("games/rules/cartes_societe/catalogue.toml").read_text(encoding="utf-8"))

NAMES = {
    1: "lapin-facteur renard-camelot loup-braconnier herisson-ramoneur ours-bucheron chouette-ecoliere cerf-valet",
    2: "lapin-aubergiste renard-courtier loup-contremaitre herisson-jardinier ours-forgeron chouette-institutrice "
    "cerf-majordome",
    3: "lapin-architecte renard-notaire loup-capitaine herisson-tailleur ours-brasseur chouette-bibliothecaire "
    "cerf-chambellan",
    4: "lapin-prefet renard-diplomate loup-banquier herisson-chirurgien ours-general chouette-astronome cerf-marquis",
    5: "lapin-patriarche renard-cardinal loup-marechal herisson-academicien ours-archiduc chouette-doyenne "
    "cerf-monarque",
}
"""All names by cost, in printed order. They are in the ids of stored games, so they never change."""

PILES = {
    str(cost): tuple(f"{name}-{copy}" for name in names.split() for copy in range(1, 6))
    for cost, names in NAMES.items()
}
IDS = tuple(card for pile in PILES.values() for card in pile)

_KINDS = dict(zip((name for names in NAMES.values() for name in names.split()), _DATA["kinds"], strict=True))


def name_of(card):
    """`lapin-facteur-3` and, on its second side, `lapin-facteur-3*` are called `lapin-facteur`."""
    return card.rstrip("*").rpartition("-")[0]


def cost_of(card):
    return int(_KINDS[name_of(card)]["cost"])


def family_of(card):
    return card.split("-")[0]


def is_evolved(card):
    return card.endswith("*")


def side_of(card):
    """What is printed on the side that shows."""
    return _KINDS[name_of(card)]["sides"][is_evolved(card)]


def counted(card, board):
    """How many things the card's bonus counts on its board."""
    family = family_of(card)
    if family in {"loup", "herisson"}:
        return len([other for other in board if family_of(other) == family and other != card])
    if family == "renard":
        return len({family_of(other) for other in board} - {family})
    if family == "chouette":
        return len([other for other in board if is_evolved(other)])
    return 0


def strength(card, board):
    """Attack and health of a card on this board."""
    side, times = side_of(card), counted(card, board)
    return side["attack"] + times * side.get("bonus_attack", 0), side["hp"] + times * side.get("bonus_hp", 0)


def attack_of(board):
    return sum(strength(card, board)[0] for card in board)


def hp_of(board):
    return sum(strength(card, board)[1] for card in board)


def limit_of(board):
    return 8 + sum(side_of(card).get("limit", 0) for card in board)
