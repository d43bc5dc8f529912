"""Sessions in the database, by keys that a database can read."""

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessionStore


class SessionStore(DatabaseSessionStore):
    def _validate_session_key(self, key: str | None) -> bool:
        """Ours are letters and digits. Anything else, such as a NUL, is no key and not worth a question."""
        return bool(key) and str(key).isalnum() and bool(super()._validate_session_key(key))  # type: ignore[misc]
