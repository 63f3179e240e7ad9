"""A service with a clock of the test's own, bots that think in this process, and ears instead of sockets."""

import asyncio
import json
from collections.abc import Callable
from random import Random
from typing import Any

from at_table.core_table import TERMS, command_for
from istaka.bots import BOTS
from istaka.bots.interface import unlimited
from istaka.game.view import View
from istaka.rules.ruleset import RuleSet
from istaka.server.buses.local import LocalBus
from istaka.server.core import messages as wire
from istaka.server.core.decide import Opening
from istaka.server.core.events import Seat, Terms
from istaka.server.core.hints import Hand, Rack, explain, laid
from istaka.server.core.messages import Laid, Problem
from istaka.server.core.room import Room, Stage
from istaka.server.metrics import Metrics
from istaka.server.ports import Bus, MindError
from istaka.server.service import Colleagues, Service, World
from istaka.server.service.lag import Lag
from istaka.server.stores.memory import MemoryStore


class Clock:
    """Milliseconds that pass when the test says so."""

    def __init__(self) -> None:
        self.now = 1_000_000

    def __call__(self) -> int:
        return self.now


class Thinker:
    """Bots in this process; `faults` are raised instead of the first answers."""

    def __init__(self) -> None:
        self.faults: list[BaseException] = []
        self.answers: list[int] = []
        self.asked = 0
        self.lays_nothing = False

    async def choose(self, level: str, view: View, seed: int) -> int:
        self.asked += 1
        await asyncio.sleep(0)
        if self.faults:
            raise self.faults.pop(0)
        if self.answers:
            return self.answers.pop(0)
        return BOTS[level].choose(view, Random(seed), unlimited)

    async def explain(self, hand: Hand) -> Problem:
        if self.faults:
            raise self.faults.pop(0)
        return explain(hand)

    async def lay_open(self, racks: tuple[Rack, ...]) -> tuple[Laid, ...]:
        if self.lays_nothing:
            message = "the worker has died"
            raise MindError(message)
        return tuple(map(laid, racks))


class Ear:
    """What one socket was sent."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.ended: Problem | None = None
        self.lag = Lag()

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)

    def end(self, problem: Problem) -> None:
        self.ended = problem

    @property
    def heard(self) -> list[dict[str, Any]]:
        return [json.loads(frame) for frame in self.frames]

    @property
    def events(self) -> list[dict[str, Any]]:
        return [message for message in self.heard if message["t"] == "event"]

    @property
    def kinds(self) -> list[str]:
        return [message["e"]["k"] for message in self.events]


class Hall:
    """One worker."""

    def __init__(
        self,
        log: MemoryStore | None = None,
        bus: Bus | None = None,
        clock: Clock | None = None,
        seed: int = 1,
        *,
        worker: str | None = None,
    ) -> None:
        self.log = log or MemoryStore()
        self.clock = clock or Clock()
        self.minds = Thinker()
        random = Random(seed)
        world = World(
            log=self.log,
            bus=bus or LocalBus(),
            minds=self.minds,
            clock=self.clock,
            chance=random.randbytes,
            meter=Metrics(),
            pace=0.0,
            colleagues=None if worker is None else Colleagues(self.log, worker, "test"),
        )
        self.service = Service(world)
        self.ids = 0

    async def open(
        self,
        *people: str,
        bots: int = 0,
        terms: Terms = TERMS,
        table: str = "t",
        level: str = "greedy",
        delay: int | None = None,
    ) -> None:
        """A table; one with a delay can be watched."""
        seats = tuple(Seat(name.title(), owner=name) for name in people)
        seats += tuple(Seat(f"Bot {i}", bot=level) for i in range(bots))
        opening = Opening(RuleSet.fast(), seats, "careful", terms, watch=delay is not None, delay=delay or 0)
        await self.service.open(table, opening)

    async def attach(self, person: str, seq: int | None = None, table: str = "t") -> Ear:
        ear = Ear()
        player = await self.service.attach(table, person, seq, ear)
        assert isinstance(player, int), player
        return ear

    async def look_on(self, seq: int | None = None, table: str = "t") -> Ear:
        """A spectator."""
        ear = Ear()
        assert await self.service.attach(table, "eve", seq, ear) is None
        return ear

    def room(self, table: str = "t") -> Room:
        return self.service.keeper.tables[table].room

    async def nonce(self, player: int, value: str = "ab" * 16) -> None:
        await self.service.nonce("t", player, wire.Nonce(self.room().round, value))

    def new_id(self) -> str:
        self.ids += 1
        return f"c{self.ids}"

    async def ask(self, player: int, command: wire.Command, table: str = "t") -> wire.Ack | wire.Reject:
        return await self.service.command(table, player, command, self.clock.now)

    async def act(self, action: int, command_id: str | None = None) -> wire.Ack | wire.Reject:
        """The player to move does this."""
        room = self.room()
        assert room.turn is not None
        return await self.ask(room.turn, command_for(action, room, command_id or self.new_id()))

    async def pass_time(self, ms: int) -> None:
        """Let time pass and everything that falls due be done."""
        self.clock.now += ms
        await asyncio.gather(*self.service.keeper.sweep())
        await self.settle()

    async def settle(self) -> None:
        """Wait until bots have moved and hints were heard."""
        for tries in range(3000):
            await asyncio.sleep(0 if tries < 2000 else 0.002)
            if not self.service.tasks:
                return
        message = "the service does not come to rest"
        raise AssertionError(message)

    async def start_round(self, *people: str) -> list[Ear]:
        """Everyone attaches and sends a nonce."""
        ears = [await self.attach(person) for person in people]
        for player in range(len(people)):
            await self.nonce(player)
        assert self.room().stage is Stage.PLAY
        return ears

    async def play_until(self, holds: Callable[[Room], bool]) -> None:
        """People do what the clock would do for them, until the room is as asked for."""
        for _ in range(5000):
            await self.settle()
            room = self.room()
            if holds(room):
                return
            if room.turn is not None:
                assert isinstance(await self.act(room.game.timeout_action()), wire.Ack)
            elif room.stage is Stage.BETWEEN:
                waiting = [i for i, c in enumerate(room.chairs) if c.plays and i not in room.ready]
                await self.ask(waiting[0], wire.Next(self.new_id(), room.seq))
            else:
                waiting = [i for i, c in enumerate(room.chairs) if c.plays and room.nonces[i] is None]
                await self.nonce(waiting[0])


MIND_DIED = MindError("the worker has died")
