"""The register of accounts: names, passwords, recovery codes, sessions. Only hashes of secrets come here."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from istaka.server.ports.people import Person


@dataclass(frozen=True, slots=True)
class Locked:
    """An account behind its password, `password` being argon2's text."""

    person: Person
    password: str


@dataclass(frozen=True, slots=True)
class Session:
    """A signed-in browser."""

    hash: bytes
    made: int


class Register(Protocol):
    """Accounts. Every method may raise `StoreError`; a person who is not there changes nothing."""

    async def get(self, person: str) -> Person | None:
        """Who has this id."""

    async def is_taken(self, key: str) -> bool:
        """Whether an account or a bot account has a name of this skeleton."""

    async def enrol(self, person: Person, key: str, password: str, codes: Collection[bytes]) -> bool:
        """Make a guest an account of that name; False where the name was taken meanwhile."""

    async def locked(self, key: str) -> Locked | None:
        """The account whose name has this skeleton."""

    async def locked_of(self, person: str) -> Locked | None:
        """The account with this id."""

    async def change(self, person: str, password: str, keep: bytes) -> None:
        """Another password; every session ends but `keep`."""

    async def rehash(self, person: str, password: str) -> None:
        """The same password, hashed anew."""

    async def recode(self, person: str, codes: Collection[bytes]) -> None:
        """Other recovery codes in place of all earlier ones."""

    async def recover(self, person: str, code: bytes, password: str) -> bool:
        """Use up a recovery code: another password, and every session ends. False for a code that is none."""

    async def begin(self, person: str, session: bytes, now: int, instead: bytes) -> None:
        """A session more, in place of another one."""

    async def end(self, session: bytes) -> None:
        """A session less."""

    async def sessions(self, person: str) -> list[Session]:
        """Who is signed in where, the newest first."""

    async def has_played(self, person: str) -> bool:
        """Whether he has ever sat at a table."""

    async def export(self, person: str) -> dict[str, list[dict[str, object]]]:
        """Everything that is kept about somebody, without hashes."""

    async def erase(self, person: str) -> list[str]:
        """Forget somebody and his bot accounts: what others have played with them stays, without a name.

        Answers the ids of all who are gone.
        """
