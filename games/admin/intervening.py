"""What an admin can do about games, and what they are asked before it is done."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.people.search import find_person
from games.models import Game, Notice
from games.queries.seats import table_seats
from games.services.care import interventions
from games.services.table.chat import one_visible_line
from games.tableau.game_words import Text


class ReasonForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=Notice.LONGEST_REASON,
        help_text=_("The players read this, and that it was you."),
        widget=forms.TextInput(attrs={"class": "vTextField"}),
    )

    def __init__(self, games: Sequence[Game], posted: QueryDict | None) -> None:
        super().__init__(posted)

    def clean_reason(self) -> str:
        return one_visible_line(self.cleaned_data["reason"])


class SeatForm(ReasonForm):
    seat = forms.TypedChoiceField(label=_("Seat"), coerce=int)
    field_order = ["seat", "to", "reason"]

    def __init__(self, games: Sequence[Game], posted: QueryDict | None) -> None:
        super().__init__(games, posted)
        field = self.fields["seat"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(seat.number, seat.shown_name) for seat in table_seats(games[0].seats.all())]
        if games[0].turn is not None:
            self.initial.setdefault("seat", games[0].turn)


class HandOverForm(SeatForm):
    to = forms.CharField(label=_("New player"), max_length=150, help_text=_("Their username."))

    def clean_to(self) -> User:
        person = find_person(self.cleaned_data["to"].strip())
        if person is None:
            raise forms.ValidationError(_("Nobody here has this username."))
        return person


class GameService(Protocol):
    """Is told what a `ReasonForm` asks."""

    def __call__(self, *, by: User, game_id: str, reason: str) -> Game: ...


class SeatService(Protocol):
    """Is told what a `SeatForm` asks."""

    def __call__(self, *, by: User, game_id: str, seat: int, reason: str) -> Game: ...


class HandOverService(Protocol):
    """Is told what a `HandOverForm` asks."""

    def __call__(self, *, by: User, game_id: str, seat: int, to: User, reason: str) -> Game: ...


@dataclass(frozen=True)
class Intervention:
    slug: str
    label: Text
    consequence: Text
    """What will happen, for whoever is asked whether they are sure."""
    service: GameService | SeatService | HandOverService
    form: type[ReasonForm] = ReasonForm

    @property
    def one_at_a_time(self) -> bool:
        return issubclass(self.form, SeatForm)


INTERVENTIONS = {
    intervention.slug: intervention
    for intervention in (
        Intervention(
            "pause",
            _("Pause…"),
            _("Nobody can move and no clock runs until the game is resumed."),
            interventions.pause,
        ),
        Intervention(
            "resume",
            _("Resume…"),
            _("The game goes on where it stood. Its columns are written anew from its setup and its actions."),
            interventions.resume,
        ),
        Intervention(
            "abort",
            _("Abort…"),
            _("The game ends without a result, and everybody is shown its deck. This cannot be undone."),
            interventions.abort,
        ),
        Intervention(
            "substitute",
            _("Replace a player by a bot…"),
            _("A bot plays on. Whoever sat there can take the seat back."),
            interventions.substitute,
            SeatForm,
        ),
        Intervention(
            "hand-over",
            _("Hand a seat to someone else…"),
            _("The new player sees that hand and plays on from here; the former one loses the seat."),
            interventions.hand_over,
            HandOverForm,
        ),
        Intervention(
            "act-for",
            _("Act for a stuck seat…"),
            _("What the clock would play is played for whoever is to act: the least that can be done."),
            interventions.act_for,
            SeatForm,
        ),
    )
}
