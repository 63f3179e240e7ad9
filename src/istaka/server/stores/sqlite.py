"""The embedded store: SQLite in WAL mode with full synchronisation, one writer, group commit.

One thread writes. It takes every job that waits, runs them in one transaction and answers all when it is on
the disk, so that a thousand moves cost a few dozen synchronisations. Another thread reads. An exclusive lock
on a file beside the database refuses a second process.
"""

import asyncio
import contextlib
import fcntl
import json
import os
import sqlite3
import threading
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, Any, Final, TypeVar

from istaka.server.core.events import Entry, decode_event, encode_event
from istaka.server.ports import Append, Lost, Person, Repeated, StoreError, Won

T = TypeVar("T")
Work = Callable[[sqlite3.Connection], T]

VERSION: Final = 1
"""Of the schema, kept in `user_version`."""
GROUP: Final = 512
"""At most so many jobs share a transaction."""
BUSY_MS: Final = 5000

_SCHEMA: Final = """
CREATE TABLE tables (
    id TEXT PRIMARY KEY, head INTEGER NOT NULL, due INTEGER, made INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX tables_due ON tables (due) WHERE due IS NOT NULL;
CREATE TABLE events (
    table_id TEXT NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL,
    player INTEGER, command TEXT, body BLOB NOT NULL,
    PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
CREATE UNIQUE INDEX events_command ON events (table_id, player, command) WHERE command IS NOT NULL;
CREATE TABLE secrets (
    table_id TEXT NOT NULL, seq INTEGER NOT NULL, secret BLOB NOT NULL, PRIMARY KEY (table_id, seq)
) WITHOUT ROWID;
CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT NOT NULL, made INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE sessions (hash BLOB PRIMARY KEY, person TEXT NOT NULL, made INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE tickets (hash BLOB PRIMARY KEY, person TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE members (
    person TEXT NOT NULL, table_id TEXT NOT NULL, player INTEGER NOT NULL, PRIMARY KEY (person, table_id)
) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class _Job:
    work: Work[Any]
    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[Any]


class SqliteStore:
    """Log and people in one SQLite file; make it with `SqliteStore.open`."""

    def __init__(self, path: Path, lock: IO[str]) -> None:
        self._lock = lock
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._writing = _connect(path)
        _prepare(self._writing, path)
        self._reading = _connect(path)
        self._reading.execute("PRAGMA query_only = ON")
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="istaka-reads")
        self._writer = threading.Thread(target=self._write_on, name="istaka-writes", daemon=True)
        self._writer.start()

    @classmethod
    def open(cls, path: Path) -> "SqliteStore":
        """The store in this file, made if need be.

        Raises:
            StoreError: another process uses it, or it cannot be opened.
        """
        with contextlib.ExitStack() as undoing:
            try:
                path.parent.mkdir(parents=True, exist_ok=True)
                lock = undoing.enter_context(_lock(path))
                # the secrets of running rounds lie in it; what SQLite puts beside it gets the same rights
                os.close(_open_private(str(path), os.O_RDWR | os.O_CREAT))
                store = cls(path, lock)
            except OSError as error:
                msg = f"the database {path} cannot be opened: {error.strerror}"
                raise StoreError(msg) from error
            except sqlite3.Error as error:
                msg = f"the database {path} cannot be used: {error}"
                raise StoreError(msg) from error
            undoing.pop_all()
        return store

    async def close(self) -> None:
        """Write what waits, then let go of the file."""
        self._jobs.put(None)
        await asyncio.to_thread(self._writer.join)
        self._reader.shutdown()
        self._reading.close()
        self._writing.close()
        self._lock.close()

    async def append(self, batch: Append) -> Won | Lost | Repeated:
        """Write a batch; it is on the disk when this answers `Won`."""
        return await self._write(lambda connection: _append(connection, batch))

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The entries behind `after`, with their secrets."""
        return await self._read(lambda connection: _entries(connection, table, after))

    async def live(self) -> list[tuple[str, int]]:
        """Every table that is not over, with its deadline."""
        query = "SELECT id, due FROM tables WHERE due IS NOT NULL ORDER BY due"
        return await self._read(lambda connection: [(str(a), int(b)) for a, b in connection.execute(query)])

    async def heads(self, tables: Collection[str]) -> dict[str, int]:
        """Where the logs of these tables end."""
        query = "SELECT id, head FROM tables WHERE id IN (SELECT value FROM json_each(?))"
        names = json.dumps(list(tables))
        return await self._read(lambda connection: dict(connection.execute(query, (names,)).fetchall()))

    async def claim(self, worker: str | None, now: int, until: int, limit: int) -> list[str]:
        """Tables whose deadline has come, the most overdue first; the only worker gets them."""
        del worker

        def work(connection: sqlite3.Connection) -> list[str]:
            query = "SELECT id FROM tables WHERE due <= ? ORDER BY due LIMIT ?"
            names = [str(row[0]) for row in connection.execute(query, (now, limit))]
            update = "UPDATE tables SET due = ? WHERE id = ?"
            connection.executemany(update, [(until, name) for name in names])
            return names

        return await self._write(work)

    async def hold(self, worker: str | None, table: str, head: int, due: int) -> None:
        """A table wants nothing before `due`."""
        del worker
        await self._execute("UPDATE tables SET due = ? WHERE id = ? AND head = ?", (due, table, head))

    async def add_guest(self, person: Person, session: bytes, now: int) -> None:
        """A new guest, signed in with the session of that hash."""

        def work(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT INTO people VALUES (?, ?, ?)", (person.id, person.name, now))
            connection.execute("INSERT INTO sessions VALUES (?, ?, ?)", (session, person.id, now))

        await self._write(work)

    async def rename(self, person: str, name: str) -> None:
        """Another name for a guest."""
        await self._execute("UPDATE people SET name = ? WHERE id = ?", (name, person))

    async def by_session(self, session: bytes) -> Person | None:
        """Whose session has this hash."""
        query = "SELECT id, name FROM people JOIN sessions ON person = id WHERE hash = ?"
        row = await self._read(lambda connection: connection.execute(query, (session,)).fetchone())
        return None if row is None else Person(*row)

    async def add_ticket(self, ticket: bytes, person: str, expires: int) -> None:
        """A ticket that lets that person attach one socket until `expires`."""
        await self._execute("INSERT INTO tickets VALUES (?, ?, ?)", (ticket, person, expires))

    async def redeem(self, ticket: bytes, now: int) -> str | None:
        """Whose ticket has this hash, if it is still good; it is used up then."""

        def work(connection: sqlite3.Connection) -> str | None:
            query = "DELETE FROM tickets WHERE hash = ? RETURNING person, expires"
            row = connection.execute(query, (ticket,)).fetchone()
            connection.execute("DELETE FROM tickets WHERE expires <= ?", (now,))
            return None if row is None or row[1] <= now else str(row[0])

        return await self._write(work)

    async def tables_of(self, person: str) -> list[str]:
        """Running tables where the person owns a seat, the newest first."""
        query = (
            "SELECT id FROM members JOIN tables ON id = table_id"
            " WHERE person = ? AND due IS NOT NULL ORDER BY made DESC, id"
        )
        return await self._read(lambda c: [str(row[0]) for row in c.execute(query, (person,))])

    async def _execute(self, statement: str, values: tuple[object, ...]) -> None:
        await self._write(lambda connection: connection.execute(statement, values) and None)

    async def _write(self, work: Work[T]) -> T:
        """What the work answers, once its transaction is on the disk."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._jobs.put(_Job(work, loop, answer))
        return await answer

    async def _read(self, work: Work[T]) -> T:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reader, work, self._reading)
        except sqlite3.Error as error:
            msg = f"the database could not be read: {error}"
            raise StoreError(msg) from error

    def _write_on(self) -> None:
        """The writer thread: take what waits, commit it together, answer."""
        while True:
            jobs, more = self._waiting()
            if jobs:
                self._commit(jobs)
            if not more:
                return

    def _waiting(self) -> tuple[list[_Job], bool]:
        """The next group of jobs, and whether more may follow."""
        job = self._jobs.get()
        jobs: list[_Job] = []
        with contextlib.suppress(Empty):
            while job is not None:
                jobs.append(job)
                if len(jobs) == GROUP:
                    break
                job = self._jobs.get_nowait()
        return jobs, job is not None

    def _commit(self, jobs: list[_Job]) -> None:
        connection = self._writing
        try:
            connection.execute("BEGIN IMMEDIATE")
            answers = [_within(connection, job.work) for job in jobs]
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            answers = [StoreError(f"the database did not take the change: {error}")] * len(jobs)
        for job, answer in zip(jobs, answers, strict=True):
            # the loop may be closed already when a server stops in the middle of a commit
            with contextlib.suppress(RuntimeError):
                job.loop.call_soon_threadsafe(_deliver, job.answer, answer)


def _within(connection: sqlite3.Connection, work: Work[Any]) -> object:
    """The work's answer, or its own error and nothing written; a full disk is everyone's error."""
    connection.execute("SAVEPOINT job")
    try:
        answer: object = work(connection)
    except sqlite3.OperationalError:
        raise
    except Exception as error:  # noqa: BLE001 - one job's fault must not stop the writer
        connection.execute("ROLLBACK TO job")
        answer = StoreError(f"the database refused the change: {error}")
    connection.execute("RELEASE job")
    return answer


def _deliver(future: asyncio.Future[Any], answer: object) -> None:
    if future.done():
        return
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)


def _append(connection: sqlite3.Connection, batch: Append) -> Won | Lost | Repeated:
    for entry in batch.entries:
        if entry.command is not None:
            query = "SELECT seq FROM events WHERE table_id = ? AND player = ? AND command = ?"
            row = connection.execute(query, (batch.table, entry.player, entry.command)).fetchone()
            if row is not None:
                return Repeated(int(row[0]))
    row = connection.execute("SELECT head FROM tables WHERE id = ?", (batch.table,)).fetchone()
    head = 0 if row is None else int(row[0])
    first, last = batch.entries[0], batch.entries[-1]
    if first.seq != head + 1:
        return Lost(head)
    if row is None:
        connection.execute(
            "INSERT INTO tables VALUES (?, ?, ?, ?)", (batch.table, last.seq, batch.due, first.at)
        )
    else:
        connection.execute(
            "UPDATE tables SET head = ?, due = ? WHERE id = ?", (last.seq, batch.due, batch.table)
        )
    _insert(connection, batch)
    return Won()


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


def _lock(path: Path) -> IO[str]:
    """The lock file, held until it is closed or the process dies."""
    lock = open(path.with_name(path.name + ".lock"), "a+", encoding="ascii", opener=_open_private)  # noqa: SIM115 - held
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        lock.seek(0)
        owner = lock.read().strip() or "unknown"
        lock.close()
        msg = f"the database {path} is in use by another istaka server (process {owner})"
        raise StoreError(msg) from error
    lock.truncate(0)
    lock.write(f"{os.getpid()}\n")
    lock.flush()
    return lock


def _open_private(path: str, flags: int) -> int:
    """A file that only its owner may read, where it is a new one."""
    return os.open(path, flags, 0o600)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, cached_statements=64)
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def _prepare(connection: sqlite3.Connection, path: Path) -> None:
    """WAL, and the schema where the file is new; nothing is changed in a file that is not ours."""
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version not in {0, VERSION}:
        msg = f"the database {path} has schema version {version}, this istaka knows {VERSION}"
        raise StoreError(msg)
    if version == 0 and connection.execute("SELECT 1 FROM sqlite_master").fetchone():
        msg = f"the database {path} belongs to another program"
        raise StoreError(msg)
    mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        msg = f"the database {path} lies where no write-ahead log can be kept (journal mode {mode})"
        raise StoreError(msg)
    if version == 0:
        connection.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
