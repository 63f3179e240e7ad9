"""Spectators: public parts alone, everything as late as the table says, the same frames for all."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from msgspec.structs import force_setattr

from at_table.checker import check, without_time
from at_table.core_table import over
from at_table.hall import Clock, Ear, Hall
from istaka.server.buses.local import LocalBus
from istaka.server.core import messages as wire
from istaka.server.core.events import Entry
from istaka.server.core.messages import Problem
from istaka.server.core.room import Stage
from istaka.server.ports import StoreError
from istaka.server.service.gallery import AT_ONCE
from istaka.server.stores.memory import MemoryStore

DELAY = 60_000
SECOND = 1000


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(work())  # type: ignore[arg-type]


async def move(hall: Hall) -> None:
    """A second passes and somebody moves."""
    await hall.pass_time(SECOND)
    assert isinstance(await hall.act(hall.room().game.timeout_action()), wire.Ack)


def public(frames: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The public parts of events, without clocks."""
    return [without_time({k: v for k, v in frame.items() if k != "you"}) for frame in frames]


def test_a_table_that_cannot_be_watched_has_no_spectators() -> None:
    async def work() -> None:
        hall = Hall()
        await hall.open("ala", "bob")
        assert await hall.service.attach("t", "eve", None, Ear()) == Problem("not_seated")

    run(work)


def test_nothing_arrives_before_its_time() -> None:
    async def work() -> None:
        hall = Hall()
        await hall.open("ala", "bob", delay=DELAY)
        made = hall.clock.now
        spectator = await hall.look_on()
        (ala, _) = await hall.start_round("ala", "bob")
        assert [m["t"] for m in spectator.heard] == ["snapshot", "beat"]
        table = spectator.heard[0]["table"]
        assert (table["you"], table["hand"], table["can"], table["taken"]) == (None, [], None, None)
        assert (table["phase"], table["sizes"], spectator.heard[0]["seq"]) == ("waiting", [0, 0], 1)
        while hall.clock.now < made + DELAY - SECOND:
            await move(hall)
        await hall.pass_time(SECOND - 1)
        assert spectator.events == []
        await hall.pass_time(1)
        assert spectator.kinds == ["here", "here", "committed", "nonced", "nonced", "dealt"]
        seen = len(spectator.events)
        await hall.pass_time(10 * SECOND)
        told = [m for m in ala.events if m["now"] <= hall.clock.now - DELAY]
        assert len(spectator.events) > seen
        assert public(spectator.events)[1:] == public(told)
        assert all("you" not in m for m in spectator.events)

    run(work)


def test_the_deadlines_of_a_spectator_are_those_of_then() -> None:
    async def work() -> None:
        hall = Hall()
        await hall.open("ala", "bob", delay=5 * SECOND)
        spectator = await hall.look_on()
        ala, _ = await hall.start_round("ala", "bob")
        await hall.pass_time(5 * SECOND)
        assert spectator.events[-1]["e"] == ala.events[-1]["e"]
        assert spectator.events[-1]["now"] == ala.events[-1]["now"] == hall.clock.now - 5 * SECOND
        late = await hall.look_on()
        assert late.heard[0]["table"]["deadline"] == 23 * SECOND
        assert late.heard[-1] == {"t": "beat", "seq": 7, "now": hall.clock.now - 5 * SECOND}

    run(work)


def test_a_spectator_comes_back_to_where_he_was() -> None:
    async def work() -> None:
        hall = Hall()
        await hall.open("ala", "bob", delay=10 * SECOND)
        first = await hall.look_on()
        await hall.start_round("ala", "bob")
        for _ in range(15):
            await move(hall)
        seen = first.events[-1]["seq"]
        hall.service.detach("t", first)
        hall.service.detach("t", first)
        for _ in range(3):
            await move(hall)
        again = await hall.look_on(seen)
        assert [m["t"] for m in again.heard] == ["event"] * 3 + ["beat"]
        assert [m["seq"] for m in again.events] == [seen + 1, seen + 2, seen + 3]
        ahead = await hall.look_on(hall.room().seq)
        assert [m["t"] for m in ahead.heard] == ["snapshot", "beat"]
        assert ahead.heard[0]["seq"] == seen + 3
        await move(hall)
        assert ahead.events[-1]["seq"] == again.events[-1]["seq"] == seen + 4
        assert hall.service.head("t", None) == seen + 4
        assert hall.service.head("t", 0) == hall.room().seq
        assert (hall.service.delay("t", None), hall.service.delay("t", 0)) == (10 * SECOND, 0)

    run(work)


def test_without_a_delay_a_spectator_is_told_at_once() -> None:
    async def work() -> None:
        hall = Hall()
        await hall.open("ala", "bob", delay=0)
        ala, _ = await hall.start_round("ala", "bob")
        spectator = await hall.look_on()
        assert spectator.heard[0]["table"]["phase"] == "discard"
        await hall.act(hall.room().game.timeout_action())
        assert public(spectator.events) == public(ala.events)[-1:]

    run(work)


def test_who_looks_on_commands_nothing() -> None:
    async def work() -> None:
        hall = Hall()
        await hall.open("ala", "bob", delay=DELAY)
        assert hall.service.head("t", None) == 0
        await hall.look_on()
        await hall.start_round("ala", "bob")
        answer = await hall.service.command("t", None, wire.Leave("a", 1), hall.clock.now)
        assert answer == wire.Reject("a", 1, Problem("spectator"))
        await hall.service.nonce("t", None, wire.Nonce(1, "0" * 32))
        assert [chair.away for chair in hall.room().chairs] == [None, None]

    run(work)


def test_two_thousand_spectators_get_the_very_same_frames_in_order() -> None:
    async def work() -> None:
        hall = Hall()
        await hall.open("ala", "bob", delay=0)
        await hall.start_round("ala", "bob")
        ears = [await hall.look_on() for _ in range(2000)]
        for ear in ears:
            ear.frames.clear()
        first = hall.room().seq + 1
        for _ in range(3):
            await hall.act(hall.room().game.timeout_action())
        assert len(ears[AT_ONCE].frames) < 3
        gone, back = ears[-1], ears[-2]
        for ear in (gone, back):
            hall.service.detach("t", ear)
        assert await hall.service.attach("t", "eve", first + 2, back) is None
        for _ in range(2000 // AT_ONCE + 3):
            await asyncio.sleep(0)
        assert [m["seq"] for m in ears[0].events] == [first, first + 1, first + 2]
        assert all(ear.frames == ears[0].frames for ear in ears[:-2])
        assert ears[1].frames[0] is ears[-3].frames[0], "encoded once"
        assert gone.events == []
        assert back.events == []

    run(work)


def test_spectators_see_the_end_after_the_players_have_gone() -> None:
    async def work() -> None:
        hall = Hall()
        await hall.open("ala", "bob", delay=DELAY)
        spectator = await hall.look_on()
        ears = await hall.start_round("ala", "bob")
        await hall.play_until(over)
        for ear in ears:
            hall.service.detach("t", ear)
        assert "match_over" not in spectator.kinds
        assert hall.service.tables == 1
        await hall.pass_time(DELAY)
        assert spectator.kinds[-1] == "match_over"
        results = [m["e"] for m in spectator.events if m["e"]["k"] == "round_over"]
        assert results == [m["e"] for m in ears[0].events if m["e"]["k"] == "round_over"]
        late = await hall.look_on()
        assert late.heard[0]["table"]["result"]["totals"] == results[-1]["totals"]
        hall.service.detach("t", late)
        hall.service.detach("t", spectator)
        assert hall.service.tables == 0
        await hall.look_on()

    run(work)


def test_a_spectator_at_another_worker_sees_the_same() -> None:
    async def work() -> None:
        store, bus, clock = MemoryStore(), LocalBus(), Clock()
        halls = [Hall(store, bus, clock, seed=i) for i in range(2)]
        await halls[0].open("ala", "bob", delay=5 * SECOND)
        ala, _ = await halls[0].start_round("ala", "bob")
        spectator = await halls[1].look_on()
        for _ in range(12):
            await move(halls[0])
            await halls[1].settle()
            await halls[1].pass_time(0)
        entries = await store.read("t")
        check(entries, "t", {0: ala.frames})
        told = {m["seq"]: m for m in public(ala.events)}
        assert len(spectator.events) > 5
        for message in public(spectator.events):
            assert message["seq"] not in told or told[message["seq"]] == message

    run(work)


def test_a_frozen_table_ends_its_spectators_too() -> None:
    async def work() -> None:
        hall = Hall()
        await hall.open("ala", "bob", delay=DELAY)
        await hall.start_round("ala", "bob")
        spectator = await hall.look_on()
        force_setattr(hall.room(), "position", None)
        await hall.ask(hall.room().turn or 0, wire.Act("a", hall.room().seq, "draw"))
        assert spectator.ended == Problem("frozen")

    run(work)


def test_a_table_whose_log_cannot_be_read_now_is_unavailable() -> None:
    class Failing(MemoryStore):
        failing = False

        async def read(self, table: str, after: int = 0) -> list[Entry]:
            if self.failing:
                message = "disk on fire"
                raise StoreError(message)
            return await super().read(table, after)

    async def work() -> None:
        store = Failing()
        hall = Hall(log=store)
        await hall.open("ala", "bob", delay=DELAY)
        store.failing = True
        assert await hall.service.attach("t", "eve", None, Ear()) == Problem("unavailable")
        store.failing = False
        await hall.look_on()

    run(work)


@pytest.mark.parametrize("delay", [0, 1500])
def test_a_whole_match_is_shown_event_by_event(delay: int) -> None:
    async def work() -> None:
        hall = Hall()
        await hall.open("ala", "bob", bots=1, delay=delay)
        spectator = await hall.look_on()
        ala, _ = await hall.start_round("ala", "bob")
        await hall.play_until(lambda room: room.stage is Stage.BETWEEN)
        await hall.pass_time(delay)
        assert public(spectator.events)[1:] == public(ala.events)
        seqs = [m["seq"] for m in spectator.events]
        assert seqs == list(range(2, hall.room().seq + 1))

    run(work)
