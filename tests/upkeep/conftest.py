"""Databases of both kinds for commands, which have loops of their own."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TypeVar

import pytest

from databases import Server, made_postgres
from istaka.server.stores.database import Work
from istaka.server.stores.postgres_database import PostgresDatabase
from istaka.server.stores.sqlite_database import SqliteDatabase

T = TypeVar("T")
Make = Callable[[str], str]
KINDS = ["sqlite", "postgres"]


def work_in(db: str, work: Work[T]) -> T:
    """What the work answers in that database, on a connection of its own."""

    async def run() -> T:
        database = PostgresDatabase(db) if "://" in db else SqliteDatabase.beside(Path(db))
        try:
            return await database.write(work)
        finally:
            await database.close()

    return asyncio.run(run())


@pytest.fixture
def make(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Make]:
    """`make(kind)` is the address of a new database without a row."""
    with ExitStack() as stack:

        def making(kind: str) -> str:
            if kind == "postgres":
                server: Server = request.getfixturevalue("postgres")
                return stack.enter_context(made_postgres(server))
            path = tmp_path / f"made-{len(list(tmp_path.iterdir()))}.db"
            asyncio.run(SqliteDatabase.open(path).close())
            return str(path)

        yield making


@pytest.fixture(params=KINDS)
def db(request: pytest.FixtureRequest, make: Make) -> str:
    """The address of a new database of each kind."""
    return make(request.param)
