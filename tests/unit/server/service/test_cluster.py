"""Many workers over one log: each move once, nobody behind for long, and anybody may die."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from at_table.checker import check
from at_table.core_table import NO_CLOCK, TERMS, command_for
from at_table.hall import Ear, Hall
from at_table.halls import Faults, Halls, SlowStore
from istaka.rules.actions import DRAW
from istaka.server.core import events
from istaka.server.core import messages as wire
from istaka.server.core.events import Entry, UnknownEventError
from istaka.server.core.messages import Problem
from istaka.server.core.room import Room
from istaka.server.ports import Append, Lost, Repeated, StoreError, Won
from istaka.server.service.live import Live
from istaka.server.service.presence import CREDIT_MS, DEAD_MS
from istaka.server.service.tables import Tables
from istaka.server.service.tasks import every
from istaka.server.stores.memory import MemoryStore

SECOND = 1000
MIXES = {
    "well": Faults(),
    "slow": Faults(delay=0.004),
    "lossy": Faults(lost=0.3, delay=0.002),
    "twice": Faults(twice=0.5, delay=0.004),
    "all": Faults(lost=0.2, twice=0.2, delay=0.005),
    "deaf": Faults(lost=1.0),
}


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(work())  # type: ignore[arg-type]


def followed(ear: Ear) -> list[int]:
    """The numbers of the events that a socket got, which must follow one another."""
    seqs = [message["seq"] for message in ear.events]
    assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
    return seqs


@pytest.mark.parametrize("mix", MIXES)
def test_of_racing_moves_each_counts_once(mix: str) -> None:
    """Fault 5, fault 16: the same move from every side, whatever becomes of the hints."""

    async def work() -> None:
        for seed in range(2):
            halls = Halls(workers=3, faults=MIXES[mix], seed=seed)
            await halls.seat("ala", "bob", bots=1)
            await halls.race_for(150)
            await halls.settle()
            await halls.compare()
            await halls.settle()
            entries = await halls.store.read("t")
            for player, ear in halls.ears:
                check(entries, "t", {player: ear.frames})
                assert followed(ear)[-1] == len(entries)
            rooms = [hall.room() for hall in halls.halls]
            assert rooms[0] == rooms[1] == rooms[2]
            assert len(entries) > 100

    run(work)


class TestReadYourWrites:
    """Who has seen an event at one worker is not behind at another."""

    async def _two(self, faults: Faults) -> tuple[Halls, int, Room]:
        halls = Halls(faults=faults)
        await halls.seat("ala", "bob")
        while not halls[0].room().order:
            await halls.race()
            await halls.settle()
            await halls.compare()
        player = halls[0].room().turn
        assert player is not None
        answer = await halls[0].ask(player, command_for(discard(halls[0].room()), halls[0].room(), "first"))
        assert isinstance(answer, wire.Ack)
        return halls, 1 - player, halls[0].room()

    @pytest.mark.parametrize("mix", ["slow", "deaf"])
    def test_a_command_that_is_ahead_waits_for_the_hint_or_reads_the_log(self, mix: str) -> None:
        async def work() -> None:
            halls, player, room = await self._two(MIXES[mix])
            assert halls[1].room().seq == room.seq - 1
            answer = await halls[1].ask(player, wire.Act("next", room.seq, "draw"))
            assert answer == wire.Ack("next", room.seq + 1)

        run(work)

    def test_only_behind_is_refused_and_told_where_the_log_ends(self) -> None:
        async def work() -> None:
            halls, player, room = await self._two(MIXES["deaf"])
            answer = await halls[1].ask(1 - player, command_for(DRAW, room, "late", seq=room.seq - 1))
            assert isinstance(answer, wire.Reject)
            # the other worker did not know better until the log said so
            assert answer.error.code in {"stale", "not_your_turn", "already_took"}
            again = await halls[1].ask(player, wire.Act("x", room.seq - 1, "draw"))
            assert isinstance(again, wire.Reject) or again.seq == room.seq + 1

        run(work)

    def test_who_comes_from_another_worker_misses_nothing_and_gets_nothing_older(self) -> None:
        async def work() -> None:
            halls, player, room = await self._two(MIXES["deaf"])
            ear = await halls[1].attach(("ala", "bob")[player], room.seq)
            assert [message["t"] for message in ear.heard] == ["beat"]
            assert ear.heard[0]["seq"] == room.seq

        run(work)

    def test_an_event_that_nobody_has_seen_is_refused_after_one_look(self) -> None:
        async def work() -> None:
            halls, player, room = await self._two(MIXES["well"])
            answer = await halls[1].ask(player, wire.Act("x", 10**9, "draw"))
            assert answer == wire.Reject("x", room.seq, Problem("ahead"))

        run(work)


def discard(room: Room) -> int:
    return room.game.timeout_action()


def test_a_hint_that_fits_is_taken_without_asking_the_log() -> None:
    async def work() -> None:
        halls = Halls()
        await halls.seat("ala", "bob")
        assert isinstance(halls.store, SlowStore)
        while not halls[0].room().order:
            await halls.race()
            await halls.settle()
        halls.store.reads = 0
        for _ in range(20):
            room = halls[0].room()
            assert room.turn is not None
            answer = await halls[0].ask(room.turn, command_for(discard(room), room, halls[0].new_id()))
            assert isinstance(answer, wire.Ack)
            await halls.settle()
        assert halls[1].room() == halls[0].room()
        assert halls.store.reads == 0

    run(work)


class TestTime:
    def test_who_wrote_last_acts_on_time_and_the_others_a_moment_later(self) -> None:
        async def work() -> None:
            halls = Halls()
            await halls.seat("ala", "bob")
            await halls.race()
            await halls.settle()
            owner, other = sorted(halls.halls, key=lambda hall: -hall.service.keeper.tables["t"].wrote)
            due = owner.room().turn_due
            assert due is not None
            halls.clock.now = due
            assert other.service.keeper.sweep() == []
            before = owner.room().seq
            await asyncio.gather(*owner.service.keeper.sweep())
            await halls.settle()
            assert owner.room().seq == other.room().seq > before

        run(work)

    def test_when_the_owner_does_nothing_another_does_it_a_moment_later(self) -> None:
        """Fault 17: the timer's owner died."""

        async def work() -> None:
            halls = Halls()
            await halls.seat("ala", "bob")
            await halls.race()
            await halls.settle()
            owner, other = sorted(halls.halls, key=lambda hall: -hall.service.keeper.tables["t"].wrote)
            due = owner.room().turn_due
            assert due is not None
            halls.clock.now = due + 250
            await asyncio.gather(*other.service.keeper.sweep())
            entries = await halls.store.read("t")
            assert any(getattr(entry.event, "late", False) for entry in entries)

        run(work)

    def test_a_table_that_nobody_has_in_memory_is_taken_up_by_one(self) -> None:
        async def work() -> None:
            halls = Halls(workers=1)
            for number in range(5):
                await halls[0].open("ala", "bob", terms=NO_CLOCK, table=f"t{number}")
            survivors = [Hall(halls.store, clock=halls.clock, worker=f"s{i}") for i in range(2)]
            halls.clock.now += NO_CLOCK.gone + 400
            for hall in survivors:
                await hall.service.overdue.look()
            assert [hall.service.tables for hall in survivors] == [0, 0]  # who has it in memory may still act
            halls.clock.now += 200
            await asyncio.gather(*(hall.service.overdue.look() for hall in survivors))
            assert await halls.store.live() == []
            for number in range(5):
                entries = await halls.store.read(f"t{number}")
                assert [type(entry.event).__name__ for entry in entries][-1] == "Closed"
                check(entries, f"t{number}", {})

        run(work)

    def test_a_claimed_table_that_wants_nothing_is_looked_at_when_it_does(self) -> None:
        async def work() -> None:
            halls = Halls()
            await halls[0].open("ala", "bob")
            await halls.store.leave("w0", halls.clock.now)
            halls.clock.now += 600
            await halls[1].service.overdue.look()
            room = halls[1].room()
            assert await halls.store.live() == [("t", room.chairs[0].gone_due)]
            assert len(await halls.store.read("t")) == room.seq == 1

        run(work)


class TestBots:
    def test_whoever_dies_thinking_another_lets_the_bot_move(self) -> None:
        """Fault 17: its lease runs out within seconds, not at the end of the bot's turn."""

        async def work() -> None:
            halls = Halls()
            never = asyncio.Event()
            dying = halls[0]
            dying.minds.choose = lambda *_: never.wait()  # type: ignore[method-assign,assignment]
            await dying.open("ala", bots=1, terms=NO_CLOCK)
            await dying.attach("ala")
            await dying.nonce(0)
            while dying.room().turn == 0:
                await dying.act(discard(dying.room()))
            waiting = dying.room()
            assert waiting.turn == 1
            await halls[1].service.overdue.look()
            assert halls[1].service.tables == 0
            halls.clock.now += NO_CLOCK.deal + 3 * SECOND
            await halls[1].service.overdue.look()
            await halls[1].settle()
            assert halls[1].room().turn == 0
            assert halls[1].room().seq > waiting.seq
            await dying.service.stop()

        run(work)

    def test_only_who_looks_after_the_table_thinks(self) -> None:
        async def work() -> None:
            halls = Halls()
            await halls.seat("ala", bots=2)
            for _ in range(30):
                await halls.race()
                await halls.settle()
            moves = [e for e in await halls.store.read("t") if isinstance(e.event, events.Acted)]
            by_bots = sum(entry.event.player != 0 for entry in moves)  # type: ignore[union-attr]
            assert by_bots > 20
            assert sum(hall.minds.asked for hall in halls.halls) <= by_bots * 1.1 + 2

        run(work)


class TestPresence:
    def test_whom_a_dead_worker_held_is_gone_and_whom_a_living_one_holds_is_not(self) -> None:
        async def work() -> None:
            halls = Halls()
            await halls[0].open("ala", "bob", terms=NO_CLOCK)
            await refresh(*halls.halls)
            await halls[0].attach("ala")
            bob = await halls[1].attach("bob")
            await halls.settle()
            await halls.kill(0)
            halls.clock.now += DEAD_MS + 1
            await refresh(halls[0], halls[0])
            await halls.settle()
            chairs = halls[0].room().chairs
            assert [chair.here for chair in chairs] == [False, True]
            assert bob.kinds.count("gone") == 1
            assert await halls.store.living() == {"w1"}

        run(work)

    def test_a_worker_that_has_just_begun_is_not_taken_for_dead(self) -> None:
        async def work() -> None:
            halls = Halls()
            await halls[0].open("ala", "bob")
            await refresh(halls[0])
            await halls[0].attach("bob")
            await halls[1].attach("ala")  # before anybody has seen its first report
            await halls.settle()
            await refresh(halls[0])
            await refresh(halls[1])
            await refresh(halls[0])
            await halls.settle()
            assert all(chair.here for chair in halls[0].room().chairs)

        run(work)

    def test_who_has_come_to_another_worker_is_not_missed_when_the_first_dies(self) -> None:
        async def work() -> None:
            halls = Halls()
            await halls[0].open("ala", "bob")
            await refresh(*halls.halls)
            ear = await halls[0].attach("ala")
            bob = await halls[1].attach("bob")
            await halls[1].attach("ala", 2)
            halls[0].service.detach("t", ear)
            await halls.settle()
            halls.clock.now += DEAD_MS + 1
            await refresh(halls[1], halls[1])
            await halls.pass_time(5 * SECOND)
            assert "gone" not in bob.kinds

        run(work)

    def test_a_second_socket_elsewhere_takes_back_that_its_player_is_gone(self) -> None:
        async def work() -> None:
            halls = Halls()
            await halls[0].open("ala", "bob")
            ala = await halls[0].attach("ala")
            last = await halls[1].attach("ala")
            await halls.settle()
            halls[1].service.detach("t", last)
            await halls.pass_time(4 * SECOND)
            await halls.settle()
            assert ala.kinds[-2:] == ["gone", "here"]
            assert halls[0].room().chairs[0].here
            assert halls[0].room().chairs[0].worker == "w0"

        run(work)

    def test_who_was_buried_alive_rises_again(self) -> None:
        async def work() -> None:
            halls = Halls()
            await halls[0].open("ala", "bob")
            await refresh(*halls.halls)
            await halls[0].attach("ala")
            await halls[1].attach("bob")
            halls.clock.now += DEAD_MS + 1
            await refresh(halls[1], halls[1])
            await halls.settle()
            assert halls[1].room().chairs[0].here  # the worker heard it, and said that it holds her
            await refresh(*halls.halls)
            assert await halls.store.living() == {"w0", "w1"}

        run(work)

    def test_who_stops_credits_the_turns_of_its_people_and_hands_its_tables_on(self) -> None:
        """Fault 20."""

        async def work() -> None:
            halls = Halls()
            await halls.seat("ala", "bob")
            await halls.race()
            await halls.settle()
            before = halls[0].room()
            assert before.turn_due is not None
            await halls[0].service.drain()
            await halls.settle()
            assert halls[1].room().turn_due == before.turn_due + CREDIT_MS
            await halls[0].service.stop()
            assert "w0" not in await halls.store.living()
            assert await halls.store.live() == [("t", halls.clock.now)]

        run(work)

    def test_when_nobody_was_at_work_no_clock_ran(self) -> None:
        """O16 for a whole cluster: the first worker gives every turn its time anew, the next one does not."""

        async def work() -> None:
            halls = Halls()
            for hall in halls.halls:
                await hall.service.start()
            await halls.halls[0].open("ala", "bob")
            await halls[0].start_round("ala", "bob")
            for hall in halls.halls:
                await hall.service.stop()
            halls.clock.now += 3_600 * SECOND
            first, second = (Hall(halls.store, clock=halls.clock, worker=f"v{i}") for i in range(2))
            await first.service.start()
            await asyncio.sleep(0.05)
            turn_due = first.room().turn_due
            assert turn_due == halls.clock.now + TERMS.clock
            halls.clock.now += SECOND
            await second.service.start()
            await second.attach("ala")
            assert second.room().turn_due == turn_due
            kinds = [type(entry.event).__name__ for entry in await halls.store.read("t")]
            assert kinds.count("Resumed") == 1
            for hall in (first, second):
                await hall.service.stop()

        run(work)

    def test_whose_turn_it_is_not_is_credited_nothing(self) -> None:
        async def work() -> None:
            halls = Halls()
            await halls[0].open("ala", "bob")
            await halls[0].attach("ala")
            await halls[1].attach("bob")
            for player in range(2):
                await halls[0].nonce(player)
            await halls.settle()
            idle = 1 - (halls[0].room().turn or 0)
            seq = halls[0].room().seq
            await halls[idle].service.drain()
            assert halls[idle].room().seq == seq

        run(work)


async def refresh(*halls: Hall) -> None:
    for hall in halls:
        assert hall.service.presence is not None
        await hall.service.presence.refresh()


def test_a_lost_last_hint_is_found_by_comparing_heads() -> None:
    """Fault 16."""

    async def work() -> None:
        halls = Halls(faults=MIXES["deaf"])
        await halls.seat("ala", "bob")
        await halls[0].ask(0, wire.Leave("leave", halls[0].room().seq))
        _, ear = halls.ears[-1]
        assert "away" not in ear.kinds
        await halls.compare()
        assert "away" in ear.kinds
        assert halls[0].room() == halls[1].room()

    run(work)


async def with_ala_elsewhere() -> tuple[Halls, Ear, Tables]:
    """A table where ala sits at the first worker, and the tables of the second, which has not loaded it."""
    halls = Halls(workers=2)
    await halls[0].open("ala", "bob", table="t")
    return halls, await halls[0].attach("ala", table="t"), halls[1].service.keeper.tables


async def let_go(halls: Halls) -> None:
    """The second worker lets go of what nobody listens to."""
    await halls[1].service.heads.compare()
    assert halls[1].service.keeper.tables.get("t") is None


async def both_hear_all(halls: Halls, *ears: Ear) -> None:
    await halls.race_for(20)
    await halls.settle()
    assert {followed(ear)[-1] for ear in ears} == {len(await halls.store.read("t"))}


def test_who_comes_while_a_table_is_let_go_hears_of_it() -> None:
    """What nobody listened to yet was let go between its loading and the first socket: a loaded machine."""

    async def work() -> None:
        halls, ala, tables = await with_ala_elsewhere()
        load = tables._load  # noqa: SLF001 - what happens at its end happens before anybody goes on

        async def load_and_let_go(table: str) -> Live | None:
            live = await load(table)
            await let_go(halls)
            return live

        tables._load = load_and_let_go  # type: ignore[method-assign]  # noqa: SLF001
        bob = await halls[1].attach("bob", table="t")
        await both_hear_all(halls, ala, bob)
        assert tables.get("t") is not None

    run(work)


def test_who_comes_while_a_table_is_let_go_and_loaded_anew_hears_of_it() -> None:
    """Somebody else comes just then, and begins another loading; it does not take the place of the first."""

    async def work() -> None:
        halls, ala, tables = await with_ala_elsewhere()
        load, read = tables._load, tables._read  # noqa: SLF001 - as above
        late = asyncio.Event()
        anew: list[asyncio.Task[Live | None]] = []

        async def read_late(table: str) -> Live | None:
            live = await read(table)
            await late.wait()
            return live

        async def load_and_let_go(table: str) -> Live | None:
            live = await load(table)
            await let_go(halls)
            tables._load, tables._read = load, read_late  # type: ignore[method-assign]  # noqa: SLF001
            asyncio.get_running_loop().call_soon(lambda: anew.append(asyncio.create_task(tables.load(table))))
            return live

        tables._load = load_and_let_go  # type: ignore[method-assign]  # noqa: SLF001
        bob = await halls[1].attach("bob", table="t")
        late.set()
        assert await anew[0] is tables.get("t")
        await both_hear_all(halls, ala, bob)

    run(work)


def test_a_table_that_nobody_wants_here_is_let_go_and_its_owner_keeps_it() -> None:
    async def work() -> None:
        halls = Halls()
        await halls[0].open("ala", "bob")
        ear = await halls[1].attach("ala")
        await halls[0].attach("bob")
        await halls.settle()
        await halls.compare()
        assert [hall.service.tables for hall in halls.halls] == [1, 1]
        halls[1].service.detach("t", ear)
        await halls.pass_time(4 * SECOND)
        await halls.race()
        await halls.settle()
        await halls.compare()
        wrote = [hall.service.tables for hall in halls.halls]
        assert wrote[0] == 1
        assert isinstance(await halls[1].ask(0, wire.Leave("x", 3)), wire.Ack)

    run(work)


class TestVersions:
    """Fault 15: workers of two versions, during an update."""

    class Newer(SlowStore):
        """From some event on, the log holds what this version does not know."""

        limit = 10**9

        async def read(self, table: str, after: int = 0) -> list[Entry]:
            entries = await super().read(table, after)
            if entries and entries[-1].seq >= self.limit:
                message = "'quantum' of version 2 is unknown"
                raise UnknownEventError(message)
            return entries

    def test_who_listens_is_sent_to_a_newer_worker_and_the_table_left_alone(self) -> None:
        async def work() -> None:
            store = self.Newer()
            halls = Halls(store=store, faults=MIXES["deaf"])
            await halls.seat("ala", "bob")
            old, ears = halls[1], [ear for _, ear in halls.ears[1::2]]
            await halls[0].ask(0, wire.Leave("leave", halls[0].room().seq))
            store.limit = halls[0].room().seq
            await old.service.heads.compare()
            assert [ear.ended for ear in ears] == [Problem("newer")] * 2
            assert old.service.tables == 0
            assert await old.service.attach("t", "ala", None, Ear()) == Problem("newer")
            answer = await old.ask(0, wire.Back("x", 3))
            assert answer == wire.Reject("x", 0, Problem("newer"))
            halls.clock.now += TERMS.gone * 3
            await old.service.overdue.look()
            await old.settle()
            assert len(await MemoryStore.read(store, "t")) == store.limit

        run(work)

    def test_a_table_that_was_never_loaded_is_left_alone_too(self) -> None:
        async def work() -> None:
            store = self.Newer()
            halls = Halls(store=store)
            await halls[0].open("ala", "bob")
            store.limit = 1
            assert await halls[1].service.attach("t", "ala", None, Ear()) == Problem("newer")

        run(work)


def test_a_request_that_always_loses_is_given_back() -> None:
    class Hopeless(MemoryStore):
        async def append(self, batch: Append) -> Won | Lost | Repeated:
            return Lost(1) if batch.entries[0].seq > 1 else await super().append(batch)

    async def work() -> None:
        hall = Hall(Hopeless(), worker="w")
        await hall.open("ala", "bob")
        assert await hall.service.attach("t", "ala", None, Ear()) == Problem("unavailable")

    run(work)


def test_a_failing_store_is_reported_once_until_it_works_again(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        answers = iter([True, True, False, True])

        async def look() -> None:
            fails = next(answers, None)
            if fails is None:
                raise asyncio.CancelledError
            if fails:
                message = "disk on fire"
                raise StoreError(message)

        with pytest.raises(asyncio.CancelledError):
            await every(lambda: 0, look, "it cannot be seen")

    run(work)
    assert caplog.text.count("it cannot be seen: disk on fire") == 2


def test_secrets_do_not_travel() -> None:
    """A committed secret is read from the log by every worker that needs it."""

    async def work() -> None:
        halls = Halls()
        heard: list[Entry] = []
        halls.medium.buses[1].listen("t", lambda _, entries: heard.extend(entries))
        await halls.seat("ala", "bob")
        await halls.settle()
        committed = [entry for entry in heard if isinstance(entry.event, events.Committed)]
        assert committed
        assert all(entry.secret is None for entry in heard)
        assert halls[0].room().secret == halls[1].room().secret is not None

    run(work)


def test_rooms_differ_in_nothing_that_is_not_in_the_log() -> None:
    async def work() -> None:
        halls = Halls(faults=MIXES["all"], seed=9)
        await halls.seat("ala", "bob", bots=1, terms=replace_terms(bank=5000))
        for _ in range(40):
            await halls.race()
            halls.clock.now += 300
        await halls.settle()
        await halls.compare()
        entries = await halls.store.read("t")
        assert check(entries, "t", {}) == halls[0].room() == halls[1].room()

    run(work)


def replace_terms(**changes: int) -> events.Terms:
    return events.Terms(**{**{f: getattr(TERMS, f) for f in TERMS.__struct_fields__}, **changes})
