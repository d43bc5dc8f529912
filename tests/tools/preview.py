"""Renders tables in many situations, and all cards, as standalone pages, to be looked at while drawing them.

python -m tests.tools.preview OUTDIR [name …]
python -m http.server -d OUTDIR
"""

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hsweb.settings")
    os.environ["DEBUG"] = "1"
    django.setup()

from django.template import engines
from django.utils.safestring import mark_safe

from games.bots import decide, find_bot
from games.positions import Move, Position, first_position, next_position
from games.rules import Rules, find_rules
from games.tableau import Notice, Person, Scene
from games.tableau.auction.edition import words_for
from games.tableau.auction.faces import draw_face
from games.tableau.auction.rules import auction_rules
from tests.support.scenes import NAMES, log_html, play, private_html, public_html, saved, scene

Situation = tuple[str, Scene, int | None]
"""A name, a scene, and whose eyes it is seen with."""

ROOT = Path(__file__).parents[2]
PAGE = Path(__file__).parent / "preview.html"
CARDS = Path(__file__).parent / "preview_cards.html"
CLASSIC, PARIS, SIMPLIFIED = "high-society", "high-society-paris", "high-society-simplified"
LONG = ("Maximiliane von und zu Hohenlohe", "Bo", "Wolfeschlegelsteinhausenbergerdorff", "Élodie", "李小龙")


def bot_game(slug: str, players: int, seed: str, open_purses: bool = True) -> tuple[Rules, Position]:
    """A whole game between house bots."""
    rules, chance = find_rules(slug), Random(seed)
    bots = [find_bot(slug, ("balanced", "bold", "cautious")[seat % 3]) for seat in range(players)]
    position = first_position(rules, rules.setup(players, seed, {"open_purses": open_purses}))
    while rules.to_act(position.state):
        (seat,) = rules.to_act(position.state)
        action = decide(bots[seat], rules, position.state, seat, chance)
        position = next_position(rules, position, Move(position.number + 1, seat, action, "player" if seat else "bot"))
    return rules, position


def moment(slug: str, players: int, wanted: Callable, *, late: bool = False, **options) -> Scene:
    """The first (or the last) moment of the first game whose public view is as wanted."""
    for seed in range(200):
        rules, last = bot_game(slug, players, f"preview {seed}", **options)
        chain = list(last.back())
        for position in chain if late else chain[::-1]:
            if wanted(rules.view(position.state, None)):
                return scene(rules, position)
    raise LookupError("no such moment")


def busy(view) -> bool:
    """A possession is up and several have bid."""
    bids = sum(bool(bid) for bid in view.round.open_bids)
    return view.phase == "auction" and view.card.kind == "possession" and bids > 1 and len(view.revealed) > 5


def gloomy(view) -> bool:
    return view.phase == "auction" and view.card.kind == "misfortune" and sum(map(bool, view.round.open_bids)) > 2


def fresh(view) -> bool:
    """An auction has just been settled."""
    return view.phase == "auction" and len(view.revealed) > 5 and not any((*view.round.open_bids, *view.round.passed))


def actor(drawn: Scene) -> int:
    seat: int = drawn.rules.to_act(drawn.position.state)[0]
    return seat


def running() -> Iterator[Situation]:
    mid = moment(CLASSIC, 5, busy)
    soon = datetime.now(UTC) + timedelta(seconds=45)
    told = (Notice(mid.position.number, "Dev is played by a bot from now on."),)
    guests = tuple(
        Person(seat, NAMES[seat], bot="bold" if seat == 3 else "", substituted=seat == 4) for seat in range(5)
    )
    yield "my-turn", replace(mid, deadline=soon, people=guests, notices=told, commitment="9f2c" * 16), actor(mid)
    yield "waiting", replace(mid, deadline=soon + timedelta(days=1), people=guests), (actor(mid) + 1) % 5
    yield "spectator", mid, None
    yield "long-names", replace(mid, people=tuple(Person(seat, LONG[seat]) for seat in range(5))), actor(mid)
    yield "opening", play(CLASSIC, players=5), 0
    for name, drawn in unusual():
        yield name, drawn, actor(drawn)


def unusual() -> Iterator[tuple[str, Scene]]:
    yield "misfortune", moment(CLASSIC, 5, gloomy)
    yield "late", moment(CLASSIC, 4, lambda view: busy(view) and view.red_revealed == 3, late=True)
    yield "settled", moment(CLASSIC, 4, fresh)
    deck = ["possession-8", "possession-3", "theft"]
    yield "theft", play(CLASSIC, [4], "pass", "pass", [2], "pass", "pass", "pass", deck=deck)
    yield "cannot-raise", play(CLASSIC, [6, 8, 10, 12, 15, 20, 25], "pass", "pass", [1], [12], [20], deck=deck)
    closed = moment(CLASSIC, 4, busy, open_purses=False)
    yield "closed", replace(closed, people=tuple(Person(n, NAMES[n], bot="expert" if n > 1 else "") for n in range(4)))
    yield "paris", moment(PARIS, 4, busy)
    yield "paris-disgrace", moment(PARIS, 4, gloomy)
    yield "simplified-8", moment(SIMPLIFIED, 8, busy)
    yield "simplified-3", moment(SIMPLIFIED, 3, busy)


def finished() -> Iterator[Situation]:
    for slug, players in ((CLASSIC, 5), (PARIS, 4), (SIMPLIFIED, 8)):
        yield f"finished-{slug}", moment(slug, players, lambda view: view.outcome), 1
    for name in ("no-winner-all-paid-alike", "shared-win", "half-score-wins"):
        yield f"finished-{name}", scene(find_rules(CLASSIC), saved(f"classic-{name}")), 0


def render(drawn, seat: int | None) -> str:
    context = {
        "slug": drawn.rules.slug,
        "seat": seat,
        "now": int(datetime.now(UTC).timestamp() * 1000),
        "public": mark_safe(public_html(drawn)),
        "private": mark_safe(private_html(drawn, seat, act_url="#")),
        "log": mark_safe(log_html(drawn)),
    }
    return engines["django"].from_string(PAGE.read_text(encoding="utf-8")).render(context)


def render_cards(slug: str) -> str:
    """All cards of a game, as large as at a table, as if across a room, and as at a seat."""
    faces = [draw_face(card, words_for(slug)) for card in auction_rules(find_rules(slug)).cards]
    template = engines["django"].from_string(CARDS.read_text(encoding="utf-8"))
    return template.render({"slug": slug, "faces": faces, "sizes": ("near", "far")})


def main(out: Path, *wanted: str) -> None:
    shutil.copytree(ROOT / "static", out / "static", dirs_exist_ok=True)
    shutil.copy(CARDS.with_suffix(".css"), out)
    for slug in (CLASSIC, PARIS, SIMPLIFIED):
        if not wanted or f"cards-{slug}" in wanted:
            (out / f"cards-{slug}.html").write_text(render_cards(slug), encoding="utf-8")
            print(f"cards-{slug}")
    for name, drawn, seat in (*running(), *finished()):
        if not wanted or name in wanted:
            (out / f"{name}.html").write_text(render(drawn, seat), encoding="utf-8")
            print(name)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), *sys.argv[2:])
