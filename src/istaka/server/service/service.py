"""Load, decide, append, tell; and everything that happens at a table without a request."""

import asyncio
import contextlib
import itertools
import logging
import random
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Final

from istaka.server.core import messages as wire
from istaka.server.core.decide import (
    Asked,
    Attached,
    BotMoves,
    Detached,
    NonceCame,
    Opening,
    Request,
    Restarted,
    Steps,
    Tick,
    decide,
    open_table,
)
from istaka.server.core.events import Entry
from istaka.server.core.hints import Hand, declared
from istaka.server.core.history import history
from istaka.server.core.messages import Problem
from istaka.server.core.room import due
from istaka.server.faults import place_of
from istaka.server.ports import Append, Bus, Log, MindError, Minds, Repeated, StoreError, Won
from istaka.server.service.agenda import Agenda
from istaka.server.service.live import Listener, Live, rebuild

logger = logging.getLogger("istaka.server")

LOOK_MS: Final = 5000
"""How often the log is asked for overdue tables that no worker has in memory."""
RETRY_MS: Final = 1000
"""After a failure of the store a table is looked at again."""
EXPLAIN_SECONDS: Final = 2.0
"""A refusal is told without its explanation when that takes longer."""
BOT_TRIES: Final = 3
"""After so many answers of a bot that the rules refuse, its turn is played as a time-out."""


@dataclass(frozen=True, slots=True)
class World:
    """What the service is joined to.

    Attributes:
        log: where events are kept.
        bus: how other workers hear of them.
        minds: who thinks for bots.
        clock: milliseconds since 1970, never going back.
        chance: fresh random bytes, as many as asked for.
        pace: seconds that a bot's action takes on average; 0 for none.
        restarts: whether tables found running belonged to a process that is gone (the embedded server).
    """

    log: Log
    bus: Bus
    minds: Minds
    clock: Callable[[], int]
    chance: Callable[[int], bytes]
    pace: float
    restarts: bool


class Service:
    """The tables of this worker."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._tables: dict[str, Live] = {}
        self._broken: set[str] = set()
        """Tables whose logs cannot be read: reported once, not tried again."""
        self._loading: dict[str, asyncio.Task[Live | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._agenda = Agenda()
        self._looked = 0

    async def start(self) -> None:
        """Take up the tables that were running, and do from now on what falls due."""
        self._spawn(self._take_up())
        self._spawn(self._run())

    async def stop(self) -> None:
        """End every task; what is in the log stays."""
        tasks = (*self._tasks, *self._loading.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    @property
    def tables(self) -> int:
        """How many tables are in memory."""
        return len(self._tables)

    async def open(self, table: str, opening: Opening) -> None:
        """Make a table; raises `StoreError`."""
        now = self._world.clock()
        steps = open_table(table, opening, now, self._world.chance(32))
        members = tuple((seat.owner, i) for i, seat in enumerate(opening.seats) if seat.owner is not None)
        entries = tuple(step.entry for step in steps)
        answer = await self._world.log.append(Append(table, entries, due(steps[-1].room), members))
        if not isinstance(answer, Won):
            msg = f"a table {table} is there already"
            raise StoreError(msg)
        live = rebuild(table, list(entries), self._world.bus.listen(table, self._heard))
        self._tables[table] = live
        self._arrange(live)

    async def attach(self, table: str, person: str, seq: int | None, listener: Listener) -> int | Problem:
        """Let a socket hear of a table: what it has missed is sent; answers the player, or why not."""
        live = await self._found(table)
        if isinstance(live, Problem):
            return live
        player = live.room.player_of(person)
        if player is None:
            self._arrange(live)
            return Problem("not_seated")
        since = live.left_at.pop(player, None)
        live.coming += 1
        try:
            async with live.lock:
                answer = await self._answer(live, Attached(player), self._world.clock())
                if not isinstance(answer, Problem):
                    live.left_at.pop(player, None)
                    live.listeners[listener] = player
                    live.catch_up(listener, player, seq, self._world.clock())
                elif since is not None:
                    live.left_at.setdefault(player, since)
        finally:
            live.coming -= 1
        if not live.in_doubt:
            self._arrange(live)
        return answer if isinstance(answer, Problem) else player

    def detach(self, table: str, listener: Listener) -> None:
        """A socket is closed. If it was a player's last, the log learns of it after a moment."""
        live = self._tables.get(table)
        player = None if live is None else live.listeners.pop(listener, None)
        if live is None or player is None:
            return
        if player not in live.listeners.values():
            live.left_at[player] = self._world.clock()
        self._arrange(live)

    async def command(
        self, table: str, player: int, command: wire.Command, at: int
    ) -> wire.Ack | wire.Reject:
        """A player's command that arrived at that instant."""
        live = await self._found(table)
        if isinstance(live, Problem):
            return wire.Reject(command.id, 0, live)
        if command.seq > live.room.seq:
            live.in_doubt = True
        answer = await self._submit(live, Asked(player, command), at)
        if isinstance(answer, Problem):
            if answer.code == "does_not_go_out" and isinstance(command, wire.Act):
                answer = await self._explained(declared(live.room.game, command.tile or ""), answer)
            return wire.Reject(command.id, live.room.seq, answer)
        seq = answer.seq if isinstance(answer, Repeated) else answer[0].entry.seq
        return wire.Ack(command.id, seq)

    async def nonce(self, table: str, player: int, nonce: wire.Nonce) -> None:
        """A player's nonce; one that comes too late, or twice, changes nothing."""
        live = await self._found(table)
        if not isinstance(live, Problem):
            await self._submit(live, NonceCame(player, nonce.round, nonce.nonce), self._world.clock())

    def head(self, table: str) -> int:
        """Number of the last event known here."""
        live = self._tables.get(table)
        return 0 if live is None else live.room.seq

    async def record(self, table: str) -> str | None:
        """The record of the rounds that have ended, None for an unknown table; raises `StoreError`."""
        entries = await self._world.log.read(table)
        return await asyncio.to_thread(history, table, entries) if entries else None

    def sweep(self) -> list[asyncio.Task[None]]:
        """Begin everything that is due now; the tasks are done when it is in the log."""
        now = self._world.clock()
        names = self._agenda.pop(now)
        lives = [self._tables[name] for name in names if name in self._tables]
        return [self._spawn(self._tend(live)) for live in lives]

    async def _run(self) -> None:
        while True:
            self.sweep()
            if self._world.clock() - self._looked > LOOK_MS:
                self._looked = self._world.clock()
                self._spawn(self._look())
            await self._agenda.wait(self._world.clock())

    async def _look(self) -> None:
        """Load overdue tables that nobody looks after."""
        try:
            now = self._world.clock()
            for table in await self._world.log.claim(None, now, now + LOOK_MS, 100):
                await self._live(table)
        except StoreError as error:
            _report("overdue tables cannot be loaded: %s", error)

    async def _take_up(self) -> None:
        """Load every table that was running; when the store fails, those that are missing once more."""
        while True:
            try:
                for table, _ in await self._world.log.live():
                    await self._live(table)
            except StoreError as error:
                _report("the running tables cannot be loaded: %s", error)
                await asyncio.sleep(RETRY_MS / 1000)
            else:
                return

    async def _tend(self, live: Live) -> None:
        """Do what is due at a table, one thing after the other."""
        now = self._world.clock()
        if live.in_doubt:
            await self._submit(live, Tick(), now)
        while not live.in_doubt and (request := live.is_due(now)) is not None:
            answer = await self._submit(live, request, now)
            if isinstance(answer, Problem) or (isinstance(request, Tick) and not answer):
                if isinstance(request, Detached):
                    live.left_at.setdefault(request.player, request.since)
                self._agenda.put(live.room.table, now + RETRY_MS)
                return
        if not live.in_doubt:
            self._arrange(live)

    async def _submit(self, live: Live, request: Request, now: int) -> Steps | Problem | Repeated:
        """Decide, append and tell, at a table of one's own."""
        async with live.lock:
            answer = await self._answer(live, request, now)
        if not live.in_doubt:
            self._arrange(live)
        return answer

    async def _answer(self, live: Live, request: Request, now: int) -> Steps | Problem | Repeated:
        """The same under the table's lock; a fault of ours freezes the table."""
        table = live.room.table
        try:
            return await self._settle(live, request, now)
        except StoreError as error:
            _report("table %s: %s", table, error)
            live.in_doubt = True
            self._agenda.put(table, self._world.clock() + RETRY_MS)
            return Problem("unavailable")
        except Exception as error:  # noqa: BLE001 - whatever it was, this table alone stops
            _report("table %s is frozen at event %d: %s", table, live.room.seq, place_of(error))
            live.freeze()
            return Problem("frozen")

    async def _settle(self, live: Live, request: Request, now: int) -> Steps | Problem | Repeated:
        if live.in_doubt:
            await self._read_on(live)
            live.in_doubt = False
        if live.orphaned:
            await self._append(live, Restarted(), self._world.clock())
            live.orphaned = False
        return await self._append(live, request, now)

    async def _append(self, live: Live, request: Request, now: int) -> Steps | Problem | Repeated:
        while not live.frozen:
            if isinstance(request, Asked) and (request.player, request.command.id) in live.acks:
                return Repeated(live.acks[request.player, request.command.id])
            steps = decide(live.room, request, now, self._world.chance(32))
            if isinstance(steps, Problem) or not steps:
                return steps
            entries = tuple(step.entry for step in steps)
            answer = await self._world.log.append(Append(live.room.table, entries, due(steps[-1].room)))
            if isinstance(answer, Won):
                for step in steps:
                    live.tell_all(live.take(step), self._world.clock())
                self._world.bus.publish(live.room.table, entries)
                return steps
            await self._read_on(live)
            if isinstance(answer, Repeated):
                return answer
        return Problem("frozen")

    async def _catch_up(self, live: Live) -> None:
        async with live.lock:
            await self._read_on(live)

    async def _read_on(self, live: Live) -> None:
        """Take and tell what the log has beyond what is known here."""
        entries = await self._world.log.read(live.room.table, live.room.seq)
        for told in live.take_entries(entries):
            live.tell_all(told, self._world.clock())

    def _heard(self, table: str, entries: tuple[Entry, ...]) -> None:
        """Another worker has appended; what this worker wrote itself is known already."""
        live = self._tables.get(table)
        if live is not None and entries[-1].seq > live.room.seq:
            self._spawn(self._hear(live))

    async def _hear(self, live: Live) -> None:
        await self._catch_up(live)
        self._arrange(live)

    async def _found(self, table: str) -> Live | Problem:
        """The table, or why there is none."""
        try:
            live = await self._live(table)
        except StoreError as error:
            _report("table %s: %s", table, error)
            return Problem("unavailable")
        if table in self._broken:
            return Problem("frozen")
        return Problem("unknown_table") if live is None else live

    async def _live(self, table: str) -> Live | None:
        """The table in memory, loaded from its log if need be; None when there is none."""
        live = self._tables.get(table)
        if live is not None:
            return live
        task = self._loading.get(table)
        if task is None:
            task = asyncio.create_task(self._load(table))
            self._loading[table] = task
            task.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(task)

    async def _load(self, table: str) -> Live | None:
        if table in self._broken:
            return None
        live = None
        stop = self._world.bus.listen(table, self._heard)
        try:
            entries = await self._world.log.read(table)
            live = await asyncio.to_thread(rebuild, table, entries, stop) if entries else None
        except StoreError:
            raise
        except Exception as error:  # noqa: BLE001 - one log that cannot be read stops no other table
            _report("table %s cannot be loaded from its log: %s", table, place_of(error))
            self._broken.add(table)
        finally:
            if live is None:
                stop()
        if live is None:
            return None
        self._tables[table] = live
        # what other workers wrote since the reading was heard by nobody
        live.in_doubt = not self._world.restarts
        live.orphaned = self._world.restarts
        if due(live.room) is not None:
            await self._submit(live, Tick(), self._world.clock())
        return live

    def _arrange(self, live: Live) -> None:
        """See to what comes next at a table: its deadline, its bot; a table that is over is let go."""
        table = live.room.table
        if live.frozen:
            self._agenda.drop(table)
            return
        end = due(live.room)
        if end is None and not live.listeners and not live.coming:
            live.stop_listening()
            self._agenda.drop(table)
            self._tables.pop(table, None)
            return
        wanted = live.next_due()
        if wanted is not None:
            self._agenda.put(table, wanted)
        self._wake_bot(live)

    def _wake_bot(self, live: Live) -> None:
        room = live.room
        player = room.turn
        if player is None or room.level(player) is None:
            live.asked = None
        elif live.asked != (room.moved, player):
            live.asked = (room.moved, player)
            self._spawn(self._bot(live, player, room.moved))

    async def _bot(self, live: Live, player: int, moved: int) -> None:
        """Let a bot move, and ask again when it fails: no table waits for a process that died."""
        start = asyncio.get_running_loop().time()
        pause = self._world.pace * random.uniform(0.6, 1.6)  # noqa: S311 - how long a bot seems to think
        if pause and not live.room.game.turns:
            pause += live.room.terms.deal / 1000
        for attempt in itertools.count():
            room = live.room
            level = room.level(player)
            if room.moved != moved or room.turn != player or level is None:
                return
            try:
                action = await self._choose(live, player, level, attempt)
                await asyncio.sleep(start + pause - asyncio.get_running_loop().time())
                answer = await self._submit(live, BotMoves(player, action, moved), self._world.clock())
            except MindError:
                logger.warning("table %s: no answer from a bot, it is asked again", room.table)
            else:
                if not isinstance(answer, Problem) or answer.code in {"stale", "frozen"}:
                    return
                logger.error("table %s: a bot's move was answered by %s", room.table, answer.code)
            await asyncio.sleep(min(0.1 * 2**attempt, 5.0))

    async def _choose(self, live: Live, player: int, level: str, attempt: int) -> int:
        room = live.room
        if attempt >= BOT_TRIES and attempt % 2:
            return room.game.timeout_action()
        view = room.game.view(room.seat_of(player), room.match.seat_totals(room.order))
        return await self._world.minds.choose(level, view, int.from_bytes(self._world.chance(6), "big"))

    async def _explained(self, hand: Hand | None, problem: Problem) -> Problem:
        """The refusal of a declaration with its reason, or as it is where the worker cannot say."""
        if hand is not None:
            with contextlib.suppress(MindError, TimeoutError):
                return await asyncio.wait_for(self._world.minds.explain(hand), EXPLAIN_SECONDS)
        return problem

    def _spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """A task that is ended with the service; its failure is reported, never lost."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _report("a task of the service failed: %s", place_of(error))


def _report(sentence: str, *values: object) -> None:
    """A fault in the log, without a traceback: its messages may quote hidden tiles."""
    logger.error(sentence, *values)
