"""One suite for every store: what the service may rely on."""

import asyncio
import os
import sqlite3
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import select, update

from databases import Server, fresh_postgres
from istaka.server.core import events
from istaka.server.core.events import Entry
from istaka.server.ports import Append, Lost, Person, Repeated, StoreError, Won
from istaka.server.stores import sqlite_file
from istaka.server.stores.memory import MemoryStore
from istaka.server.stores.postgres import PostgresStore
from istaka.server.stores.schema import people
from istaka.server.stores.sqlite import SqliteStore

Store = MemoryStore | SqliteStore | PostgresStore
Shared = MemoryStore | PostgresStore
Check = Callable[[Store], Awaitable[None]]
Run = Callable[[Check], None]


def here(seq: int, player: int | None = None, command: str | None = None) -> Entry:
    return Entry(seq, 1000 + seq, events.Here(player=0), player, command)


def batch(*entries: Entry, table: str = "t", due: int | None = 50) -> Append:
    return Append(table, entries, due)


@asynccontextmanager
async def fresh(kind: str, folder: Path, postgres: Server | None) -> AsyncIterator[Store]:
    """An empty store."""
    if kind == "memory":
        yield MemoryStore()
        return
    async with AsyncExitStack() as stack:
        if kind == "sqlite":
            store: SqliteStore | PostgresStore = SqliteStore.open(folder / "deep" / "test.db")
        else:
            assert postgres is not None
            store = await PostgresStore.open(await stack.enter_async_context(fresh_postgres(postgres)))
        stack.push_async_callback(store.close)
        yield store


def runner(request: pytest.FixtureRequest, folder: Path) -> Run:
    postgres = request.getfixturevalue("postgres") if request.param == "postgres" else None

    async def checking(check: Check) -> None:
        async with fresh(request.param, folder, postgres) as store:
            await check(store)

    return lambda check: asyncio.run(checking(check))


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    """Runs a check with a fresh store."""
    return runner(request, tmp_path)


@pytest.fixture(params=["memory", "postgres"])
def run_shared(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    """Runs a check with a fresh store that many workers may share."""
    return runner(request, tmp_path)


def test_what_was_appended_is_read_in_order(run: Run) -> None:
    async def check(store: Store) -> None:
        assert await store.append(batch(here(1), here(2, 0, "a"))) == Won()
        assert await store.append(batch(here(3))) == Won()
        assert await store.read("t") == [here(1), here(2, 0, "a"), here(3)]
        assert await store.read("t", after=2) == [here(3)]
        assert await store.read("other") == []

    run(check)


def test_of_two_writers_at_one_place_one_wins(run: Run) -> None:
    async def check(store: Store) -> None:
        await store.append(batch(here(1)))
        answers = await asyncio.gather(*(store.append(batch(here(2, 0, f"c{i}"))) for i in range(20)))
        assert sum(isinstance(answer, Won) for answer in answers) == 1
        assert {answer for answer in answers if not isinstance(answer, Won)} == {Lost(2)}
        assert len(await store.read("t")) == 2

    run(check)


@pytest.mark.parametrize("seq", [1, 3, 7])
def test_entries_out_of_place_are_not_written(run: Run, seq: int) -> None:
    async def check(store: Store) -> None:
        await store.append(batch(here(1)))
        assert await store.append(batch(here(seq), here(seq + 1))) == Lost(1)
        assert await store.read("t") == [here(1)]

    run(check)


def test_a_command_is_written_once(run: Run) -> None:
    """Unique (table, player, command): a repeated one gets the number of the first."""

    async def check(store: Store) -> None:
        await store.append(batch(here(1), here(2, 0, "a"), here(3)))
        assert await store.append(batch(here(4, 0, "a"))) == Repeated(2)
        assert await store.append(batch(here(2, 0, "a"))) == Repeated(2)
        assert await store.append(batch(here(4, 1, "a"))) == Won()
        assert await store.append(batch(here(1, 0, "a"), table="other")) == Won()
        assert len(await store.read("t")) == 4

    run(check)


def test_secrets_come_back_with_their_event_alone(run: Run) -> None:
    async def check(store: Store) -> None:
        committed = Entry(1, 5, events.Committed(round=1, commitment="00", due=9), secret=b"s" * 32)
        await store.append(batch(committed, here(2)))
        assert await store.read("t") == [committed, here(2)]

    run(check)


def test_live_tables_have_their_deadlines_and_finished_ones_none(run: Run) -> None:
    async def check(store: Store) -> None:
        await store.append(batch(here(1), table="a", due=70))
        await store.append(batch(here(1), table="b", due=30))
        await store.append(batch(here(1), table="c", due=50))
        assert sorted(await store.live()) == [("a", 70), ("b", 30), ("c", 50)]
        await store.append(batch(here(2), table="b", due=None))
        await store.append(batch(here(2), table="c", due=90))
        assert sorted(await store.live()) == [("a", 70), ("c", 90)]
        assert await store.claim("w", 100, 200, 10) == ["a", "c"]
        assert sorted(await store.live()) == [("a", 200), ("c", 200)]

    run(check)


def test_an_overdue_table_is_claimed_by_one_worker_and_by_another_when_that_one_fails(run: Run) -> None:
    async def check(store: Store) -> None:
        for name, due in (("a", 70), ("b", 30), ("c", 50)):
            await store.append(batch(here(1), table=name, due=due))
        claims = await asyncio.gather(*(store.claim(f"w{i}", 60, 90, 1) for i in range(4)))
        assert sorted(claims) == [[], [], ["b"], ["c"]]
        assert await store.claim("w", 80, 120, 10) == ["a"]
        assert await store.claim("w", 100, 130, 10) == ["b", "c"]

    run(check)


def test_a_claimed_table_that_wants_nothing_is_held_until_it_does(run: Run) -> None:
    async def check(store: Store) -> None:
        await store.append(batch(here(1), due=50))
        await store.claim("w", 50, 60, 1)
        await store.hold("w", "t", 1, 500)
        assert await store.live() == [("t", 500)]
        await store.append(batch(here(2), due=80))
        await store.hold("w", "t", 1, 700)
        assert await store.live() == [("t", 80)]

    run(check)


def test_heads_of_many_tables(run: Run) -> None:
    async def check(store: Store) -> None:
        await store.append(batch(here(1), here(2)))
        await store.append(batch(here(1), table="it's"))
        assert await store.heads(["t", "it's", "none"]) == {"t": 2, "it's": 1}
        assert await store.heads([]) == {}

    run(check)


def test_guests_and_sessions(run: Run) -> None:
    async def check(store: Store) -> None:
        name = '"><script>window.pwn=1</script> Łódź'
        await store.add_guest(Person("p", name), b"hash", 1)
        assert await store.by_session(b"hash") == Person("p", name)
        assert await store.by_session(b"other") is None
        await store.rename("p", "Ola")
        assert await store.by_session(b"hash") == Person("p", "Ola")

    run(check)


def test_a_ticket_is_good_once_and_not_for_long(run: Run) -> None:
    async def check(store: Store) -> None:
        await store.add_ticket(b"one", "p", 100)
        await store.add_ticket(b"two", "q", 100)
        assert await store.redeem(b"none", 50) is None
        assert await store.redeem(b"one", 50) == "p"
        assert await store.redeem(b"one", 50) is None
        assert await store.redeem(b"two", 100) is None

    run(check)


def test_the_running_tables_of_a_person_newest_first(run: Run) -> None:
    async def check(store: Store) -> None:
        for made, name in enumerate(("a", "b", "c")):
            first = replace(here(1), at=made)
            await store.append(Append(name, (first,), 10, members=(("p", 0), ("q", 1))))
        await store.append(batch(here(2), table="b", due=None))
        assert await store.tables_of("p") == ["c", "a"]
        assert await store.tables_of("nobody") == []

    run(check)


def test_what_a_session_tells_of_a_person(run: Run) -> None:
    """His kind and role, and until when he may not write or come; a ticket used is when he was last seen."""

    async def check(store: Store) -> None:
        if isinstance(store, MemoryStore):
            return  # has no accounts
        await store.add_guest(Person("p", "Ala"), b"hash", 1)
        change = update(people).values(kind="account", role="moderator", muted=5, banned=6)
        await store.database.write(lambda connection: connection.execute(change) and None)
        assert await store.by_session(b"hash") == Person("p", "Ala", "account", "moderator", 5, 6)
        for used in (40, 60):
            await store.add_ticket(b"ticket", "p", 50)
            await store.redeem(b"ticket", used)
        seen = await store.database.read(lambda connection: connection.scalar(select(people.c.seen)))
        assert seen == 40

    run(check)


class TestWorkers:
    """Stores that many workers share."""

    def test_a_dead_worker_is_buried_by_one_and_its_tables_are_due(self, run_shared: Run) -> None:
        async def check(store: Shared) -> None:
            for worker, at in (("a", 100), ("b", 900), ("c", 900)):
                await store.report(worker, "host", at)
            for table, worker in (("x", "a"), ("y", "b"), ("z", "a")):
                await store.append(Append(table, (here(1),), 50_000, worker=worker))
            await store.append(Append("z", (here(2),), 50_000, worker="b"))
            await store.append(Append("over", (here(1),), None, worker="a"))
            answers = await asyncio.gather(*(store.bury(500, 1000) for _ in range(3)))
            assert sorted(answers) == [[], [], ["a"]]
            assert await store.living() == {"b", "c"}
            assert sorted(await store.live()) == [("x", 1000), ("y", 50_000), ("z", 50_000)]
            assert await store.bury(500, 1000) == []

        run_shared(check)

    def test_who_reports_lives_also_after_it_was_buried(self, run_shared: Run) -> None:
        async def check(store: Shared) -> None:
            await store.report("a", "host", 100)
            await store.report("a", "host", 600)
            assert await store.bury(500, 1000) == []
            assert await store.bury(700, 1000) == ["a"]
            assert await store.living() == frozenset()
            await store.report("a", "host", 800)
            assert await store.living() == {"a"}

        run_shared(check)

    def test_who_leaves_hands_its_tables_on(self, run_shared: Run) -> None:
        async def check(store: Shared) -> None:
            await store.report("a", "host", 100)
            await store.append(Append("x", (here(1),), 50_000, worker="a"))
            await store.append(Append("y", (here(1),), 90, worker="a"))
            await store.leave("a", 100)
            assert await store.living() == frozenset()
            assert sorted(await store.live()) == [("x", 100), ("y", 90)]
            assert await store.claim("b", 100, 200, 10) == ["y", "x"]
            await store.leave("b", 150)
            assert sorted(await store.live()) == [("x", 150), ("y", 150)]

        run_shared(check)

    def test_its_clock_tells_the_time_of_day(self, run_shared: Run) -> None:
        async def check(store: Shared) -> None:
            assert abs(await store.now() - time.time() * 1000) < 5000

        run_shared(check)


class TestSqlite:
    """What only a file can do wrong."""

    def test_everything_is_there_after_it_was_closed(self, tmp_path: Path) -> None:
        async def first() -> None:
            store = SqliteStore.open(tmp_path / "a.db")
            await store.append(batch(here(1), here(2, 0, "a")))
            await store.close()

        async def second() -> None:
            store = SqliteStore.open(tmp_path / "a.db")
            assert await store.read("t") == [here(1), here(2, 0, "a")]
            assert await store.append(batch(here(3, 0, "a"))) == Repeated(2)
            await store.close()

        asyncio.run(first())
        asyncio.run(second())

    def test_a_second_server_is_refused_in_a_sentence(self, tmp_path: Path) -> None:
        async def check() -> None:
            store = SqliteStore.open(tmp_path / "a.db")
            with pytest.raises(StoreError, match=r"a\.db is in use by another istaka server \(process \d+\)"):
                SqliteStore.open(tmp_path / "a.db")
            await store.close()
            await SqliteStore.open(tmp_path / "a.db").close()

        asyncio.run(check())

    def test_a_file_that_is_no_database_is_refused(self, tmp_path: Path) -> None:
        (tmp_path / "a.db").write_text("hello, this is no database at all, only some text " * 50)
        with pytest.raises(StoreError, match=r"a\.db cannot be used: file is not a database"):
            SqliteStore.open(tmp_path / "a.db")
        (tmp_path / "file").write_text("")
        with pytest.raises(StoreError, match="cannot be opened"):
            SqliteStore.open(tmp_path / "file" / "a.db")

    def test_a_database_of_the_future_is_refused(self, tmp_path: Path) -> None:
        with sqlite3.connect(tmp_path / "a.db") as connection:
            connection.execute("PRAGMA user_version = 99")
        connection.close()
        with pytest.raises(StoreError, match="schema version 99"):
            SqliteStore.open(tmp_path / "a.db")

    def test_the_database_of_another_program_is_left_as_it_is(self, tmp_path: Path) -> None:
        with sqlite3.connect(tmp_path / "a.db") as connection:
            connection.execute("CREATE TABLE notes (text)")
        connection.close()
        before = (tmp_path / "a.db").read_bytes()
        with pytest.raises(StoreError, match=r"a\.db belongs to another program"):
            SqliteStore.open(tmp_path / "a.db")
        assert (tmp_path / "a.db").read_bytes() == before

    def test_a_disk_without_a_write_ahead_log_is_refused(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """SQLite keeps its old mode there without an error; group commit and readers would be lost."""
        monkeypatch.setattr(sqlite_file, "connect", lambda _: sqlite3.connect(":memory:"))
        with pytest.raises(StoreError, match="no write-ahead log can be kept"):
            SqliteStore.open(tmp_path / "a.db")

    def test_a_database_that_may_only_be_read_is_refused_at_once(self) -> None:
        """Not at the first move, when a player waits for it."""
        with tempfile.TemporaryDirectory() as folder:
            database = Path(folder) / "a.db"
            asyncio.run(SqliteStore.open(database).close())
            Path(folder).chmod(0o777)
            database.chmod(0o444)
            database.with_name("a.db.lock").chmod(0o666)
            root = os.geteuid() == 0
            if root:  # who may write everything
                os.seteuid(65534)
            try:
                with pytest.raises(StoreError, match=r"a\.db cannot be opened: Permission denied"):
                    SqliteStore.open(database)
            finally:
                if root:
                    os.seteuid(0)

    def test_nobody_else_may_read_what_is_hidden(self, tmp_path: Path) -> None:
        """The secrets of running rounds are in it: another user of the machine could know every wall."""

        async def check() -> None:
            store = SqliteStore.open(tmp_path / "a.db")
            await store.append(batch(here(1)))
            modes.update(await asyncio.to_thread(look))
            await store.close()

        def look() -> dict[str, int]:
            return {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}

        modes: dict[str, int] = {}
        asyncio.run(check())
        assert modes == dict.fromkeys(("a.db", "a.db-wal", "a.db-shm", "a.db.lock"), 0o600)

    def test_it_is_really_set_to_lose_nothing(self, tmp_path: Path) -> None:
        async def check() -> None:
            store = SqliteStore.open(tmp_path / "a.db")
            connection = store.database._writing  # noqa: SLF001 - what the promise rests on
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
            await store.close()

        asyncio.run(check())

    def test_a_long_reader_locks_nobody_out(self, tmp_path: Path) -> None:
        """O20: fifty tables write while a reader holds a transaction; the loop never stalls."""

        def read_slowly() -> None:
            connection = sqlite3.connect(tmp_path / "a.db")
            connection.execute("BEGIN")
            connection.execute("SELECT count(*) FROM events").fetchone()
            time.sleep(1.5)
            connection.close()

        async def check() -> None:
            store = SqliteStore.open(tmp_path / "a.db")
            reader = threading.Thread(target=read_slowly)
            reader.start()
            stalls: list[float] = []
            watch = asyncio.create_task(watch_loop(stalls))
            for seq in range(1, 21):
                batches = [batch(here(seq), table=f"t{i}") for i in range(50)]
                answers = await asyncio.gather(
                    *map(store.append, batches), *(store.read("t1") for _ in range(5))
                )
                assert answers[:50] == [Won()] * 50
            reader.join()
            watch.cancel()
            assert max(stalls) < 1.0, "the reader holds its transaction for 1.5 s"
            assert len(await store.read("t7")) == 20
            await store.close()

        asyncio.run(check())

    def test_a_failed_commit_writes_nothing_and_is_told_to_everyone(self, tmp_path: Path) -> None:
        """Fault 2: a full disk; afterwards the same commands go through."""

        async def check() -> None:
            store = SqliteStore.open(tmp_path / "a.db")
            pages = store.database._writing.execute("PRAGMA page_count").fetchone()[0]  # noqa: SLF001
            store.database._writing.execute(f"PRAGMA max_page_count = {pages}")  # noqa: SLF001 - the disk is full
            big = "x" * 20_000
            answers = await asyncio.gather(
                *(store.append(batch(here(1, 0, big + str(i)), table=f"t{i}")) for i in range(3)),
                return_exceptions=True,
            )
            assert all(isinstance(answer, StoreError) for answer in answers)
            assert await store.live() == []
            store.database._writing.execute("PRAGMA max_page_count = 1000000")  # noqa: SLF001
            assert await store.append(batch(here(1), table="t0")) == Won()
            await store.close()

        asyncio.run(check())

    def test_one_bad_job_fails_alone(self, tmp_path: Path) -> None:
        async def check() -> None:
            store = SqliteStore.open(tmp_path / "a.db")
            good, guest, bad, last = await asyncio.gather(
                store.append(batch(here(1))),
                store.add_guest(Person("p", "Ala"), b"h", 0),
                store.append(Append("u", (here(1),), 50, members=(("p", 0), ("p", 1)))),
                store.append(batch(here(2))),
                return_exceptions=True,
            )
            assert (good, guest, last) == (Won(), None, Won())
            assert isinstance(bad, StoreError)
            assert await store.read("u") == []
            with pytest.raises(StoreError, match="refused the change"):
                await store.add_guest(Person("p", "Ala"), b"h2", 0)
            await store.close()

        asyncio.run(check())


async def watch_loop(stalls: list[float]) -> None:
    while True:
        start = time.perf_counter()
        await asyncio.sleep(0.01)
        stalls.append(time.perf_counter() - start - 0.01)
