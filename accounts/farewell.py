"""What other apps do when somebody leaves, and what they know about a person.

Apps append to these lists when they are ready; accounts knows nothing else of them.
"""

from collections.abc import Callable
from typing import Any

from accounts.models import User

farewells: list[Callable[[User], None]] = []
"""Called inside the transaction that deletes the account, while the user still has their name."""

data_sources: list[tuple[str, Callable[[User], Any]]] = []
"""A key in the download of personal data, and what answers for it with plain data."""
