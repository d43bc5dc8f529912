"""Reading settings from the environment."""

import os
from contextlib import suppress
from pathlib import Path

from django.core.management.utils import get_random_secret_key


def flag(name: str) -> bool:
    return os.environ.get(name, "").strip().lower() in {"1", "true", "yes", "on"}


def listed(name: str, default: str = "") -> list[str]:
    """The comma-separated values of a variable."""
    return [value.strip() for value in os.environ.get(name, default).split(",") if value.strip()]


def kept_secret(path: Path) -> str:
    """The secret in this file, made on first use. Processes that start together agree on one."""
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(get_random_secret_key())
        with suppress(FileExistsError):
            os.link(draft, path)
        draft.unlink()
    return path.read_text()
