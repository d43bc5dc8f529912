"""Sessions in the database, by keys that a database can read."""

from datetime import timedelta

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessionStore
from django.contrib.sessions.models import Session
from django.utils import timezone

OLD_KEY_LASTS = timedelta(minutes=1)


class SessionStore(DatabaseSessionStore):
    def cycle_key(self) -> None:
        """The old key is good for a moment longer, because other requests of the same browser are under way with it.

        A browser whose session is not found is told to forget it, and a guest could never come back.
        """
        old, data = self.session_key, self._session  # type: ignore[attr-defined]
        self.create()
        self._session_cache = data
        Session.objects.filter(session_key=old).update(expire_date=timezone.now() + OLD_KEY_LASTS)

    def _validate_session_key(self, key: str | None) -> bool:
        """Ours are letters and digits. Anything else, such as a NUL, is no key and not worth a question."""
        return bool(key) and str(key).isalnum() and bool(super()._validate_session_key(key))  # type: ignore[misc]
