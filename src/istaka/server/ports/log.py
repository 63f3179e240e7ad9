"""The log: what is true."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Protocol

from istaka.server.core.events import Entry


@dataclass(frozen=True, slots=True)
class Append:
    """Entries for the end of one log, all or none.

    Attributes:
        table: whose log.
        entries: with consecutive numbers; they are written only if the log ends just before the first.
        due: when the table wants to be looked at next; None when it is over.
        members: with the first entries only: (person, player) of every seat that a person owns.
        worker: who appends, and looks after the table from now on; None where there is only one.
    """

    table: str
    entries: tuple[Entry, ...]
    due: int | None
    members: tuple[tuple[str, int], ...] = ()
    worker: str | None = None


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

    async def heads(self, tables: Collection[str]) -> dict[str, int]:
        """Where the logs of these tables end; unknown ones are left out."""

    async def live(self) -> list[tuple[str, int]]:
        """Every table that is not over, with its deadline."""

    async def claim(self, worker: str | None, now: int, until: int, limit: int) -> list[str]:
        """Tables whose deadline has come by `now`, the most overdue first.

        Each is due again at `until` and is this worker's from now on, so that of many who ask at once only
        one gets it, and another one if this worker does nothing about it.
        """

    async def hold(self, worker: str | None, table: str, head: int, due: int) -> None:
        """This worker looks after a table that wants nothing before `due`; no effect if the log has grown."""
