"""Passwords are hashed with much memory, so that guessing is dear; a few at a time, so that it is not dear for us."""

from threading import BoundedSemaphore

from django.contrib.auth.hashers import Argon2PasswordHasher

AT_ONCE = 2
_places = BoundedSemaphore(AT_ONCE)


class LimitedArgon2Hasher(Argon2PasswordHasher):
    """Argon2 as Django has it: at another cost, the time it takes would tell who has a password from before."""

    def encode(self, password: str, salt: str) -> str:
        with _places:
            encoded: str = super().encode(password, salt)
            return encoded

    def verify(self, password: str, encoded: str) -> bool:
        with _places:
            return bool(super().verify(password, encoded))
