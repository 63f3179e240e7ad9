"""A whole database in one file: the way out, back, and across from SQLite to PostgreSQL.

The file is a SQLite database with the schema of its time, which an embedded server could serve as it is.
Whatever is written while it is made is in it altogether or not at all.
"""

import contextlib
import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Table, func, insert, select, text

from istaka.server.ports import StoreError
from istaka.server.stores import sqlite_file
from istaka.server.stores.database import Database
from istaka.server.stores.schema import audit, metadata, talk, tickets, workers

ROWS: Final = 1000
"""So many are carried at once."""
LEFT_OUT: Final = (workers, tickets)
"""What means nothing on another day."""
NUMBERED: Final = (talk, audit)


@contextlib.contextmanager
def _made(path: Path) -> Iterator[sqlite3.Connection]:
    """A new file of which nothing is seen before it is complete; only its owner may read it.

    Raises:
        StoreError: there is such a file already, or it cannot be written.
    """
    part = path.with_name(path.name + ".part")
    if path.exists():
        msg = f"{path} is there already"
        raise StoreError(msg)
    part.unlink(missing_ok=True)
    os.close(sqlite_file.open_private(str(part), os.O_RDWR | os.O_CREAT))
    try:
        with contextlib.closing(sqlite_file.connect(part)) as connection:
            yield connection
            connection.execute("PRAGMA journal_mode = DELETE")
        part.rename(path)
    except sqlite3.Error as error:
        msg = f"{path} cannot be written: {error}"
        raise StoreError(msg) from error
    finally:
        part.unlink(missing_ok=True)


def save_file(source: Path, path: Path) -> None:
    """Everything in a SQLite file, also while a server uses it.

    Raises:
        StoreError: it is no database of ours, or `path` cannot be written.
    """
    with _opened(source) as reading, _made(path) as writing:
        reading.backup(writing)


async def save(source: Database, path: Path) -> None:
    """Everything in a PostgreSQL database, also while servers use it; raises `StoreError`."""
    with _made(path) as connection:
        sqlite_file.migrate(connection, 0)
        connection.execute("BEGIN")
        with sqlite_file.core_over(connection) as core, core.begin():
            await source.read(lambda reading: _carry(reading, core))
        connection.execute("COMMIT")


async def load(path: Path, target: Database) -> None:
    """Everything that was saved, into a database without a row.

    Raises:
        StoreError: it has rows, or `path` is no saved database.
    """
    with _current(path) as connection:
        connection.execute("BEGIN")
        with sqlite_file.core_over(connection) as core, core.begin():
            await target.write(lambda writing: _fill(core, writing))


def _fill(reading: Connection, writing: Connection) -> None:
    """Every row, where there is none yet."""
    for table in metadata.sorted_tables:
        if writing.execute(select(table).limit(1)).first() is not None:
            msg = f"the database is not empty: its table {table.name} has rows"
            raise StoreError(msg)
    _carry(reading, writing)


def _carry(reading: Connection, writing: Connection) -> None:
    for table in metadata.sorted_tables:
        if table in LEFT_OUT:
            continue
        rows = reading.execute(select(table).execution_options(yield_per=ROWS))
        for part in rows.mappings().partitions():
            writing.execute(insert(table), [dict(row) for row in part])
        if table in NUMBERED and writing.dialect.name == "postgresql":
            _count_on(writing, table)


def _count_on(writing: Connection, table: Table) -> None:
    """Let new rows have the numbers after the last one; SQLite does that by itself."""
    highest = writing.scalar(select(func.max(table.c.n)))
    if highest is not None:
        setting = text("SELECT setval(pg_get_serial_sequence(:name, 'n'), :highest)")
        writing.execute(setting, {"name": table.name, "highest": highest})


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A database of ours, of any version, to read."""
    try:
        with contextlib.closing(sqlite_file.connect(path, "ro")) as connection:
            if sqlite_file.version_of(connection, path) == 0:
                msg = f"{path} holds no database of istaka"
                raise StoreError(msg)
            yield connection
    except sqlite3.Error as error:
        msg = f"{path} cannot be read: {error}"
        raise StoreError(msg) from error


@contextlib.contextmanager
def _current(path: Path) -> Iterator[sqlite3.Connection]:
    """A saved database with today's schema: an older one is copied and brought to it."""
    with _opened(path) as connection:
        version = sqlite_file.version_of(connection, path)
        if version == sqlite_file.VERSION:
            yield connection
            return
        with (
            tempfile.TemporaryDirectory(prefix="istaka-") as folder,
            contextlib.closing(sqlite_file.connect(Path(folder) / "copy.db")) as copy,
        ):
            connection.backup(copy)
            sqlite_file.migrate(copy, version)
            yield copy
