from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.email_addresses import LONGEST_ADDRESS
from accounts.models import Audience, Theme
from accounts.names.validation import MAX_LENGTH, clean_display_name
from accounts.time_zones import listed_names

LANGUAGES = [("", _("As my browser")), *settings.LANGUAGES]


class DisplayNameField(forms.CharField):
    current = ""
    """What somebody is called already may stay, be it older than a rule or, as with admin, given by the site."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(label=_("Display name"), max_length=MAX_LENGTH, **kwargs)

    def clean(self, value: object) -> str:
        name: str = super().clean(value)
        return clean_display_name(name) if name and name != self.current else name


class AppearanceForm(forms.Form):
    """What everybody may choose, with or without an account. What is left out stays as it is."""

    theme = forms.ChoiceField(label=_("Light or dark"), choices=Theme.choices, required=False, widget=forms.RadioSelect)
    language = forms.ChoiceField(label=_("Language"), choices=LANGUAGES, required=False)

    def clean_theme(self) -> str:
        theme: str = self.cleaned_data["theme"]
        return theme or Theme.AUTO


class SettingsForm(forms.Form):
    display_name = DisplayNameField(help_text=_("What other players see."))
    language = forms.ChoiceField(label=_("Language"), choices=LANGUAGES, required=False)
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        help_text=_("For clocks and dates."),
        error_messages={"invalid_choice": _("There is no such time zone.")},
    )
    theme = forms.ChoiceField(label=_("Light or dark"), choices=Theme.choices, widget=forms.RadioSelect)
    results_for = forms.ChoiceField(
        label=_("Who sees my results"),
        choices=Audience.choices,
        required=False,
        help_text=_("On your page and on leaderboards. Whoever sat at a table with you saw that game anyway."),
    )
    invited_by = forms.ChoiceField(
        label=_("Who may invite me by name"),
        choices=Audience.choices,
        required=False,
        help_text=_("Anyone who has the link to a table can still send it to you."),
    )

    def __init__(self, data: QueryDict | None, *, initial: Mapping[str, str]) -> None:
        super().__init__(data, initial=dict(initial))
        name = self.fields["display_name"]
        assert isinstance(name, DisplayNameField)
        name.current = self.initial.get("display_name", "")
        _offer_time_zones(self)

    def clean_results_for(self) -> str | None:
        return self._chosen_or_as_before("results_for")

    def clean_invited_by(self) -> str | None:
        return self._chosen_or_as_before("invited_by")

    def _chosen_or_as_before(self, name: str) -> str | None:
        """A form that does not ask leaves everything as it is: nobody is shown more than they have said."""
        return self.cleaned_data[name] or None


def _offer_time_zones(form: forms.Form) -> None:
    """What somebody has now is on offer even under an old name."""
    names = dict.fromkeys(["", form.initial.get("time_zone", ""), *listed_names()])
    field = form.fields["time_zone"]
    assert isinstance(field, forms.ChoiceField)
    field.choices = [(name, name.replace("_", " ") or _("As my browser")) for name in names]


class AddressForm(forms.Form):
    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=LONGEST_ADDRESS,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )

    def __init__(self, data: QueryDict | None, *, current: str, offered: str) -> None:
        super().__init__(data, initial={"email": offered})
        self.current = current

    def clean_email(self) -> str:
        address: str = self.cleaned_data["email"].lower()
        if address == self.current:
            raise forms.ValidationError(_("This is your address already."))
        return address


class DeleteForm(forms.Form):
    sure = forms.BooleanField(
        label=_("Yes, delete my account for good"),
        error_messages={"required": _("Tick the box to say that you are sure.")},
    )
