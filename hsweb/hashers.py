"""Passwords are hashed with much memory, so that guessing is dear; a few at a time, so that it is not dear for us."""

from threading import BoundedSemaphore

from django.contrib.auth.hashers import Argon2PasswordHasher

AT_ONCE = 2
_places = BoundedSemaphore(AT_ONCE)


class FewAtOnceHasher(Argon2PasswordHasher):
    """Argon2 with 32 MB each. What was hashed with Django's own 100 MB is hashed anew at the next login."""

    time_cost = 3
    memory_cost = 32 * 1024
    parallelism = 2

    def encode(self, password: str, salt: str) -> str:
        with _places:
            encoded: str = super().encode(password, salt)
            return encoded

    def verify(self, password: str, encoded: str) -> bool:
        with _places:
            return bool(super().verify(password, encoded))
