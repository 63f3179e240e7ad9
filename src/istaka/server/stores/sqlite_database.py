"""SQLite as a database: one thread writes in groups, others read.

Moves are read on one thread, cold tables on another, so that a long list holds up no table.
"""

import asyncio
import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, TypeVar

import sqlalchemy

from istaka.server.ports import StoreError
from istaka.server.stores import sqlite_file
from istaka.server.stores.database import Work
from istaka.server.stores.writer import Writer

T = TypeVar("T")
Raw = Callable[[sqlite3.Connection], T]


class SqliteDatabase:
    """One SQLite file; made with `SqliteDatabase.open` or `SqliteDatabase.beside`.

    Args:
        path: the file, which has today's schema.
        writing: the connection that writes to it.
        lock: what is let go of at the end.
    """

    def __init__(self, path: Path, writing: sqlite3.Connection, lock: IO[str] | None = None) -> None:
        self._lock = lock
        self._writing = writing
        self._core = sqlite_file.core_over(writing)
        self._writer = Writer(writing)
        self._moves = _Reader(path)
        self._lists = _Reader(path)

    @classmethod
    def open(cls, path: Path) -> "SqliteDatabase":
        """The database in this file, made or brought to today's schema if need be, and nobody else's.

        Raises:
            StoreError: another process uses it, or it cannot be opened.
        """
        with _told(path), contextlib.ExitStack() as undoing:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = undoing.enter_context(sqlite_file.lock(path))
            # the secrets of running rounds lie in it; what SQLite puts beside it gets the same rights
            os.close(sqlite_file.open_private(str(path), os.O_RDWR | os.O_CREAT))
            writing = undoing.enter_context(contextlib.closing(sqlite_file.connect(path)))
            sqlite_file.prepare(writing, path)
            database = cls(path, writing, lock)
            undoing.pop_all()
        return database

    @classmethod
    def beside(cls, path: Path) -> "SqliteDatabase":
        """The same for an administrator, also while a server uses it; nothing is made or migrated.

        Raises:
            StoreError: it is not there, has another schema, or cannot be opened.
        """
        with _told(path), contextlib.ExitStack() as undoing:
            writing = undoing.enter_context(contextlib.closing(sqlite_file.connect(path, "rw")))
            sqlite_file.check(writing, path)
            database = cls(path, writing)
            undoing.pop_all()
        return database

    async def close(self) -> None:
        """Write what waits, then let go of the file."""
        await self._writer.close()
        self._moves.close()
        self._lists.close()
        self._writing.close()
        if self._lock is not None:
            self._lock.close()

    async def write(self, work: Work[T]) -> T:
        """What the work answers, once it is on the disk; raises `StoreError`."""

        def job() -> T:
            with self._core.begin():
                return work(self._core)

        return await self._writer.run(job)

    async def read(self, work: Work[T]) -> T:
        """What the work answers; all its queries see one state of the database. Raises `StoreError`."""
        return await self._lists.core(work)

    async def write_raw(self, work: Raw[T]) -> T:
        """As `write`, without SQLAlchemy: for moves, of which there are many."""
        return await self._writer.run(lambda: work(self._writing))

    async def read_raw(self, work: Raw[T]) -> T:
        """As `read`, without SQLAlchemy, and never behind a long list."""
        return await self._moves.raw(work)


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    """Errors of opening a file in our words."""
    try:
        yield
    except OSError as error:
        msg = f"the database {path} cannot be opened: {error.strerror}"
        raise StoreError(msg) from error
    except (sqlite3.Error, sqlalchemy.exc.SQLAlchemyError) as error:
        msg = f"the database {path} cannot be used: {getattr(error, 'orig', None) or error}"
        raise StoreError(msg) from error


class _Reader:
    """A thread that reads, with a connection that cannot write."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite_file.connect(path)
        self._connection.execute("PRAGMA query_only = ON")
        self._core = sqlite_file.core_over(self._connection)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="istaka-reads")

    def close(self) -> None:
        self._thread.shutdown()
        self._connection.close()

    async def raw(self, work: Raw[T]) -> T:
        return await self._run(lambda: work(self._connection))

    async def core(self, work: Work[T]) -> T:
        return await self._run(lambda: self._in_one_state(work))

    def _in_one_state(self, work: Work[T]) -> T:
        self._connection.execute("BEGIN")
        try:
            with self._core.begin():
                return work(self._core)
        finally:
            self._connection.execute("ROLLBACK")

    async def _run(self, work: Callable[[], T]) -> T:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        except (sqlite3.Error, sqlalchemy.exc.SQLAlchemyError) as error:
            msg = f"the database could not be read: {getattr(error, 'orig', None) or error}"
            raise StoreError(msg) from error
