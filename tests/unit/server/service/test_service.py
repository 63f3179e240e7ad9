"""The shell around the core: once and only once, told after it is written, nobody waits for a failure."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
import pytest

from at_table.checker import check
from at_table.core_table import NO_CLOCK, command_for, over
from at_table.hall import MIND_DIED, Clock, Ear, Hall
from istaka.rules.actions import DRAW, GO_OUT
from istaka.server.buses.local import LocalBus
from istaka.server.core import events
from istaka.server.core import messages as wire
from istaka.server.core.events import Entry, Terms
from istaka.server.core.evolve import replay
from istaka.server.core.hints import Rack
from istaka.server.core.messages import Laid, Problem
from istaka.server.core.room import Stage
from istaka.server.ports import Append, Lost, Repeated, StoreError, Won
from istaka.server.stores.memory import MemoryStore

SECOND = 1000


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(work())  # type: ignore[arg-type]


class Faulty(MemoryStore):
    """A store that can be told to fail, to wait, or to lose its answer."""

    def __init__(self) -> None:
        super().__init__()
        self.failing = False
        self.appends_fail = False
        self.loses_answers = False
        self.held: dict[str, asyncio.Event] = {}

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        if self.failing:
            message = "disk on fire"
            raise StoreError(message)
        return await super().read(table, after)

    async def append(self, batch: Append) -> Won | Lost | Repeated:
        if batch.table in self.held:
            await self.held[batch.table].wait()
        if self.failing or self.appends_fail:
            message = "disk full"
            raise StoreError(message)
        answer = await super().append(batch)
        if self.loses_answers:
            message = "the connection was lost between COMMIT and its answer"
            raise StoreError(message)
        return answer


class DeafBus(LocalBus):
    """A bus that loses every hint."""

    def publish(self, table: str, entries: tuple[Entry, ...]) -> None:
        del table, entries


def test_a_match_by_two_people_and_a_bot() -> None:
    async def work() -> None:
        hall = Hall()
        await hall.open("ala", "bob", bots=1)
        ears = await hall.start_round("ala", "bob")
        await hall.play_until(over)
        entries = await hall.log.read("t")
        check(entries, "t", {player: ear.frames for player, ear in enumerate(ears)})
        assert ears[0].kinds[-1] == "match_over"
        assert [m["seq"] for m in ears[0].events] == list(range(3, len(entries) + 1))

    run(work)


def test_a_repeated_command_gets_its_first_answer() -> None:
    """O05 (a), (c): one effect, the same acknowledgement, also when the turn has passed on."""

    async def work() -> None:
        hall = Hall()
        await hall.open("ala", "bob")
        await hall.start_round("ala", "bob")
        player, action = hall.room().turn, hall.room().game.timeout_action()
        first = await hall.act(action, "same")
        command = wire.Act("same", 1, "discard", "R1")
        assert player is not None
        assert await hall.ask(player, command) == first
        assert await hall.ask(player, command) == first
        assert hall.room().seq == first.seq

    run(work)


def test_the_same_command_by_two_sockets_at_once_counts_once() -> None:
    async def work() -> None:
        hall = Hall()
        await hall.open("ala", "bob")
        await hall.start_round("ala", "bob")
        player, seq = hall.room().turn or 0, hall.room().seq
        command = command_for(hall.room().game.timeout_action(), hall.room(), "same")
        answers = await asyncio.gather(*(hall.ask(player, command) for _ in range(5)))
        assert set(answers) == {wire.Ack("same", seq + 1)}
        assert hall.room().seq == seq + 1

    run(work)


def test_after_a_restart_a_repeated_command_still_gets_its_first_answer() -> None:
    async def work() -> None:
        store = MemoryStore()
        hall = Hall(log=store)
        await hall.open("ala", "bob")
        await hall.start_round("ala", "bob")
        player = hall.room().turn
        first = await hall.act(hall.room().game.timeout_action(), "same")
        again = Hall(log=store, clock=hall.clock)
        assert player is not None
        assert await again.ask(player, wire.Act("same", 1, "draw")) == first

    run(work)


class TestAttach:
    def test_a_newcomer_gets_a_snapshot_and_a_beat(self) -> None:
        async def work() -> None:
            hall = Hall()
            await hall.open("ala", "bob")
            ear = await hall.attach("ala")
            assert [m["t"] for m in ear.heard] == ["snapshot", "beat"]
            assert ear.heard[0]["seq"] == ear.heard[1]["seq"] == 2

        run(work)

    def test_who_comes_back_gets_what_he_missed_and_nothing_twice(self) -> None:
        async def work() -> None:
            hall = Hall()
            await hall.open("ala", "bob")
            first, _ = await hall.start_round("ala", "bob")
            seen = hall.room().seq
            hall.service.detach("t", first)
            for _ in range(3):
                await hall.act(hall.room().game.timeout_action())
            ear = await hall.attach("ala", seen)
            assert [m["seq"] for m in ear.events] == [seen + 1, seen + 2, seen + 3]
            assert [m["t"] for m in ear.heard] == ["event"] * 3 + ["beat"]
            now = await hall.attach("ala", hall.room().seq)
            assert [m["t"] for m in now.heard] == ["beat"]

        run(work)

    @pytest.mark.parametrize("seq", [0, 1, 10_000])
    def test_who_missed_too_much_or_is_ahead_gets_a_snapshot(self, seq: int) -> None:
        async def work() -> None:
            hall = Hall()
            await hall.open("ala", "bob")
            await hall.start_round("ala", "bob")
            while hall.room().seq < 80:
                await hall.act(hall.room().game.timeout_action())
            ear = await hall.attach("ala", seq)
            assert [m["t"] for m in ear.heard] == ["snapshot", "beat"]
            assert len(ear.heard[0]["table"]["log"]) == 20

        run(work)

    def test_a_match_that_is_over_can_be_looked_at_again(self) -> None:
        async def work() -> None:
            hall = Hall()
            await hall.open("ala", "bob")
            first, second = await hall.start_round("ala", "bob")
            await hall.play_until(over)
            head = hall.room().seq
            for ear in (first, second):
                hall.service.detach("t", ear)
            assert hall.service.tables == 0
            again = await hall.attach("ala")
            assert again.heard[0]["table"]["result"]["totals"] == again.heard[0]["table"]["totals"]
            assert again.heard[0]["table"]["ranking"] is not None
            assert hall.service.head("t", 0) == head
            hall.service.detach("t", again)
            assert hall.service.tables == 0
            assert await hall.service.attach("t", "eve", None, again) == Problem("not_seated")
            assert hall.service.tables == 0

        run(work)

    def test_strangers_and_unknown_tables(self) -> None:
        async def work() -> None:
            hall = Hall()
            await hall.open("ala", bots=1)
            ear = hall.minds
            assert await hall.service.attach("t", "eve", None, ear) == Problem("not_seated")  # type: ignore[arg-type]
            assert await hall.service.attach("x", "ala", None, ear) == Problem("unknown_table")  # type: ignore[arg-type]
            answer = await hall.service.command("x", 0, wire.Leave("a", 0), 0)
            assert answer == wire.Reject("a", 0, Problem("unknown_table"))
            assert hall.service.head("x", 0) == 0
            assert await hall.service.record("x") is None

        run(work)

    def test_a_reload_tells_nobody_and_a_cut_of_five_seconds_tells_one_pair(self) -> None:
        """O02."""

        async def work() -> None:
            hall = Hall()
            await hall.open("ala", "bob")
            ala, bob = await hall.start_round("ala", "bob")
            hall.service.detach("t", bob)
            await hall.pass_time(2 * SECOND)
            bob = await hall.attach("bob")
            await hall.pass_time(2 * SECOND)
            assert "gone" not in ala.kinds
            hall.service.detach("t", bob)
            await hall.pass_time(5 * SECOND)
            await hall.attach("bob")
            assert ala.kinds.count("gone") == 1
            assert ala.kinds[-1] == "here"
            assert ala.kinds.count("here") == 2

        run(work)

    def test_a_second_tab_keeps_its_player_here(self) -> None:
        async def work() -> None:
            hall = Hall()
            await hall.open("ala", "bob")
            ala, _ = await hall.start_round("ala", "bob")
            other = await hall.attach("ala")
            hall.service.detach("t", ala)
            hall.service.detach("t", ala)
            await hall.pass_time(10 * SECOND)
            assert hall.room().chairs[0].here
            await hall.act(hall.room().game.timeout_action())
            assert other.kinds[-1] == "discarded"

        run(work)


class TestTime:
    def test_time_outs_happen_by_themselves(self) -> None:
        async def work() -> None:
            hall = Hall()
            await hall.open("ala", "bob", terms=TERMS_OF_AN_HOUR)
            ala, _ = await hall.start_round("ala", "bob")
            await hall.pass_time(3_600 * SECOND - 1)
            assert ala.kinds[-1] == "dealt"
            await hall.pass_time(3 * SECOND + 1)
            assert ala.kinds[-1] == "discarded"
            assert ala.events[-1]["e"]["late"] is True

        run(work)

    def test_a_bot_takes_over_after_a_minute_and_hands_the_seat_back(self) -> None:
        async def work() -> None:
            hall = Hall()
            await hall.open("ala", "bob", terms=NO_CLOCK)
            ala, bob = await hall.start_round("ala", "bob")
            hall.service.detach("t", bob)
            await hall.pass_time(3 * SECOND)
            await hall.pass_time(57 * SECOND)
            assert ala.kinds[-2:] == ["gone", "away"] or "away" in ala.kinds
            assert hall.room().chairs[1].away == "gone"
            assert hall.room().turn != 1 or hall.room().stage is not Stage.PLAY
            await hall.attach("bob")
            assert hall.room().chairs[1].plays
            assert ala.kinds[-2:] == ["here", "returned"]

        run(work)

    def test_a_restarted_server_takes_up_its_tables(self) -> None:
        """O16."""

        async def work() -> None:
            store = MemoryStore()
            hall = Hall(log=store)
            await hall.open("ala", "bob")
            await hall.start_round("ala", "bob")
            await hall.act(hall.room().game.timeout_action())
            before = hall.room()
            again = Hall(log=store, clock=hall.clock)
            again.clock.now += 30 * SECOND
            await again.service.start()
            await asyncio.sleep(0.2)
            assert again.room().game == before.game
            assert again.room().turn_due == again.clock.now + 20 * SECOND
            again.clock.now += 20 * SECOND
            await asyncio.sleep(1.3)
            assert again.room().turn != before.turn
            await again.service.stop()

        run(work)

    def test_after_a_restart_a_table_is_loaded_when_somebody_comes_or_when_it_is_due(self) -> None:
        async def work() -> None:
            store = MemoryStore()
            hall = Hall(log=store)
            for number in range(20):
                await hall.open("ala", "bob", table=f"t{number}")
            again = Hall(log=store, clock=hall.clock)
            await again.service.overdue.look()
            assert again.service.tables == 0
            await again.attach("ala", table="t7")
            assert again.service.tables == 1
            assert not again.room("t7").chairs[1].here
            again.clock.now += 61 * SECOND
            await again.service.overdue.look()
            await again.settle()
            assert again.service.tables == 20
            assert again.room("t8").chairs[0].gone_due == again.clock.now + 60 * SECOND

        run(work)


class TestFaults:
    def test_a_store_that_fails_loses_nothing_and_is_said(self) -> None:
        async def work() -> None:
            store = Faulty()
            hall = Hall(log=store)
            await hall.open("ala", "bob")
            ala, _ = await hall.start_round("ala", "bob")
            before, heard = hall.room(), len(ala.frames)
            store.failing = True
            answer = await hall.act(before.game.timeout_action(), "x")
            assert answer == wire.Reject("x", before.seq, Problem("unavailable"))
            assert hall.room() is before
            assert len(ala.frames) == heard
            await hall.pass_time(60 * SECOND)
            assert hall.room() is before
            store.failing = False
            await hall.pass_time(2 * SECOND)
            assert ala.kinds[-1] in {"discarded", "away"}

        run(work)

    def test_a_table_that_cannot_be_read_now_is_unavailable_and_not_unknown(self) -> None:
        async def work() -> None:
            store = Faulty()
            first = Hall(log=store)
            await first.open("ala", "bob")
            hall = Hall(log=store, clock=first.clock, worker="w")
            store.failing = True
            ear = Ear()
            assert await hall.service.attach("t", "ala", None, ear) == Problem("unavailable")
            assert await hall.ask(0, wire.Leave("a", 2)) == wire.Reject("a", 0, Problem("unavailable"))
            await hall.service.nonce("t", 0, wire.Nonce(1, "0" * 32))
            store.failing = False
            assert await hall.service.attach("t", "ala", None, ear) == 0

        run(work)

    def test_a_lost_answer_of_the_store_applies_nothing_twice(self) -> None:
        """Fault 2: committed, but the answer was lost; the same command gets its acknowledgement then."""

        async def work() -> None:
            store = Faulty()
            hall = Hall(log=store)
            await hall.open("ala", "bob")
            ala, _ = await hall.start_round("ala", "bob")
            before = hall.room()
            player, action = before.turn, before.game.timeout_action()
            store.loses_answers = True
            assert isinstance(await hall.act(action, "x"), wire.Reject)
            store.loses_answers = False
            assert player is not None
            command = wire.Act("x", before.seq, "discard", "R1")
            assert await hall.ask(player, command) == wire.Ack("x", before.seq + 1)
            entries = await store.read("t")
            assert len(entries) == before.seq + 1
            check(entries, "t", {0: ala.frames})
            assert ala.kinds[-1] == "discarded"

        run(work)

    def test_what_was_written_without_an_answer_is_told_by_itself(self) -> None:
        async def work() -> None:
            store = Faulty()
            hall = Hall(log=store)
            await hall.open("ala", "bob")
            ala, _ = await hall.start_round("ala", "bob")
            store.loses_answers = True
            await hall.act(hall.room().game.timeout_action(), "x")
            assert ala.kinds[-1] == "dealt"
            await hall.pass_time(1 * SECOND)
            assert ala.kinds[-1] == "discarded"

        run(work)

    def test_a_slow_table_stops_no_other(self) -> None:
        async def work() -> None:
            store = Faulty()
            hall = Hall(log=store)
            await hall.open("ala", bots=1, table="slow")
            await hall.open("ala", "bob")
            await hall.start_round("ala", "bob")
            store.held["slow"] = asyncio.Event()
            stuck = asyncio.create_task(hall.attach("ala", table="slow"))
            await asyncio.sleep(0.01)
            assert isinstance(await hall.act(hall.room().game.timeout_action()), wire.Ack)
            assert not stuck.done()
            store.held["slow"].set()
            await stuck

        run(work)

    def test_a_bot_whose_worker_died_is_asked_again(self) -> None:
        async def work() -> None:
            hall = Hall()
            hall.minds.faults = [MIND_DIED, MIND_DIED]
            await hall.open("ala", bots=1, level="random")
            await hall.start_round("ala")
            await hall.play_until(lambda room: room.turn == 0 and room.game.turns > 2)
            for _ in range(600):
                await asyncio.sleep(0.05)
                if not hall.minds.faults:
                    break
            assert hall.minds.faults == []

        run(work)

    def test_a_bot_that_only_answers_nonsense_is_played_like_a_time_out(self) -> None:
        async def work() -> None:
            hall = Hall()
            hall.minds.answers = [108] * 50
            await hall.open("ala", bots=1)
            await hall.start_round("ala")
            if hall.room().turn == 0:
                await hall.act(hall.room().game.timeout_action())
            turns = hall.room().game.turns
            for _ in range(600):
                await asyncio.sleep(0.05)
                if hall.room().game.turns > turns:
                    return
            pytest.fail("the bot's turn was never played")

        run(work)

    def test_a_log_that_does_not_fit_freezes_its_table_alone(self) -> None:
        """Fault 18: reported, told to everyone there, and nobody wins by it."""

        async def work() -> None:
            hall = Hall()
            await hall.open("ala", "bob")
            ears = await hall.start_round("ala", "bob")
            live = hall.service.keeper.tables["t"]
            msgspec.structs.force_setattr(live.room, "position", None)
            answer = await hall.ask(live.room.turn or 0, wire.Act("a", live.room.seq, "draw"))
            assert answer == wire.Reject("a", live.room.seq, Problem("frozen"))
            assert [ear.ended for ear in ears] == [Problem("frozen")] * 2
            answer = await hall.service.command("t", 1, wire.Next("b", live.room.seq), hall.clock.now)
            assert answer == wire.Reject("b", live.room.seq, Problem("frozen"))
            await hall.pass_time(100 * SECOND)
            assert len(await hall.log.read("t")) == live.room.seq

        run(work)

    def test_a_log_that_cannot_be_read_stops_no_other_table(self, caplog: pytest.LogCaptureFixture) -> None:
        """Its table is frozen, and reported once; those that come after it are taken up."""

        class Torn(MemoryStore):
            async def read(self, table: str, after: int = 0) -> list[Entry]:
                if table == "a":
                    message = "no event: S hidden here"
                    raise msgspec.DecodeError(message)
                return await super().read(table, after)

        async def work() -> None:
            store = Torn()
            await store.append(Append("a", (Entry(1, 0, events.Here(player=0)),), 5))
            await store.append(Append("b", (Entry(1, 0, events.Here(player=0)),), 6))
            first = Hall(log=store)
            await first.open("ala", "bob")
            hall = Hall(log=store, clock=first.clock)
            hall.clock.now += 61 * SECOND
            for _ in range(3):
                await hall.service.overdue.look()
            assert hall.service.tables == 1
            for table in ("a", "b"):
                assert await hall.service.attach(table, "ala", None, Ear()) == Problem("frozen")
                assert caplog.text.count(f"table {table} cannot be loaded") == 1
            assert "hidden here" not in caplog.text

        run(work)

    def test_a_restart_is_in_the_log_before_anything_else_also_when_the_store_fails(self) -> None:
        """Else people whose sockets died with the old server would count as here for ever."""

        async def work() -> None:
            store = Faulty()
            first = Hall(log=store)
            await first.open("ala", "bob", terms=NO_CLOCK)
            await first.start_round("ala", "bob")
            hall = Hall(log=store, clock=first.clock)
            store.appends_fail = True
            assert await hall.service.attach("t", "ala", None, Ear()) == Problem("unavailable")
            store.appends_fail = False
            await hall.pass_time(2 * SECOND)
            assert [chair.here for chair in hall.room().chairs] == [False, False]
            assert isinstance((await store.read("t"))[-1].event, events.Resumed)
            await hall.attach("ala")
            await hall.pass_time(61 * SECOND)
            assert [chair.away for chair in hall.room().chairs] == [None, "gone"]

        run(work)

    def test_who_could_not_come_back_is_still_missed(self) -> None:
        """R12.2: a socket that was refused while the store failed does not count as one."""

        async def work() -> None:
            store = Faulty()
            hall = Hall(log=store)
            await hall.open("ala", "bob", terms=NO_CLOCK)
            ala, _ = await hall.start_round("ala", "bob")
            hall.service.detach("t", ala)
            store.failing = True
            await hall.ask(1, wire.Leave("x", hall.room().seq))
            assert await hall.service.attach("t", "ala", None, Ear()) == Problem("unavailable")
            store.failing = False
            await hall.pass_time(4 * SECOND)
            assert not hall.room().chairs[0].here

        run(work)

    def test_who_came_back_while_his_absence_was_not_written_is_here(self) -> None:
        async def work() -> None:
            store = Faulty()
            hall = Hall(log=store)
            await hall.open("ala", "bob")
            ala, _ = await hall.start_round("ala", "bob")
            hall.service.detach("t", ala)
            store.held["t"] = asyncio.Event()
            hall.clock.now += 4 * SECOND
            sweeping = hall.service.keeper.sweep()
            await asyncio.sleep(0.01)
            coming = asyncio.create_task(hall.attach("ala"))
            await asyncio.sleep(0.01)
            store.appends_fail = True
            store.held.pop("t").set()
            await asyncio.gather(coming, *sweeping)
            store.appends_fail = False
            await hall.pass_time(5 * SECOND)
            assert hall.room().chairs[0].here

        run(work)

    def test_a_table_that_is_made_twice_is_one_table(self) -> None:
        """Whoever finds an offer that has started without its table makes it."""

        async def work() -> None:
            hall = Hall()
            await hall.open("ala", bots=1)
            before = hall.room()
            await hall.open("ala", bots=2)
            assert hall.room() == before

        run(work)


def test_a_result_is_told_also_when_no_mind_lays_the_hands_open() -> None:
    async def work() -> None:
        results = []
        for lays_nothing in (False, True):
            hall = Hall()
            hall.minds.lays_nothing = lays_nothing
            await hall.open("ala", "bob")
            ala, _ = await hall.start_round("ala", "bob")
            await hall.play_until(lambda room: room.stage is Stage.BETWEEN)
            results.append(next(m["e"] for m in ala.events if m["e"]["k"] == "round_over"))
            again = Hall(log=hall.log, clock=hall.clock)
            late = await again.attach("ala")
            shown = late.heard[0]["table"]["result"]
            assert shown | {"deadline": 0} == results[-1] | {"deadline": 0}
        assert results[0] == results[1]
        assert all(hand["groups"] or hand["tiles"] for hand in results[0]["hands"])

    run(work)


def test_a_move_that_ends_a_round_does_not_wait_for_the_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    """And a table that everybody leaves in that moment is kept."""

    async def work() -> None:
        hall = Hall()
        await hall.open("ala", "bob")
        ears = await hall.start_round("ala", "bob")
        lay_open, heard = hall.minds.lay_open, []

        async def leave(racks: tuple[Rack, ...]) -> tuple[Laid, ...]:
            for ear in ears:
                heard.append(ear.kinds[-1])
                hall.service.detach("t", ear)
            return await lay_open(racks)

        monkeypatch.setattr(hall.minds, "lay_open", leave)
        await hall.play_until(lambda room: room.stage is Stage.BETWEEN)
        assert heard == ["discarded"] * 2
        assert hall.service.tables == 1

    run(work)


def test_every_round_has_a_secret_of_its_own() -> None:
    async def work() -> None:
        hall = Hall()
        for number in range(3):
            await hall.open("ala", "bob", bots=1, table=f"t{number}")
            for person in ("ala", "bob"):
                await hall.attach(person, table=f"t{number}")
        await hall.open("ala", "bob")
        await hall.start_round("ala", "bob")
        await hall.play_until(lambda room: room.round == 2)
        entries = [entry for table in ("t", "t0", "t1", "t2") for entry in await hall.log.read(table)]
        secrets = [entry.secret for entry in entries if entry.secret is not None]
        assert len(secrets) == len(set(secrets)) == 5

    run(work)


def test_a_finish_that_does_not_hold_is_explained() -> None:
    """R8.4."""

    async def work() -> None:
        hall = Hall()
        await hall.open("ala", "bob")
        await hall.start_round("ala", "bob")
        kind = hall.room().game.hand(0)[0]
        answer = await hall.act(GO_OUT + kind)
        assert isinstance(answer, wire.Reject)
        assert answer.error.code == "does_not_go_out"
        params = answer.error.params
        assert len(params["strays"]) == len(params["missing"]) > 0  # type: ignore[arg-type]
        assert sum(map(len, params["groups"])) == 14  # type: ignore[arg-type]
        hall.minds.faults = [MIND_DIED]
        answer = await hall.act(GO_OUT + kind)
        assert isinstance(answer, wire.Reject)
        assert answer.error == Problem("does_not_go_out")

    run(work)


class TestManyWorkers:
    """The shape of the cluster in one process: two services, one log, one bus."""

    def test_any_worker_takes_any_command(self) -> None:
        async def work() -> None:
            store, bus, clock = MemoryStore(), LocalBus(), Clock()
            halls = [Hall(store, bus, clock, seed=i, worker=f"w{i}") for i in range(2)]
            await halls[0].open("ala", "bob")
            ears = [await halls[0].attach("ala"), await halls[1].attach("bob")]
            await halls[1].settle()
            await halls[0].nonce(0)
            await halls[1].settle()
            await halls[1].nonce(1)
            for turn in range(40):
                await halls[0].settle()
                await halls[1].settle()
                hall = halls[turn % 2]
                room = hall.room()
                if room.turn is None:
                    break
                assert isinstance(await hall.act(room.game.timeout_action(), f"id{turn}"), wire.Ack)
            await halls[0].settle()
            await halls[1].settle()
            assert halls[0].room() == halls[1].room()
            entries = await store.read("t")
            check(entries, "t", {0: ears[0].frames, 1: ears[1].frames})
            assert ears[0].events[-1]["seq"] == ears[1].events[-1]["seq"] == len(entries)

        run(work)

    def test_without_a_bus_the_log_is_still_the_truth(self) -> None:
        """Fault 16: who heard nothing reads the log when a command is ahead, or when an append loses."""

        async def work() -> None:
            store, bus, clock = MemoryStore(), DeafBus(), Clock()
            halls = [Hall(store, bus, clock, seed=i, worker=f"w{i}") for i in range(2)]
            await halls[0].open("ala", "bob")
            await halls[0].start_round("ala", "bob")
            await halls[1].attach("bob")
            seen = halls[1].room().seq
            player = halls[0].room().turn
            await halls[0].act(halls[0].room().game.timeout_action(), "first")
            assert halls[1].room().seq == seen
            assert player is not None
            stale = await halls[1].act(halls[1].room().game.timeout_action(), "second")
            assert isinstance(stale, wire.Reject)
            assert (stale.error.code, stale.seq) == ("stale", seen + 1)
            await halls[0].act(DRAW, "third")
            ahead = wire.Act("fourth", seen + 2, "discard", "R1")
            answer = await halls[1].ask(1 - player, ahead)
            assert halls[1].room().seq >= seen + 2
            assert not isinstance(answer, wire.Reject) or answer.error.code == "not_in_hand"
            check(await store.read("t"), "t", {})

        run(work)

    def test_racing_workers_apply_each_move_once(self) -> None:
        async def work() -> None:
            store, bus, clock = MemoryStore(), DeafBus(), Clock()
            halls = [Hall(store, bus, clock, seed=i, worker=f"w{i}") for i in range(3)]
            await halls[0].open("ala", "bob")
            await halls[0].start_round("ala", "bob")
            for hall in halls[1:]:
                await hall.attach("ala")
            for turn in range(15):
                action = halls[0].room().game.timeout_action()
                await asyncio.gather(*(hall.act(action, f"c{turn}-{i}") for i, hall in enumerate(halls)))
                clock.now += 50
                await asyncio.gather(
                    *(hall.service.keeper.read_on(hall.service.keeper.tables["t"]) for hall in halls)
                )
            entries = await store.read("t")
            assert replay("t", entries) == halls[0].room() == halls[1].room() == halls[2].room()
            check(entries, "t", {})

        run(work)


def test_finished_tables_are_let_go() -> None:
    """O27."""

    async def work() -> None:
        hall = Hall()
        for number in range(6):
            await hall.open("ala", bots=1, table=f"t{number}", level="random")
            ear = await hall.attach("ala", table=f"t{number}")
            await hall.ask(0, wire.Leave("l", 1), table=f"t{number}")
            hall.service.detach(f"t{number}", ear)
        assert hall.service.tables == 6
        for _ in range(40):
            await hall.pass_time(60 * SECOND)
        assert hall.service.tables == 0
        assert hall.service.keeper._agenda._wanted == {}  # noqa: SLF001
        assert await hall.log.live() == []

    run(work)


TERMS_OF_AN_HOUR = Terms(
    clock=3_600_000, deal=3_000, nonces=2_000, between=20_000, gone=10**9, idle=1, bot=30_000
)
