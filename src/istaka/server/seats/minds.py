"""The server's side of the worker process: asks, waits, starts another one when it dies.

A worker decides at its start whether it runs compiled. While the kernel cache is cold a child process with
low priority fills it; then a compiled worker takes over from the interpreted one.
"""

import asyncio
import contextlib
import itertools
import logging
import os
import sys
from collections.abc import Sequence
from typing import Final, cast

from istaka.game.view import View
from istaka.server.core.hints import Hand, Rack
from istaka.server.core.messages import Laid, Problem
from istaka.server.ports import MindError
from istaka.server.seats.wire import (
    LENGTH,
    Answer,
    Asked,
    Choose,
    Explain,
    Failed,
    Lay,
    Started,
    Thought,
    pack,
    unpack,
)

logger = logging.getLogger("istaka.server")

COMMAND: Final = (sys.executable, "-m", "istaka.server.seats.worker")
WARM_COMMAND: Final = (sys.executable, "-m", "istaka", "warm")
THINK_SECONDS: Final = 0.4
"""How long a bot may weigh ideas."""
ANSWER_SECONDS: Final = 20.0
"""A worker that has not answered by then is taken for dead."""
START_SECONDS: Final = 60.0
LOW_PRIORITY: Final = 15
LONGEST_PAUSE: Final = 5.0


class Worker:
    """One worker process and the questions that it has not answered yet."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._killed = False
        self._numbers = itertools.count(1)
        self._open: dict[int, asyncio.Future[Thought]] = {}
        self._reading = asyncio.create_task(self._read_on())
        self.started: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    @classmethod
    async def start(cls, command: Sequence[str]) -> "Worker":
        """A worker that is ready; raises `MindError`."""
        environment = os.environ | {"ISTAKA_KERNELS": "auto"}
        pipe = asyncio.subprocess.PIPE
        try:
            process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, env=environment)
        except OSError as error:
            msg = f"the worker cannot be started: {error}"
            raise MindError(msg) from error
        worker = cls(process)
        try:
            await asyncio.wait_for(asyncio.shield(worker.started), START_SECONDS)
        except BaseException as error:
            await worker.end()
            if isinstance(error, TimeoutError):
                msg = "the worker did not start in time"
                raise MindError(msg) from None
            raise
        return worker

    @property
    def compiled(self) -> bool:
        """Whether its kernels run compiled."""
        return self.started.done() and self.started.result()

    @property
    def alive(self) -> bool:
        """Whether it can still answer."""
        return not self._killed and not self._reading.done()

    @property
    def pid(self) -> int:
        """The process's id."""
        return self._process.pid

    async def ask(self, question: Asked) -> Thought:
        """The answer; raises `MindError`."""
        if not self.alive or self._process.stdin is None:
            msg = "the worker is gone"
            raise MindError(msg)
        number = next(self._numbers)
        answer: asyncio.Future[Thought] = asyncio.get_running_loop().create_future()
        self._open[number] = answer
        try:
            self._process.stdin.write(pack((number, question)))
            return await asyncio.wait_for(answer, ANSWER_SECONDS)
        except TimeoutError:
            self.kill()
            msg = "the worker did not answer in time"
            raise MindError(msg) from None
        except (OSError, RuntimeError) as error:  # its end is known to the pipe, but not to us yet
            msg = "the worker is gone"
            raise MindError(msg) from error
        finally:
            self._open.pop(number, None)

    def kill(self) -> None:
        """End the process at once."""
        self._killed = True
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    async def retire(self) -> None:
        """Let it answer what it was asked, then end it."""
        waiting = tuple(self._open.values())
        if waiting:
            await asyncio.wait(waiting, timeout=ANSWER_SECONDS)
        await self.end()

    async def end(self) -> None:
        """End the process and whatever waits for it."""
        self.kill()
        if self._process.stdin is not None:
            self._process.stdin.close()
        await self._process.wait()
        await self._reading

    async def _read_on(self) -> None:
        try:
            while True:
                self._take(await self._read())
        except (asyncio.IncompleteReadError, OSError):
            pass
        finally:
            error = MindError("the worker has died")
            if not self.started.done():
                self.started.set_exception(error)
                # whoever waited for the start may be cancelled already; then nobody else looks at it
                self.started.exception()
            for answer in self._open.values():
                if not answer.done():
                    answer.set_exception(error)

    async def _read(self) -> Answer:
        if self._process.stdout is None:
            raise OSError
        head = await self._process.stdout.readexactly(LENGTH.size)
        body = await self._process.stdout.readexactly(LENGTH.unpack(head)[0])
        return cast("Answer", unpack(body))

    def _take(self, message: Answer) -> None:
        number, answer = message
        if isinstance(answer, Started):
            self.started.set_result(answer.compiled)
            return
        waiting = self._open.get(number)
        if waiting is None or waiting.done():
            return
        if isinstance(answer, Failed):
            logger.error("a question to the worker failed: %s", answer.reason)
            waiting.set_exception(MindError(answer.reason))
        else:
            waiting.set_result(answer)


class WorkerMinds:
    """Thinking in one worker process, which is replaced when it dies and when a compiled one is to be had."""

    def __init__(self, *, warm: bool, command: Sequence[str] = COMMAND) -> None:
        self._command = command
        self._warm = warm and os.environ.get("NUMBA_DISABLE_JIT", "0") in {"", "0"}
        self._worker: Worker | None = None
        self._starting = asyncio.Lock()
        self._stopped = False
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Start the worker in the background; questions wait for it."""
        self._task = asyncio.create_task(self._keep())

    async def stop(self) -> None:
        """End the worker and what fills the cache."""
        self._stopped = True
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        async with self._starting:
            if self._worker is not None:
                await self._worker.end()

    @property
    def compiled(self) -> bool:
        """Whether the worker runs compiled."""
        return self._worker is not None and self._worker.compiled

    @property
    def pid(self) -> int | None:
        """The worker's process id, None while there is none."""
        return None if self._worker is None or not self._worker.alive else self._worker.pid

    async def choose(self, level: str, view: View, seed: int) -> int:
        """What a bot of that level plays; raises `MindError`."""
        worker = await self._ready()
        answer = await worker.ask(Choose(level, view, seed, THINK_SECONDS))
        if not isinstance(answer, int):
            msg = "the worker answered a question for an action with something else"
            raise MindError(msg)
        return answer

    async def explain(self, hand: Hand) -> Problem:
        """Why a declaration does not hold; raises `MindError`."""
        worker = await self._ready()
        answer = await worker.ask(Explain(hand))
        if not isinstance(answer, Problem):
            msg = "the worker answered a question for a reason with something else"
            raise MindError(msg)
        return answer

    async def lay_open(self, racks: tuple[Rack, ...]) -> tuple[Laid, ...]:
        """Hands laid open at the end of a round; raises `MindError`."""
        worker = await self._ready()
        answer = await worker.ask(Lay(racks))
        if not isinstance(answer, tuple):
            msg = "the worker answered a question for hands with something else"
            raise MindError(msg)
        return answer

    async def _ready(self) -> Worker:
        """The worker, a new one where the old one has died."""
        async with self._starting:
            if self._stopped:
                msg = "the server stops"
                raise MindError(msg)
            if self._worker is not None and not self._worker.alive:
                await self._worker.end()
                self._worker = None
            if self._worker is None:
                self._worker = await Worker.start(self._command)
            return self._worker

    async def _keep(self) -> None:
        """Start the worker; where it runs interpreted, fill the cache and put a compiled one in its place."""
        for pause in itertools.count(1):
            with contextlib.suppress(MindError):
                await self._ready()
                break
            await asyncio.sleep(min(float(pause), LONGEST_PAUSE))
        if self._warm and not self.compiled and await _fill_cache():
            await self._replace()

    async def _replace(self) -> None:
        try:
            fresh = await Worker.start(self._command)
        except MindError:
            logger.exception("no compiled worker could be started; the interpreted one goes on")
            return
        async with self._starting:
            old, self._worker = self._worker, fresh
        logger.info("the kernels are compiled: bots think at full speed now")
        if old is not None:
            await old.retire()


async def _fill_cache() -> bool:
    """Compile every kernel in a child process that takes only the time that nobody else wants."""
    logger.info("compiling kernels in the background; the tables are open meanwhile")
    nothing = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(
        *WARM_COMMAND,
        stdin=nothing,
        stdout=nothing,
        stderr=nothing,
        env=os.environ | {"ISTAKA_KERNELS": "compiled"},
    )
    with contextlib.suppress(OSError):
        os.setpriority(os.PRIO_PROCESS, process.pid, LOW_PRIORITY)
    try:
        return await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
