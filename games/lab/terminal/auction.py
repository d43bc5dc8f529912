"""An auction game in the words of a terminal."""

from collections.abc import Iterable, Sequence

from rich.box import SIMPLE
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from games.lab.terminal.auction_input import read_action
from games.lab.terminal.base import COMMANDS_EXPLAINED, Words, listed
from games.rules.auction import AUCTION, LegalView, PlayerView, View
from games.rules.auction_events import CardRevealed
from games.rules.base import GameEnded, OfSeatAndCard, Outcome, SeatResult
from games.rules.high_society import event_types as high_society
from games.rules.high_society.event_types import MisfortuneTaken, MoneyLost, PossessionStolen, TheftPending
from games.rules.simplified import event_types as simplified
from games.rules.status_cards import POSSESSION, TITLE, Card

BidPlaced = high_society.BidPlaced | simplified.BidPlaced
Passed = high_society.Passed | simplified.Passed
CardWon = high_society.CardWon | simplified.CardWon

RED_CARDS = 4


class AuctionWords(Words[View]):
    help = f"""\
pass         take your bid back and leave the auction
bid 1 4      add the money cards 1,000 and 4,000 to your bid; 1 4 does it too
bid 7        bid 7 in all, in the game without money cards; 7 does it too, and 0 is a pass
give 7       give up what is worth 7, when you have to
{COMMANDS_EXPLAINED}"""

    def __init__(self, cards: Sequence[Card], names: Sequence[str]) -> None:
        super().__init__(names)
        self.cards = {card.id: card for card in cards}

    read_action = staticmethod(read_action)

    def _card_revealed(self, event: CardRevealed) -> str:
        card = self.cards[event["card"]]
        edge = f", red card {event['red_revealed']} of {RED_CARDS}" if card.red else ""
        return f"Turned up: {card_words(card)}{edge}."

    def _bid_placed(self, event: BidPlaced) -> str:
        return f"{self.names[event['seat']]} bid {event['total']:,}."

    def _passed(self, event: Passed) -> str:
        back = amount(event["returned"])
        return f"{self.names[event['seat']]} passed" + (f" and took {back:,} back." if back else ".")

    def _card_won(self, event: CardWon) -> str:
        price = {None: "", 0: " for nothing"}.get(event["total"], f" for {event['total'] or 0:,}")
        return f"{self._who_and_card(event, 'won')}{price}."

    def _misfortune_taken(self, event: MisfortuneTaken) -> str:
        return f"{self._who_and_card(event, 'took')}."

    def _money_lost(self, event: MoneyLost) -> str:
        lost = "the open bid" if event["total"] is None else f"{event['total']:,}"
        return f"{self.names[event['seat']]} lost {lost}."

    def _possession_stolen(self, event: PossessionStolen) -> str:
        return f"{self._who_and_card(event, 'gave up')}{', which was due' if event['pending'] else ''}."

    def _theft_pending(self, event: TheftPending) -> str:
        return f"{self.names[event['seat']]} had nothing to give up yet: the next such card will go."

    def _game_ended(self, event: GameEnded) -> str:
        return "That ends the game."

    def _who_and_card(self, event: OfSeatAndCard, did: str) -> str:
        return f"{self.names[event['seat']]} {did} {card_words(self.cards[event['card']])}"

    def table(self, view: View) -> RenderableType:
        assert view.card is not None
        assert view.legal is not None
        lines = [end_clock(view), poverty(view), self.choice(view, view.legal)]
        return Group(card_panel(view.card, view.phase), self.players(view), *(Text(line) for line in lines if line))

    def players(self, view: View) -> Table:
        table = Table("", box=SIMPLE, padding=(0, 1, 0, 0))
        table.add_column("bid", justify="right")
        table.add_column("money", justify="right")
        table.add_column("money cards", no_wrap=True)
        table.add_column("has")
        for player in view.players:
            owned = ", ".join(card_words(self.cards[card]) for card in player.cards)
            cells = (self.names[player.seat], bid_words(view, player.seat), *purse_words(player), owned)
            table.add_row(*map(Text, cells))
        return table

    def choice(self, view: View, legal: LegalView) -> str:
        if legal.discards:
            return f"Choose what to give up: {', '.join(map(str, legal.discards))}."
        table = view.round
        leader = "Nobody has bid yet"
        if table.highest_bidder is not None:
            leader = f"The highest bid is {table.highest_bid:,}, by {self.names[table.highest_bidder]}"
        if legal.minimum_raise is None:
            return f"{leader}: you cannot raise it, so all you can do is pass."
        if legal.cards:
            return f"{leader}: add at least {legal.minimum_raise:,}, or pass."
        return f"{leader}: bid at least {legal.totals[0]:,}, or pass."

    def scores(self, outcome: Outcome) -> RenderableType:
        """The end in the order of the rules: who is cast out, how each score is built, who wins."""
        results = sorted(enumerate(outcome.seats), key=lambda seat: seat[1].rank)
        built = (line for seat, result in results for line in score_lines(self.names[seat], result))
        return Text("\n".join((self._cast_out(outcome), *built, self._winners(outcome))))

    def _cast_out(self, outcome: Outcome) -> str:
        least = min(result.money for result in outcome.seats)
        poorest = (self.names[seat] for seat, result in enumerate(outcome.seats) if result.cast_out)
        return f"The least money is {least:,}. Cast out: {listed(poorest)}."

    def _winners(self, outcome: Outcome) -> str:
        if not outcome.winners:
            return "Nobody wins."
        names = listed(self.names[seat] for seat in outcome.winners)
        score = f"{outcome.seats[outcome.winners[0]].score:g}"
        several = len(outcome.winners) > 1
        return f"The winners are {names}, with {score} each." if several else f"The winner is {names}, with {score}."


def card_words(card: Card) -> str:
    """The name and, unless the name says it, the value."""
    told = card.value is None or card.name.endswith(str(card.value))
    return card.name if told else f"{card.name} ({card.value})"


EFFECTS = {"scandal": "halves a score", "debt": "takes 5 off a score", "theft": "costs a possession"}


def card_panel(card: Card, phase: str) -> Panel:
    title = Text(card_words(card), style="bold red" if card.red else "bold")
    return Panel(Text(effect(card, phase)), title=title, title_align="left", width=64)


def effect(card: Card, phase: str) -> str:
    if card.kind == POSSESSION:
        return f"It is worth {card.value}."
    if card.kind == TITLE:
        return "It doubles a score."
    warning = " First to pass takes it; everybody else pays." if phase == AUCTION else ""
    return f"It {EFFECTS[card.misfortune or '']}.{warning}"


def bid_words(view: View, seat: int) -> str:
    if view.round.passed[seat]:
        return "passed"
    total = amount(view.round.open_bids[seat])
    return f"{total:,}" if total else ""


def purse_words(player: PlayerView) -> tuple[str, str]:
    """Money and money cards, as far as they are shown; cards are named in thousands."""
    if player.money is None:
        return "", f"{player.cards_in_hand} cards" if player.cards_in_hand else ""
    return f"{player.money:,}", " ".join(str(card // 1000) for card in player.hand or ())


def end_clock(view: View) -> str:
    """The exact chance that the next card is the fourth red one: all that is hidden is the order of the deck."""
    seen = f"Red cards: {view.red_revealed} of {RED_CARDS}"
    if view.red_revealed < RED_CARDS - 1:
        return f"{seen}. The next card cannot end the game."
    chance = f"1 in {view.deck_size} ({100 / view.deck_size:.1f} %)"
    return f"{seen}. The next card ends the game with a chance of {chance}."


def poverty(view: View) -> str | None:
    """How the acting player stands against the poorest other; open bids still count as their owners' money."""
    assert view.you is not None
    money = [player.money for player in view.players]
    if None in money:
        return None
    purses = [(left or 0) + amount(bid) for left, bid in zip(money, view.round.open_bids, strict=True)]
    ahead = purses.pop(view.you.seat) - min(purses)
    if ahead > 0:
        return f"If the game ended now you would be safe by {ahead:,}."
    return f"If the game ended now you would be cast out{f', {-ahead:,} short' if ahead else ': tied for poorest'}."


def score_lines(name: str, result: SeatResult) -> Iterable[str]:
    yield f"{name}, with {result.money:,} left{': cast out' if result.cast_out else ''}"
    for line in result.lines:
        yield f"  {line.text:<40} {line.total:g}"


def amount(bid: Sequence[int] | int) -> int:
    """The worth of a bid, be it money cards or a sum."""
    return bid if isinstance(bid, int) else sum(bid)
