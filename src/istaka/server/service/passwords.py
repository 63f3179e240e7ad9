"""Passwords, hashed with argon2 on threads of their own: no table waits for a sign-in."""

import asyncio
import secrets
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from istaka.server.service.refused import Code, RefusedError

T = TypeVar("T")

LEAST: Final = 8
LONGEST: Final = 200
AT_ONCE: Final = 2
"""Hashes that are computed at the same time,"""
WAITING: Final = 64
"""and so many may wait for that; the rest are sent away: each takes tens of milliseconds and 19 MiB."""


class Passwords:
    """Hashes and checks; the parameters are OWASP's (19 MiB, two passes, one lane)."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="istaka-passwords")
        self._asked = 0
        self._nobodys = ""

    def close(self) -> None:
        """Take no more work."""
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def hash(self, password: str) -> str:
        """What is stored of a password.

        Raises:
            RefusedError: it is too short or too long, or too many people sign in.
        """
        if not LEAST <= len(password) <= LONGEST:
            raise RefusedError(Code.BAD_PASSWORD, least=LEAST, longest=LONGEST)
        return await self._run(lambda: self._hasher.hash(_typed(password)))

    async def fits(self, password: str, hashed: str | None) -> bool:
        """Whether it is the password; None is nobody's, and takes as long. Raises `RefusedError`."""
        return await self._run(lambda: self._fits(_typed(password), hashed or self._hash_of_nobody()))

    def is_dated(self, hashed: str) -> bool:
        """Whether it was hashed with other parameters than today's."""
        return self._hasher.check_needs_rehash(hashed)

    def _fits(self, password: str, hashed: str) -> bool:
        try:
            return self._hasher.verify(hashed, password)
        except (VerificationError, InvalidHashError):
            return False

    def _hash_of_nobody(self) -> str:
        if not self._nobodys:
            self._nobodys = self._hasher.hash(secrets.token_hex(16))
        return self._nobodys

    async def _run(self, work: Callable[[], T]) -> T:
        if self._asked >= AT_ONCE + WAITING:
            raise RefusedError(Code.BUSY)
        self._asked += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._asked -= 1


def _typed(password: str) -> str:
    """The same password from every keyboard: an accent may come as a character of its own."""
    return unicodedata.normalize("NFC", password)
