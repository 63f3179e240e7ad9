"""Where is kept what people say."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from istaka.server.core.messages import Phrase, Problem, Said


@dataclass(frozen=True, slots=True)
class Utterance:
    """Something that a person wants to say: a cleaned text, or a phrase.

    Attributes:
        command: chosen by the client; the same one again is the same line.
        seat: the person's player number at a table, None elsewhere.
        at: when it arrived, in ms since 1970.
    """

    place: str
    person: str
    seat: int | None
    command: str
    text: str | None
    phrase: Phrase | None
    at: int


@dataclass(frozen=True, slots=True)
class Stored:
    """A line in its place, next after line `before` there; `again` where it was stored some time ago."""

    said: Said
    before: int
    again: bool = False


class Lines(Protocol):
    """What was said. At one place, lines become readable in the order of their numbers.

    Every method may raise `StoreError`.
    """

    async def add(self, utterance: Utterance) -> Stored | Problem:
        """Store a line under its sender's name of now; refused as `muted` where the sender is."""

    async def latest(self, places: Collection[str], count: int) -> dict[str, list[Said]]:
        """The last lines said at each of these places, oldest first."""

    async def after(self, place: str, n: int, count: int) -> list[Said]:
        """The last lines said at a place after line `n`, oldest first."""

    async def places_after(self, n: int) -> dict[str, int]:
        """The last line of each place where something was said after line `n`."""

    async def head(self) -> int:
        """The number of the last line of all."""
