"""What auction games say of themselves: their names, what a table may choose, what their rules refuse."""

from django.utils.translation import gettext_lazy as _

from games.tableau.game_words import GameWords, TableOption, Text

WORDS = {
    "high-society": GameWords(
        name=_("High Society"),
        edition=_("classic"),
        about=_("The one to begin with: possessions, titles and three misfortunes."),
    ),
    "high-society-paris": GameWords(
        name=_("High Society, Paris edition"),
        edition=_("Paris"),
        about=_("The same game in other clothes, with a finer tie-break."),
    ),
    "high-society-simplified": GameWords(
        name=_("High Society, simplified"),
        edition=_("simplified"),
        about=_("Thirteen cards, plain sums instead of banknotes, no misfortunes: the quick one."),
    ),
}

OPEN_PURSES = TableOption(
    name="open_purses",
    label=_("Open purses"),
    help_text=_(
        "In High Society: everybody sees which money cards the others have left. Without it, you have to remember "
        "what was spent."
    ),
    chosen=_("open purses"),
    not_chosen=_("closed purses"),
    unusual=(
        _("Purses are closed: what the others have left is for you to remember."),
        _("With closed purses the house bots still know what was spent, as someone who remembers everything would."),
    ),
)

CURIOSITY = _("Two players is a curiosity: never bidding is hard to beat.")

REFUSALS: dict[str, Text] = {
    "bid_too_low": _("This bid is too low: it has to be above the highest one."),
    "not_enough_money": _("You do not have that much money."),
    "possession_not_owned": _("You do not have that possession."),
}
