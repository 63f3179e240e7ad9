"""One read for many who ask at once: after a restart everybody comes back to a thousand tables."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from itertools import islice
from typing import Final, Generic, TypeVar

V = TypeVar("V")

AT_ONCE: Final = 500
"""At most so many keys are read together."""


class Batch(Generic[V]):
    """While one read is on its way, the keys of the next one are gathered."""

    def __init__(self, read: Callable[[Collection[str]], Awaitable[Mapping[str, V]]]) -> None:
        self._read = read
        self._wanted: dict[str, asyncio.Future[V]] = {}
        self._reading: asyncio.Task[None] | None = None

    async def get(self, key: str) -> V:
        """What is read for a key."""
        if key not in self._wanted:
            self._wanted[key] = asyncio.get_running_loop().create_future()
        answer = self._wanted[key]
        if self._reading is None:
            self._reading = asyncio.create_task(self._read_on())
        return await asyncio.shield(answer)

    async def _read_on(self) -> None:
        try:
            while self._wanted:
                keys = list(islice(self._wanted, AT_ONCE))
                await self._answer({key: self._wanted.pop(key) for key in keys})
        finally:
            self._reading = None

    async def _answer(self, waiting: dict[str, asyncio.Future[V]]) -> None:
        try:
            found = await self._read(waiting)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is theirs who asked
            for answer in waiting.values():
                answer.set_exception(error)
                answer.exception()  # who asked may be gone
        else:
            for key, answer in waiting.items():
                answer.set_result(found[key])
