from collections.abc import Mapping

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.forms import DisplayNameField
from accounts.models import User
from games.bots import bot_names
from games.models import Deal, Game
from games.rules import GAMES, AnyRules, find_rules
from games.services.table.rooms import BANK_SECONDS, CORRESPONDENCE_SECONDS, LIVE_SECONDS, TableSettings
from games.tableau.game_words import TableOption
from games.wording.bots import bot_choice, by_strength
from games.wording.games import game_called, options_of
from games.wording.tables import duration_words

LEAST = min(rules.min_players for rules in GAMES)
MOST = max(rules.max_players for rules in GAMES)
MIXED = ("balanced", "cautious", "bold", "expert")
"""The bots of a mixed company, in the order they arrive."""


def game_choices() -> list[tuple[str, str]]:
    return [(rules.slug, game_called(rules.slug)) for rules in GAMES]


def bot_choices() -> list[tuple[str, str]]:
    kinds = by_strength(bot_names(GAMES[0].slug))
    mixed = _("a mixed company")
    return [("mixed", capitalised(mixed)), *((kind, capitalised(bot_choice(kind))) for kind in kinds)]


def pace_choices() -> list[tuple[str, str]]:
    return [(value, capitalised(str(label))) for value, label in Game.Pace.choices]


def clock_choices() -> list[tuple[str, str | list[tuple[str, str]]]]:
    """None, for an evening, and for days."""
    return [
        ("", _("No clock")),
        (_("Live"), [(str(seconds), duration_words(seconds)) for seconds in LIVE_SECONDS]),
        (_("By correspondence"), [(str(seconds), duration_words(seconds)) for seconds in CORRESPONDENCE_SECONDS]),
    ]


def bank_choices() -> list[tuple[str, str]]:
    return [("", _("None")), *((str(seconds), duration_words(seconds)) for seconds in BANK_SECONDS)]


def timeout_choices() -> list[tuple[str, str]]:
    return [(value, capitalised(str(label))) for value, label in Game.OnTimeout.choices]


def all_options() -> list[TableOption]:
    """What tables may choose, by name, whichever games know it."""
    known: dict[str, TableOption] = {}
    for rules in GAMES:
        for option in options_of(rules):
            assert known.setdefault(option.name, option) == option, f"two games mean different things by {option.name}"
    return list(known.values())


def capitalised(text: str) -> str:
    return text[:1].upper() + text[1:]


class NewTableForm(forms.Form):
    game = forms.ChoiceField(label=gettext_lazy("Game"), choices=game_choices, widget=forms.RadioSelect)
    size = forms.IntegerField(
        label=gettext_lazy("Seats"),
        help_text=gettext_lazy("Yours included. You can start before all of them are taken."),
        min_value=LEAST,
        max_value=MOST,
        error_messages={
            "required": gettext_lazy("Say how many seats the table has."),
            "invalid": gettext_lazy("Give the number of seats as a whole number."),
        },
    )
    bots = forms.IntegerField(
        label=gettext_lazy("Bots among them"),
        help_text=gettext_lazy("Leave it at 0 to keep the seats for friends. You can still add bots later."),
        min_value=0,
        max_value=MOST - 1,
        required=False,
        error_messages={"invalid": gettext_lazy("Give the number of bots as a whole number.")},
    )
    bot = forms.ChoiceField(label=gettext_lazy("How the bots play"), choices=bot_choices, required=False)
    access = forms.ChoiceField(
        label=gettext_lazy("Who may join"),
        choices=[
            ("link", gettext_lazy("Only people with the link")),
            ("public", gettext_lazy("Everybody: the table is listed in the lobby, and anybody can watch")),
            ("unwatched", gettext_lazy("Everybody, but only the players see the game")),
        ],
        widget=forms.RadioSelect,
    )
    clock = forms.ChoiceField(
        label=gettext_lazy("Time for a turn"),
        help_text=gettext_lazy(
            "Seconds for an evening, hours or days for a game beside everything else: then quiet hours, weekends and "
            "vacations of your settings do not count. Without a clock, the others can vote a bot in for who is gone."
        ),
        choices=clock_choices,
        required=False,
    )
    bank = forms.ChoiceField(
        label=gettext_lazy("Time bank"),
        help_text=gettext_lazy(
            "A reserve for turns of hours or days. Whoever answers in a quarter of the time gets a quarter of the bank "
            "back."
        ),
        choices=bank_choices,
        required=False,
    )
    on_timeout = forms.ChoiceField(
        label=gettext_lazy("When the time is up"), choices=timeout_choices, widget=forms.RadioSelect, required=False
    )
    rated = forms.BooleanField(
        label=gettext_lazy("Counts for ratings"),
        help_text=gettext_lazy("For everybody with an account who plays all their own moves, and for the bots."),
        required=False,
    )
    bot_pace = forms.ChoiceField(label=gettext_lazy("Pace of the bots"), choices=pace_choices, required=False)
    hurry = forms.BooleanField(
        label=gettext_lazy("Bots hurry among themselves"),
        help_text=gettext_lazy(
            "Once no person can act any more, they finish within three seconds. Against a single person they always do."
        ),
        required=False,
    )

    deal = forms.CharField(
        label=gettext_lazy("Code of a deal"),
        help_text=gettext_lazy("To play the same deck as other tables, enter their code. Otherwise leave this empty."),
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    display_name = DisplayNameField(
        required=False,
        help_text=gettext_lazy("What your friends read in the invitation. We find a name for you if this is empty."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )

    def __init__(
        self, data: QueryDict | None = None, *, host: User | None = None, wished: Mapping[str, object] | None = None
    ) -> None:
        initial = {
            "display_name": str(host or ""),
            "game": GAMES[0].slug,
            "size": 4,
            "bots": 0,
            "bot": "mixed",
            "access": "link",
            "clock": "",
            "bank": "",
            "on_timeout": Game.OnTimeout.PASS,
            "rated": True,
            "bot_pace": Game.Pace.HUMAN,
            "deal": "",
        }
        super().__init__(data, initial={**initial, **(wished or {})})
        for option in all_options():
            assert option.name not in self.fields, f"the form has a field called {option.name} already"
            self.fields[option.name] = forms.BooleanField(
                label=str(option.label), help_text=str(option.help_text), required=False, initial=option.default
            )
        if host is not None and not host.is_guest:
            del self.fields["display_name"]

    def option_fields(self) -> list[forms.BoundField]:
        """What the games let a table choose, each for the games that know it."""
        return [self[option.name] for option in all_options()]

    def clean(self) -> None:
        super().clean()
        slug, size, bots = (self.cleaned_data.get(name) for name in ("game", "size", "bots"))
        if slug and size:
            self._check_size(find_rules(slug), size)
        clock, bank = (self.cleaned_data.get(name) for name in ("clock", "bank"))
        if bank and int(clock or 0) not in CORRESPONDENCE_SECONDS:
            self.add_error("bank", _("A time bank is for turns of hours or days."))
        if size and bots and bots >= size:
            self.add_error(
                "bots",
                _("One seat is yours: at a table for %(size)d there is room for %(most)d bots.")
                % {"size": size, "most": size - 1},
            )

    def _check_size(self, rules: AnyRules, size: int) -> None:
        if not rules.min_players <= size <= rules.max_players:
            facts = {"game": game_called(rules.slug), "low": rules.min_players, "high": rules.max_players}
            self.add_error("size", _("%(game)s is for %(low)d to %(high)d players.") % facts)

    def table_settings(self) -> TableSettings:
        """What was chosen, once the form is valid."""
        chosen = self.cleaned_data
        return TableSettings(
            slug=chosen["game"],
            size=chosen["size"],
            bots=company_of(chosen["bot"] or "mixed", chosen["bots"] or 0),
            public=chosen["access"] != "link",
            watchable=chosen["access"] != "unwatched",
            turn_seconds=int(chosen["clock"]) if chosen["clock"] else None,
            bank_seconds=int(chosen["bank"]) if chosen["bank"] else None,
            on_timeout=chosen["on_timeout"] or Game.OnTimeout.PASS,
            options={option.name: chosen[option.name] for option in all_options()},
            rated=chosen["rated"],
            bot_pace=chosen["bot_pace"] or Game.Pace.HUMAN,
            hurry=chosen["hurry"],
            # A link to the deal is as good as its code.
            deal=chosen["deal"].lower().rstrip("/").rpartition("/")[2],
        )


def company_of(kind: str, count: int) -> tuple[str, ...]:
    return tuple(MIXED[number % len(MIXED)] if kind == "mixed" else kind for number in range(count))


class GuestNameForm(forms.Form):
    """How a new guest wants to be called."""

    display_name = DisplayNameField(
        required=False,
        help_text=gettext_lazy("What the others see. We find a name for you if you leave this empty."),
        widget=forms.TextInput(attrs={"autocomplete": "nickname"}),
    )


class NewNameForm(forms.Form):
    """How somebody in a waiting room wants to be called instead."""

    display_name = DisplayNameField(
        error_messages={"required": gettext_lazy("A name needs at least one visible character.")}
    )


class NewDealForm(forms.Form):
    """A deck for several tables."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), choices=game_choices)
    tables = forms.IntegerField(
        label=gettext_lazy("Tables that will play it"),
        help_text=gettext_lazy("The deck stays a secret until this many games have ended."),
        min_value=1,
        max_value=Deal.MOST_TABLES,
        initial=2,
        error_messages={
            "required": gettext_lazy("Say how many tables will play it."),
            "invalid": gettext_lazy("Give the number of tables as a whole number."),
        },
    )


class BotTableForm(forms.Form):
    """How many bots play a deal among themselves."""

    seats = forms.IntegerField(
        label=gettext_lazy("How many bots"),
        error_messages={"invalid": gettext_lazy("Give the number of bots as a whole number.")},
    )

    def __init__(self, data: QueryDict | None = None, *, slug: str) -> None:
        rules = find_rules(slug)
        super().__init__(data, initial={"seats": min(4, rules.max_players)})
        field = self.fields["seats"]
        # Set here, so that the browser says it, too.
        for bound, validator in ((rules.min_players, MinValueValidator), (rules.max_players, MaxValueValidator)):
            field.validators.append(validator(bound))
        field.widget.attrs |= {"min": rules.min_players, "max": rules.max_players}
