"""Who plays."""

from dataclasses import dataclass
from typing import Literal, Protocol

Kind = Literal["guest", "account", "bot"]


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who plays.

    Attributes:
        kind: a guest has only a session; an account has a name of its own and a password; a `bot` is an
            account's program.
        role: `moderator`, or nothing.
        muted: until when he may not write, in ms since 1970; None where he may.
        banned: until when he may not do anything.
    """

    id: str
    name: str
    kind: Kind = "guest"
    role: str = ""
    muted: int | None = None
    banned: int | None = None


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
        """Whose ticket has this hash, if it is still good; it is used up then, and he was last seen now."""

    async def tables_of(self, person: str) -> list[str]:
        """Running tables where the person owns a seat, the newest first."""
