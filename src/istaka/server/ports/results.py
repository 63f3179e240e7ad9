"""Where the results of matches are kept."""

from collections.abc import Callable, Sequence
from typing import Protocol

from istaka.server.core.results import Result
from istaka.server.core.skill import Skill

Rate = Callable[[Sequence[Skill], Sequence[int]], list[Skill]]
"""The skills of players after a match that ended with these places."""


class Results(Protocol):
    """Results of matches. Every method may raise `StoreError`."""

    async def unsettled(self, limit: int) -> list[str]:
        """Tables that are over and of which nobody has taken note."""

    async def settle(self, table: str, result: Result | None, rate: Rate) -> bool:
        """Take note of a table that is over: its result, if it has one, in statistics and ratings.

        All of it or nothing, and once, however many try; True for the one that did.
        """
