"""The words in which the editions differ, and the rulings behind what surprises people in each."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy, gettext_noop

from games.tableau.game_words import Text


@dataclass(frozen=True, slots=True, eq=False)
class EditionWords:
    possession: Text
    title: Text
    misfortune: Text
    doubles: Text
    halves: Text
    takes_five: Text
    steals: Text
    choose: Text
    nothing_owned: Text
    red_seen: Text
    fourth_red: Text
    score_possessions: Text
    score_titles: Text
    score: Text
    paying: str = gettext_noop("Who pays for a misfortune")
    stealing: tuple[str, ...] = (gettext_noop("How Theft works"), gettext_noop("Theft when I own nothing"))
    doubling: str = gettext_noop("In which order is the score worked out")
    scoring: tuple[str, ...] = (gettext_noop("Are halves rounded"), gettext_noop("Can my status be negative"))


CLASSIC = EditionWords(
    possession=gettext_lazy("Possession"),
    title=gettext_lazy("Title"),
    misfortune=gettext_lazy("Misfortune"),
    doubles=gettext_lazy("doubles your status"),
    halves=gettext_lazy("halves your status"),
    takes_five=gettext_lazy("takes 5 from your status"),
    steals=gettext_lazy("costs you one possession"),
    choose=gettext_lazy("Choose the possession to give up."),
    nothing_owned=gettext_lazy("%(name)s owns no possession: the theft waits for the next one."),
    red_seen=gettext_lazy("%(seen)s of %(all)s red edges seen"),
    fourth_red=gettext_lazy("%(card)s is the fourth red-edged card: nobody gets it, and the game is over."),
    score_possessions=gettext_lazy("Possessions"),
    score_titles=gettext_lazy("Titles"),
    score=gettext_lazy("status"),
)

PARIS = EditionWords(
    possession=gettext_lazy("Luxury"),
    title=gettext_lazy("Prestige"),
    misfortune=gettext_lazy("Disgrace"),
    doubles=gettext_lazy("doubles your status"),
    halves=gettext_lazy("halves your status"),
    takes_five=gettext_lazy("takes 5 from your status"),
    steals=gettext_lazy("costs you one luxury"),
    choose=gettext_lazy("Choose the luxury to give up."),
    nothing_owned=gettext_lazy("%(name)s owns no luxury: the faux pas waits for the next one."),
    red_seen=CLASSIC.red_seen,
    fourth_red=CLASSIC.fourth_red,
    score_possessions=gettext_lazy("Luxuries"),
    score_titles=gettext_lazy("Prestige"),
    score=gettext_lazy("status"),
    paying=gettext_noop("Who pays for a disgrace"),
    stealing=(gettext_noop("How Faux Pas works"), gettext_noop("Faux Pas when I own nothing")),
    scoring=(gettext_noop("Halves and results below zero"),),
)

SIMPLIFIED = EditionWords(
    possession=gettext_lazy("Prestige"),
    title=gettext_lazy("Double"),
    misfortune=CLASSIC.misfortune,
    doubles=gettext_lazy("doubles your prestige"),
    halves=CLASSIC.halves,
    takes_five=CLASSIC.takes_five,
    steals=CLASSIC.steals,
    choose=CLASSIC.choose,
    nothing_owned=CLASSIC.nothing_owned,
    red_seen=gettext_lazy("%(seen)s of %(all)s doubles seen"),
    fourth_red=gettext_lazy("%(card)s is the fourth of its kind: nobody gets it, and the game is over."),
    score_possessions=gettext_lazy("Values"),
    score_titles=gettext_lazy("Doubles"),
    score=gettext_lazy("prestige"),
    doubling=gettext_noop("How doubling works"),
    scoring=(),
)

_WORDS = {"high-society": CLASSIC, "high-society-paris": PARIS, "high-society-simplified": SIMPLIFIED}

PRIZE_RULINGS = (
    gettext_noop("What counts as a bid"),
    gettext_noop("Why did I get a card without being asked"),
    gettext_noop("Why am I asked when I cannot raise"),
)
END_RULINGS = (
    gettext_noop("Why did the game end so suddenly"),
    gettext_noop("What if several are poorest"),
    gettext_noop("How ties are broken"),
)


def words_for(slug: str) -> EditionWords:
    """The words of that game; a game we have none for speaks like the classic one."""
    return _WORDS.get(slug, CLASSIC)
