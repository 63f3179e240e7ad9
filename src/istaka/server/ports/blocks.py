"""Who wants nothing to do with whom."""

from collections.abc import Collection
from typing import Protocol


class Blocks(Protocol):
    """Block lists. Every method may raise `StoreError`."""

    async def of(self, person: str) -> frozenset[str]:
        """Whom this person has blocked."""

    async def of_all(self, persons: Collection[str]) -> dict[str, frozenset[str]]:
        """Whom each of these people has blocked."""

    async def against(self, person: str) -> frozenset[str]:
        """Who has blocked this person."""

    async def add(self, person: str, other: str, most: int) -> bool:
        """Block somebody; False for who blocks `most` people already."""

    async def remove(self, person: str, other: str) -> None:
        """Block him no more."""
