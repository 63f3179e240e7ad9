"""PostgreSQL as a database, for the cold tables."""

import asyncio
import contextlib
from typing import Final, TypeVar

import sqlalchemy
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from istaka.server.ports import StoreError
from istaka.server.stores.database import Work
from istaka.server.stores.postgres_pool import FAULTS, USUAL, Patience, connect, reason

T = TypeVar("T")

LISTS: Final = 5
"""Connections for cold tables; each worker has as many."""


class PostgresDatabase:
    """A PostgreSQL database, as other workers use it too.

    Args:
        url: as libpq understands it, such as `postgresql://user:password@host/name`.
        patience: how long the server may take.
    """

    def __init__(self, url: str, patience: Patience = USUAL) -> None:
        self._patience = patience
        # the address is read in one place, asyncpg's, for this pool and the moves'
        self._engine: AsyncEngine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=lambda: connect(url, patience),
            pool_pre_ping=True,
            pool_size=LISTS,
            max_overflow=0,
            pool_timeout=patience.connect,
        )

    async def close(self) -> None:
        """End every connection; one that hangs is dropped."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(self._patience.together):
                await self._engine.dispose()

    async def write(self, work: Work[T]) -> T:
        """What the work answers, once it is on the disk; raises `StoreError`."""
        return await self._run(work)

    async def read(self, work: Work[T]) -> T:
        """What the work answers; all its queries see one state of the database. Raises `StoreError`."""
        return await self._run(work, isolation_level="REPEATABLE READ", postgresql_readonly=True)

    async def _run(self, work: Work[T], **options: object) -> T:
        try:
            # closing a connection that hangs would wait for ever: then it is dropped
            async with asyncio.timeout(self._patience.together), self._engine.connect() as connection:
                await connection.execution_options(**options)
                async with connection.begin():
                    return await connection.run_sync(work)
        except sqlalchemy.exc.DBAPIError as error:
            msg = f"the database refused it: {reason(error.orig or error)}"
            raise StoreError(msg) from error
        except (sqlalchemy.exc.SQLAlchemyError, *FAULTS) as error:
            msg = f"the database did not answer: {reason(error)}"
            raise StoreError(msg) from error
