"""What other apps do when somebody leaves, is banned or renamed, and what they know about a person.

Apps add to these lists when they are ready; accounts knows nothing else of them.
"""

from collections.abc import Callable

from django.db.models import QuerySet

from accounts.models import User

on_delete: list[Callable[[User], object]] = []
"""Called once it is stored that the account is gone, and again later if anything fails: twice has to be once."""

on_ban: list[Callable[[User, User | None], object]] = []
"""Called with who is banned and by whom, once the ban is stored; if anything fails, again without the latter."""

on_rename: list[Callable[[User], object]] = []
"""Called once it is stored that somebody is called differently, or that their page is gone or back."""

keeps_user: list[Callable[[QuerySet[User]], QuerySet[User]]] = []
"""Given some people, answers with those whom an app cannot do without, such as players of a game."""

on_cleanup: list[Callable[[], None]] = []
"""Called once in a while, to remove what nobody needs any more."""

personal_data_sources: list[tuple[str, Callable[[User], object]]] = []
"""A key in the download of personal data, and what answers for it with plain data."""
