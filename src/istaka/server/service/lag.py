"""What the network costs a player, measured by the server alone, and how much of it is forgiven."""

from typing import Final

MOST: Final = 1000
"""Milliseconds that are forgiven in a row,"""
REFILL: Final = 10
"""and after so many milliseconds one of them comes back."""
WEIGHT: Final = 4
"""The newest measurement counts as one of so many."""


class Lag:
    """The way between the server and one socket.

    A client that answers late looks far away, which gains it no more than `MOST` at once and a tenth of a
    second every second.
    """

    def __init__(self) -> None:
        self._trip: float | None = None
        self._left = float(MOST)
        self._at = 0

    def measured(self, trip: float) -> None:
        """A frame went to the client and its answer came back within so many ms."""
        self._trip = trip if self._trip is None else self._trip + (trip - self._trip) / WEIGHT

    def allowance(self, now: int) -> int:
        """How late, in ms, a move may come at that instant: a round trip, as far as the bank has it."""
        return 0 if self._trip is None else int(min(self._trip, self._filled(now)))

    def spend(self, ms: int, now: int) -> None:
        """A move was so much too late, and was forgiven."""
        self._left, self._at = max(0.0, self._filled(now) - ms), now

    def _filled(self, now: int) -> float:
        return min(float(MOST), self._left + max(0, now - self._at) / REFILL)
