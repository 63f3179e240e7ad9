"""What only a server of its own, shared by many workers, can do wrong."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncpg
import pytest
from sqlalchemy import text

from contract.racing import TABLES, batch, here, opened, race
from databases import Server, by_port, execute, fresh_postgres, postgres_server, socket_of
from faults.proxy import FaultProxy
from istaka.server.ports import Append, Lost, Person, Repeated, StoreError, Won
from istaka.server.stores import postgres_append
from istaka.server.stores.postgres import PostgresStore
from istaka.server.stores.postgres_pool import MOVES, Patience

Check = Callable[[PostgresStore, str], Awaitable[None]]
On = Callable[[Check], None]
TESTS = Path(__file__).parents[1]


@pytest.fixture
def on_store(postgres: Server) -> On:
    """Awaits a check with a store and the address of its database."""

    async def checking(check: Check) -> None:
        async with fresh_postgres(postgres) as url, opened(url) as store:
            await check(store, url)

    return lambda check: asyncio.run(checking(check))


@pytest.fixture
def on_wire(postgres: Server) -> Callable[..., None]:
    """Awaits a check with a store behind a wire, and another whose way is free."""

    async def checking(check: Callable[[PostgresStore, FaultProxy, PostgresStore], Awaitable[None]]) -> None:
        async with (
            fresh_postgres(postgres) as url,
            opened(url) as sound,
            FaultProxy(socket_of(postgres)) as wire,
            opened(by_port(url, wire.port), Patience(1.0, 1.0)) as store,
        ):
            await check(store, wire, sound)
            wire.restore()

    return lambda check: asyncio.run(checking(check))


class TestRaces:
    """Fault 5."""

    def test_two_workers_race_for_every_place(self, on_store: On) -> None:
        """Many at once in each worker, so also inside one statement; one wins, the others hear it."""

        async def check(store: PostgresStore, url: str) -> None:
            async with opened(url) as other:
                for seq in range(1, 31):
                    tries = [batch(here(seq, 0, f"{seq}-{i}"), table=f"t{i % 3}") for i in range(30)]
                    answers = await asyncio.gather(*map(store.append, tries), *map(other.append, tries))
                    for table in range(3):
                        of_table = answers[table::3]
                        assert of_table.count(Won()) == 1
                        lost = [answer for answer in of_table if answer != Won()]
                        assert set(lost) <= {Lost(seq), Repeated(seq)}
                for table in range(3):
                    assert [entry.seq for entry in await store.read(f"t{table}")] == [*range(1, 31)]

        on_store(check)

    def test_the_same_command_at_two_workers_is_written_once(self, on_store: On) -> None:
        async def check(store: PostgresStore, url: str) -> None:
            async with opened(url) as other:
                for seq in range(1, 21):
                    one = batch(here(seq, 0, f"c{seq}"))
                    answers = await asyncio.gather(store.append(one), other.append(one))
                    assert sorted(answers, key=str) == [Repeated(seq), Won()]

        on_store(check)

    def test_workers_that_want_the_same_rows_never_wait_in_a_circle(self, on_store: On) -> None:
        """Two more processes append, claim and bury among the same tables as this one, in any order."""

        async def check(store: PostgresStore, url: str) -> None:
            others = [
                await asyncio.create_subprocess_exec(
                    sys.executable, "-m", "contract.racing", url, str(seed), cwd=TESTS
                )
                for seed in (1, 2)
            ]
            await race(store, 3)
            assert [await other.wait() for other in others] == [0, 0]
            for table, head in (await store.heads([f"t{i}" for i in range(TABLES)])).items():
                assert [entry.seq for entry in await store.read(table)] == [*range(1, head + 1)]

        on_store(check)


class TestGroups:
    def test_one_bad_batch_of_a_group_fails_alone(self, on_store: On) -> None:
        async def check(store: PostgresStore, url: str) -> None:
            del url
            bad = [batch(here(1, 0, "nul\0"), table="b"), Append("c", (here(1),), 5, (("p", 0), ("p", 1)))]
            good = [batch(here(1), table=f"t{i}") for i in range(20)]
            answers = await asyncio.gather(*map(store.append, [*good, *bad, *good]), return_exceptions=True)
            assert answers[:20] == [Won()] * 20
            for answer in answers[20:22]:
                assert isinstance(answer, StoreError)
                assert "refused the change" in str(answer)
            assert answers[22:] == [Lost(1)] * 20
            assert await store.heads(["b", "c"]) == {}

        on_store(check)

    def test_nobody_waits_for_a_lane_that_has_just_ended(
        self, on_store: On, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(postgres_append, "LANES", 1)

        async def check(store: PostgresStore, url: str) -> None:
            del url

            async def play(table: str) -> None:
                for seq in range(1, 101):
                    assert await store.append(batch(here(seq), table=table)) == Won()

            async with asyncio.timeout(60):
                await asyncio.gather(*(play(f"t{i}") for i in range(5)))

        on_store(check)

    def test_what_waits_is_written_before_it_closes(self, on_store: On) -> None:
        async def check(store: PostgresStore, url: str) -> None:
            other = await PostgresStore.open(url)
            appends = [asyncio.create_task(other.append(batch(here(1), table=f"t{i}"))) for i in range(700)]
            await asyncio.sleep(0)
            await other.close()
            assert await asyncio.gather(*appends) == [Won()] * 700
            assert len(await store.live()) == 700

        on_store(check)

    def test_moves_read_no_table_from_end_to_end(self, on_store: On) -> None:
        """Also where the plan was made when the tables were empty."""

        async def check(store: PostgresStore, url: str) -> None:
            for seq in range(1, 40):
                await store.append(batch(here(seq, 0, f"c{seq}")))
            await store.read("t")
            await store.heads(["t"])
            await store.claim("w", 100, 200, 10)
            await store.close()
            connection = await asyncpg.connect(url)
            query = "SELECT sum(seq_scan) FROM pg_stat_user_tables WHERE relname = ANY($1)"
            assert await connection.fetchval(query, ["events", "tables", "secrets"]) == 0
            await connection.close()

        on_store(check)

    def test_what_is_told_is_on_the_disk_whatever_the_server_says(self, on_store: On) -> None:
        async def check(store: PostgresStore, url: str) -> None:
            name = url.partition("?")[0].rpartition("/")[2]
            await execute(url, f"ALTER DATABASE {name} SET synchronous_commit = off")
            async with opened(url) as other:
                found = await other.database.read(lambda c: c.scalar(text("SHOW synchronous_commit")))
                assert found == "on"
                moves = await other._pool.fetch("SHOW synchronous_commit")  # noqa: SLF001 - the promise rests on it
                assert moves[0][0] == "on"
            await store.append(batch(here(1)))

        on_store(check)


class TestFaults:
    """Fault 2: nothing is half written, what is in doubt is found out, and it goes on by itself."""

    def test_a_lost_answer_is_found_out(self, on_wire: Callable[..., None]) -> None:
        async def check(store: PostgresStore, wire: FaultProxy, sound: PostgresStore) -> None:
            await store.append(batch(here(1)))
            wire.down.left = 0
            asking = asyncio.create_task(store.append(batch(here(2, 0, "a"), here(3))))
            async with asyncio.timeout(60):
                while await sound.heads(["t"]) != {"t": 3}:  # noqa: ASYNC110 - another process decides it
                    await asyncio.sleep(0.01)
            wire.down.left = None
            assert await asking == Won()
            assert await store.append(batch(here(4, 0, "a"))) == Repeated(2)
            assert await store.append(batch(here(4))) == Won()

        on_wire(check)

    def test_a_lost_answer_to_another_than_the_winner_is_no_win(self, on_wire: Callable[..., None]) -> None:
        async def check(store: PostgresStore, wire: FaultProxy, sound: PostgresStore) -> None:
            await sound.append(batch(here(1, 0, "theirs")))
            wire.down.left = 0
            asking = asyncio.create_task(store.append(batch(here(1, 0, "mine"))))
            await asyncio.sleep(0.2)
            wire.down.left = None
            with pytest.raises(StoreError, match="did not answer"):
                await asking
            assert await store.append(batch(here(1, 0, "mine"))) == Lost(1)

        on_wire(check)

    def test_a_request_that_never_arrives_writes_nothing(self, on_wire: Callable[..., None]) -> None:
        async def check(store: PostgresStore, wire: FaultProxy, sound: PostgresStore) -> None:
            await store.append(batch(here(1)))
            wire.up.left = 0
            with pytest.raises(StoreError, match="did not answer"):
                await store.append(batch(here(2)))
            with pytest.raises(StoreError, match="did not answer"):
                await store.read("t")
            with pytest.raises(StoreError, match="did not answer"):
                await store.database.read(lambda c: c.scalar(text("SELECT 1")))
            wire.up.left = None
            assert await sound.heads(["t"]) == {"t": 1}
            assert await store.append(batch(here(2))) == Won()
            assert await store.database.read(lambda c: c.scalar(text("SELECT 1"))) == 1

        on_wire(check)

    def test_a_wire_that_hangs_is_given_up(self, on_wire: Callable[..., None]) -> None:
        """Fault 7, to the database's side: no reset comes, only silence."""

        async def check(store: PostgresStore, wire: FaultProxy, sound: PostgresStore) -> None:
            await store.append(batch(here(1)))
            wire.silence()
            async with asyncio.timeout(20):
                with pytest.raises(StoreError):
                    await store.append(batch(here(2)))
                with pytest.raises(StoreError):
                    await store.database.read(lambda c: c.scalar(text("SELECT 1")))
            wire.restore()
            answer = await store.append(batch(here(2, 0, "again")))
            if answer != Won():  # what hung has arrived after all
                assert answer == Lost(2)
                assert await store.append(batch(here(3, 0, "again"))) == Won()
            assert [entry.seq for entry in await sound.read("t")] in ([1, 2], [1, 2, 3])

        on_wire(check)

    def test_a_row_that_is_locked_for_long_is_given_up_and_nothing_written(self, on_store: On) -> None:
        async def check(store: PostgresStore, url: str) -> None:
            await store.append(batch(here(1)))
            async with opened(url, Patience(answer=0.5)) as other:
                connection = await asyncpg.connect(url)
                async with connection.transaction():
                    await connection.execute("SELECT * FROM tables FOR UPDATE")
                    with pytest.raises(StoreError, match="did not answer"):
                        await other.append(batch(here(2)))
                await connection.close()
                assert await other.append(batch(here(2))) == Won()

        on_store(check)

    def test_a_full_pool_is_an_error_after_a_while_and_not_for_ever(self, on_store: On) -> None:
        async def check(sound: PostgresStore, url: str) -> None:
            await sound.append(batch(here(1)))
            async with opened(url, Patience(connect=0.3)) as store:
                pool = store._pool.connections  # noqa: SLF001 - nobody else can fill it on purpose
                held = [await pool.acquire() for _ in range(MOVES)]
                with pytest.raises(StoreError, match="did not answer: TimeoutError"):
                    await store.append(batch(here(2)))
                with pytest.raises(StoreError, match="did not answer: TimeoutError"):
                    await store.by_session(b"x")
                for connection in held:
                    await pool.release(connection)
                assert await store.append(batch(here(2))) == Won()

        on_store(check)

    def test_a_server_that_is_restarted_is_found_again(self) -> None:
        with postgres_server() as server:
            asyncio.run(restarted(server))


async def restarted(server: Server) -> None:
    async with fresh_postgres(server) as url, opened(url) as store:
        await store.append(batch(here(1)))
        await store.database.read(lambda c: c.scalar(text("SELECT 1")))
        appends = [
            store.append(batch(here(2), table="t")),
            *(store.append(batch(here(1), table=f"u{i}")) for i in range(50)),
        ]
        running = asyncio.gather(*appends, return_exceptions=True)
        server.stop()
        for answer in await running:
            assert answer == Won() or isinstance(answer, StoreError)
        for call in (
            store.append(batch(here(9), table="down")),
            store.read("t"),
            store.claim("w", 1, 2, 3),
            store.add_guest(Person("p", "Ala"), b"h", 1),
            store.database.write(lambda c: c.execute(text("SELECT 1")) and None),
        ):
            with pytest.raises(StoreError):
                await call
        server.ensure_postgres_running()
        head = len(await store.read("t"))
        assert await store.append(batch(here(head + 1))) == Won()
        assert await store.heads(["down"]) == {}
        assert await store.database.read(lambda c: c.scalar(text("SELECT 1"))) == 1
        held = [await store._pool.connections.acquire(timeout=5) for _ in range(MOVES)]  # noqa: SLF001 - none is lost
        for connection in held:
            await store._pool.connections.release(connection)  # noqa: SLF001
        for table, seq in (await store.heads([f"u{i}" for i in range(50)])).items():
            assert len(await store.read(table)) == seq == 1


class TestOpening:
    def test_an_empty_database_is_refused_with_the_way_out(self, postgres: Server) -> None:
        async def check() -> None:
            with pytest.raises(StoreError, match="empty: run `istaka migrate --db"):
                await PostgresStore.open(postgres.get_uri())

        asyncio.run(check())

    @pytest.mark.parametrize(
        ("url", "words"),
        [
            (
                "postgresql://me:pa55@127.0.0.1:1/x",
                r"postgresql://127\.0\.0\.1:1/x cannot be reached: .*1",
            ),
            ("postgresql://me:pa55@127.0.0.1:port/x", r"cannot be reached: .*port"),
        ],
    )
    def test_a_server_that_is_not_there_is_named_without_the_password(self, url: str, words: str) -> None:
        with pytest.raises(StoreError, match=words) as caught:
            asyncio.run(PostgresStore.open(url))
        assert "pa55" not in str(caught.value)

    def test_a_database_that_is_not_there_is_said(self, postgres: Server) -> None:
        with pytest.raises(StoreError, match='database "nowhere" does not exist'):
            asyncio.run(PostgresStore.open(postgres.get_uri("nowhere")))
