"""Who is whose friend."""

from typing import Literal, Protocol

Friendship = Literal["no", "asked", "asks", "agreed"]
"""What there is between me and another: nothing, I asked, he asks me, or we are friends."""


class Friends(Protocol):
    """Friends. Every method may raise `StoreError`."""

    async def ask(self, person: str, other: str, now: int, most: int) -> Friendship:
        """Ask somebody, or agree where he has asked; without effect for who wants `most` people already."""

    async def end(self, person: str, other: str) -> None:
        """Whatever there was between them is no more."""

    async def of(self, person: str, limit: int) -> dict[str, Friendship]:
        """Everybody with whom there is something, the latest first."""

    async def between(self, person: str, other: str) -> Friendship:
        """What there is between two."""
