"""A store for tests and for tables that nobody wants to keep: dictionaries, gone with the process."""

import time
from collections.abc import Collection
from dataclasses import dataclass, field

from msgspec.structs import replace

from istaka.server.core.events import Entry
from istaka.server.ports import Append, Lost, Person, Repeated, Won


@dataclass
class _Table:
    entries: list[Entry] = field(default_factory=list)
    commands: dict[tuple[int, str], int] = field(default_factory=dict)
    secrets: dict[int, bytes] = field(default_factory=dict)
    due: int | None = None
    worker: str | None = None


class MemoryStore:
    """Log, workers and people in dictionaries; several services in one process may share it."""

    def __init__(self) -> None:
        self._tables: dict[str, _Table] = {}
        self._people: dict[str, Person] = {}
        self._sessions: dict[bytes, str] = {}
        self._tickets: dict[bytes, tuple[str, int]] = {}
        self._members: list[tuple[str, str]] = []
        self._workers: dict[str, int] = {}

    async def append(self, batch: Append) -> Won | Lost | Repeated:
        """Write a batch, or say why not."""
        table = self._tables.get(batch.table, _Table())
        for entry in batch.entries:
            if entry.command is not None and entry.player is not None:
                seq = table.commands.get((entry.player, entry.command))
                if seq is not None:
                    return Repeated(seq)
        if batch.entries[0].seq != len(table.entries) + 1:
            return Lost(len(table.entries))
        self._tables[batch.table] = table
        for entry in batch.entries:
            self._write(table, entry)
        table.due, table.worker = batch.due, batch.worker
        self._members += [(person, batch.table) for person, _ in batch.members]
        return Won()

    @staticmethod
    def _write(table: _Table, entry: Entry) -> None:
        table.entries.append(replace(entry, secret=None))
        if entry.command is not None and entry.player is not None:
            table.commands[entry.player, entry.command] = entry.seq
        if entry.secret is not None:
            table.secrets[entry.seq] = entry.secret

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The entries behind `after`, with their secrets."""
        kept = self._tables.get(table, _Table())
        return [replace(entry, secret=kept.secrets.get(entry.seq)) for entry in kept.entries[after:]]

    async def heads(self, tables: Collection[str]) -> dict[str, int]:
        """Where the logs of these tables end."""
        return {name: len(self._tables[name].entries) for name in tables if name in self._tables}

    async def live(self) -> list[tuple[str, int]]:
        """Every table that is not over, with its deadline."""
        return [(name, table.due) for name, table in self._tables.items() if table.due is not None]

    async def claim(self, worker: str | None, now: int, until: int, limit: int) -> list[str]:
        """Tables whose deadline has come, the most overdue first; they are this worker's."""
        late = sorted((due, name) for name, due in await self.live() if due <= now)
        names = [name for _, name in late[:limit]]
        for name in names:
            self._tables[name].due, self._tables[name].worker = until, worker
        return names

    async def hold(self, worker: str | None, table: str, head: int, due: int) -> None:
        """This worker looks after a table that wants nothing before `due`."""
        kept = self._tables[table]
        if len(kept.entries) == head:
            kept.due, kept.worker = due, worker

    async def now(self) -> int:
        """This machine's clock."""
        return time.time_ns() // 1_000_000

    async def report(self, worker: str, host: str, now: int) -> None:
        """This worker lives."""
        del host
        self._workers[worker] = now

    async def living(self) -> frozenset[str]:
        """Every worker that was not taken off."""
        return frozenset(self._workers)

    async def bury(self, before: int, now: int) -> list[str]:
        """Take off the workers that have not reported for long."""
        dead = [worker for worker, alive in self._workers.items() if alive < before]
        for worker in dead:
            await self.leave(worker, now)
        return dead

    async def leave(self, worker: str, now: int) -> None:
        """Take off a worker; what it looked after is due."""
        self._workers.pop(worker, None)
        for table in self._tables.values():
            if table.worker == worker and table.due is not None:
                table.due = min(table.due, now)

    async def add_guest(self, person: Person, session: bytes, now: int) -> None:
        """A new guest, signed in with the session of that hash."""
        del now
        self._people[person.id] = person
        self._sessions[session] = person.id

    async def rename(self, person: str, name: str) -> None:
        """Another name for a guest."""
        self._people[person] = Person(person, name)

    async def by_session(self, session: bytes) -> Person | None:
        """Whose session has this hash."""
        owner = self._sessions.get(session)
        return None if owner is None else self._people[owner]

    async def add_ticket(self, ticket: bytes, person: str, expires: int) -> None:
        """A ticket that lets that person attach one socket until `expires`."""
        self._tickets[ticket] = (person, expires)

    async def redeem(self, ticket: bytes, now: int) -> str | None:
        """Whose ticket has this hash, if it is still good; it is used up then."""
        person, expires = self._tickets.pop(ticket, ("", 0))
        return person if expires > now else None

    async def tables_of(self, person: str) -> list[str]:
        """Running tables where the person owns a seat, the newest first."""
        mine = [table for owner, table in reversed(self._members) if owner == person]
        return [table for table in mine if self._tables[table].due is not None]
