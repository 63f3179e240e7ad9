"""Bot accounts: programs that somebody lets play, and the tokens by which they prove themselves."""

from dataclasses import dataclass
from typing import Literal, Protocol

from istaka.server.ports.people import Person

Scope = Literal["play", "read"]
"""What a token is good for: everything that a player does, or looking only."""


@dataclass(frozen=True, slots=True)
class Token:
    """A token, without its secret. `made` and `used` are in ms since 1970; `used` is None for never."""

    id: str
    name: str
    scope: Scope
    made: int
    used: int | None = None


@dataclass(frozen=True, slots=True)
class Program:
    """A bot account and its tokens."""

    person: Person
    made: int
    tokens: tuple[Token, ...]


class Programs(Protocol):
    """Bot accounts. Every method may raise `StoreError`; what is not the owner's is not there for him."""

    async def add(
        self, owner: str, program: Person, key: str, now: int, most: int
    ) -> Literal["name", "most"] | None:
        """A new bot account; else what stands against it: the name is taken, or he has `most` already."""

    async def of(self, owner: str) -> list[Program]:
        """Somebody's bot accounts, the oldest first."""

    async def owns(self, owner: str, program: str) -> bool:
        """Whether it is his."""

    async def give(self, program: str, token: Token, digest: bytes, most: int) -> bool:
        """A token more; False where it has `most` already."""

    async def revoke(self, program: str, token: str) -> bool:
        """A token less; False where it has none of that id."""

    async def bearer(self, digest: bytes, now: int) -> tuple[Person, Scope] | None:
        """Whose token that is. It is muted and banned with its owner."""
