"""Reports, sanctions and the book of moderators, in the database."""

from typing import Final

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from istaka.server.core.messages import Problem, Said
from istaka.server.ports.moderation import Deed, Report, Sanction
from istaka.server.stores.database import Database
from istaka.server.stores.locks import serialise
from istaka.server.stores.schema import audit, people, reports, talk, tickets
from istaka.server.stores.talk import said_of

UNTIL: Final = {"mute": people.c.muted, "ban": people.c.banned}
"""Where the end of a sanction stands."""


class ModerationStore:
    """`ports.moderation.Moderation` over either database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def file(self, report: Report, most: int) -> Problem | None:
        """A new report, unless who tells has `most` open ones; the same one again changes nothing."""

        def work(connection: Connection) -> Problem | None:
            serialise(connection, f"reports:{report.by}")
            if connection.scalar(select(people.c.id).where(people.c.id == report.about)) is None:
                return Problem("unknown_person")
            mine = select(reports).where(reports.c.by_ == report.by, reports.c.state == "open")
            told = connection.execute(mine).all()
            if any(
                (row.about, row.place, row.said) == (report.about, report.place, report.said) for row in told
            ):
                return None
            if len(told) >= most:
                return Problem("too_many_reports", {"most": most})
            values = {key: getattr(report, key) for key in _REPORT if key != "by"}
            connection.execute(insert(reports).values(**values, by_=report.by))
            return None

        return await self._database.write(work)

    async def reports(self, limit: int) -> list[Report]:
        """Open reports, the oldest first."""
        query = select(reports).where(reports.c.state == "open").order_by(reports.c.at).limit(limit)
        return await self._database.read(
            lambda connection: [
                Report(row.id, row.at, row.by_, row.about, row.place, row.said, row.reason, row.state)
                for row in connection.execute(query)
            ]
        )

    async def close(self, report: str, deed: Deed) -> bool:
        """The report is dealt with; whether there is such a one."""
        known = (reports.c.id == report) & (reports.c.state == "open")
        closing = (
            update(reports).where(known).values(state="done").returning(reports.c.about, reports.c.reason)
        )

        def work(connection: Connection) -> bool:
            row = connection.execute(closing).one_or_none()
            if row is not None:
                _enter(connection, deed, about=row.about, detail=row.reason)
            return row is not None

        return await self._database.write(work)

    async def sanction(self, kind: Sanction, until: int | None, deed: Deed) -> Problem | None:
        """Mute or ban who the deed is about until then, or end that (None). Moderators are not touched."""

        def work(connection: Connection) -> Problem | None:
            role = connection.scalar(select(people.c.role).where(people.c.id == deed.about).with_for_update())
            if role is None:
                return Problem("unknown_person")
            if role == "moderator":
                return Problem("is_moderator")
            connection.execute(update(people).where(people.c.id == deed.about).values({UNTIL[kind]: until}))
            if kind == "ban":
                connection.execute(delete(tickets).where(tickets.c.person == deed.about))
            _enter(connection, deed)
            return None

        return await self._database.write(work)

    async def erase(self, n: int, deed: Deed) -> str | None:
        """Take away a line, which goes into the book; answers where it was said."""
        erasing = delete(talk).where(talk.c.n == n).returning(talk)

        def work(connection: Connection) -> str | None:
            row = connection.execute(erasing).one_or_none()
            if row is None:
                return None
            line = {"n": n, "place": row.place, "text": row.text, "phrase": row.phrase}
            _enter(connection, deed, about=row.person, detail=msgspec.json.encode(line).decode())
            return str(row.place)

        return await self._database.write(work)

    async def around(self, n: int, count: int) -> list[Said]:
        """A line with `count` before and after it at its place; empty where it is gone."""

        def work(connection: Connection) -> list[Said]:
            place = connection.scalar(select(talk.c.place).where(talk.c.n == n))
            here = select(talk).where(talk.c.place == place)
            before = here.where(talk.c.n <= n).order_by(talk.c.n.desc()).limit(count + 1)
            after = here.where(talk.c.n > n).order_by(talk.c.n).limit(count)
            rows = [*connection.execute(before).all()[::-1], *connection.execute(after)]
            return [said_of(row) for row in rows]

        return await self._database.read(work)

    async def deeds(self, before: int, limit: int) -> list[Deed]:
        """The book from before entry `before`, the latest first."""
        query = select(audit).where(audit.c.n < before).order_by(audit.c.n.desc()).limit(limit)
        return await self._database.read(
            lambda connection: [
                Deed(row.at, row.by_, row.act, row.about, row.detail, row.n)
                for row in connection.execute(query)
            ]
        )


_REPORT: Final = ("id", "at", "by", "about", "place", "said", "reason", "state")


def _enter(connection: Connection, deed: Deed, **more: str) -> None:
    """Write a deed into the book."""
    values = {"at": deed.at, "by_": deed.by, "act": deed.act, "about": deed.about, "detail": deed.detail}
    connection.execute(insert(audit).values({**values, **more}))
