"""CartesSociété in the words of a terminal."""

from collections.abc import Iterable, Sequence

from rich.box import SIMPLE
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from games.lab.terminal.base import COMMANDS_EXPLAINED, Words, listed
from games.lab.terminal.cartes_input import acting, evolving, read_action
from games.rules.base import GameEnded, OfSeat, Outcome
from games.rules.cartes_societe.calendar import LAST_TURN, gold_of
from games.rules.cartes_societe.cards import EVOLUTION, FACES, NUMBERS, Card
from games.rules.cartes_societe.catalogue import EVOLVED, HUDDLE, MIXED, PACK, Family, Side
from games.rules.cartes_societe.event_types import (
    CardBought,
    CardEvolved,
    CardPlayed,
    CardReplaced,
    Combat,
    Eliminated,
    MarketFilled,
    PilesMixed,
    TurnEnded,
    TurnStarted,
)
from games.rules.cartes_societe.scoring import FELL_TOGETHER, LAST_STANDING, TURN_LIMIT
from games.rules.cartes_societe.view import View

ENDS = {
    LAST_STANDING: "Only one player is left.",
    FELL_TOGETHER: "The last players fell together.",
    TURN_LIMIT: f"Turn {LAST_TURN} was the last.",
}


class CartesWords(Words[View]):
    help = f"""\
buy 2        buy card 2 of the market
play 1       lay card 1 of your hand on your board
replace 1 3  lay card 1 of your hand in the place of card 3 on your board
evolve 1     make one card of three: the first that you can evolve
end          end your turn
{COMMANDS_EXPLAINED}"""

    read_action = staticmethod(read_action)

    def _turn_started(self, event: TurnStarted) -> str:
        first = self.names[event["first"]]
        return (
            f"Turn {event['turn']}, tier {event['tier']}: {event['po']} gold for everybody. The first to buy: {first}."
        )

    def _market_filled(self, event: MarketFilled) -> str:
        shuffled = "The discard was shuffled. " if event["reshuffled"] else ""
        return f"{shuffled}New in the market: {names_of(event['cards'])}."

    def _card_bought(self, event: CardBought) -> str:
        return f"{self._who(event)} bought {name_of(event['card'])} for {event['cost']}."

    def _card_played(self, event: CardPlayed) -> str:
        return f"{self._who(event)} laid {name_of(event['card'])}."

    def _card_replaced(self, event: CardReplaced) -> str:
        return f"{self._who(event)} laid {name_of(event['card'])} in the place of {name_of(event['over'])}."

    def _card_evolved(self, event: CardEvolved) -> str:
        where = "in hand" if event["zone"] == "hand" else "on the board"
        return f"{self._who(event)} evolved {name_of(event['card'])} {where}."

    def _turn_ended(self, event: TurnEnded) -> str:
        return f"{self._who(event)} ended the turn."

    def _combat(self, event: Combat) -> str:
        hits = [f"{self.names[hit['by']]} hit {self.names[hit['on']]} for {hit['damage']}" for hit in event["hits"]]
        return f"Combat: {'; '.join(hits) or 'nobody was hurt'}."

    def _eliminated(self, event: Eliminated) -> str:
        return f"{self._who(event)} fell, with {event['pv']} health."

    def _piles_mixed(self, event: PilesMixed) -> str:
        return f"Of the cards left, {event['up']} moved up to tier {event['into']}, {len(event['discarded'])} went."

    def _game_ended(self, event: GameEnded) -> str:
        return ENDS[event["reason"]]

    def _who(self, event: OfSeat) -> str:
        return self.names[event["seat"]]

    def table(self, view: View) -> RenderableType:
        me = acting(view)
        return Group(
            self.players(view),
            *(Text(line) for line in self.other_boards(view)),
            cards_table(f"Market, turn {view.turn}", view.market),
            cards_table("Your hand", me.hand),
            cards_table("Your board", me.board),
            *(Text(line) for line in choice(view)),
        )

    def players(self, view: View) -> Table:
        table = Table("", box=SIMPLE, padding=(0, 1, 0, 0))
        for heading in ("health", "gold", "attack", "defence", "hand", "board"):
            table.add_column(heading, justify="right")
        for player in view.players:
            figures = (player.pv, player.po, player.attack, player.hp, len(player.hand))
            board = f"{len(player.board)} of {player.board_limit}" if player.alive else "out"
            table.add_row(*map(Text, (self.names[player.seat], *map(str, figures), board)))
        return table

    def other_boards(self, view: View) -> Iterable[str]:
        for player in view.players:
            if player.seat != view.seat and player.board:
                yield f"{self.names[player.seat]} has {', '.join(map(short, player.board))}."

    def scores(self, outcome: Outcome) -> RenderableType:
        ranked = sorted(enumerate(outcome.seats), key=lambda seat: seat[1].rank)
        rows = [f"{result.rank}. {self.names[seat]}, with {result.score} health" for seat, result in ranked]
        names = listed(self.names[seat] for seat in outcome.winners)
        several = len(outcome.winners) > 1
        return Text("\n".join((*rows, f"The winners are {names}." if several else f"The winner is {names}.")))


def name_of(card_id: str) -> str:
    return FACES[NUMBERS[card_id]].kind.name_en


def names_of(ids: Iterable[str]) -> str:
    return listed(map(name_of, ids))


def short(card: Card) -> str:
    star = "*" if card.level == 2 else ""
    return f"{name_of(card.id)}{star} {card.attack}/{card.hp}"


def cards_table(title: str, cards: Sequence[Card]) -> Table | Text:
    if not cards:
        return Text(f"{title}: no cards.")
    table = Table("", title, "cost", "level", "attack", "defence", "bonus", box=SIMPLE, padding=(0, 1, 0, 0))
    for number, card in enumerate(cards, start=1):
        face = FACES[NUMBERS[card.id] + EVOLUTION * (card.level - 1)]
        figures = map(str, (card.cost, card.level, card.attack, card.hp))
        table.add_row(str(number), name_of(card.id), *figures, bonus(face.family, face.side))
    return table


def bonus(family: Family, side: Side) -> str:
    if side.limit:
        return f"room for {side.limit} more"
    each = {
        PACK: f"other {family.name_en}",
        HUDDLE: f"other {family.name_en}",
        MIXED: "other family",
        EVOLVED: "evolved card",
    }
    if not (side.bonus_attack or side.bonus_hp):
        return ""
    return f"+{side.bonus_attack}/+{side.bonus_hp} for each {each[family.bonus or '']}"


def choice(view: View) -> Iterable[str]:
    me = acting(view)
    yield f"You have {me.po} of {gold_of(view.turn)} gold left{' and have laid a card' if me.played else ''}."
    if ready := [name_of(card.id) for card in evolving(view)]:
        yield f"You can evolve: {', '.join(f'{number} {name}' for number, name in enumerate(ready, start=1))}."
