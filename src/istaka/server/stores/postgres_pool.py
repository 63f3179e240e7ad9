"""Connections to PostgreSQL: how they are set up, and what goes wrong with them."""

import contextlib
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from urllib.parse import urlsplit

import asyncpg

from istaka.server.ports import StoreError

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

Connection: TypeAlias = "PoolConnectionProxy[asyncpg.Record]"
Pool: TypeAlias = "asyncpg.Pool[asyncpg.Record]"

ANSWER_SECONDS: Final = 10.0
"""A statement that has not answered by then is given up."""
CONNECT_SECONDS: Final = 5.0
MOVES: Final = 8
"""Connections for moves; each worker has as many."""

SAFE: Final = {
    "application_name": "istaka",
    # what is told is on the disk, whatever the server's own setting
    "synchronous_commit": "on",
    "default_transaction_isolation": "read committed",
    "statement_timeout": str(int(ANSWER_SECONDS * 1000)),
    "idle_in_transaction_session_timeout": str(int(ANSWER_SECONDS * 1000)),
}
BY_INDEX: Final = {
    # a plan made while the tables were small is kept when they are large
    "enable_seqscan": "off",
    "enable_hashjoin": "off",
    "enable_mergejoin": "off",
    "jit": "off",
}
"""For moves, which touch a few rows each."""

FAULTS: Final = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError)
"""What a call to the server may raise."""


def shown(url: str) -> str:
    """The address without the password."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


async def connect(url: str, **settings: str) -> "asyncpg.Connection[asyncpg.Record]":
    """A connection of its own; raises one of `FAULTS`."""
    return await asyncpg.connect(
        url, timeout=CONNECT_SECONDS, command_timeout=ANSWER_SECONDS, server_settings={**SAFE, **settings}
    )


async def open_pool(url: str) -> Pool:
    """Connections for moves.

    Raises:
        StoreError: there is no such server or database, or it does not let us in.
    """
    try:
        return await asyncpg.create_pool(
            url,
            min_size=1,
            max_size=MOVES,
            timeout=CONNECT_SECONDS,
            command_timeout=ANSWER_SECONDS,
            server_settings={**SAFE, **BY_INDEX},
        )
    except FAULTS as error:
        msg = f"the database {shown(url)} cannot be reached: {reason(error)}"
        raise StoreError(msg) from error


def reason(error: BaseException) -> str:
    """What an error says, or its name where it says nothing."""
    return " ".join(str(error).split()) or type(error).__name__


@contextlib.asynccontextmanager
async def borrowed(pool: Pool) -> AsyncIterator[Connection]:
    """A connection of the pool, for one call; the server's faults become `StoreError`."""
    try:
        async with pool.acquire(timeout=CONNECT_SECONDS) as connection:
            yield connection
    except FAULTS as error:
        msg = f"the database did not answer: {reason(error)}"
        raise StoreError(msg) from error


async def fetch(pool: Pool, query: str, *values: Any) -> list[asyncpg.Record]:  # noqa: ANN401 - of any column
    """The rows of a query; raises `StoreError`."""
    async with borrowed(pool) as connection:
        return await connection.fetch(query, *values)
