"""Clocks that never go back: a clock that is stepped moves no deadline."""

import time
from collections.abc import Awaitable, Callable
from typing import Final

TRIES: Final = 3
"""The quickest of so many answers says best what time it is."""
MOST_NS: Final = 50_000_000
"""A clock that follows another one is moved by at most so much at once."""


def steady_clock() -> Callable[[], int]:
    """Milliseconds since 1970 by this machine's clock, as it was when the server was started."""
    start = time.time_ns() - time.monotonic_ns()
    return lambda: (start + time.monotonic_ns()) // 1_000_000


class SharedClock:
    """Milliseconds since 1970 by the clock of the store, which all workers share: their own may differ."""

    def __init__(self, ask: Callable[[], Awaitable[int]]) -> None:
        self._ask = ask
        self._start = time.time_ns() - time.monotonic_ns()
        self._latest = 0

    def __call__(self) -> int:
        """What time it is."""
        self._latest = max(self._latest, (self._start + time.monotonic_ns()) // 1_000_000)
        return self._latest

    async def set(self) -> None:
        """Set the clock, before anybody looks at it; raises `StoreError`."""
        self._start = await self._measure()

    async def follow(self) -> None:
        """Move the clock towards the store's, a little: they drift apart. Raises `StoreError`."""
        away = await self._measure() - self._start
        self._start += max(-MOST_NS, min(away, MOST_NS))

    async def _measure(self) -> int:
        """What has to be added to the monotonic clock, in ns."""
        answers = [await self._ask_once() for _ in range(TRIES)]
        return min(answers)[1]

    async def _ask_once(self) -> tuple[int, int]:
        """How long it took to ask, and what was answered; half of the time it was on its way back."""
        before = time.monotonic_ns()
        theirs = await self._ask() * 1_000_000
        took = time.monotonic_ns() - before
        return took, theirs - before - took // 2
