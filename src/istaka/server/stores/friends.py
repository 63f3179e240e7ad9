"""Friends in the database: a row says that one wants the other, and two that want one another are friends."""

from sqlalchemy import ColumnElement, Connection, Select, delete, func, or_, select

from istaka.server.ports.friends import Friendship
from istaka.server.stores.database import Database
from istaka.server.stores.schema import friends
from istaka.server.stores.upsert import insert_into


class FriendStore:
    """`ports.friends.Friends` over either database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def ask(self, person: str, other: str, now: int, most: int) -> Friendship:
        """Ask somebody, or agree where he has asked; without effect for who wants `most` people already."""
        mine = select(func.count()).where(friends.c.person == person)

        def work(connection: Connection) -> Friendship:
            if (connection.scalar(mine) or 0) < most:
                row = {"person": person, "other": other, "at": now}
                connection.execute(insert_into(connection, friends).values(row).on_conflict_do_nothing())
            wants, wanted = (bool(connection.scalar(query)) for query in _both(person, other))
            return _friendship(wants=wants, wanted=wanted)

        return await self._database.write(work)

    async def end(self, person: str, other: str) -> None:
        """Whatever there was between them is no more."""
        ending = delete(friends).where(or_(_row(person, other), _row(other, person)))
        await self._database.write(lambda connection: connection.execute(ending) and None)

    async def of(self, person: str, limit: int) -> dict[str, Friendship]:
        """Everybody with whom there is something, the latest first: so many of either side."""
        whom = select(friends.c.other, friends.c.at).where(friends.c.person == person)
        who = select(friends.c.person, friends.c.at).where(friends.c.other == person)
        latest = friends.c.at.desc()

        def work(connection: Connection) -> dict[str, Friendship]:
            wants, wanted = (
                dict(connection.execute(query.order_by(latest).limit(limit)).tuples().all())
                for query in (whom, who)
            )
            at = {**wants, **wanted}
            return {
                other: _friendship(wants=other in wants, wanted=other in wanted)
                for other in sorted(at, key=lambda other: (-at[other], other))
            }

        return await self._database.read(work)

    async def between(self, person: str, other: str) -> Friendship:
        """What there is between two."""

        def work(connection: Connection) -> Friendship:
            wants, wanted = (bool(connection.scalar(query)) for query in _both(person, other))
            return _friendship(wants=wants, wanted=wanted)

        return await self._database.read(work)


def _row(person: str, other: str) -> ColumnElement[bool]:
    return (friends.c.person == person) & (friends.c.other == other)


def _both(person: str, other: str) -> tuple[Select[tuple[int]], Select[tuple[int]]]:
    """Whether one wants the other, and whether he is wanted."""
    count = select(func.count())
    return count.where(_row(person, other)), count.where(_row(other, person))


def _friendship(*, wants: bool, wanted: bool) -> Friendship:
    if wants:
        return "agreed" if wanted else "asked"
    return "asks" if wanted else "no"
