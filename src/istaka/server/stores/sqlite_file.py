"""A SQLite file of ours: connections to it, the lock beside it, and what it must be."""

import fcntl
import os
import sqlite3
from pathlib import Path
from typing import IO, Final
from urllib.parse import quote

import sqlalchemy
from sqlalchemy.pool import StaticPool

from istaka.server.ports import StoreError
from istaka.server.stores import revisions

VERSION: Final = int(revisions.HEAD)
"""Of the schema, kept in `user_version` too, where an older istaka looks for it."""
NO_NOTE: Final = 1
"""Files of this version have no other note of it."""
BUSY_MS: Final = 5000


class Connection(sqlite3.Connection):
    """A connection on which only `BEGIN`, `COMMIT` and `ROLLBACK` as statements do what they say.

    SQLAlchemy works inside transactions that are not its own: it commits and rolls back by these methods.
    """

    def commit(self) -> None:
        """Nothing: who began the transaction ends it."""

    def rollback(self) -> None:
        """Nothing, likewise."""


def connect(path: Path, mode: str = "rwc") -> sqlite3.Connection:
    """A connection that loses nothing that was committed; `mode` rwc makes the file, rw and ro do not."""
    connection = sqlite3.connect(
        f"file:{quote(str(path))}?mode={mode}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
        cached_statements=64,
        factory=Connection,
    )
    connection.execute(f"PRAGMA busy_timeout = {BUSY_MS}")
    connection.execute("PRAGMA synchronous = FULL")
    return connection


def core_over(connection: sqlite3.Connection) -> sqlalchemy.Connection:
    """SQLAlchemy on that very connection."""
    engine = sqlalchemy.create_engine("sqlite://", creator=lambda: connection, poolclass=StaticPool)
    return engine.connect()


def lock(path: Path) -> IO[str]:
    """The lock file of a database, held until it is closed or the process dies.

    Raises:
        StoreError: another process holds it.
    """
    held = open(path.with_name(path.name + ".lock"), "a+", encoding="ascii", opener=open_private)  # noqa: SIM115 - held
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        held.seek(0)
        owner = held.read().strip() or "unknown"
        held.close()
        msg = f"the database {path} is in use by another istaka server (process {owner})"
        raise StoreError(msg) from error
    held.truncate(0)
    held.write(f"{os.getpid()}\n")
    held.flush()
    return held


def open_private(path: str, flags: int) -> int:
    """A file that only its owner may read, where it is a new one."""
    return os.open(path, flags, 0o600)


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """The version of a file's schema, 0 where it is empty.

    Raises:
        StoreError: it is another program's, or a future version's.
    """
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if version > VERSION:
        msg = f"the database {path} has schema version {version}, this istaka knows {VERSION}"
        raise StoreError(msg)
    names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    if bool(version) != bool(names) or (version and "tables" not in names):
        msg = f"the database {path} belongs to another program"
        raise StoreError(msg)
    return version


def check(connection: sqlite3.Connection, path: Path) -> None:
    """Nothing, if the file has today's schema.

    Raises:
        StoreError: it has not, and what to do about it.
    """
    version = version_of(connection, path)
    if version != VERSION:
        state = f"of an older istaka (schema version {version}, not {VERSION})" if version else "empty"
        msg = f"the database {path} is {state}: run `istaka migrate --db {path}`"
        raise StoreError(msg)


def prepare(connection: sqlite3.Connection, path: Path) -> None:
    """WAL, and today's schema; nothing is changed in a file that is not ours.

    Raises:
        StoreError: it is another program's, a future version's, or lies where it cannot be kept well.
    """
    version = version_of(connection, path)
    mode = connection.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        msg = f"the database {path} lies where no write-ahead log can be kept (journal mode {mode})"
        raise StoreError(msg)
    if version < VERSION:
        migrate(connection, version)


def migrate(connection: sqlite3.Connection, version: int) -> None:
    """Today's schema, or nothing of it, in a file of that version."""
    connection.execute("BEGIN IMMEDIATE")
    with core_over(connection) as core, core.begin():
        if version == NO_NOTE:
            revisions.mark(core, str(version))
        revisions.migrate(core)
    connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute("COMMIT")
