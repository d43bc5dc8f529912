"""How long games of CartesSociété last, how often cards evolve, and how each family fares.

The strength of a family on a board is what its cards count there, attack and health together. A player's last board
is the one in the last combat, so those who fall are surveyed too.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypedDict

from games.lab.intervals import percent, percent_range, ratio, wilson_interval
from games.lab.surveys.base import Notes, Sheet, Survey
from games.rules.cartes_societe.actions import Buy, Evolve
from games.rules.cartes_societe.board import lay_out
from games.rules.cartes_societe.calendar import LAST_TURN
from games.rules.cartes_societe.cards import FACES, NUMBERS
from games.rules.cartes_societe.catalogue import FAMILIES
from games.rules.cartes_societe.state import State
from games.rules.plain import Json

SOON = 20
"""Games should be over before this turn."""


class Findings(NamedTuple):
    turns: int
    evolutions: int
    bought: Counter[str]
    """Cards by family."""
    boards: list[Counter[str]]
    """Strength by family on each seat's last board."""


class LengthSummary(TypedDict, total=False):
    """Nothing before the first game has ended; shares are of all games."""

    median_turns: int
    turns_of_one_in_ten: list[int]
    most_turns: int
    over_before_turn_20: float
    stopped_by_the_limit: float
    evolutions_per_game: float
    games_with_evolutions: float


class FamilySummary(TypedDict):
    family: str
    of_purchases: float | None
    of_last_boards: float | None
    of_winners_boards: float | None
    players_led: int
    win_share_of_led: float | None
    win_share_low: float | None
    win_share_high: float | None


class CartesNotes(Notes[State]):
    def __init__(self) -> None:
        self.turns = self.evolutions = 0
        self.bought: Counter[str] = Counter()
        self.boards: list[tuple[int, ...]] = []

    def follow(self, before: State, action: object, after: State) -> None:
        if type(action) is Buy:
            self.bought[FACES[NUMBERS[action.card]].family.name_fr] += 1
        self.evolutions += type(action) is Evolve
        if after.turn > before.turn or after.seat is None:
            self.turns = before.turn
            last = self.boards or [()] * len(before.players)
            self.boards = [
                player.board if player.alive else board for player, board in zip(before.players, last, strict=True)
            ]

    def findings(self) -> Findings:
        return Findings(self.turns, self.evolutions, self.bought, [strengths(board) for board in self.boards])


def strengths(board: tuple[int, ...]) -> Counter[str]:
    by_family: Counter[str] = Counter()
    for card in lay_out(board):
        by_family[card.family] += card.attack + card.hp
    return by_family


@dataclass(slots=True)
class FamilyTally:
    bought: int = 0
    of_boards: float = 0.0
    of_winners: float = 0.0
    led: int = 0
    """How many players had more of this family than of any other."""
    led_wins: float = 0.0


@dataclass(slots=True)
class CartesSurvey(Survey[Findings]):
    turns: list[int] = field(default_factory=list)
    evolutions: list[int] = field(default_factory=list)
    families: dict[str, FamilyTally] = field(
        default_factory=lambda: {family.name_fr: FamilyTally() for family in FAMILIES}
    )

    def add(self, findings: Findings, winners: Sequence[int]) -> None:
        self.turns.append(findings.turns)
        self.evolutions.append(findings.evolutions)
        for name, cards in findings.bought.items():
            self.families[name].bought += cards
        for seat, board in enumerate(findings.boards):
            self._add_board(board, won=(seat in winners) / len(winners), players=len(findings.boards))

    def _add_board(self, board: Counter[str], won: float, players: int) -> None:
        whole = sum(board.values())
        for name, strength in board.items():
            self.families[name].of_boards += strength / whole / players
            self.families[name].of_winners += won * strength / whole
        if board:
            leader = self.families[max(board, key=board.__getitem__)]
            leader.led += 1
            leader.led_wins += won

    def summary(self) -> Json:
        return {"length": self._length(), "families": list(self._families())}

    def _length(self) -> LengthSummary:
        turns, games = sorted(self.turns), len(self.turns)
        if not games:
            return {}
        return {
            "median_turns": turns[games // 2],
            "turns_of_one_in_ten": [turns[games // 10], turns[-1 - games // 10]],
            "most_turns": turns[-1],
            "over_before_turn_20": len([turn for turn in turns if turn < SOON]) / games,
            "stopped_by_the_limit": len([turn for turn in turns if turn == LAST_TURN]) / games,
            "evolutions_per_game": sum(self.evolutions) / games,
            "games_with_evolutions": len([count for count in self.evolutions if count]) / games,
        }

    def _families(self) -> Iterator[FamilySummary]:
        games, bought = len(self.turns), sum(tally.bought for tally in self.families.values())
        for family in FAMILIES:
            tally = self.families[family.name_fr]
            won = ratio(tally.led_wins, tally.led)
            low, high = (None, None) if won is None else wilson_interval(won, tally.led)
            yield {
                "family": family.name_en,
                "of_purchases": ratio(tally.bought, bought),
                "of_last_boards": ratio(tally.of_boards, games),
                "of_winners_boards": ratio(tally.of_winners, games),
                "players_led": tally.led,
                "win_share_of_led": won,
                "win_share_low": low,
                "win_share_high": high,
            }

    def sheets(self) -> list[Sheet]:
        return [self._length_sheet(), self._family_sheet()] if self.turns else []

    def _length_sheet(self) -> Sheet:
        length = self._length()
        low, high = length["turns_of_one_in_ten"]
        rows = [
            ("median", str(length["median_turns"])),
            ("eight games in ten", f"{low}–{high}"),
            ("longest", str(length["most_turns"])),
            (f"over before turn {SOON}", percent(length["over_before_turn_20"])),
            (f"stopped after turn {LAST_TURN}", percent(length["stopped_by_the_limit"])),
            ("evolutions per game", f"{length['evolutions_per_game']:.1f}"),
            ("games with evolutions", percent(length["games_with_evolutions"])),
        ]
        return Sheet(("length", "turns"), rows)

    def _family_sheet(self) -> Sheet:
        rows = [
            (
                told["family"],
                percent(told["of_purchases"]),
                percent(told["of_last_boards"]),
                percent(told["of_winners_boards"]),
                f"{told['players_led']:,}",
                percent(told["win_share_of_led"]),
                percent_range(told["win_share_low"], told["win_share_high"]),
            )
            for told in self._families()
        ]
        return Sheet(("family", "bought", "boards", "winners'", "leads", "win share", "95 % within"), rows)
