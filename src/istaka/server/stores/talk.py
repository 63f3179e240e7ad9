"""What people say, in the database."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, Row, Select, func, insert, select

from istaka.server.core.messages import Problem, Said, Speaker
from istaka.server.ports.talk import Stored, Utterance
from istaka.server.stores.database import Database
from istaka.server.stores.locks import serialise
from istaka.server.stores.schema import people, talk


class TalkStore:
    """`ports.talk.Lines` over either database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, utterance: Utterance) -> Stored | Problem:
        """Store a line under its sender's name of now; refused as `muted` where the sender is."""

        def work(connection: Connection) -> Stored | Problem:
            # numbers are given under this lock, so that nobody reads a later line before an earlier one
            serialise(connection, f"talk:{utterance.place}")
            same = (talk.c.person == utterance.person) & (talk.c.command == utterance.command)
            row = connection.execute(select(talk).where(same)).one_or_none()
            if row is not None:
                return Stored(said_of(row), 0, again=True)
            speaker = connection.execute(select(people).where(people.c.id == utterance.person)).one_or_none()
            if speaker is None:
                return Problem("bad_ticket")
            until = max(speaker.muted or 0, speaker.banned or 0)
            if until > utterance.at:
                return Problem("muted", {"until": until})
            return _insert(connection, utterance, speaker.name)

        return await self._database.write(work)

    async def latest(self, places: Collection[str], count: int) -> dict[str, list[Said]]:
        """The last lines said at each of these places, oldest first."""
        from_end = func.row_number().over(partition_by=talk.c.place, order_by=talk.c.n.desc())
        ranked = select(talk, from_end.label("rank")).where(talk.c.place.in_(list(places))).subquery()
        query = select(ranked).where(ranked.c.rank <= count).order_by(ranked.c.n)

        def work(connection: Connection) -> dict[str, list[Said]]:
            lines: dict[str, list[Said]] = {place: [] for place in places}
            for row in connection.execute(query):
                lines[row.place].append(said_of(row))
            return lines

        return await self._database.read(work)

    async def after(self, place: str, n: int, count: int) -> list[Said]:
        """The last lines said at a place after line `n`, oldest first."""
        query = select(talk).where(talk.c.place == place, talk.c.n > n).order_by(talk.c.n.desc()).limit(count)
        return await self._database.read(lambda connection: _all(connection, query))

    async def places_after(self, n: int) -> dict[str, int]:
        """The last line of each place where something was said after line `n`."""
        query = (
            select(talk.c.place, func.max(talk.c.n).label("last")).where(talk.c.n > n).group_by(talk.c.place)
        )
        return await self._database.read(
            lambda connection: {row.place: row.last for row in connection.execute(query)}
        )

    async def head(self) -> int:
        """The number of the last line of all."""
        return await self._database.read(
            lambda connection: connection.scalar(select(func.max(talk.c.n))) or 0
        )


def _insert(connection: Connection, utterance: Utterance, name: str) -> Stored:
    before = connection.scalar(select(func.max(talk.c.n)).where(talk.c.place == utterance.place))
    keys = ("place", "person", "seat", "command", "text", "phrase", "at")
    values = {key: getattr(utterance, key) for key in keys}
    row = connection.execute(insert(talk).values(**values, name=name).returning(talk)).one()
    return Stored(said_of(row), before or 0)


def _all(connection: Connection, query: Select[Any]) -> list[Said]:
    return [said_of(row) for row in connection.execute(query)][::-1]


def said_of(row: Row[Any]) -> Said:
    """A line as it is told."""
    return Said(row.n, row.at, Speaker(row.person, row.name, row.seat), row.text, row.phrase)
