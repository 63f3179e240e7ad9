"""An older database becomes today's without loss, and both ways to today's schema lead to the same."""

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, insert, select, text

from databases import Check, Server, empty_postgres
from istaka.server.ports import StoreError
from istaka.server.stores import revisions, sqlite_file
from istaka.server.stores.database import Database
from istaka.server.stores.postgres_database import PostgresDatabase
from istaka.server.stores.schema import metadata, people
from istaka.server.stores.sqlite import SqliteStore
from istaka.server.stores.sqlite_database import SqliteDatabase
from upkeep.old import ENTRIES, NOW, old_file

OnEmpty = Callable[[Callable[[PostgresDatabase, str], Awaitable[None]]], None]


def shape(path: Path) -> dict[str, object]:
    """Everything that SQLite knows of a file's tables and indexes."""
    connection = sqlite3.connect(path)
    kinds = connection.execute("SELECT type, name, sql FROM sqlite_master ORDER BY name").fetchall()
    found: dict[str, object] = {}
    for kind, name, sql in kinds:
        if kind == "index" and sql:
            found[name] = " ".join(sql.split())
        elif kind == "table":
            columns = connection.execute(f"PRAGMA table_xinfo({name})").fetchall()
            (listed,) = connection.execute(f"PRAGMA table_list({name})").fetchall()
            found[name] = (columns, listed, sorted(indexed(connection, name)), "AUTOINCREMENT" in sql)
    connection.close()
    return found


def indexed(connection: sqlite3.Connection, name: str) -> list[tuple[object, ...]]:
    listed = connection.execute(f"PRAGMA index_list({name})").fetchall()
    return [
        (*index[2:], *connection.execute(f"PRAGMA index_info({index[1]})").fetchall()) for index in listed
    ]


def to_first_step(connection: Connection) -> None:
    """A database of the first step, made by that step."""
    revisions._upgrade(connection, "1")  # noqa: SLF001 - the way that every later step starts from


class TestSqlite:
    def test_an_old_file_is_taken_over_without_loss(self, tmp_path: Path) -> None:
        old_file(tmp_path / "a.db")

        async def check() -> None:
            store = SqliteStore.open(tmp_path / "a.db")
            assert await store.read("t") == ENTRIES
            assert await store.live() == [("t", 77)]
            assert await store.tables_of("p") == ["t"]
            found = await store.by_session(b"session")
            assert (found.id, found.name) == ("p", "Łucja")
            row = await store.database.read(lambda c: c.execute(select(people)).one())
            assert (row.kind, row.role, row.made, row.seen, row.key) == ("guest", "", NOW, NOW, None)
            assert await store.redeem(b"ticket", NOW - 1) == "p"
            await store.close()

        asyncio.run(check())
        asyncio.run(check_again(tmp_path / "a.db"))

    def test_an_old_file_gets_the_very_schema_of_a_new_one(self, tmp_path: Path) -> None:
        old_file(tmp_path / "old.db")
        for name in ("old.db", "new.db"):
            asyncio.run(SqliteDatabase.open(tmp_path / name).close())
        assert shape(tmp_path / "old.db") == shape(tmp_path / "new.db")

    def test_the_first_step_is_what_version_0_1_0_wrote(self, tmp_path: Path) -> None:
        """So what is tested from there holds for its files."""
        old_file(tmp_path / "old.db")
        connection = sqlite_file.connect(tmp_path / "stepped.db")
        with sqlite_file.core_over(connection) as core, core.begin():
            to_first_step(core)
        connection.close()
        stepped = shape(tmp_path / "stepped.db")
        del stepped["alembic_version"]
        assert stepped == shape(tmp_path / "old.db")

    def test_a_step_that_fails_changes_nothing(self, tmp_path: Path) -> None:
        old_file(tmp_path / "a.db")
        with sqlite3.connect(tmp_path / "a.db") as connection:
            connection.execute("CREATE TABLE ratings (in_the_way)")
        connection.close()
        before = shape(tmp_path / "a.db")
        with pytest.raises(StoreError, match=r"a\.db cannot be used: table ratings already exists"):
            SqliteDatabase.open(tmp_path / "a.db")
        assert shape(tmp_path / "a.db") == before

    def test_a_start_without_anything_to_do_does_not_import_alembic(self, tmp_path: Path) -> None:
        program = (
            "import asyncio, sys; from pathlib import Path;"
            "from istaka.server.stores.sqlite_database import SqliteDatabase;"
            "asyncio.run(SqliteDatabase.open(Path(sys.argv[1])).close());"
            "assert 'sqlalchemy' in sys.modules; assert 'alembic' not in sys.modules"
        )
        for _ in range(2):
            subprocess.run([sys.executable, "-c", program, tmp_path / "a.db"], check=True)


async def check_again(path: Path) -> None:
    store = SqliteStore.open(path)
    assert await store.read("t") == ENTRIES
    await store.close()


def test_the_schema_is_what_the_tables_say(on_database: Callable[[Check], None]) -> None:
    async def check(database: Database) -> None:
        assert await database.read(differences) == []
        assert await database.read(revisions.revision) == revisions.HEAD

    on_database(check)


def differences(connection: Connection) -> list[object]:
    # on SQLite Alembic takes an identity for a default; `shape` compares everything there
    options = {"compare_type": True, "compare_server_default": connection.dialect.name != "sqlite"}
    return compare_metadata(MigrationContext.configure(connection, opts=options), metadata)


class TestPostgres:
    @pytest.fixture
    def on_empty(self, postgres: Server) -> OnEmpty:
        """Awaits a check with the address of a database without a schema."""

        async def checking(check: Callable[[PostgresDatabase, str], Awaitable[None]]) -> None:
            async with empty_postgres(postgres) as url:
                database = PostgresDatabase(url)
                try:
                    await check(database, url)
                finally:
                    await database.close()

        return lambda check: asyncio.run(checking(check))

    def test_every_step_leads_to_the_schema_of_a_new_database(
        self, on_empty: OnEmpty, postgres: Server
    ) -> None:
        async def check(database: PostgresDatabase, url: str) -> None:
            await database.write(to_first_step)
            await database.write(old_rows)
            assert await database.write(revisions.migrate) == "1"
            assert await database.read(differences) == []
            row = await database.read(lambda c: c.execute(select(people)).one())
            assert (row.kind, row.role, row.made, row.seen) == ("guest", "", NOW, NOW)
            async with empty_postgres(postgres) as other:
                fresh = PostgresDatabase(other)
                assert await fresh.write(revisions.migrate) is None
                await fresh.close()
                assert await definition(url) == await definition(other)

        on_empty(check)

    def test_two_who_migrate_at_once_are_one_after_the_other(self, on_empty: OnEmpty) -> None:
        async def check(database: PostgresDatabase, url: str) -> None:
            other = PostgresDatabase(url)
            found = await asyncio.gather(database.write(revisions.migrate), other.write(revisions.migrate))
            await other.close()
            assert sorted(found, key=str) == ["2", None]

        on_empty(check)

    def test_a_database_that_is_behind_is_refused_with_the_way_out(self, on_empty: OnEmpty) -> None:
        async def check(database: PostgresDatabase, url: str) -> None:
            del url
            with pytest.raises(StoreError, match="is empty: run `istaka migrate"):
                await database.read(revisions.check)
            await database.write(to_first_step)
            with pytest.raises(
                StoreError, match=r"older istaka \(schema version 1, not 2\): run `istaka migr"
            ):
                await database.read(revisions.check)
            await database.write(revisions.migrate)
            assert await database.read(revisions.check) is None

        on_empty(check)

    def test_a_database_of_the_future_or_of_another_program_is_left_as_it_is(self, on_empty: OnEmpty) -> None:
        async def check(database: PostgresDatabase, url: str) -> None:
            del url
            await database.write(lambda c: c.execute(text("CREATE TABLE notes (n int)")) and None)
            for work in (revisions.check, revisions.migrate):
                with pytest.raises(StoreError, match="belongs to another program"):
                    await database.write(work)
            await database.write(lambda c: revisions.mark(c, "3"))
            for work in (revisions.check, revisions.migrate):
                with pytest.raises(
                    StoreError, match="schema version 3, this istaka knows 2: install a newer"
                ):
                    await database.write(work)

        on_empty(check)


def old_rows(connection: Connection) -> None:
    connection.execute(insert(people).values(id="p", name="Łucja", made=NOW).inline())


async def definition(url: str) -> list[tuple[object, ...]]:
    """Every column and index as PostgreSQL words it."""
    connection = await asyncpg.connect(url)
    columns = await connection.fetch(
        "SELECT table_name, column_name, data_type, is_nullable, column_default, collation_name, is_identity,"
        " ordinal_position FROM information_schema.columns WHERE table_schema = 'public' ORDER BY 1, 2"
    )
    indexes = await connection.fetch("SELECT indexname, indexdef FROM pg_indexes ORDER BY 1, 2")
    await connection.close()
    return [tuple(row) for row in (*columns, *indexes)]
