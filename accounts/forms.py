from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from accounts.models import Theme
from accounts.names import MAX_LENGTH, clean_display_name
from accounts.time_zones import listed_names


class DisplayNameField(forms.CharField):
    def __init__(self, **kwargs: Any) -> None:
        super().__init__(label=_("Display name"), max_length=MAX_LENGTH, **kwargs)

    def clean(self, value: Any) -> str:
        name: str = super().clean(value)
        return clean_display_name(name) if name else ""


class AppearanceForm(forms.Form):
    """What everybody may choose, with or without an account. What is left out stays as it is."""

    theme = forms.ChoiceField(label=_("Light or dark"), choices=Theme.choices, required=False, widget=forms.RadioSelect)
    language = forms.ChoiceField(label=_("Language"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"] = language_field()


class SettingsForm(forms.Form):
    display_name = DisplayNameField(help_text=_("What other players see."))
    language = forms.ChoiceField()
    time_zone = forms.ChoiceField(label=_("Time zone"), required=False, help_text=_("For clocks and dates."))
    theme = forms.ChoiceField(label=_("Light or dark"), choices=Theme.choices, widget=forms.RadioSelect)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"] = language_field()
        self.fields["time_zone"] = time_zone_field(self.initial.get("time_zone", ""))
        if len(settings.LANGUAGES) < 2:
            del self.fields["language"]


def language_field() -> forms.ChoiceField:
    choices = [("", _("As my browser")), *settings.LANGUAGES]
    return forms.ChoiceField(label=_("Language"), choices=choices, required=False)


def time_zone_field(current: str) -> forms.ChoiceField:
    names = listed_names() if not current or current in listed_names() else (current, *listed_names())
    choices = [("", _("As my browser")), *((name, name.replace("_", " ")) for name in names)]
    return forms.ChoiceField(
        label=_("Time zone"),
        choices=choices,
        required=False,
        help_text=_("For clocks and dates."),
        error_messages={"invalid_choice": _("There is no such time zone.")},
    )


class DeleteForm(forms.Form):
    sure = forms.BooleanField(
        label=_("Yes, delete my account for good"),
        error_messages={"required": _("Tick the box to say that you are sure.")},
    )
