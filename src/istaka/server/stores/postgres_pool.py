"""Connections to PostgreSQL: how they are set up, and what goes wrong with them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias
from urllib.parse import urlsplit

import asyncpg

from istaka.server.ports import StoreError

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

Connection: TypeAlias = "PoolConnectionProxy[asyncpg.Record]"

MOVES: Final = 8
"""Connections for moves; each worker has as many."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a server may take, in seconds.

    Attributes:
        connect: until there is a connection: a new one, or one that others let go of.
        answer: until a statement is answered; None for as long as it takes.
    """

    connect: float = 5.0
    answer: float | None = 10.0

    @property
    def together(self) -> float | None:
        """Until a whole transaction is answered."""
        return None if self.answer is None else self.connect + self.answer

    def settings(self) -> dict[str, str]:
        """What every connection is set to, whatever the server's own settings."""
        limit = "0" if self.answer is None else str(int(self.answer * 1000))
        return {
            "application_name": "istaka",
            "synchronous_commit": "on",  # what is told is on the disk
            "default_transaction_isolation": "read committed",
            "statement_timeout": limit,
            "idle_in_transaction_session_timeout": limit,
        }


USUAL: Final = Patience()
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


async def connect(url: str, patience: Patience) -> "asyncpg.Connection[asyncpg.Record]":
    """A connection of its own; raises one of `FAULTS`."""
    try:
        return await asyncpg.connect(
            url,
            timeout=patience.connect,
            command_timeout=patience.answer,
            server_settings=patience.settings(),
        )
    except ValueError as error:  # the address is none
        raise asyncpg.InterfaceError(str(error)) from error


async def open_pool(url: str, patience: Patience) -> "Pool":
    """Connections for moves.

    Raises:
        StoreError: there is no such server or database, or it does not let us in.
    """
    try:
        pool = await asyncpg.create_pool(
            url,
            min_size=1,
            max_size=MOVES,
            timeout=patience.connect,
            command_timeout=patience.answer,
            server_settings={**patience.settings(), **BY_INDEX},
        )
    except (*FAULTS, ValueError) as error:
        msg = f"the database {shown(url)} cannot be reached: {reason(error)}"
        raise StoreError(msg) from error
    return Pool(pool, patience)


def reason(error: BaseException) -> str:
    """What an error says, or its name where it says nothing."""
    return " ".join(str(error).split()) or type(error).__name__


@dataclass(frozen=True, slots=True)
class Pool:
    """Connections that are lent for one call each."""

    connections: "asyncpg.Pool[asyncpg.Record]"
    patience: Patience

    @contextlib.asynccontextmanager
    async def lent(self) -> AsyncIterator[Connection]:
        """A connection; raises one of `FAULTS`, also when all are lent for long."""
        connection = await self.connections.acquire(timeout=self.patience.connect)
        try:
            yield connection
        finally:
            # of one that the server ended asyncpg takes no notice, and its place would be lent for ever
            with contextlib.suppress(asyncpg.InterfaceError):
                if connection.is_closed():
                    connection.terminate()
            await self.connections.release(connection)

    async def fetch(self, query: str, *values: Any) -> list[asyncpg.Record]:  # noqa: ANN401 - of any column
        """The rows of a query; raises `StoreError`."""
        try:
            async with self.lent() as connection:
                return await connection.fetch(query, *values)
        except FAULTS as error:
            msg = f"the database did not answer: {reason(error)}"
            raise StoreError(msg) from error

    async def close(self) -> None:
        """End every connection when it is given back; one that hangs is dropped."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self.patience.together):
                await self.connections.close()
