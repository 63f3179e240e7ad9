"""What goes on in the background: ended with the service, and a failure is reported, never lost."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from istaka.server.faults import place_of
from istaka.server.ports import StoreError

logger = logging.getLogger("istaka.server")


class Tasks:
    """The tasks that have not ended."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def __len__(self) -> int:
        """How many there are."""
        return len(self._tasks)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Begin something that nobody waits for."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    async def stop(self) -> None:
        """End them all."""
        tasks = tuple(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("a task of the service failed: %s", place_of(error))


async def every(seconds: Callable[[], float], work: Callable[[], Awaitable[None]], failure: str) -> None:
    """Do something again and again; while the store fails at it, that is said once."""
    is_failing = False
    while True:
        try:
            await work()
        except StoreError as error:
            if not is_failing:
                logger.error("%s: %s", failure, error)  # noqa: TRY400 - a sentence, no traceback
            is_failing = True
        else:
            is_failing = False
        await asyncio.sleep(seconds())
