"""One worker process, and what it was asked.

It answers in the order of the questions. One that has been silent for too long while it was asked something
hangs, and is ended: whoever waits for it asks another one.
"""

import asyncio
import contextlib
import itertools
import logging
import os
from collections.abc import Sequence
from typing import Final, cast

from istaka.server.ports import MindError
from istaka.server.seats.wire import LENGTH, Answer, Asked, Failed, Started, Thought, pack, unpack

logger = logging.getLogger("istaka.server")

SILENCE_SECONDS: Final = 3.0
"""A worker that was asked and has answered nothing for so long is taken for dead."""
RETIRE_SECONDS: Final = 20.0
"""So long one that is replaced may answer what it was asked."""
START_SECONDS: Final = 60.0


class Worker:
    """One worker process and the questions that it has not answered yet."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._killed = False
        self._hangs = False
        self._heard_at = 0.0
        self._watch: asyncio.TimerHandle | None = None
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
        self._expect(number, answer)
        try:
            self._process.stdin.write(pack((number, question)))
            return await answer
        except (OSError, RuntimeError) as error:  # its end is known to the pipe, but not to us yet
            msg = "the worker is gone"
            raise MindError(msg) from error
        finally:
            self._open.pop(number, None)

    @property
    def waiting(self) -> int:
        """How many questions it has not answered."""
        return len(self._open)

    def _expect(self, number: int, answer: asyncio.Future[Thought]) -> None:
        """One question more; silence counts from now if it is the only one."""
        loop = asyncio.get_running_loop()
        if not self._open:
            self._heard_at = loop.time()
        self._open[number] = answer
        if self._watch is None:
            self._watch = loop.call_later(SILENCE_SECONDS, self._look)

    def _look(self) -> None:
        """End the process if it hangs, else look again when it might."""
        self._watch = None
        loop = asyncio.get_running_loop()
        left = self._heard_at + SILENCE_SECONDS - loop.time()
        if not self._open or not self.alive:
            return
        if left > 0:
            self._watch = loop.call_later(left, self._look)
            return
        logger.warning("a worker that thinks for bots hangs and is ended")
        self._hangs = True
        self.kill()

    def kill(self) -> None:
        """End the process at once."""
        self._killed = True
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    async def retire(self) -> None:
        """Let it answer what it was asked, then end it."""
        waiting = tuple(self._open.values())
        if waiting:
            await asyncio.wait(waiting, timeout=RETIRE_SECONDS)
        await self.end()

    async def end(self) -> None:
        """End the process and whatever waits for it."""
        self.kill()
        if self._watch is not None:
            self._watch.cancel()
        if self._process.stdin is not None:
            self._process.stdin.close()
        await self._process.wait()
        # not awaited itself: a cancellation would reach it through here, and the next to end this worker too
        await asyncio.wait([self._reading])

    async def _read_on(self) -> None:
        try:
            while True:
                self._take(await self._read())
        except (asyncio.IncompleteReadError, OSError):
            pass
        finally:
            silent = "the worker did not answer in time"
            error = MindError(silent if self._hangs else "the worker has died")
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
        self._heard_at = asyncio.get_running_loop().time()
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
