"""The measuring stick: uniform-random CartesSociété in a plain loop.

No states, no validation, no views: lists that change in place. A card is its number, plus 175 on its second side.
"""

from random import Random

from games.rules.cartes_societe.cards import COSTS, FACES, PRINTED

LEVEL_2 = 175
SIDES = [
    (
        face.family.key,
        face.family.bonus,
        face.side.attack,
        face.side.hp,
        face.side.bonus_attack,
        face.side.bonus_hp,
    )
    for face in FACES
]
ROOM = [face.side.limit for face in FACES]


def random_game(players: int, rng: Random) -> int:
    """Plays one game to its end; returns how many actions it took."""
    draw = rng.random
    piles = [rng.sample(pile, len(pile)) for pile in PRINTED]
    market: list[int] = []
    discard: list[int] = []
    hands: list[list[int]] = [[] for _ in range(players)]
    boards: list[list[int]] = [[] for _ in range(players)]
    health = [400] * players
    actions = 0
    for turn in range(1, 31):
        tier = min(4, (turn - 1) // 2)
        pile = piles[tier]
        while len(market) < 5 and (pile or discard):
            if not pile:
                pile += rng.sample(discard, len(discard))
                discard = []
            market.append(pile.pop())
        start = (turn - 1) // 2
        for seat in range(start, start + players):
            if health[seat % players] > 0:
                gold = 4 if turn == 1 else 2 * tier + 3
                actions += _random_turn(gold, market, hands[seat % players], boards[seat % players], discard, draw)
        _fight(health, boards)
        if sum(left > 0 for left in health) < 2:
            break
        if turn in (2, 4, 6, 8):
            left = pile + market
            rng.shuffle(left)
            cut = 1 + int(draw() * (len(left) - 1)) if len(left) > 1 else len(left)
            piles[tier + 1] += left[:cut]
            rng.shuffle(piles[tier + 1])
            discard += left[cut:]
            market = []
    return actions


def _random_turn(gold, market, hand, board, discard, draw) -> int:
    actions, played = 0, False
    while True:
        actions += 1
        buys = [card for card in market if COSTS[card] <= gold]
        room = not played and len(board) < 8 + sum([ROOM[card] for card in board])
        plays = len(hand) if room else 0
        replaces = 0 if played else len(hand) * len(board)
        flips = _flips(hand) + _flips(board)
        pick = int(draw() * (1 + len(buys) + plays + replaces + len(flips)))
        if not pick:
            return actions
        pick -= 1
        if pick < len(buys):
            market.remove(buys[pick])
            hand.append(buys[pick])
            gold -= COSTS[buys[pick]]
            continue
        pick -= len(buys)
        if pick < plays:
            board.append(hand.pop(pick))
            played = True
            continue
        pick -= plays
        if pick < replaces:
            place = pick % len(board)
            discard.append(board[place] % LEVEL_2)
            board[place] = hand.pop(pick // len(board))
            played = True
            continue
        card = flips[pick - replaces]
        zone = hand if card in hand else board
        gone = sorted(other for other in zone if other // 5 == card // 5 and other != card)[:2]
        discard += gone
        zone[:] = [card + LEVEL_2 if other == card else other for other in zone if other not in gone]


def _flips(zone: list[int]) -> list[int]:
    if len(zone) < 3:
        return []
    kinds = [card // 5 for card in zone]
    return [card for card, kind in zip(zone, kinds, strict=True) if card < LEVEL_2 and kinds.count(kind) > 2]


def _fight(health: list[int], boards: list[list[int]]) -> None:
    living = [(seat, *_totals(boards[seat])) for seat, left in enumerate(health) if left > 0]
    for by, attack, _ in living:
        for on, _, hp in living:
            if by != on and attack > hp:
                health[on] -= attack - hp


def _totals(board: list[int]) -> tuple[int, int]:
    sides = [SIDES[card] for card in board]
    families = [side[0] for side in sides]
    kinds, evolved = len(set(families)), sum([card >= LEVEL_2 for card in board])
    total_attack = total_hp = 0
    for family, bonus, attack, hp, more_attack, more_hp in sides:
        times = 0
        if bonus in ("pack", "huddle"):
            times = families.count(family) - 1
        elif bonus == "mixed":
            times = kinds - 1
        elif bonus == "evolved":
            times = evolved
        total_attack += attack + times * more_attack
        total_hp += hp + times * more_hp
    return total_attack, total_hp
