"""All the games that somebody has finished, as far as the reader may see them."""

from django import forms
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.people.audience import may_see_results
from accounts.people.search import find_person
from games.forms import game_choices
from games.queries.match_history import PERIODS, Filters, finished_seats, history_page, results_on, summary_of
from games.views.answers import viewer_of

WON, NOT_WON = "won", "not-won"
NO_SUCH = {"invalid_choice": gettext_lazy("There is no such choice, so it was ignored.")}


def _games() -> list[tuple[str, str]]:
    return [("", _("All games")), *game_choices()]


class FilterForm(forms.Form):
    game = forms.ChoiceField(label=gettext_lazy("Game"), choices=_games, required=False, error_messages=NO_SUCH)
    result = forms.ChoiceField(
        label=gettext_lazy("Result"),
        choices=[("", gettext_lazy("All results")), (WON, gettext_lazy("Won")), (NOT_WON, gettext_lazy("Not won"))],
        required=False,
        error_messages=NO_SUCH,
    )
    period = forms.ChoiceField(
        label=gettext_lazy("Period"),
        choices=[
            ("", gettext_lazy("All the time")),
            ("month", gettext_lazy("The last month")),
            ("year", gettext_lazy("The last year")),
        ],
        required=False,
        error_messages=NO_SUCH,
    )
    against = forms.CharField(
        label=gettext_lazy("Against (username)"),
        max_length=150,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def __init__(self, data: QueryDict, *, person: User, reader: User | None) -> None:
        super().__init__(data)
        self._person, self._reader = person, reader

    def clean_against(self) -> User | None:
        """In one's own games one may look for anybody; in those of others, for people whose results one may see."""
        username = self.cleaned_data["against"]
        if not username:
            return None
        other = find_person(username)
        hidden = self._person != self._reader and other is not None and not may_see_results(other, self._reader)
        if other is None or hidden:
            raise ValidationError(_("You cannot look for this username here, so it was ignored."))
        if other == self._person:
            raise ValidationError(_("Nobody plays against themselves, so it was ignored."))
        return other

    def filters(self) -> Filters:
        """What was chosen and makes sense; the rest is left out."""
        chosen = self.cleaned_data
        won = {WON: True, NOT_WON: False}.get(chosen.get("result", ""))
        period = chosen.get("period", "")
        return Filters(chosen.get("game", ""), won, chosen.get("against"), period if period in PERIODS else "")


@never_cache
@require_safe
def match_history(request: HttpRequest, username: str) -> HttpResponse:
    person, viewer = find_person(username), viewer_of(request)
    if person is None:
        raise Http404
    context: dict[str, object] = {"person": person, "own": person == viewer, "shown": may_see_results(person, viewer)}
    if not context["shown"]:
        return render(request, "games/past.html", context)
    form = FilterForm(request.GET, person=person, reader=viewer)
    valid = form.is_valid()
    seats = finished_seats(person, viewer, form.filters())
    page = history_page(seats, request.GET.get("page", ""))
    context |= {
        "form": form,
        "narrowed": any(request.GET.get(name) for name in form.fields),
        "summary": summary_of(seats),
        "page": page,
        "results": results_on(page, viewer),
    }
    return render(request, "games/past.html", context, status=200 if valid else 422)
