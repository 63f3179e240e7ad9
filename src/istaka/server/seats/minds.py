"""The server's side of the worker processes: asks the one with the least to do, starts others when they die.

A worker decides at its start whether it runs compiled. While the kernel cache is cold a child process with
low priority fills it; then compiled workers take over from interpreted ones.
"""

import asyncio
import logging
import os
import sys
from collections.abc import Sequence
from typing import Final

from istaka.game.view import View
from istaka.server.core.hints import Hand, Rack
from istaka.server.core.messages import Laid, Problem
from istaka.server.ports import MindError
from istaka.server.seats.cache import fill_cache
from istaka.server.seats.process import Worker
from istaka.server.seats.wire import Asked, Choose, Explain, Lay, Thought

logger = logging.getLogger("istaka.server")

COMMAND: Final = (sys.executable, "-m", "istaka.server.seats.worker")
THINK_SECONDS: Final = 0.4
"""How long a bot may weigh ideas."""
TEND_SECONDS: Final = 0.2
"""How often workers are looked at; a dead one is replaced."""
LONGEST_PAUSE: Final = 5.0
"""Between two tries to start one."""


class Place:
    """Where a worker works: one after the other, as they die."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._starting = asyncio.Lock()
        self._closed = False
        self.worker: Worker | None = None
        self._retiring: Worker | None = None
        self.begun = asyncio.Event()
        """Set when the first worker has begun."""

    @property
    def rank(self) -> tuple[bool, int]:
        """The lower, the sooner an answer is to be had here."""
        worker = self.worker
        return (True, 0) if worker is None or not worker.alive else (False, worker.waiting)

    async def ready(self) -> Worker:
        """The worker, a new one where the old one has died; raises `MindError`."""
        worker = self.worker
        if worker is not None and worker.alive:
            return worker
        async with self._starting:
            if self._closed:
                msg = "the server stops"
                raise MindError(msg)
            if self.worker is not None and not self.worker.alive:
                await self.worker.end()
                self.worker = None
            if self.worker is None:
                self.worker = await Worker.start(self._command)
                self.begun.set()
            return self.worker

    async def replace(self) -> None:
        """Put a fresh worker in the place of the old one, which answers what it was asked; or `MindError`."""
        fresh = await Worker.start(self._command)
        try:
            async with self._starting:
                self._retiring, self.worker = self.worker, fresh
        except BaseException:
            await fresh.end()
            raise
        if self._retiring is not None:
            await self._retiring.retire()
            self._retiring = None

    async def close(self) -> None:
        """End the worker, also one that was just replaced, and start no other."""
        self._closed = True
        async with self._starting:
            for worker in (self.worker, self._retiring):
                if worker is not None:
                    await worker.end()


class WorkerMinds:
    """Thinking in worker processes, replaced when they die and when compiled ones are to be had."""

    def __init__(self, *, warm: bool, count: int = 1, command: Sequence[str] = COMMAND) -> None:
        self._warm = warm and os.environ.get("NUMBA_DISABLE_JIT", "0") in {"", "0"}
        self._places = tuple(Place(command) for _ in range(count))
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start the workers in the background; questions wait for them."""
        self._tasks = [asyncio.create_task(self._tend(place)) for place in self._places]
        if self._warm:
            self._tasks.append(asyncio.create_task(self._compile()))

    async def stop(self) -> None:
        """End the workers and what fills the cache."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(place.close() for place in self._places))

    @property
    def compiled(self) -> bool:
        """Whether bots think compiled."""
        return all(place.worker is not None and place.worker.compiled for place in self._places)

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes that work now."""
        workers = [place.worker for place in self._places]
        return tuple(worker.pid for worker in workers if worker is not None and worker.alive)

    async def choose(self, level: str, view: View, seed: int) -> int:
        """What a bot of that level plays; raises `MindError`."""
        answer = await self._ask(Choose(level, view, seed, THINK_SECONDS))
        if not isinstance(answer, int):
            msg = "the worker answered a question for an action with something else"
            raise MindError(msg)
        return answer

    async def explain(self, hand: Hand) -> Problem:
        """Why a declaration does not hold; raises `MindError`."""
        answer = await self._ask(Explain(hand))
        if not isinstance(answer, Problem):
            msg = "the worker answered a question for a reason with something else"
            raise MindError(msg)
        return answer

    async def lay_open(self, racks: tuple[Rack, ...]) -> tuple[Laid, ...]:
        """Hands laid open at the end of a round; raises `MindError`."""
        answer = await self._ask(Lay(racks))
        if not isinstance(answer, tuple):
            msg = "the worker answered a question for hands with something else"
            raise MindError(msg)
        return answer

    async def _ask(self, question: Asked) -> Thought:
        """Asked of the worker that has the least to do."""
        worker = await min(self._places, key=lambda place: place.rank).ready()
        return await worker.ask(question)

    async def _tend(self, place: Place) -> None:
        """Have a worker at this place at all times."""
        pause = TEND_SECONDS
        while True:
            try:
                await place.ready()
            except MindError as error:
                logger.warning("no worker thinks for bots: %s", error)
                pause = min(2 * pause, LONGEST_PAUSE)
            else:
                pause = TEND_SECONDS
            await asyncio.sleep(pause)

    async def _compile(self) -> None:
        """Where workers run interpreted, fill the cache and put compiled ones in their places."""
        for place in self._places:
            await place.begun.wait()
        if self.compiled or not await fill_cache():
            return
        try:
            for place in self._places:
                await place.replace()
        except MindError:
            logger.warning("no compiled worker could be started; interpreted ones go on")
        else:
            logger.info("the kernels are compiled: bots think at full speed now")
