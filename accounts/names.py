"""What people may call themselves."""

import unicodedata
from collections.abc import Callable

from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator, RegexValidator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

MAX_LENGTH = 40
HIDDEN_CATEGORIES = {"Cc", "Cf", "Co", "Cs", "Zl", "Zp"}
# Letters and signs by category, yet nothing to see.
BLANKS = "\u115f\u1160\u2800"
# These begin the usernames that the site itself gives out.
RESERVED_PREFIXES = ("guest-", "deleted-")


def clean_display_name(raw: str) -> str:
    """The name in its one normal spelling, or a ValidationError that says what is wrong with it."""
    if any(unicodedata.category(letter) in HIDDEN_CATEGORIES for letter in raw.strip()):
        raise ValidationError(_("A name cannot have invisible characters."), code="invisible")
    name = " ".join(unicodedata.normalize("NFKC", raw).split())
    if not name.strip(BLANKS):
        raise ValidationError(_("A name needs at least one visible character."), code="empty")
    if len(name) > MAX_LENGTH:
        raise ValidationError(_("A name has at most %(limit)d characters."), code="long", params={"limit": MAX_LENGTH})
    return name


def validate_not_reserved(username: str) -> None:
    if username.lower().startswith(RESERVED_PREFIXES):
        raise ValidationError(_("Usernames that begin like this are given out by the site."), code="reserved")


username_validators: list[Callable[[str], None]] = [
    MaxLengthValidator(30),
    RegexValidator(
        r"\A\w[\w.+-]*\Z",
        gettext_lazy("Use letters, digits and the signs . + - _ only, and begin with a letter or a digit."),
    ),
    validate_not_reserved,
]
