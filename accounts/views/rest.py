"""The page where people say when they rest."""

from datetime import time

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.middleware import TIME_ZONE_COOKIE
from accounts.requests import PersonalRequest, posted_pk
from accounts.rest.planning import (
    VACATION_DAYS_A_YEAR,
    cancel_vacation,
    check_quiet_hours,
    days_taken,
    plan_vacation,
    set_rest,
    today_of,
)
from accounts.services.accounts import update_preferences
from accounts.time_zones import find_zone

CLOCK = {"type": "time"}
CALENDAR = {"type": "date"}


class RestForm(forms.Form):
    quiet_from = forms.TimeField(
        label=gettext_lazy("Quiet hours from"), required=False, widget=forms.TimeInput(CLOCK, "%H:%M")
    )
    quiet_until = forms.TimeField(label=gettext_lazy("until"), required=False, widget=forms.TimeInput(CLOCK, "%H:%M"))
    weekends = forms.BooleanField(label=gettext_lazy("Saturdays and Sundays do not count"), required=False)

    def clean(self) -> None:
        super().clean()
        if not self.errors:
            check_quiet_hours(self.cleaned_data.get("quiet_from"), self.cleaned_data.get("quiet_until"))


class VacationForm(forms.Form):
    first_day = forms.DateField(
        label=gettext_lazy("First day"),
        widget=forms.DateInput(CALENDAR, "%Y-%m-%d"),
        error_messages={"required": gettext_lazy("Say on which day it begins.")},
    )
    last_day = forms.DateField(
        label=gettext_lazy("Last day"),
        widget=forms.DateInput(CALENDAR, "%Y-%m-%d"),
        error_messages={"required": gettext_lazy("Say which day is the last.")},
    )


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def rest(request: PersonalRequest) -> HttpResponse:
    """Quiet hours and weekends."""
    form = RestForm(request.POST if request.method == "POST" else None, initial=_rest_of(request))
    if form.is_valid():
        _store_time_zone(request)
        set_rest(user=request.user, **form.cleaned_data)
        messages.success(request, _("Saved. It applies from your next turn on."))
        return redirect("accounts:rest")
    return _page(request, form, VacationForm(), 422 if form.is_bound else 200)


@require_POST
@login_required
def vacation(request: PersonalRequest) -> HttpResponse:
    form = VacationForm(request.POST)
    if form.is_valid():
        try:
            _store_time_zone(request)
            plan_vacation(user=request.user, **form.cleaned_data)
        except ValidationError as refusal:
            form.add_error(None, refusal)
        else:
            messages.success(request, _("Have a good time! Your vacation counts from your next turn on."))
            return redirect("accounts:rest")
    return _page(request, RestForm(initial=_rest_of(request)), form, 422)


@require_POST
@login_required
def cancel(request: PersonalRequest) -> HttpResponse:
    vacation_id = posted_pk(request, "vacation")
    if vacation_id is not None:
        cancel_vacation(user=request.user, vacation_id=vacation_id)
        messages.success(request, _("The days you had left are yours again."))
    return redirect("accounts:rest")


def _rest_of(request: PersonalRequest) -> dict[str, time | bool | None]:
    user = request.user
    return {"quiet_from": user.quiet_from, "quiet_until": user.quiet_until, "weekends": user.rests_on_weekends}


def _store_time_zone(request: PersonalRequest) -> None:
    """Deadlines are reckoned when nobody is there to ask a browser for its time zone: what it says now is kept."""
    browser = request.COOKIES.get(TIME_ZONE_COOKIE, "")
    if not request.user.time_zone and find_zone(browser) is not None:
        update_preferences(user=request.user, time_zone=browser)


def _page(request: PersonalRequest, form: RestForm, vacation_form: VacationForm, status: int) -> HttpResponse:
    today = today_of(request.user)
    context = {
        "form": form,
        "vacation_form": vacation_form,
        "vacations": request.user.vacations.filter(last_day__gte=today),
        "days_left": max(VACATION_DAYS_A_YEAR - days_taken(request.user, today.year), 0),
        "year": today.year,
        "zone": request.user.time_zone or request.COOKIES.get(TIME_ZONE_COOKIE, "") or "UTC",
    }
    return render(request, "accounts/rest.html", context, status=status)
