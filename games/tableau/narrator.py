"""What happened, in sentences. Each game tells its own events; how games begin and end is told here."""

from collections.abc import Callable, Sequence

from django.utils.translation import gettext as _

from games.positions import BOT, Move
from games.rules import AnyRules
from games.rules.base import Event, GameEnded, GameStarted, OfSeat
from games.tableau.amounts import listed


class Narrator:
    """Tells the events of one game; `amounts` says whether sums may be named, `move` who acted and how."""

    def __init__(self, rules: AnyRules, names: Sequence[str]) -> None:
        self.rules = rules
        self.names = names

    def tell(self, event: Event, move: Move | None, amounts: bool) -> str:
        teller: Callable[[Event, Move | None, bool], str] = getattr(self, f"_{event['type']}")
        return teller(event, move, amounts)

    def _game_started(self, event: GameStarted, move: Move | None, amounts: bool) -> str:
        return _("The game begins. %(name)s starts.") % {"name": self.names[event["starter"]]}

    def _game_ended(self, event: GameEnded, move: Move | None, amounts: bool) -> str:
        winners = [self.names[seat] for seat in event["winners"]]
        if not winners:
            return _("The game is over. Nobody wins.")
        if len(winners) == 1:
            return _("The game is over. %(name)s wins.") % {"name": winners[0]}
        return _("The game is over. %(names)s win together.") % {"names": listed(winners)}

    def actor(self, event: OfSeat, move: Move | None) -> str:
        name = self.names[event["seat"]]
        return _("%(name)s (bot)") % {"name": name} if made_by(move, BOT) else name


def made_by(move: Move | None, whom: str) -> bool:
    return move is not None and move.made_by == whom
