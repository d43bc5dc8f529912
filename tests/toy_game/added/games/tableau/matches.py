"""The tables of Matches."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.positions import Move
from games.rules.base import Event
from games.rules.matches import LAST_MATCH, ON_FIRE, Matches, View
from games.rules.plain import Json
from games.tableau import fragments
from games.tableau.contract import Tableau, tableau_of
from games.tableau.emblems import seat_emblem
from games.tableau.endings import Result, Told, headline, place_words
from games.tableau.fragments import Asked, Fragment, fragment
from games.tableau.game_words import GameWords, TableOption
from games.tableau.log import latest_words
from games.tableau.narrator import Narrator
from games.tableau.posted_fields import Posted, number_in
from games.tableau.scene import Scene
from games.tableau.shell import Place, PrivateTableBase, PublicTableBase, place_of, private_fields, public_fields

MISERE = TableOption(
    name="misere",
    label=gettext_lazy("The last match burns"),
    help_text=gettext_lazy("In Matches: whoever takes the last match loses."),
    chosen=gettext_lazy("the last match burns"),
    not_chosen=gettext_lazy("the last match wins"),
    unusual=(gettext_lazy("Here you do not want the last match: it burns whoever takes it."),),
    default=False,
)
REASONS = {LAST_MATCH: gettext_lazy("The last match is gone."), ON_FIRE: gettext_lazy("The heap went up in flames.")}


class MatchesNarrator(Narrator):
    def _round_started(self, event: Event, move: Move | None, amounts: bool) -> str:
        return _("Round %(round)s.") % event

    def _matches_taken(self, event: Event, move: Move | None, amounts: bool) -> str:
        facts = {"name": self.names[event["seat"]], "matches": event["matches"]}
        return (_("%(name)s takes %(matches)s.") if event["matches"] else _("%(name)s strikes a match.")) % facts


@dataclass(frozen=True, slots=True)
class Ceremony:
    results: tuple[Result, ...]
    headline: Told
    reason: str


@dataclass(frozen=True, slots=True)
class PublicTable(PublicTableBase):
    left: int
    places: tuple[Place, ...]
    taken: tuple[int, ...]
    ceremony: Ceremony | None


@dataclass(frozen=True, slots=True)
class PrivateTable(PrivateTableBase):
    takes: tuple[int, ...]


class MatchesTableau(Tableau[PublicTable, PrivateTable]):
    narrator = MatchesNarrator
    words = {"matches": GameWords(gettext_lazy("Matches"), gettext_lazy("Matches"), gettext_lazy("Quick and hot."))}
    options = (MISERE,)
    refusals = {"so_many_matches": gettext_lazy("There are not so many matches to take.")}

    def out_word(self) -> str:
        return _("burnt fingers")

    def nobody_won(self) -> str:
        return _("Nobody won: the heap went up in flames")

    def draw_public(self, scene: Scene) -> PublicTable:
        view: View = scene.view()
        places = tuple(place_of(scene, person.seat) for person in scene.people)
        words, ceremony = latest_words(scene), self._ceremony(scene)
        return PublicTable(
            **public_fields(scene, view.phase),
            announcement=words,
            left=view.left,
            places=places,
            taken=view.players,
            ceremony=ceremony,
        )

    def _ceremony(self, scene: Scene) -> Ceremony | None:
        outcome = scene.outcome
        if outcome is None:
            return None
        results = [
            Result(
                seat,
                scene.name(seat),
                seat_emblem(seat),
                told.rank,
                str(told.rank),
                seat in outcome.winners,
                self.out_word() if told.cast_out else "",
                (),
                (),
                str(told.score),
            )
            for seat, told in enumerate(outcome.seats)
        ]
        return Ceremony(tuple(results), headline(scene, outcome), str(REASONS[outcome.reason]))

    def draw_private(self, scene: Scene, seat: int) -> PrivateTable:
        view: View = scene.view(seat)
        status = place_words(view.outcome, seat) if view.outcome else _("Your turn") if view.acting else ""
        return PrivateTable(**private_fields(scene, seat, view.phase), status=status, takes=view.legal)

    def public_fragments(self, table: PublicTable) -> Iterator[Fragment]:
        if table.ceremony is not None:
            yield from fragments.shell(table, "ceremony")
            yield fragment("games/matches/_ceremony.html", ceremony=table.ceremony, number=table.number)
            return
        yield from fragments.shell(table, "heap", "turn", "seats")
        yield fragment("games/matches/_heap.html", text={"left": table.left})
        yield fragments.turn(table)
        yield fragment("games/matches/_seats.html", *(f"seat-{place.seat}" for place in table.places))
        for place, taken in zip(table.places, table.taken, strict=True):
            yield fragment("games/matches/_seat.html", f"plate-{place.seat}", text={"taken": taken}, seat=place.seat)
            yield from fragments.plate(place, _("to play") if place.seat == table.turn else "")

    def private_fragments(self, mine: PrivateTable, asked: Asked) -> Iterator[Fragment]:
        if mine.over:
            yield fragments.fate(mine)
            return
        yield from fragments.dock(mine, asked, "moves", "problem")
        yield fragment("games/matches/_moves.html", status=mine.status, takes=mine.takes)
        yield fragments.problem(asked, mine)

    def read_action(self, posted: Posted) -> Json:
        return {"kind": "take", "matches": number_in(posted, "take")}


MATCHES = MatchesTableau()


@tableau_of.register(Matches)
def _tableau_of_matches(rules: object) -> MatchesTableau:
    return MATCHES
