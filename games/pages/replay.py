"""A game as it was at one moment, with the way to the moments before and after, through the table's own partials.

It may be the game of a table or one from a file: a `Recording` tells what either is drawn from, and who may look how.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from games.faults import as_game_fault
from games.models import Upload
from games.pages.frames import frame
from games.pages.parts import Part, Parts, by_id, draw, draw_all, draw_anew, whole
from games.pages.ratings import ratings_told
from games.queries import game_file
from games.queries.access import may_download
from games.queries.scenes import moments_of, scene_of
from games.queries.table import Table
from games.tableau import (
    Person,
    Scene,
    draw_charts,
    draw_log,
    latest_words,
    line_fragment,
    log_fragment,
    tableau_of,
)
from games.wording.games import game_called

EVERYTHING = "open"
"""The point of view from which nothing is hidden, once a game has ended."""

KEPT_UPLOADS = 64


@dataclass(frozen=True, slots=True)
class Outlook:
    """Through whose eyes: a seat, a spectator's, or nobody's from whom anything is hidden."""

    value: str
    label: str
    seat: int | None = None
    everything: bool = False


@dataclass(frozen=True, slots=True)
class Recording:
    """A game to be looked at again: as it stands, at which moments and through whose eyes, and where its pages are."""

    name: str
    scene: Scene
    moments: range
    outlooks: tuple[Outlook, ...]
    """The first is the usual one."""
    address: str
    back_url: str
    back_words: str
    download_url: str = ""
    """Nothing for those who may not take the game along."""
    kept: Upload | None = None
    ratings: Callable[[], tuple[str, ...]] = tuple
    """What the game did to the rating of each seat, in words, for its end alone; nothing where none is kept."""

    @property
    def has_charts(self) -> bool:
        return tableau_of(self.scene.rules).timeline(self.scene, self.scene, None) is not None


@dataclass(frozen=True, slots=True)
class Moment:
    recording: Recording
    number: int
    outlook: Outlook

    @property
    def first(self) -> int:
        return self.recording.moments[0]

    @property
    def last(self) -> int:
        return self.recording.moments[-1]

    @property
    def is_first(self) -> bool:
        return self.number == self.first

    @property
    def is_last(self) -> bool:
        return self.number == self.last

    @property
    def link(self) -> str:
        return self._address_of(self.number)

    @property
    def first_link(self) -> str:
        return self._address_of(self.first)

    @property
    def last_link(self) -> str:
        return self._address_of(self.last)

    @property
    def link_back(self) -> str:
        return self._address_of(max(self.first, self.number - 1))

    @property
    def link_on(self) -> str:
        return self._address_of(min(self.last, self.number + 1))

    def _address_of(self, number: int) -> str:
        """The usual outlook is not named: of a game that goes on, nobody else could follow a link to one's own."""
        address = f"{self.recording.address}{number}/"
        return address if self.outlook == self.recording.outlooks[0] else f"{address}?seat={self.outlook.value}"


def recording_of_table(table: Table, viewer: User | None) -> Recording:
    """The game of a table that its viewer may see, or `Fault`."""
    downloads, scene = may_download(table, viewer), scene_of(table)
    return Recording(
        name=game_called(table.slug),
        scene=scene,
        moments=moments_of(table),
        outlooks=outlooks_of(table, scene, viewer),
        address=reverse("games:replay", args=[table.id]),
        back_url=reverse("games:table", args=[table.id]),
        back_words=_("To the table"),
        download_url=reverse("games:download", args=[table.id]) if downloads else "",
        ratings=partial(ratings_told, table),
    )


def recording_of_upload(upload: Upload) -> Recording:
    """A game that somebody brought along, or `Unreadable` if its rules are not played here any more."""
    scene = _scene_of_upload(upload.id, get_language())
    return Recording(
        name=game_called(upload.slug),
        scene=scene,
        moments=range(scene.position.number + 1),
        outlooks=all_outlooks(scene.people),
        address=reverse("games:upload", args=[upload.id]),
        back_url=reverse("games:uploads"),
        back_words=_("Back to my games from files"),
        kept=upload,
    )


@lru_cache(maxsize=KEPT_UPLOADS)
def _scene_of_upload(upload_id: str, language: str | None) -> Scene:
    """What was kept never changes, so it is read and played once. `language` is the one in force."""
    stored = Upload.objects.values_list("document", flat=True).get(pk=upload_id)
    return game_file.read_document(stored).scene


def outlooks_of(table: Table, scene: Scene, viewer: User | None) -> tuple[Outlook, ...]:
    """From which points of view somebody may look: those of others only when all secrets are open."""
    if table.secrets_open:
        return all_outlooks(scene.people)
    own = table.seat_of(viewer)
    return (_spectator(),) if own is None else (Outlook(str(own.number), _("as I see it"), own.number), _spectator())


def all_outlooks(people: tuple[Person, ...]) -> tuple[Outlook, ...]:
    """Those of a game from which nothing is to be hidden any more."""
    through = (Outlook(str(person.seat), _through(person.name), person.seat) for person in people)
    return (_spectator(), *through, Outlook(EVERYTHING, _("with everything open"), everything=True))


def _spectator() -> Outlook:
    return Outlook("", _("as a spectator"))


def _through(name: str) -> str:
    return _("as %(name)s saw it") % {"name": name}


def moment_of(recording: Recording, number: int | None, outlook: str | None) -> Moment | None:
    """The moment that was asked for, if there is one: without a number the last, without an outlook the usual one."""
    moments, outlooks = recording.moments, recording.outlooks
    number = moments[-1] if number is None else number
    chosen = outlooks[0] if outlook is None else next((one for one in outlooks if one.value == outlook), None)
    return None if chosen is None or number not in moments else Moment(recording, number, chosen)


ROOTS = ("told", "steps", "public", "private", "log", "charts", "figures", "moment-share")
"""The parts of the page that differ from one moment to the next, and are in no other."""


def parts_of(moment: Moment, request: HttpRequest) -> Parts:
    """Everything in the page that differs from one moment to the next."""
    outlook, whole_game = moment.outlook, moment.recording.scene
    scene = whole_game.at(moment.number, everything=outlook.everything)
    address = address_of(moment, request)
    with as_game_fault("drawing a moment"):
        tableau = tableau_of(scene.rules)
        mine = tableau.draw_private(scene, outlook.seat) if outlook.seat is not None else None
        charts = draw_charts(scene, outlook.seat, whole_game if outlook.everything else None)
        facts = {"moment": moment, "told": latest_words(scene), "address": address}
        lines = draw_log(scene)
        fragments = (
            *tableau.public_fragments(tableau.draw_public(scene)),
            log_fragment(lines),
            *map(line_fragment, lines),
        )
        parts = draw_all(fragments) | by_id(
            draw_anew(tableau.replay_hand, {"mine": mine}),
            *(draw_anew(f"games/replay/_{name}.html", facts) for name in ("told", "steps", "link")),
            *(draw_anew(f"games/replay/_{name}.html", {"charts": charts}) for name in ("charts", "figures")),
        )
        is_over = scene.outcome is not None
    return parts | by_id(*_beside_the_end(scene, moment.recording.ratings())) if is_over else parts


def _beside_the_end(scene: Scene, told: tuple[str, ...]) -> Iterator[tuple[Part, ...]]:
    """A recording is of one game, whatever series it was part of."""
    for person in scene.people:
        yield draw("games/table/_rating.html", seat=person.seat, words=told[person.seat] if told else "")
    yield draw("games/table/_series.html", words="")
    yield draw("games/table/_look_again.html", url="")


def whole_parts(parts: Parts) -> dict[str, str]:
    """Each root with all that is in it, by a name that templates can say."""
    return {root.replace("-", "_"): whole(parts, root) for root in ROOTS}


def frame_of(parts: Parts) -> str:
    """The same for a page that shows another moment."""
    return frame(beside="".join(whole(parts, root) for root in ROOTS))


def address_of(moment: Moment, request: HttpRequest) -> str:
    """The link to this moment, as it can be sent to somebody."""
    return request.build_absolute_uri(moment.link)
