"""What other apps do when somebody leaves, is banned or renamed, and what they know about a person.

Apps append to these lists when they are ready; accounts knows nothing else of them.
"""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet

from accounts.models import User

farewells: list[Callable[[User], object]] = []
"""Called once it is stored that the account is gone, and again later if anything fails: twice has to be once."""

bans: list[Callable[[User, User | None], object]] = []
"""Called with who is banned and by whom, once the ban is stored; if anything fails, again without the latter."""

renames: list[Callable[[User], object]] = []
"""Called once it is stored that somebody is called differently, or that their page is gone or back."""

needed: list[Callable[[QuerySet[User]], QuerySet[User]]] = []
"""Given some people, answers with those whom an app cannot do without, such as players of a game."""

forgetting: list[Callable[[], None]] = []
"""Called once in a while, to remove what nobody needs any more."""

data_sources: list[tuple[str, Callable[[User], Any]]] = []
"""A key in the download of personal data, and what answers for it with plain data."""
