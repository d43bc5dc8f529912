"""Bots against bots, game after game. The same match and number give the same game, whoever plays it."""

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import permutations
from multiprocessing import get_context
from multiprocessing.pool import Pool
from random import Random
from signal import SIG_IGN, SIGINT, signal
from time import perf_counter

from games.bots import Bot, bot_names, check_budget, decide, find_bot
from games.lab.surveys import take_notes
from games.rules import GAMES, AnyRules, IllegalAction, Outcome, find_rules
from games.rules.chance import check_seed


@dataclass(frozen=True, slots=True)
class Match:
    """Which bots play what. `bots` are the entries: a name given twice enters twice.

    Only `expert` heeds `seconds` or `playouts`; a game is the same every time unless it thinks by the clock.
    A match that cannot be played cannot be built: it raises `IllegalAction`.
    """

    game: str
    bots: tuple[str, ...]
    seed: int = 1
    seconds: float | None = None
    playouts: int | None = None
    rotate: bool = True

    def __post_init__(self) -> None:
        rules = check_game(self.game)
        check_seed(self.seed)
        check_bots(self.game, self.bots)
        if not rules.min_players <= len(self.bots) <= rules.max_players:
            count = f"{rules.min_players} to {rules.max_players} players, not {len(self.bots)}"
            raise IllegalAction("invalid_player_count", f"{rules.name} is for {count}.")
        check_budget(self.seconds, self.playouts)

    def game_seed(self, number: int) -> str:
        return f"{self.seed}/{number}"


def check_game(slug: str) -> AnyRules:
    if slug not in (slugs := [rules.slug for rules in GAMES]):
        raise IllegalAction("unknown_game", f"There is no game called {slug}; there are {', '.join(slugs)}.")
    return find_rules(slug)


def check_bots(slug: str, bots: Sequence[str]) -> None:
    known = bot_names(slug)
    for name in bots:
        if name not in known:
            raise IllegalAction("unknown_bot", f"There is no bot called {name}; there are {', '.join(known)}.")


def labels(bots: Sequence[str]) -> tuple[str, ...]:
    """The entries' names; those that come twice are numbered: `bold#1`, `bold#2`."""
    often, seen = Counter(bots), Counter[str]()
    named = []
    for name in bots:
        seen[name] += 1
        named.append(f"{name}#{seen[name]}" if often[name] > 1 else name)
    return tuple(named)


def seating(entries: int, number: int) -> tuple[int, ...]:
    """Which entry sits in which seat of that game, so that every seating has its turn.

    Each run of as many games as there are entries brings everybody to every seat once.
    """
    orders = _circles(entries)
    circle = orders[number // entries % len(orders)]
    shift = number % entries
    return circle[shift:] + circle[:shift]


@cache
def _circles(entries: int) -> list[tuple[int, ...]]:
    """Every order around the table, told from the first entry."""
    return [(0, *others) for others in permutations(range(1, entries))]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """What became of one game. All but `seating` and `findings` is by entry, not by seat."""

    seating: tuple[int, ...]
    winners: tuple[int, ...]
    cast_out: tuple[int, ...]
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]
    findings: object = None
    """What the notes of this game tell, by seat."""

    @property
    def winning_seats(self) -> list[int]:
        return [seat for seat, entry in enumerate(self.seating) if entry in self.winners]


class _Entry:
    """A bot in one game, with its chance and its stopwatch."""

    def __init__(self, bot: Bot, seed: str) -> None:
        self.bot = bot
        self.rng = Random(seed)
        self.decisions = 0
        self.seconds = 0.0

    def decide(self, rules: AnyRules, state: object, seat: int) -> object:
        began = perf_counter()
        action: object = decide(self.bot, rules, state, seat, self.rng)
        self.seconds += perf_counter() - began
        self.decisions += 1
        return action


def play_game(match: Match, number: int) -> GameRecord:
    """One game from first card to score. All its chance comes from the match's seed and the number."""
    rules, seed = find_rules(match.game), match.game_seed(number)
    entries = [_Entry(bot, f"{seed}/{place}") for place, bot in enumerate(_bots_of(match))]
    seats = seating(len(entries), number) if match.rotate else tuple(range(len(entries)))
    state, notes = rules.setup(len(entries), seed), take_notes(rules.slug)
    while acting := rules.to_act(state):
        action = entries[seats[acting[0]]].decide(rules, state, acting[0])
        after = rules.play(state, acting[0], action)
        notes.follow(state, action, after)
        state = after
    return _record(rules.outcome(state), seats, entries, notes.findings())


@cache
def _bots_of(match: Match) -> list[Bot]:
    return [find_bot(match.game, name, seconds=match.seconds, playouts=match.playouts) for name in match.bots]


def _record(outcome: Outcome | None, seats: tuple[int, ...], entries: Sequence[_Entry], findings: object) -> GameRecord:
    assert outcome is not None, "nobody is to act, so the game is over"
    return GameRecord(
        seating=seats,
        winners=tuple(seats[seat] for seat in outcome.winners),
        cast_out=tuple(seats[seat] for seat, result in enumerate(outcome.seats) if result.cast_out),
        decisions=tuple(entry.decisions for entry in entries),
        seconds=tuple(entry.seconds for entry in entries),
        findings=findings,
    )


def play_games(match: Match, games: int, jobs: int = 1) -> Generator[GameRecord, None, None]:
    """The records of games 0, 1, 2 and so on, in that order, played by that many processes.

    Close the generator to stop early: the other processes end with it. Only a main thread can start several.
    """
    play = partial(play_game, match)
    if min(jobs, games) <= 1:
        yield from map(play, range(games))
        return
    with _start_processes(min(jobs, games)) as pool:
        yield from pool.imap(play, range(games))


def _start_processes(jobs: int) -> Pool:
    """Spawned, not forked: the caller may have threads, such as one that draws a progress bar.

    Processes inherit what is ignored while they start, so Ctrl-C is for the caller alone to heed.
    """
    heeded = signal(SIGINT, SIG_IGN)
    try:
        return get_context("spawn").Pool(jobs)
    finally:
        signal(SIGINT, heeded)
