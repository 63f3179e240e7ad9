"""What moderators see and do, and the book in which it stands."""

from dataclasses import dataclass
from typing import Literal, Protocol

from istaka.server.core.messages import Problem, Said

Reason = Literal["insult", "spam", "cheating", "name", "other"]
Sanction = Literal["mute", "ban"]


@dataclass(frozen=True, slots=True)
class Report:
    """Somebody tells moderators about somebody.

    Attributes:
        at: when, in ms since 1970.
        by: who tells; empty where he has deleted his account.
        place: where it was, a table or the lobby.
        said: number of the line that it is about.
    """

    id: str
    at: int
    by: str
    about: str
    place: str | None
    said: int | None
    reason: Reason
    state: Literal["open", "done"] = "open"


@dataclass(frozen=True, slots=True)
class Deed:
    """Something done in charge, about somebody or nobody (empty); `n` is its place in the book."""

    at: int
    by: str
    act: str
    about: str
    detail: str
    n: int = 0


class Moderation(Protocol):
    """Reports, sanctions and the book. What is done and its entry are one write; may raise `StoreError`."""

    async def file(self, report: Report, most: int) -> Problem | None:
        """A new report, unless who tells has `most` open ones; the same one again changes nothing."""

    async def reports(self, limit: int) -> list[Report]:
        """Open reports, the oldest first."""

    async def close(self, report: str, deed: Deed) -> bool:
        """The report is dealt with; whether there is such a one."""

    async def sanction(self, kind: Sanction, until: int | None, deed: Deed) -> Problem | None:
        """Mute or ban who the deed is about until then, or end that (None). Moderators are not touched."""

    async def erase(self, n: int, deed: Deed) -> str | None:
        """Take away a line, which goes into the book; answers where it was said."""

    async def around(self, n: int, count: int) -> list[Said]:
        """A line with `count` before and after it at its place; empty where it is gone."""

    async def deeds(self, before: int, limit: int) -> list[Deed]:
        """The book from before entry `before`, the latest first."""
