"""The store of a cluster: log, workers and people in PostgreSQL, shared by every worker."""

from collections.abc import Collection

from istaka.server.core.events import Entry, decode_event
from istaka.server.ports import Append, Lost, Person, Repeated, Won
from istaka.server.stores import revisions
from istaka.server.stores.postgres_append import Appender
from istaka.server.stores.postgres_database import PostgresDatabase
from istaka.server.stores.postgres_pool import USUAL, Patience, Pool, open_pool

_ENTRIES = """
SELECT seq, at, body, player, command, secret FROM events LEFT JOIN secrets USING (table_id, seq)
WHERE table_id = $1 AND seq > $2 ORDER BY seq
"""
_CLAIM = """
WITH late AS (
    SELECT id, due FROM tables WHERE due <= $2 ORDER BY due, id LIMIT $4 FOR UPDATE SKIP LOCKED
), mine AS (
    UPDATE tables SET due = $3, worker = $1 FROM late WHERE tables.id = late.id RETURNING tables.id
)
SELECT id FROM late JOIN mine USING (id) ORDER BY late.due, id
"""
_HOLD = "UPDATE tables SET due = $4, worker = $1 WHERE id = $2 AND head = $3"
_REPORT = """
INSERT INTO workers (id, host, started, alive) VALUES ($1, $2, $3, $3)
ON CONFLICT (id) DO UPDATE SET host = excluded.host, alive = excluded.alive
"""
_HAND_ON = """theirs AS (
    SELECT tables.id FROM tables JOIN dead ON tables.worker = dead.id
    WHERE tables.due IS NOT NULL ORDER BY tables.id FOR UPDATE OF tables
), handed_on AS (
    UPDATE tables SET due = least(due, $2) FROM theirs WHERE tables.id = theirs.id
)
SELECT id FROM dead
"""
"""Rows are locked in the order in which appends lock them."""
_BURY = f"WITH dead AS (DELETE FROM workers WHERE alive < $1 RETURNING id), {_HAND_ON}"  # noqa: S608 - ours
_LEAVE = f"WITH gone AS (DELETE FROM workers WHERE id = $1), dead AS (SELECT $1 AS id), {_HAND_ON}"  # noqa: S608
_ADD_GUEST = """
WITH person AS (
    INSERT INTO people (id, name, made, seen) VALUES ($1, $2, $4, $4)
)
INSERT INTO sessions (hash, person, made) VALUES ($3, $1, $4)
"""
_BY_SESSION = """
SELECT id, name, kind, role, muted, banned FROM people JOIN sessions ON person = id WHERE hash = $1
"""
_REDEEM = """
WITH used AS (
    DELETE FROM tickets WHERE hash = $1 RETURNING person, expires
), good AS (
    SELECT person FROM used WHERE expires > $2
), here AS (
    UPDATE people SET seen = $2 FROM good WHERE people.id = good.person
)
SELECT person FROM good
"""
_TABLES_OF = """
SELECT id FROM members JOIN tables ON id = table_id
WHERE person = $1 AND due IS NOT NULL ORDER BY made DESC, id
"""


class PostgresStore:
    """Log, workers and people; make it with `PostgresStore.open`.

    Attributes:
        database: the same database, for the cold tables.
    """

    def __init__(self, pool: Pool, database: PostgresDatabase) -> None:
        self._pool = pool
        self._appender = Appender(pool)
        self.database = database

    @classmethod
    async def open(cls, url: str, patience: Patience = USUAL) -> "PostgresStore":
        """The store in this database, which has today's schema.

        Raises:
            StoreError: it cannot be reached, or must be migrated first.
        """
        pool = await open_pool(url, patience)
        database = PostgresDatabase(url, patience)
        try:
            await database.read(revisions.check)
        except BaseException:
            await database.close()
            await pool.close()
            raise
        return cls(pool, database)

    async def close(self) -> None:
        """Write what waits, then end every connection."""
        await self._appender.close()
        await self.database.close()
        await self._pool.close()

    async def append(self, batch: Append) -> Won | Lost | Repeated:
        """Write a batch; it is on the disk when this answers `Won`."""
        return await self._appender.append(batch)

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        """The entries behind `after`, with their secrets."""
        rows = await self._pool.fetch(_ENTRIES, table, after)
        return [Entry(seq, at, decode_event(body), *rest) for seq, at, body, *rest in rows]

    async def heads(self, tables: Collection[str]) -> dict[str, int]:
        """Where the logs of these tables end."""
        query = "SELECT id, head FROM tables WHERE id = ANY($1::text[])"
        return dict(map(tuple, await self._pool.fetch(query, list(tables))))

    async def live(self) -> list[tuple[str, int]]:
        """Every table that is not over, with its deadline."""
        query = "SELECT id, due FROM tables WHERE due IS NOT NULL ORDER BY due"
        return [(table, due) for table, due in await self._pool.fetch(query)]

    async def claim(self, worker: str | None, now: int, until: int, limit: int) -> list[str]:
        """Tables whose deadline has come, the most overdue first; they are this worker's."""
        return [row[0] for row in await self._pool.fetch(_CLAIM, worker, now, until, limit)]

    async def hold(self, worker: str | None, table: str, head: int, due: int) -> None:
        """This worker looks after a table that wants nothing before `due`."""
        await self._pool.fetch(_HOLD, worker, table, head, due)

    async def now(self) -> int:
        """The server's clock."""
        query = "SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint"
        return int((await self._pool.fetch(query))[0][0])

    async def report(self, worker: str, host: str, now: int) -> None:
        """This worker lives."""
        await self._pool.fetch(_REPORT, worker, host, now)

    async def living(self) -> frozenset[str]:
        """Every worker that was not taken off."""
        return frozenset(row[0] for row in await self._pool.fetch("SELECT id FROM workers"))

    async def bury(self, before: int, now: int) -> list[str]:
        """Take off the workers that have not reported for long."""
        return [row[0] for row in await self._pool.fetch(_BURY, before, now)]

    async def leave(self, worker: str, now: int) -> None:
        """Take off a worker; what it looked after is due."""
        await self._pool.fetch(_LEAVE, worker, now)

    async def add_guest(self, person: Person, session: bytes, now: int) -> None:
        """A new guest, signed in with the session of that hash."""
        await self._pool.fetch(_ADD_GUEST, person.id, person.name, session, now)

    async def rename(self, person: str, name: str) -> None:
        """Another name for a guest."""
        await self._pool.fetch("UPDATE people SET name = $1 WHERE id = $2", name, person)

    async def by_session(self, session: bytes) -> Person | None:
        """Whose session has this hash."""
        rows = await self._pool.fetch(_BY_SESSION, session)
        return Person(*rows[0]) if rows else None

    async def add_ticket(self, ticket: bytes, person: str, expires: int) -> None:
        """A ticket that lets that person attach one socket until `expires`."""
        await self._pool.fetch("INSERT INTO tickets VALUES ($1, $2, $3)", ticket, person, expires)

    async def redeem(self, ticket: bytes, now: int) -> str | None:
        """Whose ticket has this hash, if it is still good; it is used up then."""
        rows = await self._pool.fetch(_REDEEM, ticket, now)
        return rows[0][0] if rows else None

    async def tables_of(self, person: str) -> list[str]:
        """Running tables where the person owns a seat, the newest first."""
        return [row[0] for row in await self._pool.fetch(_TABLES_OF, person)]
