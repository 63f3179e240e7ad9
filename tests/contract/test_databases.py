"""One suite for every database: what stores of cold tables may rely on."""

import asyncio
from collections.abc import Callable

import pytest
from sqlalchemy import Connection, func, insert, select
from sqlalchemy.exc import IntegrityError

from databases import Check
from istaka.server.ports import StoreError
from istaka.server.stores.database import Database
from istaka.server.stores.schema import audit, people, ratings, talk

OnDatabase = Callable[[Check], None]


def add(name: str, key: str | None = None) -> Callable[[Connection], None]:
    def work(connection: Connection) -> None:
        connection.execute(insert(people).values(id=name, name=name, made=1 << 41, key=key))

    return work


def names(connection: Connection) -> list[str]:
    return list(connection.scalars(select(people.c.name).order_by(people.c.name)))


class OwnError(Exception):
    """An error of the work itself."""


def test_what_was_written_is_read(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        await database.write(add("Łucja"))
        row = await database.read(lambda c: c.execute(select(people)).one())
        assert (row.name, row.made, row.kind, row.role, row.key) == ("Łucja", 1 << 41, "guest", "", None)

    on_database(check)


def test_a_work_that_fails_writes_nothing_and_its_error_comes_out(on_database: OnDatabase) -> None:
    def work(connection: Connection) -> None:
        add("a")(connection)
        raise OwnError

    async def check(database: Database) -> None:
        answers = await asyncio.gather(
            database.write(add("b")), database.write(work), database.write(add("c")), return_exceptions=True
        )
        assert answers[0] is None
        assert isinstance(answers[1], OwnError)
        assert await database.read(names) == ["b", "c"]
        with pytest.raises(OwnError):
            await database.read(work_raising)

    def work_raising(connection: Connection) -> None:
        del connection
        raise OwnError

    on_database(check)


def test_a_duplicate_is_caught_in_a_savepoint_and_the_work_goes_on(on_database: OnDatabase) -> None:
    def work(connection: Connection) -> str:
        add("before")(connection)
        try:
            with connection.begin_nested():
                add("another", key="taken")(connection)
        except IntegrityError:
            add("after")(connection)
            return "caught"
        return "written"

    async def check(database: Database) -> None:
        await database.write(add("first", key="taken"))
        assert await database.write(work) == "caught"
        assert await database.read(names) == ["after", "before", "first"]

    on_database(check)


def test_a_duplicate_that_nobody_catches_is_a_store_error(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        await database.write(add("a"))
        with pytest.raises(StoreError, match=r"people|duplicate"):
            await database.write(add("a"))
        await database.write(add("b"))
        assert await database.read(names) == ["a", "b"]

    on_database(check)


def test_reading_cannot_write(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        with pytest.raises(StoreError, match=r"read-?only"):
            await database.read(add("a"))
        assert await database.read(names) == []

    on_database(check)


def test_a_work_that_commits_on_its_own_is_a_fault_and_writes_nothing(on_database: OnDatabase) -> None:
    """One transaction is one promise: on SQLite it holds other people's moves too."""

    def work(connection: Connection) -> None:
        add("a")(connection)
        connection.rollback()
        add("b")(connection)

    async def check(database: Database) -> None:
        with pytest.raises(StoreError):
            await database.write(work)
        assert await database.read(names) == []

    on_database(check)


def test_numbers_grow_also_after_deletions(on_database: OnDatabase) -> None:
    def say(connection: Connection) -> int:
        line = {"place": "lobby", "person": "p", "name": "P", "text": "hi", "at": 5}
        return int(connection.execute(insert(talk).values(line).returning(talk.c.n)).scalar_one())

    async def check(database: Database) -> None:
        first = await database.write(say)
        await database.write(lambda c: c.execute(talk.delete()) and None)
        assert await database.write(say) > first
        assert await database.read(lambda c: c.scalar(select(func.count()).select_from(audit))) == 0

    on_database(check)


def test_a_read_sees_one_state(on_database: OnDatabase) -> None:
    """A list and its count agree although somebody writes between the two queries."""

    async def check(database: Database) -> None:
        loop = asyncio.get_running_loop()
        await database.write(add("a"))
        begun, written = asyncio.Event(), asyncio.Event()

        def work(connection: Connection) -> tuple[int, int]:
            first = len(names(connection))
            pause(connection)
            return first, len(names(connection))

        def pause(connection: Connection) -> None:
            if connection.dialect.name == "sqlite":  # on a thread of its own
                loop.call_soon_threadsafe(begun.set)
                asyncio.run_coroutine_threadsafe(written.wait(), loop).result(10)
            else:
                from sqlalchemy.util import await_only  # noqa: PLC0415 - the loop's own thread

                begun.set()
                await_only(written.wait())

        reading = asyncio.create_task(database.read(work))
        await begun.wait()
        await database.write(add("b"))
        written.set()
        assert await reading == (1, 1)
        assert await database.read(names) == ["a", "b"]

    on_database(check)


def test_many_at_once(on_database: OnDatabase) -> None:
    async def check(database: Database) -> None:
        await asyncio.gather(*(database.write(add(f"p{i:03}")) for i in range(60)))
        found = await asyncio.gather(*(database.read(names) for _ in range(20)))
        assert found == [[f"p{i:03}" for i in range(60)]] * 20
        row = {"person": "p", "players": 4, "mu": 25.5, "sigma": 8.25, "games": 1}
        await database.write(lambda c: c.execute(insert(ratings).values(row)) and None)
        assert await database.read(lambda c: c.execute(select(ratings.c.mu, ratings.c.sigma)).one()) == (
            25.5,
            8.25,
        )

    on_database(check)
