"""The embedded store: log and people in one SQLite file (`stores/sqlite_database.py`)."""

import json
import sqlite3
from collections.abc import Collection
from pathlib import Path

from istaka.server.core.events import Entry, decode_event, encode_event
from istaka.server.ports import Append, Lost, Person, Repeated, Won
from istaka.server.stores.sqlite_database import SqliteDatabase
from istaka.server.stores.writer import Undone


class SqliteStore:
    """Log and people; make it with `SqliteStore.open`.

    Attributes:
        database: the same file, for the cold tables.
    """

    def __init__(self, database: SqliteDatabase) -> None:
        self.database = database

    @classmethod
    def open(cls, path: Path) -> "SqliteStore":
        """The store in this file, made if need be.

        Raises:
            StoreError: another process uses it, or it cannot be opened.
        """
        return cls(SqliteDatabase.open(path))

    async def close(self) -> None:
        """Write what waits, then let go of the file."""
        await self.database.close()

    async def append(self, batch: Append) -> Won | Lost | Repeated:
        """Write a batch; it is on the disk when this answers `Won`."""
        return await self.database.write_raw(lambda connection: _append(connection, batch))

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The entries behind `after`, with their secrets."""
        return await self.database.read_raw(lambda connection: _entries(connection, table, after))

    async def live(self) -> list[tuple[str, int]]:
        """Every table that is not over, with its deadline."""
        query = "SELECT id, due FROM tables WHERE due IS NOT NULL ORDER BY due"
        return await self.database.read_raw(
            lambda connection: [(str(a), int(b)) for a, b in connection.execute(query)]
        )

    async def heads(self, tables: Collection[str]) -> dict[str, int]:
        """Where the logs of these tables end."""
        query = "SELECT id, head FROM tables WHERE id IN (SELECT value FROM json_each(?))"
        names = json.dumps(list(tables))
        return await self.database.read_raw(
            lambda connection: dict(connection.execute(query, (names,)).fetchall())
        )

    async def claim(self, worker: str | None, now: int, until: int, limit: int) -> list[str]:
        """Tables whose deadline has come, the most overdue first; the only worker gets them."""
        del worker

        def work(connection: sqlite3.Connection) -> list[str]:
            query = "SELECT id FROM tables WHERE due <= ? ORDER BY due LIMIT ?"
            names = [str(row[0]) for row in connection.execute(query, (now, limit))]
            update = "UPDATE tables SET due = ? WHERE id = ?"
            connection.executemany(update, [(until, name) for name in names])
            return names

        return await self.database.write_raw(work)

    async def hold(self, worker: str | None, table: str, head: int, due: int) -> None:
        """A table wants nothing before `due`."""
        del worker
        await self._execute("UPDATE tables SET due = ? WHERE id = ? AND head = ?", (due, table, head))

    async def add_guest(self, person: Person, session: bytes, now: int) -> None:
        """A new guest, signed in with the session of that hash."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(
                "INSERT INTO people (id, name, made, seen) VALUES (?, ?, ?, ?)",
                (person.id, person.name, now, now),
            )
            connection.execute("INSERT INTO sessions VALUES (?, ?, ?)", (session, person.id, now))

        await self.database.write_raw(work)

    async def rename(self, person: str, name: str) -> None:
        """Another name for a guest."""
        await self._execute("UPDATE people SET name = ? WHERE id = ?", (name, person))

    async def by_session(self, session: bytes) -> Person | None:
        """Whose session has this hash."""
        query = (
            "SELECT id, name, kind, role, muted, banned"
            " FROM people JOIN sessions ON person = id WHERE hash = ?"
        )
        row = await self.database.read_raw(
            lambda connection: connection.execute(query, (session,)).fetchone()
        )
        return None if row is None else Person(*row)

    async def add_ticket(self, ticket: bytes, person: str, expires: int) -> None:
        """A ticket that lets that person attach one socket until `expires`."""
        await self._execute("INSERT INTO tickets VALUES (?, ?, ?)", (ticket, person, expires))

    async def redeem(self, ticket: bytes, now: int) -> str | None:
        """Whose ticket has this hash, if it is still good; it is used up then."""

        def work(connection: sqlite3.Connection) -> str | None:
            query = "DELETE FROM tickets WHERE hash = ? RETURNING person, expires"
            row = connection.execute(query, (ticket,)).fetchone()
            if row is None or row[1] <= now:
                return None
            connection.execute("UPDATE people SET seen = ? WHERE id = ?", (now, row[0]))
            return str(row[0])

        return await self.database.write_raw(work)

    async def tables_of(self, person: str) -> list[str]:
        """Running tables where the person owns a seat, the newest first."""
        query = (
            "SELECT id FROM members JOIN tables ON id = table_id"
            " WHERE person = ? AND due IS NOT NULL ORDER BY made DESC, id"
        )
        return await self.database.read_raw(lambda c: [str(row[0]) for row in c.execute(query, (person,))])

    async def _execute(self, statement: str, values: tuple[object, ...]) -> None:
        await self.database.write_raw(lambda connection: connection.execute(statement, values) and None)


def _append(connection: sqlite3.Connection, batch: Append) -> Won | Lost | Repeated:
    """Two statements for most moves: what is rare is found out when they do not hold."""
    first, last = batch.entries[0], batch.entries[-1]
    update = "UPDATE tables SET head = ?, due = ? WHERE id = ? AND head = ?"
    if connection.execute(update, (last.seq, batch.due, batch.table, first.seq - 1)).rowcount:
        try:
            _insert(connection, batch)
        except sqlite3.IntegrityError as error:
            repeated = _repeated(connection, batch)
            if repeated is None or repeated.seq >= first.seq:
                raise
            raise Undone(repeated) from error
        return Won()
    row = connection.execute("SELECT head FROM tables WHERE id = ?", (batch.table,)).fetchone()
    if row is not None or first.seq > 1:
        return _repeated(connection, batch) or Lost(0 if row is None else int(row[0]))
    connection.execute(
        "INSERT INTO tables (id, head, due, made) VALUES (?, ?, ?, ?)",
        (batch.table, last.seq, batch.due, first.at),
    )
    _insert(connection, batch)
    return Won()


def _repeated(connection: sqlite3.Connection, batch: Append) -> Repeated | None:
    """Where a command of the batch stands in the log already."""
    query = "SELECT seq FROM events WHERE table_id = ? AND player = ? AND command = ?"
    for entry in batch.entries:
        if entry.command is not None:
            row = connection.execute(query, (batch.table, entry.player, entry.command)).fetchone()
            if row is not None:
                return Repeated(int(row[0]))
    return None


def _insert(connection: sqlite3.Connection, batch: Append) -> None:
    connection.executemany(
        "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)",
        [(batch.table, e.seq, e.at, e.player, e.command, encode_event(e.event)) for e in batch.entries],
    )
    secrets = [(batch.table, e.seq, e.secret) for e in batch.entries if e.secret is not None]
    if secrets:
        connection.executemany("INSERT INTO secrets VALUES (?, ?, ?)", secrets)
    if batch.members:
        members = [(person, batch.table, player) for person, player in batch.members]
        connection.executemany("INSERT INTO members VALUES (?, ?, ?)", members)


def _entries(connection: sqlite3.Connection, table: str, after: int) -> list[Entry]:
    query = (
        "SELECT seq, at, body, player, command, secret FROM events LEFT JOIN secrets USING (table_id, seq)"
        " WHERE table_id = ? AND seq > ? ORDER BY seq"
    )
    rows = connection.execute(query, (table, after))
    return [Entry(seq, at, decode_event(body), *rest) for seq, at, body, *rest in rows]
