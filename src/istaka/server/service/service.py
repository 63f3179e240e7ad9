"""What the socket and the pages ask of a worker's tables."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final, TypeVar

from istaka.server.core import messages as wire
from istaka.server.core.decide import Asked, Attached, NonceCame, Opening, Tick, open_table
from istaka.server.core.events import Entry
from istaka.server.core.fairness import Fairness, fairness
from istaka.server.core.hints import Hand, declared
from istaka.server.core.history import history
from istaka.server.core.messages import Problem
from istaka.server.core.room import Room, Stage
from istaka.server.ports import MindError, Repeated, StoreError, Won
from istaka.server.service.clerk import batch
from istaka.server.service.gallery import hang
from istaka.server.service.heads import Heads
from istaka.server.service.keeper import Keeper
from istaka.server.service.listening import Listener, Scene, catch_up
from istaka.server.service.live import Live
from istaka.server.service.overdue import Overdue
from istaka.server.service.presence import SECONDS as PRESENCE
from istaka.server.service.presence import Presence
from istaka.server.service.shelf import Shelf
from istaka.server.service.tasks import Tasks, every
from istaka.server.service.world import World

T = TypeVar("T")

EXPLAIN_SECONDS: Final = 2.0
"""A refusal is told without its explanation when that takes longer."""


class Service:
    """The tables of this worker, as they are seen from outside."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.clock = world.clock
        self.tasks = Tasks()
        self._shelf = Shelf()
        self.keeper = Keeper(world, self.tasks)
        self.overdue = Overdue(world, self.keeper)
        self.heads = Heads(world, self.keeper)
        colleagues = world.colleagues
        self.presence = None if colleagues is None else Presence(world, colleagues, self.keeper)

    async def start(self) -> None:
        """Do from now on what falls due at tables, those of an earlier process too; raises `StoreError`."""
        if self.presence is not None:
            if await self.presence.begin():
                await self.overdue.inherit()
            alive = every(lambda: PRESENCE, self.presence.refresh, "the other workers cannot be seen")
            heads = every(self.heads.seconds, self.heads.compare, "the ends of logs cannot be seen")
            self.tasks.spawn(alive)
            self.tasks.spawn(heads)
        look = every(lambda: self.overdue.seconds, self.overdue.look, "overdue tables cannot be loaded")
        self.tasks.spawn(look)
        self.tasks.spawn(self.keeper.run())

    async def drain(self) -> None:
        """This worker stops, and others go on: nobody's clock runs out meanwhile."""
        if self.presence is not None:
            await self.presence.credit()

    async def stop(self) -> None:
        """End every task; what is in the log stays, and other workers go on with it at once."""
        await self.tasks.stop()
        await self.keeper.tables.stop()
        if self.presence is not None:
            with contextlib.suppress(StoreError):  # then they notice it later
                await self.presence.leave()

    @property
    def tables(self) -> int:
        """How many tables are in memory."""
        return len(self.keeper.tables)

    async def open(self, table: str, opening: Opening) -> None:
        """Make a table, unless somebody has made it already; raises `StoreError`."""
        now = self._world.clock()
        steps = open_table(table, opening, now, self._world.chance(32))
        members = tuple((seat.owner, i) for i, seat in enumerate(opening.seats) if seat.owner is not None)
        answer = await self._world.log.append(batch(steps, self._world, members))
        if isinstance(answer, Won):
            self.keeper.arrange(self.keeper.tables.add(table, [step.entry for step in steps]))

    async def knows(self, table: str) -> bool:
        """Whether there is such a table; raises `StoreError`."""
        return self.keeper.tables.get(table) is not None or table in await self._world.log.heads((table,))

    async def room(self, table: str) -> Room | Problem:
        """A table as it is now, or why there is none."""
        live = await self.keeper.tables.find(table)
        if isinstance(live, Problem):
            return live
        if live.room.stage is not Stage.OVER:
            live.in_doubt = True
            answer = await self.keeper.submit(live, Tick(), self._world.clock())
            if isinstance(answer, Problem) and live.in_doubt:
                return answer
        self.keeper.arrange(live)
        return live.room

    async def attach(
        self, table: str, person: str, seq: int | None, listener: Listener
    ) -> int | Problem | None:
        """Let a socket hear of a table: what it has missed is sent.

        Returns:
            The player whose seat is the person's, None for a spectator, or why nothing will be heard.
        """
        live = await self.keeper.tables.find(table)
        if isinstance(live, Problem):
            return live
        player = live.room.player_of(person)
        live.coming += 1
        try:
            if seq is not None:
                await self.keeper.catch_up(live, seq)
            async with live.lock:
                if player is None:
                    problem = await self._look_on(live, seq, listener)
                else:
                    problem = await self._sit(live, player, seq, listener)
        finally:
            live.coming -= 1
        self.keeper.arrange(live)
        return player if problem is None else problem

    async def _sit(self, live: Live, player: int, seq: int | None, listener: Listener) -> Problem | None:
        since = live.left_at.pop(player, None)
        request = Attached(player, self._world.worker)
        answer = await self.keeper.clerk.answer(live, request, self._world.clock())
        if isinstance(answer, Problem):
            if since is not None:
                live.left_at.setdefault(player, since)
            return answer
        live.left_at.pop(player, None)
        live.listeners[listener] = player
        catch_up(listener, Scene(live.room, live.told, player), seq, self._world.clock())
        return None

    async def _look_on(self, live: Live, seq: int | None, listener: Listener) -> Problem | None:
        if not live.room.watch:
            return Problem("not_seated")
        table, now = live.room.table, self._world.clock()
        if live.gallery is None:
            try:
                entries = await self._world.log.read(table)
            except StoreError:
                return Problem("unavailable")
            live.gallery = await asyncio.to_thread(hang, table, entries[: live.room.seq], now)
        live.gallery.enter(listener, seq, now)
        return None

    def detach(self, table: str, listener: Listener) -> None:
        """A socket is closed. If it was a player's last, the log learns of it after a moment."""
        live = self.keeper.tables.get(table)
        if live is None:
            return
        player = live.listeners.pop(listener, None)
        if player is not None and player not in live.listeners.values():
            live.left_at[player] = self._world.clock()
        live.leave_gallery(listener)
        self.keeper.arrange(live)

    async def command(
        self, table: str, player: int | None, command: wire.Command, at: int
    ) -> wire.Ack | wire.Reject:
        """A player's command that arrived at that instant; spectators command nothing."""
        if player is None:
            return wire.Reject(command.id, self.head(table, None), Problem("spectator"))
        live = await self.keeper.tables.find(table)
        if isinstance(live, Problem):
            return wire.Reject(command.id, 0, live)
        await self.keeper.catch_up(live, command.seq)
        answer = await self.keeper.submit(live, Asked(player, command, live.allowance()), at)
        self._world.meter.answered(answer.code if isinstance(answer, Problem) else "ack")
        if isinstance(answer, Problem):
            if answer.code == "does_not_go_out" and isinstance(command, wire.Act):
                answer = await self._explained(declared(live.room.game, command.tile or ""), answer)
            return wire.Reject(command.id, live.room.seq, answer)
        seq = answer.seq if isinstance(answer, Repeated) else answer[0].entry.seq
        return wire.Ack(command.id, seq)

    async def nonce(self, table: str, player: int | None, nonce: wire.Nonce) -> None:
        """A player's nonce; one that comes too late, or twice, or from a spectator, changes nothing."""
        live = await self.keeper.tables.find(table)
        if not isinstance(live, Problem) and player is not None:
            request = NonceCame(player, nonce.round, nonce.nonce)
            await self.keeper.submit(live, request, self._world.clock())

    def head(self, table: str, player: int | None) -> int:
        """Number of the last event known here, as a player or a spectator (None) may know it."""
        live = self.keeper.tables.get(table)
        if live is None:
            return 0
        if player is None:
            return 0 if live.gallery is None else live.gallery.room.seq
        return live.room.seq

    def delay(self, table: str, player: int | None) -> int:
        """How many ms later than it happens a player (0), or a spectator, is told."""
        live = self.keeper.tables.get(table)
        return 0 if live is None or player is not None else live.room.delay

    def lag(self, table: str) -> int:
        """The most, in ms, that a table forgives a move for the network; 0 where nothing is measured."""
        live = self.keeper.tables.get(table)
        return 0 if live is None else live.room.terms.lag

    def is_over(self, table: str) -> bool:
        """Whether the match at a table that is in memory has ended."""
        live = self.keeper.tables.get(table)
        return live is not None and live.room.stage is Stage.OVER

    async def record(self, table: str) -> str | None:
        """The record of the rounds that have ended, None for an unknown table; raises `StoreError`."""
        return await self._from_log("record", table, history)

    async def fairness(self, table: str) -> Fairness | None:
        """What a table's deals came from, as far as it is open; None for an unknown table."""
        return await self._from_log("fairness", table, fairness)

    async def _from_log(self, what: str, table: str, make: Callable[[str, list[Entry]], T]) -> T | None:
        """What follows from a whole log, made anew only when the log has grown."""
        head = (await self._world.log.heads((table,))).get(table)
        if head is None:
            return None

        async def made() -> T:
            return await asyncio.to_thread(make, table, await self._world.log.read(table))

        return await self._shelf.get((what, table, head), made)

    async def _explained(self, hand: Hand | None, problem: Problem) -> Problem:
        """The refusal of a declaration with its reason, or as it is where the worker cannot say."""
        if hand is not None:
            with contextlib.suppress(MindError, TimeoutError):
                return await asyncio.wait_for(self._world.minds.explain(hand), EXPLAIN_SECONDS)
        return problem
