"""What cold tables are written and read through: short pieces of SQLAlchemy Core, one transaction each."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from sqlalchemy import Connection

T = TypeVar("T")
Work = Callable[[Connection], T]
"""Statements of one transaction, the same for SQLite and PostgreSQL.

It may run on any thread, so it touches nothing but its connection and what it closes over. It neither commits
nor rolls back, except its own savepoints (`begin_nested`), in which it catches what it expects, such as
`IntegrityError`. What it answers are values: the connection is not its own any more when it has answered.
"""


class Database(Protocol):
    """A database. What the work raises itself undoes the transaction and comes out as it is."""

    async def write(self, work: Work[T]) -> T:
        """What the work answers, once it is on the disk; raises `StoreError`."""

    async def read(self, work: Work[T]) -> T:
        """What the work answers; all its queries see one state of the database. Raises `StoreError`."""
