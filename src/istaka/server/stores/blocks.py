"""Block lists in the database."""

from collections.abc import Collection

from sqlalchemy import ColumnElement, Connection, delete, func, select

from istaka.server.stores.database import Database
from istaka.server.stores.schema import blocks
from istaka.server.stores.upsert import insert_into


class BlockStore:
    """`ports.blocks.Blocks` over either database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, person: str) -> frozenset[str]:
        """Whom this person has blocked."""
        return await self._all(blocks.c.other, blocks.c.person == person)

    async def of_all(self, persons: Collection[str]) -> dict[str, frozenset[str]]:
        """Whom each of these people has blocked."""
        query = select(blocks).where(blocks.c.person.in_(list(persons)))
        pairs = await self._database.read(
            lambda connection: [(row.person, row.other) for row in connection.execute(query)]
        )
        found: dict[str, set[str]] = {person: set() for person in persons}
        for person, other in pairs:
            found[person].add(other)
        return {person: frozenset(others) for person, others in found.items()}

    async def against(self, person: str) -> frozenset[str]:
        """Who has blocked this person."""
        return await self._all(blocks.c.person, blocks.c.other == person)

    async def add(self, person: str, other: str, most: int) -> bool:
        """Block somebody; False for who blocks `most` people already."""
        mine = select(func.count()).where(blocks.c.person == person)

        def work(connection: Connection) -> bool:
            if (connection.scalar(mine) or 0) >= most:
                return False
            row = {"person": person, "other": other}
            connection.execute(insert_into(connection, blocks).values(row).on_conflict_do_nothing())
            return True

        return await self._database.write(work)

    async def remove(self, person: str, other: str) -> None:
        """Block him no more."""
        row = (blocks.c.person == person) & (blocks.c.other == other)
        await self._database.write(lambda connection: connection.execute(delete(blocks).where(row)) and None)

    async def _all(self, whom: ColumnElement[str], where: ColumnElement[bool]) -> frozenset[str]:
        query = select(whom).where(where)
        return await self._database.read(lambda connection: frozenset(connection.scalars(query)))
