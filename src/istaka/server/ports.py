"""What the service needs from the world, as protocols: a log, a bus, people, and minds for bots and hints."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from istaka.game.view import View
from istaka.server.core.events import Entry
from istaka.server.core.hints import Hand
from istaka.server.core.messages import Problem


class StoreError(Exception):
    """The store did not answer; nothing was written that anybody was told of."""


class MindError(Exception):
    """No answer came from the worker process: it died, or was too slow."""


@dataclass(frozen=True, slots=True)
class Append:
    """Entries for the end of one log, all or none.

    Attributes:
        table: whose log.
        entries: with consecutive numbers; they are written only if the log ends just before the first.
        due: when the table wants to be looked at next; None when it is over.
        members: with the first entries only: (person, player) of every seat that a person owns.
    """

    table: str
    entries: tuple[Entry, ...]
    due: int | None
    members: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Won:
    """The entries are in the log, for good."""


@dataclass(frozen=True, slots=True)
class Lost:
    """Somebody else wrote first; nothing was written."""

    head: int


@dataclass(frozen=True, slots=True)
class Repeated:
    """A command of these entries is in the log already, as event `seq`; nothing was written."""

    seq: int


class Log(Protocol):
    """Append-only logs, one a table, and the secrets beside them. Every method may raise `StoreError`."""

    async def append(self, batch: Append) -> Won | Lost | Repeated:
        """Write a batch; it is on the disk when this answers `Won`."""

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The entries behind `after`, with their secrets; empty for an unknown table."""

    async def live(self) -> list[tuple[str, int]]:
        """Every table that is not over, with its deadline."""

    async def due(self, now: int, limit: int) -> list[str]:
        """Tables whose deadline has come, the most overdue first."""


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


Heard = Callable[[str, tuple[Entry, ...]], None]
"""Called with a table and entries that were appended by some worker."""


class Bus(Protocol):
    """Hints between workers that a log has grown. A lost hint does no harm: the log is the truth."""

    def publish(self, table: str, entries: tuple[Entry, ...]) -> None:
        """Tell every listener of that table, this worker's own among them."""

    def listen(self, table: str, heard: Heard) -> Callable[[], None]:
        """Hear of a table until the function returned is called."""


class Minds(Protocol):
    """Thinking that must not hold up the event loop."""

    async def choose(self, level: str, view: View, seed: int) -> int:
        """What a bot of that level plays; raises `MindError`."""

    async def explain(self, hand: Hand) -> Problem:
        """Why a declaration does not hold (R8.4); raises `MindError`."""
