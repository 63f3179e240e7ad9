"""Who plays."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays: a guest with a name."""

    id: str
    name: str


class People(Protocol):
    """Guests, their sessions and tickets; only hashes of tokens are stored. May raise `StoreError`."""

    async def add_guest(self, person: Person, session: bytes, now: int) -> None:
        """A new guest, signed in with the session of that hash."""

    async def rename(self, person: str, name: str) -> None:
        """Another name for a guest."""

    async def by_session(self, session: bytes) -> Person | None:
        """Whose session has this hash."""

    async def add_ticket(self, ticket: bytes, person: str, expires: int) -> None:
        """A ticket that lets that person attach one socket until `expires`."""

    async def redeem(self, ticket: bytes, now: int) -> str | None:
        """Whose ticket has this hash, if it is still good; it is used up then."""

    async def tables_of(self, person: str) -> list[str]:
        """Running tables where the person owns a seat, the newest first."""
