"""The sixteen status cards as data, once for each edition."""

from dataclasses import dataclass

from games.rules.status_cards import Card, misfortunes, possessions, titles

SCANDAL = 13
DEBT = 14
THEFT = 15
"""Numbers of the misfortunes in every edition; possessions are 0 to 9, titles 10 to 12."""

RED_CARDS = (10, 11, 12, SCANDAL)

ALL_CARDS = 2**16 - 1
POSSESSIONS = 0b11_1111_1111
TITLES = 0b111 << 10

VALUES_OF = tuple(tuple(value for value in range(1, 11) if cards >> value - 1 & 1) for cards in range(POSSESSIONS + 1))
"""The values of the possessions in a set of them."""


@dataclass(frozen=True, slots=True, eq=False)
class Edition:
    """A named set of options on one engine: the cards' names and the few rules that differ. There is one of each."""

    slug: str
    name: str
    min_players: int
    max_players: int
    cards: tuple[Card, ...]
    possessions_called: str = "possessions"
    titles_called: str = "titles"
    highest_possession_breaks_ties: bool = False
    halves_are_rounded_down: bool = False
    negative_counts_as_zero: bool = False

    def __reduce__(self) -> tuple[object, ...]:
        return edition_by_slug, (self.slug,)


CLASSIC = Edition(
    slug="high-society",
    name="High Society",
    min_players=3,
    max_players=5,
    cards=(
        *possessions(
            "possession",
            (
                "Opera Glasses",
                "Champagne",
                "Silk Gown",
                "Pearls",
                "Grand Piano",
                "Oil Portrait",
                "Racehorse",
                "Motor Car",
                "Country House",
                "Palace",
            ),
        ),
        *titles("title", ("Knighthood", "Peerage", "Royal Favour")),
        *misfortunes(("scandal", "Scandal"), ("gambling-debt", "Gambling Debt"), ("theft", "Theft")),
    ),
)

PARIS = Edition(
    slug="high-society-paris",
    name="High Society, Paris edition",
    min_players=2,
    max_players=5,
    cards=(
        *possessions(
            "luxury",
            (
                "Fashion",
                "Jewelry",
                "Haute Cuisine",
                "Travel",
                "Art",
                "Automobiles",
                "Estate",
                "Yacht",
                "Dressage",
                "Opera",
            ),
        ),
        *titles("prestige", ("Bon Vivant", "Joie de Vivre", "Savoir Faire")),
        *misfortunes(("scandale", "Scandale"), ("passe", "Passé"), ("faux-pas", "Faux Pas")),
    ),
    possessions_called="luxuries",
    titles_called="prestige",
    highest_possession_breaks_ties=True,
    halves_are_rounded_down=True,
    negative_counts_as_zero=True,
)


def edition_by_slug(slug: str) -> Edition:
    return next(edition for edition in (CLASSIC, PARIS) if edition.slug == slug)
