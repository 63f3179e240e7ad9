"""What the owner of a server does to its database from the command line."""

import contextlib
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final

from istaka.rules.errors import IstakaError
from istaka.server.ports import StoreError
from istaka.server.service.names import skeleton
from istaka.server.settings import POSTGRES
from istaka.server.stores import portable, revisions
from istaka.server.stores.database import Database
from istaka.server.stores.postgres_database import PostgresDatabase
from istaka.server.stores.postgres_pool import Patience
from istaka.server.stores.postgres_pool import shown as without_password
from istaka.server.stores.roles import MODERATOR, NobodyError, RoleStore
from istaka.server.stores.sqlite_database import SqliteDatabase

UNHURRIED: Final = Patience(answer=None)


class UpkeepError(IstakaError):
    """What was asked cannot be done to this database."""


@contextlib.contextmanager
def _told() -> Iterator[None]:
    try:
        yield
    except StoreError as error:
        raise UpkeepError(str(error)) from error


def is_shared(db: str) -> bool:
    """Whether it is the address of a PostgreSQL database, and not a file."""
    return db.startswith(POSTGRES)


def shown(db: str) -> str:
    """The database as it is named in a sentence: without a password."""
    return without_password(db) if is_shared(db) else db


@contextlib.asynccontextmanager
async def _postgres(db: str) -> AsyncIterator[PostgresDatabase]:
    database = PostgresDatabase(db, UNHURRIED)
    try:
        yield database
    finally:
        await database.close()


@contextlib.asynccontextmanager
async def _alone(db: str) -> AsyncIterator[SqliteDatabase]:
    """A file that no server uses, made or brought to today's schema if need be."""
    database = SqliteDatabase.open(Path(db))
    try:
        yield database
    finally:
        await database.close()


@contextlib.asynccontextmanager
async def opened(db: str) -> AsyncIterator[Database]:
    """A database with today's schema, also while servers use it; raises `StoreError`."""
    if is_shared(db):
        async with _postgres(db) as database:
            await database.read(revisions.check)
            yield database
        return
    beside = SqliteDatabase.beside(Path(db))
    try:
        yield beside
    finally:
        await beside.close()


async def migrate(db: str) -> str:
    """Bring a database to today's schema, or make it; answers the schema's version.

    Raises:
        UpkeepError: it cannot be used.
    """
    with _told():
        if is_shared(db):
            async with _postgres(db) as database:
                await database.write(revisions.migrate)
        else:
            async with _alone(db):
                pass
    return revisions.HEAD


async def backup(db: str, path: Path) -> None:
    """Save everything in a new file, also while servers go on.

    Raises:
        UpkeepError: the database cannot be read, or the file not be written.
    """
    with _told():
        if not is_shared(db):
            portable.save_file(Path(db), path)
            return
        async with opened(db) as database:
            await portable.save(database, path)


async def restore(path: Path, db: str) -> None:
    """Fill an empty database with everything in a file.

    Raises:
        UpkeepError: the file is no backup, or the database is not empty.
    """
    with _told():
        if not is_shared(db):
            async with _alone(db) as alone:
                await portable.load(path, alone)
            return
        async with _postgres(db) as database:
            await database.write(revisions.migrate)
            await portable.load(path, database)


async def appoint(db: str, who: str, *, moderator: bool) -> tuple[str, bool]:
    """Make the account of this name or id a moderator, or one no more: its name, and whether that is new.

    Raises:
        UpkeepError: there is no such account, or the database cannot be used.
    """
    role = MODERATOR if moderator else ""
    with _told():
        async with opened(db) as database:
            try:
                return await RoleStore(database).change(who, skeleton(who), role, time.time_ns() // 1_000_000)
            except NobodyError:
                msg = f"{who!r} is no account here: expected the name or id of one"
                raise UpkeepError(msg) from None
