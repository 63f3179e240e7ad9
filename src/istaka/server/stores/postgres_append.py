"""Appending to logs in PostgreSQL: what waits is written together, by one statement, for one synchronisation.

The statement locks the rows of the tables in the order of their ids, so that workers wait for one another and
never in a circle. It compares each head with what is expected and writes where they agree; what it answers
are the winners. A group holds one batch for each table, so that no two of a group can win the same place.
"""

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import asyncpg

from istaka.server.core.events import Entry, encode_event
from istaka.server.ports import Append, Lost, Repeated, StoreError, Won
from istaka.server.stores.postgres_pool import Connection, Pool, reason

Answer = Won | Lost | Repeated

GROUP: Final = 512
"""At most so many batches share a statement."""
LANES: Final = 2
"""Statements under way at once: one is prepared while another waits for the disk."""

DOUBT_SECONDS: Final = 2.0
"""So long is tried to find out what became of a statement that was not answered."""
AGAIN_SECONDS: Final = 0.1
REFUSALS: Final = (asyncpg.IntegrityConstraintViolationError, asyncpg.DataError)
"""What is wrong with one batch, and would be at every try."""

_APPEND: Final = """
WITH wanted AS (
    SELECT * FROM unnest($1::text[], $2::int[], $3::int[], $4::bigint[], $5::bigint[], $6::text[])
        AS w (id, first, last, due, made, worker)
), entry AS (
    SELECT * FROM unnest($7::text[], $8::int[], $9::bigint[], $10::int[], $11::text[], $12::bytea[])
        AS e (id, seq, at, player, command, body)
), repeated AS (
    SELECT DISTINCT entry.id FROM entry JOIN events
        ON events.table_id = entry.id AND events.player = entry.player AND events.command = entry.command
    WHERE entry.command IS NOT NULL
), locked AS (
    SELECT tables.id, tables.head FROM tables JOIN wanted USING (id) ORDER BY tables.id FOR UPDATE OF tables
), moved AS (
    UPDATE tables SET head = wanted.last, due = wanted.due, worker = wanted.worker
    FROM wanted JOIN locked USING (id)
    WHERE tables.id = wanted.id AND locked.head = wanted.first - 1
        AND NOT EXISTS (SELECT FROM repeated WHERE repeated.id = wanted.id)
    RETURNING tables.id
), made AS (
    INSERT INTO tables (id, head, due, made, worker)
    SELECT id, last, due, made, worker FROM wanted WHERE first = 1 ORDER BY id
    ON CONFLICT DO NOTHING
    RETURNING id
), won AS (
    SELECT id FROM moved UNION ALL SELECT id FROM made
), written AS (
    INSERT INTO events (table_id, seq, at, player, command, body)
    SELECT id, seq, at, player, command, body FROM entry JOIN won USING (id)
), hidden AS (
    INSERT INTO secrets (table_id, seq, secret)
    SELECT id, seq, secret FROM unnest($13::text[], $14::int[], $15::bytea[]) AS s (id, seq, secret)
        JOIN won USING (id)
), seated AS (
    INSERT INTO members (person, table_id, player)
    SELECT person, id, player FROM unnest($16::text[], $17::text[], $18::int[]) AS m (id, person, player)
        JOIN won USING (id)
)
SELECT id FROM won
"""

_WHY: Final = """
SELECT id, coalesce(tables.head, 0) AS head, (
    SELECT min(events.seq) FROM unnest($2::text[], $3::int[], $4::text[]) AS e (id, player, command)
        JOIN events ON events.table_id = e.id AND events.player = e.player AND events.command = e.command
    WHERE e.id = lost.id
) AS repeated
FROM unnest($1::text[]) AS lost (id) LEFT JOIN tables USING (id)
"""

_THERE: Final = """
SELECT seq, at, player, command, body FROM events
WHERE table_id = $1 AND seq BETWEEN $2 AND $3 ORDER BY seq
"""


Row = tuple[int, int, int | None, str | None, bytes]
"""Number, instant, player, command and body of an event."""


@dataclass(frozen=True, slots=True)
class _Waiting:
    batch: Append
    rows: list[Row]
    answer: asyncio.Future[Answer]

    def tell(self, answer: Answer | StoreError) -> None:
        """Answer, unless nobody waits any more."""
        if self.answer.done():
            return
        if isinstance(answer, StoreError):
            self.answer.set_exception(answer)
        else:
            self.answer.set_result(answer)


class Appender:
    """Appends for one worker."""

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._waiting: list[_Waiting] = []
        self._under_way: set[str] = set()
        """Tables in a statement that has not answered."""
        self._lanes: set[asyncio.Task[None]] = set()
        self._busy = 0
        """Lanes that will look again for what waits."""

    async def append(self, batch: Append) -> Answer:
        """Write a batch; raises `StoreError` where it is not known whether it is in the log."""
        rows = [_row(entry) for entry in batch.entries]
        waiting = _Waiting(batch, rows, asyncio.get_running_loop().create_future())
        self._waiting.append(waiting)
        if self._busy < LANES:
            self._busy += 1
            lane = asyncio.create_task(self._write_on())
            self._lanes.add(lane)
            lane.add_done_callback(self._lanes.discard)
        return await waiting.answer

    async def close(self) -> None:
        """Write what waits."""
        while self._lanes:
            await asyncio.wait(self._lanes)

    async def _write_on(self) -> None:
        while group := self._next():
            tables = {waiting.batch.table for waiting in group}
            self._under_way |= tables
            await self._write(group)
            self._under_way -= tables
        self._busy -= 1

    def _next(self) -> list[_Waiting]:
        """The next group: one batch for each table, the rest waits on."""
        group: dict[str, _Waiting] = {}
        rest = []
        for waiting in self._waiting:
            table = waiting.batch.table
            if table in group or table in self._under_way or len(group) == GROUP:
                rest.append(waiting)
            else:
                group[table] = waiting
        self._waiting = rest
        return list(group.values())

    async def _write(self, group: Sequence[_Waiting]) -> None:
        """Write a group and answer each; what the database refuses of it is refused alone."""
        asked = False
        try:
            async with self._pool.lent() as connection:
                asked = True
                answers = await _appended(connection, group)
        except REFUSALS as error:
            if len(group) == 1:
                group[0].tell(StoreError(f"the database refused the change: {reason(error)}"))
                return
            for waiting in group:
                await self._write([waiting])
        except Exception as error:  # noqa: BLE001 - who waits is told, whatever it is, and the lane goes on
            there = await self._find_out(group) if asked else set()
            silence = StoreError(f"the database did not answer: {reason(error)}")
            for waiting in group:
                waiting.tell(Won() if waiting.batch.table in there else silence)
        else:
            for waiting, answer in zip(group, answers, strict=True):
                waiting.tell(answer)

    async def _find_out(self, group: Sequence[_Waiting]) -> set[str]:
        """After a fault: the tables whose entries are in the log although nobody said so."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(DOUBT_SECONDS):
                while True:
                    with contextlib.suppress(StoreError):
                        return {waiting.batch.table for waiting in group if await self._is_there(waiting)}
                    await asyncio.sleep(AGAIN_SECONDS)
        return set()

    async def _is_there(self, waiting: _Waiting) -> bool:
        """Whether these very entries are in the log.

        Should another worker have written the same, byte for byte in the same millisecond, it is the same
        event in the same place.
        """
        first, last = waiting.rows[0][0], waiting.rows[-1][0]
        found = await self._pool.fetch(_THERE, waiting.batch.table, first, last)
        return [tuple(row) for row in found] == waiting.rows


def _row(entry: Entry) -> Row:
    return entry.seq, entry.at, entry.player, entry.command, encode_event(entry.event)


async def _appended(connection: Connection, group: Sequence[_Waiting]) -> list[Answer]:
    won = {row[0] for row in await connection.fetch(_APPEND, *_columns(group))}
    lost = [waiting for waiting in group if waiting.batch.table not in won]
    why = await _why(connection, lost) if lost else {}
    return [why.get(waiting.batch.table, Won()) for waiting in group]


def _columns(group: Sequence[_Waiting]) -> list[list[Any]]:
    """The parameters of `_APPEND`: batches, entries, secrets and members, column by column."""
    batches = [waiting.batch for waiting in group]
    heads = [_head(batch) for batch in batches]
    entries = [(waiting.batch.table, *row) for waiting in group for row in waiting.rows]
    secrets = [(b.table, e.seq, e.secret) for b in batches for e in b.entries if e.secret is not None]
    members = [(b.table, person, player) for b in batches for person, player in b.members]
    return [*_turned(heads, 6), *_turned(entries, 6), *_turned(secrets, 3), *_turned(members, 3)]


def _head(batch: Append) -> tuple[str, int, int, int | None, int, str | None]:
    first, last = batch.entries[0], batch.entries[-1]
    return batch.table, first.seq, last.seq, batch.due, first.at, batch.worker


def _turned(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [[row[i] for row in rows] for i in range(width)]


async def _why(connection: Connection, lost: Sequence[_Waiting]) -> dict[str, Answer]:
    """Why these were not written, as the log is now."""
    commands = [
        (waiting.batch.table, player, command)
        for waiting in lost
        for _, _, player, command, _ in waiting.rows
        if command is not None
    ]
    tables = [waiting.batch.table for waiting in lost]
    rows = await connection.fetch(_WHY, tables, *_turned(commands, 3))
    return {table: Lost(head) if repeated is None else Repeated(repeated) for table, head, repeated in rows}
