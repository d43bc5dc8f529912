"""What people may call themselves."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import cache
from string import digits

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, RegexValidator
from django.utils.translation import gettext, gettext_lazy, gettext_noop, override
from django.utils.translation import gettext as _

from accounts.names.look_alikes import SHAPES, skeleton

MAX_LENGTH = 40
MOST_TYPED = 10
"""Characters typed for each that is shown. Beyond that nobody looks: to order many marks takes quadratic time."""
HIDDEN_CATEGORIES = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}
# Letters, marks and signs by category, yet nothing to see: what Unicode calls default ignorable, and blanks.
INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u2800\u3164\uffa0\ufff0-\uffff"
    "\U00016fe4\U0001d159\U0001da00\U000e0000-\U000e0fff]"
)
# Keyboards add these to pictures, and nobody knows that they did.
VARIATION_SELECTORS = re.compile("[\ufe00-\ufe0f]+")
MOST_MARKS = 2
# These begin the usernames that the site itself gives out.
RESERVED_PREFIXES = ("guest-", "deleted-")
# Whoever has one of these in their name, or is called so, would pass for the site itself.
SITE_WORDS = """
    admin admins administrator administrators moderator moderators bot bots hsweb system
    administrateur administrateurs administratrice modérateur modérateurs modératrice robot robots système
"""
RESERVED_WORDS = frozenset(map(skeleton, SITE_WORDS.split()))
RESERVED_NAMES = frozenset(map(skeleton, ("superuser", "staff", "root")))
# What the site calls people itself; in every language, as everybody reads their own.
NAMES_IN_SENTENCES = (gettext_noop("You"), gettext_noop("The table"), gettext_noop("Somebody"))
FORMER_PLAYER = gettext_noop("Former player")
# Scripts in which people write their names today, by how Unicode begins the names of their letters. Others have letters
# that look like Latin ones and that `skeleton` does not know.
SCRIPTS = """
    LATIN GREEK CYRILLIC ARMENIAN GEORGIAN HEBREW ARABIC THAANA ETHIOPIC MONGOLIAN TIBETAN
    DEVANAGARI BENGALI GURMUKHI GUJARATI ORIYA TAMIL TELUGU KANNADA MALAYALAM SINHALA
    THAI LAO MYANMAR KHMER CJK IDEOGRAPHIC HIRAGANA KATAKANA KATAKANA-HIRAGANA BOPOMOFO HANGUL
    MODIFIER DIGIT ARABIC-INDIC EXTENDED
"""
LIVING_SCRIPTS = frozenset(SCRIPTS.split())
ALPHABETS_LIKE_LATIN = frozenset({"GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN"})
FLAGS_AS_LETTERS = re.compile("[\U0001f1e6-\U0001f1ff]{3}")
ABBREVIATION = re.compile(r"\b[^\W\d_]{1,3}\.(?=\s)")
# All between two words is looked at once, from its beginning.
SENTENCE_AFTER_SENTENCE = re.compile(r"(?<!\W)[^\w.!?。]*+[.!?。][^\w\s]*+\s\W*+\w")


def clean_display_name(raw: str) -> str:
    """The name in its one normal spelling, or a ValidationError that says what is wrong with it."""
    name = _normalized(raw, MAX_LENGTH)
    validate_not_site_name(name)
    return _check_wording(name)


def clean_shown_name(raw: str, longest: int) -> str:
    """The same for a name as a table has shown it, which may be one that the site itself gave or numbered."""
    return _check_wording(_normalized(raw, longest))


def _normalized(raw: str, longest: int) -> str:
    if len(raw) > MOST_TYPED * longest:
        raise _too_long(longest)
    name = VARIATION_SELECTORS.sub("", raw).strip()
    validate_visible(name)
    name = " ".join(unicodedata.normalize("NFKC", name).split())
    if not any(_is_letter_or_picture(letter) for letter in name):
        raise ValidationError(_("A name needs at least one letter or digit."), code="empty")
    if len(name) > longest:
        raise _too_long(longest)
    if _most_marks_in_a_row(name) > MOST_MARKS:
        raise ValidationError(_("A letter of a name has at most two marks."), code="marks")
    validate_scripts(name)
    return name


def _too_long(longest: int) -> ValidationError:
    return ValidationError(_("A name has at most %(limit)d characters."), code="long", params={"limit": longest})


def _check_wording(name: str) -> str:
    validate_not_mixed(name)
    if SENTENCE_AFTER_SENTENCE.search(ABBREVIATION.sub("", name)):
        raise ValidationError(_("A name is not made of sentences."), code="sentences")
    return name


def validate_visible(name: str) -> None:
    if INVISIBLE.search(name) or any(unicodedata.category(letter) in HIDDEN_CATEGORIES for letter in name):
        raise ValidationError(_("A name cannot have invisible characters."), code="invisible")


def validate_scripts(name: str) -> None:
    if not all(map(_is_of_a_living_script, name)):
        raise ValidationError(_("A name cannot have letters that hardly anybody could read."), code="script")
    if FLAGS_AS_LETTERS.search(name):
        raise ValidationError(_("Flags cannot stand for letters."), code="flags")


def validate_not_mixed(name: str) -> None:
    """A word in Latin letters with one of another alphabet in it is meant to deceive."""
    for word in name.split():
        scripts = {_script(letter) for letter in word if unicodedata.category(letter)[0] == "L"}
        if "LATIN" in scripts and scripts & ALPHABETS_LIKE_LATIN:
            raise ValidationError(_("A word of a name is written in one alphabet."), code="mixed")


def validate_not_site_name(name: str) -> None:
    whole = skeleton(name)
    kept = RESERVED_NAMES | {skeleton(settings.SITE_NAME)} | _in_every_language(*NAMES_IN_SENTENCES)
    first_words = tuple(_in_every_language(FORMER_PLAYER))
    words = {whole, *map(skeleton, _words(name))}
    if whole in kept or whole.startswith(first_words) or words & RESERVED_WORDS:
        raise ValidationError(_("This name is kept for the site itself. Choose another."), code="reserved")


@cache
def _in_every_language(*texts: str) -> frozenset[str]:
    spoken = set()
    for language, _name in settings.LANGUAGES:
        with override(language):
            spoken |= {skeleton(gettext(text)) for text in texts}
    return frozenset(spoken)


def validate_not_reserved(username: str) -> None:
    if username.lower().startswith(RESERVED_PREFIXES):
        raise ValidationError(_("Usernames that begin like this are given out by the site."), code="reserved")


def distinct_names(names: Sequence[str]) -> list[str]:
    """The names as shown at one table: a later one that could be mistaken for an earlier one gets a number."""
    shown: list[str] = []
    taken: set[str] = set()
    for name in names:
        distinct, number = name, 1
        while skeleton(distinct) in taken:
            number += 1
            distinct = f"{name} ({number})"
        taken.add(skeleton(distinct))
        shown.append(distinct)
    return shown


def _is_letter_or_picture(letter: str) -> bool:
    """Letters and digits of every script, and pictures such as a flamingo."""
    category = unicodedata.category(letter)
    return category[0] in "LN" or category == "So"


def _is_of_a_living_script(letter: str) -> bool:
    """Whether it is a letter or a digit of a script in use, or neither of them."""
    category = unicodedata.category(letter)
    if category[0] != "L" and category not in {"Nd", "Nl"}:
        return True
    return _script(letter) in LIVING_SCRIPTS


def _script(letter: str) -> str:
    return unicodedata.name(letter, "").split(" ")[0]


def _words(name: str) -> set[str]:
    """What people may see as words: punctuation stands between two, or is overlooked; numbers around one are, too."""
    apart = "".join(letter if _is_of_a_word(letter) else " " for letter in name)
    words = {*name.split(), *apart.split()}
    return words | {word.strip(digits) for word in words}


def _is_of_a_word(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LMN" or ord(letter) in SHAPES


def _most_marks_in_a_row(name: str) -> int:
    most = row = 0
    for letter in name:
        row = row + 1 if unicodedata.category(letter) in {"Mn", "Me"} else 0
        most = max(most, row)
    return most


USERNAME = re.compile(r"\A\w[\w.+-]*\Z")
username_validators: list[Callable[[str], None]] = [
    MaxLengthValidator(30),
    RegexValidator(
        USERNAME,
        gettext_lazy("Use letters, digits and the signs . + - _ only, and begin with a letter or a digit."),
    ),
    validate_visible,
    validate_scripts,
    validate_not_reserved,
    validate_not_site_name,
    validate_not_mixed,
]
