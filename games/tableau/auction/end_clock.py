"""How near the end is: red-edged cards seen, and the exact chance that the next card is the last one."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from games.rules.auction import View
from games.tableau.auction.edition import EditionWords
from games.tableau.auction.rules import auction_rules
from games.tableau.scene import Scene


class EndClock(NamedTuple):
    pips: tuple[bool, ...]
    """One for each red card of the game: seen or not."""
    seen: str
    odds: str
    """The chance in words."""
    brief: str
    """The chance where room is scarce; nothing while the next card cannot end the game."""
    over: bool


def chance_of_the_end(view: View, red_in_all: int) -> tuple[int, int]:
    """The chance that the next card ends the game, as one number out of another: the game ends with the last red."""
    red_left = red_in_all - view.red_revealed
    return (1 if red_left == 1 else 0, len(view.remaining))


def next_can_end(scene: Scene, view: View) -> bool:
    return view.outcome is None and chance_of_the_end(view, _red_in_all(scene))[0] > 0


def _red_in_all(scene: Scene) -> int:
    return sum(card.red for card in auction_rules(scene.rules).cards)


def draw_clock(scene: Scene, view: View, words: EditionWords) -> EndClock:
    red = _red_in_all(scene)
    favourable, possible = chance_of_the_end(view, red)
    running = view.outcome is None
    return EndClock(
        pips=tuple(number < view.red_revealed for number in range(red)),
        seen=str(words.red_seen) % {"seen": view.red_revealed, "all": red},
        odds=_odds(favourable, possible) if running else _("The game is over."),
        brief=_brief(possible) if running and favourable else "",
        over=not running,
    )


def _odds(favourable: int, possible: int) -> str:
    if not favourable:
        return _("The next card cannot end the game.")
    if possible == 1:
        return _("The next card ends the game.")
    percent = round(100 / possible)
    return _("The next card may end the game: a 1 in %(cards)s chance (%(percent)s%%).") % {
        "cards": possible,
        "percent": percent,
    }


def _brief(possible: int) -> str:
    return _("end risk: %(percent)s%%") % {"percent": round(100 / possible)}
