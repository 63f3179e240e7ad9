"""Several workers over one log in one process; the bus between them loses, delays and mixes up hints."""

import asyncio
from dataclasses import dataclass
from random import Random

from at_table.core_table import TERMS, command_for
from at_table.hall import Clock, Ear, Hall
from istaka.server.buses.local import LocalBus
from istaka.server.core import messages as wire
from istaka.server.core.events import Entry, Terms
from istaka.server.core.room import Room, Stage
from istaka.server.ports import Append, Lost, Repeated, Won
from istaka.server.stores.memory import MemoryStore


@dataclass(frozen=True)
class Faults:
    """How often a hint is lost or comes twice, and for how many seconds at most it is on its way."""

    lost: float = 0.0
    twice: float = 0.0
    delay: float = 0.0


class Medium:
    """What lies between the buses of workers. Hints that are delayed overtake one another."""

    def __init__(self, faults: Faults, seed: int) -> None:
        self.faults = faults
        self.random = Random(seed)
        self.buses: list[FaultyBus] = []
        self.under_way = 0

    def carry(self, sender: "FaultyBus", table: str, entries: tuple[Entry, ...]) -> None:
        for bus in self.buses:
            copies = (self.random.random() >= self.faults.lost) + (self.random.random() < self.faults.twice)
            for _ in range(copies if bus is not sender else 0):
                self.under_way += 1
                delay = self.random.random() * self.faults.delay
                asyncio.get_running_loop().call_later(delay, self._arrive, bus, table, entries)

    def _arrive(self, bus: "FaultyBus", table: str, entries: tuple[Entry, ...]) -> None:
        self.under_way -= 1
        bus.arrive(table, entries)


class FaultyBus(LocalBus):
    """One worker's end of a medium."""

    def __init__(self, medium: Medium) -> None:
        super().__init__()
        self._medium = medium
        medium.buses.append(self)

    def publish(self, table: str, entries: tuple[Entry, ...]) -> None:
        super().publish(table, entries)
        self._medium.carry(self, table, entries)

    def arrive(self, table: str, entries: tuple[Entry, ...]) -> None:
        super().publish(table, entries)


class SlowStore(MemoryStore):
    """Answers come in any order, and the loop runs meanwhile; reads are counted."""

    def __init__(self, seed: int = 1) -> None:
        super().__init__()
        self.random = Random(seed)
        self.reads = 0

    async def append(self, batch: Append) -> Won | Lost | Repeated:
        await self._wait()
        answer = await super().append(batch)
        await self._wait()
        return answer

    async def read(self, table: str, after: int = 0) -> list[Entry]:
        self.reads += 1
        await self._wait()
        entries = await super().read(table, after)
        await self._wait()
        return entries

    async def _wait(self) -> None:
        for _ in range(self.random.randrange(4)):
            await asyncio.sleep(0)


class Halls:
    """Workers `w0`, `w1`... over one store."""

    def __init__(
        self, workers: int = 2, faults: Faults | None = None, store: MemoryStore | None = None, seed: int = 1
    ) -> None:
        self.store = store or SlowStore(seed)
        self.clock = Clock()
        self.random = Random(seed)
        self.medium = Medium(faults or Faults(), seed)
        self.halls = [self._hall(number) for number in range(workers)]
        self.ears: list[tuple[int, Ear]] = []

    def _hall(self, number: int) -> Hall:
        bus = FaultyBus(self.medium)
        return Hall(self.store, bus, self.clock, seed=100 * number, worker=f"w{number}")

    def __getitem__(self, number: int) -> Hall:
        return self.halls[number]

    def any(self) -> Hall:
        return self.random.choice(self.halls)

    async def kill(self, number: int) -> None:
        """A worker does, hears and says nothing any more."""
        hall = self.halls.pop(number)
        self.medium.buses.pop(number)
        await hall.service.tasks.stop()

    async def settle(self) -> None:
        """Wait until nothing is under way."""
        for tries in range(3000):
            await asyncio.sleep(0 if tries < 500 else 0.002)
            if not self.medium.under_way and not any(hall.service.tasks for hall in self.halls):
                return
        message = "the workers do not come to rest"
        raise AssertionError(message)

    async def compare(self) -> None:
        """What each worker does every second: what it knows is compared with the log."""
        for hall in self.halls:
            await hall.service.heads.compare()

    async def pass_time(self, ms: int) -> None:
        """Let time pass; every worker does what is due."""
        self.clock.now += ms
        await asyncio.gather(*(task for hall in self.halls for task in hall.service.keeper.sweep()))
        await self.settle()

    async def seat(self, *people: str, bots: int = 0, terms: Terms = TERMS, table: str = "t") -> None:
        """A table made at one worker, where each person has a socket at every worker."""
        await self.any().open(*people, bots=bots, terms=terms, table=table)
        for player, person in enumerate(people):
            for hall in self.halls:
                self.ears.append((player, await hall.attach(person, table=table)))
        await self.settle()

    async def race_for(self, events: int, table: str = "t") -> None:
        """Race until so many events have happened, or the table is over."""
        end = self._furthest(table).seq + events
        for _ in range(100 * events):
            await asyncio.sleep(0)
            if self._furthest(table).seq >= end or not await self.race(table):
                return

    async def race(self, table: str = "t") -> bool:
        """One step of the game, asked by everybody at once, some twice; False when the table is over."""
        room = self._furthest(table)
        if room.stage is Stage.OVER:
            return False
        if room.turn is not None and room.chairs[room.turn].plays:
            command = command_for(room.game.timeout_action(), room, self.any().new_id())
            await self._ask(room.turn, [command, command, self._again(command)], table)
        elif room.stage is Stage.BETWEEN:
            for player in range(len(room.chairs)):
                if room.chairs[player].plays:
                    await self._ask(player, [wire.Next(self.any().new_id(), room.seq)] * 2, table)
        elif room.stage is Stage.WAITING:
            for player in range(len(room.chairs)):
                await self.any().service.nonce(table, player, wire.Nonce(room.round, f"{player:032x}"))
        return True

    def _furthest(self, table: str) -> Room:
        rooms = [live.room for hall in self.halls if (live := hall.service.keeper.tables.get(table))]
        return max(rooms, key=lambda room: room.seq)

    def _again(self, command: wire.Act) -> wire.Act:
        """The same move under another id: an impatient person with two tabs."""
        return wire.Act(f"{command.id}-again", command.seq, command.do, command.tile)

    async def _ask(self, player: int, commands: list[wire.Command], table: str) -> None:
        answers = await asyncio.gather(*(self.any().ask(player, command, table) for command in commands))
        acked = {answer.id: answer.seq for answer in answers if isinstance(answer, wire.Ack)}
        assert len(set(acked.values())) == len(acked), "two commands, one place"
