"""What other apps do when somebody leaves or is banned, and what they know about a person.

Apps append to these lists when they are ready; accounts knows nothing else of them.
"""

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet

from accounts.models import User

farewells: list[Callable[[User], None]] = []
"""Called inside the transaction that deletes the account, while the user still has their name."""

bans: list[Callable[[User, User], None]] = []
"""Called with who is banned and by whom, in a transaction of its own, once the ban is stored."""

needed: list[Callable[[QuerySet[User]], QuerySet[User]]] = []
"""Given some people, answers with those whom an app cannot do without, such as players of a game."""

forgetting: list[Callable[[], None]] = []
"""Called once in a while, to remove what nobody needs any more."""

data_sources: list[tuple[str, Callable[[User], Any]]] = []
"""A key in the download of personal data, and what answers for it with plain data."""
