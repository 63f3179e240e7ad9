"""PostgreSQL as a database, for the cold tables."""

from typing import TypeVar

import asyncpg
import sqlalchemy
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from istaka.server.ports import StoreError
from istaka.server.stores.database import Work

T = TypeVar("T")


class PostgresDatabase:
    """A PostgreSQL database, as other workers use it too.

    Args:
        url: as libpq understands it, such as `postgresql://user:password@host/name`.
    """

    def __init__(self, url: str) -> None:
        # the address is read in one place, asyncpg's, for this pool and the moves'
        self._engine: AsyncEngine = create_async_engine(
            "postgresql+asyncpg://", async_creator=lambda: asyncpg.connect(url), pool_pre_ping=True
        )

    async def close(self) -> None:
        """End every connection."""
        await self._engine.dispose()

    async def write(self, work: Work[T]) -> T:
        """What the work answers, once it is on the disk; raises `StoreError`."""
        return await self._run(work)

    async def read(self, work: Work[T]) -> T:
        """What the work answers; all its queries see one state of the database. Raises `StoreError`."""
        return await self._run(work, isolation_level="REPEATABLE READ", postgresql_readonly=True)

    async def _run(self, work: Work[T], **options: object) -> T:
        try:
            async with self._engine.connect() as connection:
                await connection.execution_options(**options)
                async with connection.begin():
                    return await connection.run_sync(work)
        except sqlalchemy.exc.DBAPIError as error:
            msg = f"the database did not do it: {error.orig}"
            raise StoreError(msg) from error
        except (sqlalchemy.exc.SQLAlchemyError, asyncpg.PostgresError, OSError, TimeoutError) as error:
            msg = f"the database cannot be reached: {error}"
            raise StoreError(msg) from error
