"""Which table must be looked at when: one instant a table, the earliest first."""

import asyncio
import contextlib
from heapq import heapify, heappop, heappush
from typing import Final

LONGEST_WAIT: Final = 1.0
"""Seconds; a clock that is stepped is noticed after so long."""
SLACK: Final = 64


class Agenda:
    """A heap with one valid instant for each name; what was replaced is passed over."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, str]] = []
        self._wanted: dict[str, int] = {}
        self._wake = asyncio.Event()

    def put(self, name: str, at: int) -> None:
        """Look at `name` at this instant (ms), and not at the one said before."""
        if self._wanted.get(name) == at:
            return
        self._wanted[name] = at
        heappush(self._heap, (at, name))
        if len(self._heap) > 2 * len(self._wanted) + SLACK:
            self._heap = [(at, name) for name, at in self._wanted.items()]
            heapify(self._heap)
        if self._heap[0] == (at, name):
            self._wake.set()

    def drop(self, name: str) -> None:
        """Do not look at `name` any more."""
        self._wanted.pop(name, None)

    def lateness(self, now: int) -> int:
        """How long (ms) the earliest instant is past; 0 or less when none is."""
        while self._heap and self._wanted.get(self._heap[0][1]) != self._heap[0][0]:
            heappop(self._heap)
        return now - self._heap[0][0] if self._heap else 0

    def pop(self, now: int) -> list[str]:
        """The names whose instant has come, each once."""
        names = []
        while self._heap and self._heap[0][0] <= now:
            at, name = heappop(self._heap)
            if self._wanted.get(name) == at:
                del self._wanted[name]
                names.append(name)
        return names

    async def wait(self, now: int) -> None:
        """Until the next instant, or until an earlier one is put."""
        seconds = LONGEST_WAIT if not self._heap else max(0.0, (self._heap[0][0] - now) / 1000)
        self._wake.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._wake.wait(), min(seconds, LONGEST_WAIT))
